cimport cython
from libc.stdint cimport uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, bitlanes
from azulejos.core.heuristic cimport Heuristic
from azulejos.games.azul cimport board, moves, outlook
from azulejos.games.azul.rules cimport AzulState

cdef int _i
cdef int OFFER
cdef int FLOOR_COST[8]
cdef float HOPE[5]
cdef int POINTS, ROW, COLUMN, COLOUR, MIDDLE, LATER_ROW, LATER_COLUMN, LATER_COLOUR, LATER_MIDDLE
cdef int FILLED, SUPPLY, DENIED, TAKEN, REST, JOINED, FLOOR, WASTED, DUMPED, FIRST, NO_PLACE, LEAD
cdef int TIMES, LAST


cdef class AzulHeuristic(Heuristic):
    cdef AzulState azul
    cdef u32 wall
    cdef int time
    cdef float lead
    cdef u64 known
    cdef float complete[48]
    cdef float points[48]
    cdef float later[48]
    cdef u8 begun[48]

    cdef void apply(self, int move) noexcept nogil
    cdef u64 draw(self, u64 dice) noexcept nogil
    cdef int evaluate_moves(self) noexcept nogil
    @cython.locals(best=int, ends=bint, other=int)
    cdef void _look(self, AzulState state, int seat) noexcept nogil
    @cython.locals(rows=u32)
    cdef bint _has_row(self, u32 wall) noexcept nogil
    @cython.locals(wall=u32, line=int, at=int)
    cdef u32 _foresee_wall(self, AzulState state, int seat) noexcept nogil
    @cython.locals(n=int, legal=u64, bit=int, line=int, column=int, colour=int)
    cdef int _evaluate_tiles(self, AzulState state) noexcept nogil
    @cython.locals(
        seat=int, next_seat=int, legal=u64[12], lots=u64[6], total=cython.int[6], sources=u32, i=int, room=int, n=int, kind=int,
        takes=u64, colour=int, source=u32, first=u32, lines=u64, here=u64, tiles=int, others=u64, marker=bint, worth=float,
        line=int
    )
    cdef int _evaluate_takes(self, AzulState state) noexcept nogil
    @cython.locals(time=int, most=int, worth=float, denied=int, rest=u64, left=int, joined=int)
    cdef float _common_worth(self, AzulState state, int next_seat, int source, int colour, int tiles) noexcept nogil
    @cython.locals(time=int, room=int, fits=int, fallen=int, worth=float, at=int)
    cdef float _line_worth(
        self, AzulState state, int seat, int line, int colour, int tiles, bint marker, u64 lots, u64 others, int total
    ) noexcept nogil
    @cython.locals(time=int, worth=float, exact=int, supply=int)
    cdef float _worth_with(self, int line, int left, int at, u64 lots, int total) noexcept nogil
    @cython.locals(held=int, column=int, free=u32, best=int, worth=float)
    cdef void _find_worth(self, AzulState state, int seat, int line, int colour, int at) noexcept nogil
    @cython.locals(row=int, wall=u32)
    cdef void _find_later(self, AzulState state, int seat, int line, int column, int colour, int at) noexcept nogil
    @cython.locals(row=int, wall=u32, worth=float)
    cdef float _place_worth(self, AzulState state, int seat, int line, int column, int colour) noexcept nogil
    @cython.locals(at=int, in_row=int, in_column=int, aside=int, worth=float, of_colour=int)
    cdef float _rest_worth(self, AzulState state, int seat, int row, int column, int colour, int later) noexcept nogil
    cdef int find_patterns(self, int seat) noexcept nogil
    cdef void measure(self, int seat) noexcept nogil
