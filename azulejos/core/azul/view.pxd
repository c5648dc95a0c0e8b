cimport cython
from libc.stdint cimport int8_t as i8, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, rows, words
from azulejos.core.azul.rules cimport AzulState
from azulejos.core.view cimport View

cdef int JOKER, OFFER, TILING, MOVES, FIRST_TILE, TAKES_OF_A_KIND, BOARD, BARS, JOKERS, EVERY_THIRD
cdef float OF_A_SOURCE, OF_THE_BAG, OF_ROUNDS, OF_POINTS, OF_THE_FLOOR, OF_PENALTY
cdef u64 LOW
cdef int FLOOR_POINTS[8]
cdef float FILLED[36]
cdef int _i


cdef class AzulView(View):
    cdef AzulState state
    cdef bint plain
    cdef u64 takes[11]
    cdef int before[11]
    cdef int line, marked_line
    cdef u32 columns

    cdef void apply(self, int move) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef bint is_legal(self, int move) noexcept nogil
    cdef int standing(self, int seat) noexcept nogil

    @cython.locals(with_jokers=u64)
    cdef void find(self) noexcept nogil
    @cython.final
    @cython.locals(kind=int)
    cdef void _find_takes(self, u64 open, u64 held, u64 with_jokers) noexcept nogil
    @cython.locals(kind=int, later=int)
    cdef int nth(self, int k) noexcept nogil
    @cython.locals(at=Py_ssize_t, kind=int)
    cdef void mark(self) noexcept nogil
    @cython.final
    @cython.locals(column=int)
    cdef void _mark_tiles(self, Py_ssize_t at) noexcept nogil
    cdef void forget(self) noexcept nogil

    cdef void observe(self, int viewer) noexcept nogil
    @cython.final
    @cython.locals(at=Py_ssize_t, players=int, turn=int, marker=int, source=int, seat=int, _=int)
    cdef void _observe(self, AzulState state, int viewer) noexcept nogil
    @cython.final
    @cython.locals(line=int, here=int, jokers=int, held=int)
    cdef Py_ssize_t _observe_board(self, AzulState state, int seat, Py_ssize_t at) noexcept nogil
    @cython.final
    @cython.locals(found=u32, row=int, mosaic=int, there=u32)
    cdef u32 _jokers(self, AzulState state, int seat) noexcept nogil
