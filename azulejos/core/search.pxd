cimport cython
from libc.stdint cimport uint16_t as u16, uint64_t as u64
from azulejos.core cimport places, memory, bitlanes, xorshift
from azulejos.core.heuristic cimport Heuristic
from azulejos.core.net cimport Net
from azulejos.core.tiles cimport TileState

cdef int NO_NODE, UNCERTAIN, DEEPEST, MOST_MOVES, MOST_EDGES, DRAW_AGAIN, FIRST_NODES, FIRST_EDGES, FIRST_INDEX, FIRST_RESULTS


@cython.final
cdef class Search:
    cdef Heuristic heuristic
    cdef Net net
    cdef u64 dice, seed
    cdef public float exploration, heat, spread
    cdef public int most_edges
    cdef readonly int simulations, nodes, edges
    cdef int depth, index_room, node_room, edge_room, focused, also, result_count, result_room
    cdef int[::1] first_edge, edge_count, node_visits, seat, tried, visits, child, path, certain, assured, unsettled
    cdef u16[::1] move
    cdef unsigned char[::1] settled
    cdef u64[::1] mark
    cdef int[::1] node_index
    cdef float[::1] prior, total, margin, node_total, tried_prior, root_value, root_margin, results
    cdef float value[4]
    cdef float margins[4]

    cdef _make_room(self)
    cdef bint _has_room(self) noexcept nogil
    @cython.locals(node=int, at=int)
    cdef _index(self, int room)
    @cython.locals(node=int)
    cdef int _add_node(self) noexcept nogil
    @cython.locals(at=int)
    cdef int _find(self, u64 mark) noexcept nogil
    @cython.locals(mark=u64, at=int, node=int)
    cdef int _arrive(self) noexcept nogil
    @cython.locals(done=int)
    cpdef run(self, int simulations)
    @cython.locals(done=int)
    cdef int _run(self, int simulations) noexcept nogil
    @cython.locals(node=int, edge=int, ended=bint)
    cdef void _simulate(self) noexcept nogil
    @cython.locals(visits=int, ways=int)
    cdef int _draw_at(self, int node) noexcept nogil
    cdef bint _goes_on(self, int node) noexcept nogil
    @cython.locals(n=int, first=int, best=float, i=int, total=float)
    cdef bint _expand(self, int node) noexcept nogil
    @cython.locals(i=int)
    cdef int _add_also(self, int n) noexcept nogil
    cdef int _try(self, int edge)
    @cython.locals(at=int, best=int, edge=int)
    cdef void _promote(self, int node) noexcept nogil
    @cython.locals(first=int, untried=int, urge=float, best=int, best_bound=float, bound=float, edge=int)
    cdef int _select(self, int node) noexcept nogil
    @cython.locals(n=int, best=int, best_value=float, i=int, value=float)
    cdef void _play_out(self) noexcept nogil
    @cython.locals(players=int, over=bint, seat=int, mine=float, best=float, other=int, theirs=float, chance=float)
    cdef void _evaluate_leaf(self, TileState state) noexcept nogil
    @cython.locals(at=int, seat=int)
    cdef int _remember(self) noexcept nogil
    @cython.locals(seat=int)
    cdef void _recall(self, int result) noexcept nogil
    @cython.locals(i=int, node=int, edge=int, child=int, seat=int, other=int, assured=int)
    cdef void _back_up(self) noexcept nogil
    @cython.locals(seat=int, visits=int, other=int, best=int)
    cdef void _settle(self, int node, int edge, int result) noexcept nogil

from azulejos.core cimport search_nogil  # needs the class
