cimport cython
from libc.stdint cimport uint16_t as u16, uint32_t as u32
from azulejos.core cimport places, bitlanes
from azulejos.games.azul cimport board
from azulejos.games.azul.rules cimport AzulState

cdef int WALL, ROW_BARS, COLUMN_BARS, LINE_TILES, ROUND, STARTS
cdef int ROWS, COLUMNS, ROW_COUNTS, COLUMN_COUNTS, COLOUR_COUNTS
cdef int LONG_CHANCES, SCORED, COLUMN_CHANCES, COLOUR_CHANCES, ROW_CHANCES, SUMS, LEAD, BAG, LID, MEASURES
cdef int BEGUN, EMPTY, BLOCKED, KINDS, SUPPLIES, ROUNDS, LONG_TABLE, COVERED

@cython.locals(n=int, wall=u32, colour=int, bars=u32, bar=int, line=int, at=int, held=int, starter=int)
cdef int find_simple_patterns(AzulState state, int seat, u16 *active) noexcept nogil
@cython.locals(n=int, rounds=int, wall=u32, i=int, row=u32, column=u32)
cdef int find_patterns(AzulState state, int seat, u16 *active) noexcept nogil
@cython.locals(at=int, room=int, free=int, other=int, need=int)
cdef int find_kind(AzulState state, int seat, int row, int colour) noexcept nogil
@cython.locals(bag=int, lid=int, dealt=int, expected=float, supply=int)
cdef int find_supply(AzulState state, int colour) noexcept nogil
cdef int next_entry(int kind, int supply) noexcept nogil
cdef int long_entry(int kind, int supply, int rounds) noexcept nogil
cdef u32 free_columns(AzulState state, int seat, int row, int colour) noexcept nogil
@cython.locals(
    best_long=float[25], i=int, colour=int, column=int, supply=int, row=int, kind=int, columns=u32, soon=float, late=float,
    points=int, here=int, goes_on=float, best=int, other=int, lead=float,
)
cdef void measure(AzulState state, int seat, float *tables, float *measures) noexcept nogil
@cython.locals(supply=int, colour=int, row=int, kind=int)
cpdef list prospects(AzulState state, int seat)
@cython.locals(row=int, colour=int)
cpdef set achieved(AzulState state, int seat)
