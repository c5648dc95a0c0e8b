cimport cython
from libc.stdint cimport uint16_t as u16, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, bitlanes
from azulejos.core.heuristic cimport Heuristic
from azulejos.games.azul cimport board, moves, outlook
from azulejos.games.azul.rules cimport AzulState

cdef int _i
cdef int OFFER
cdef int FLOOR_COST[8]
cdef float ROW_WORTH[6]
cdef float COLUMN_WORTH[6]
cdef float COLOUR_WORTH[6]
cdef float HOPE[6]
cdef float TILE_WORTH, LONG_WORTH, MARKER_WORTH, NO_PLACE


cdef class AzulHeuristic(Heuristic):
    cdef AzulState azul
    cdef u32 wall

    cdef void apply(self, int move) noexcept nogil
    cdef u64 draw(self, u64 dice) noexcept nogil
    cdef int evaluate_moves(self) noexcept nogil
    @cython.locals(line=int, at=int)
    cdef void _foresee_wall(self, AzulState state, int seat) noexcept nogil
    @cython.locals(n=int, legal=u64, bit=int, line=int, column=int)
    cdef int _evaluate_tiles(self, AzulState state) noexcept nogil
    @cython.locals(
        legal=u64[12], n=int, kind=int, takes=u64, colour=int, source=u32, first=u32, lines=u64, tiles=int, marker=bint, line=int
    )
    cdef int _evaluate_takes(self, AzulState state) noexcept nogil
    @cython.locals(room=int, fits=int, fallen=int, worth=float, hope=float)
    cdef float _take_worth(self, AzulState state, int seat, int line, int colour, int tiles, bint marker) noexcept nogil
    @cython.locals(held=int, free=u32, best=float, column=int, worth=float)
    cdef float _line_worth(self, AzulState state, int seat, int line, int colour) noexcept nogil
    @cython.locals(row=int, wall=u32, points=int, in_row=int, in_column=int, of_colour=int)
    cdef float _place_worth(self, AzulState state, int seat, int line, int column, int colour) noexcept nogil
    cdef int find_patterns(self, int seat) noexcept nogil
    cdef void measure(self, int seat) noexcept nogil
