cimport cython
from libc.stdint cimport int16_t as i16, uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, memory, bitlanes, xorshift
from azulejos.core.events cimport Deal, Move, Refill
from azulejos.core.tiles cimport TileState
from azulejos.games.azul cimport board as constants, moves

cdef tuple ALL_MOVES, PHASES
cdef int _i, _place
cdef int OFFER, TILING, OVER
cdef u8 FLOOR_COST[8]
cdef u8 RUN[256]
cdef u8 COLOUR_AT[64]
cdef u8 SOURCE_AT[64]


@cython.final
@cython.no_gc
cdef class AzulState(TileState):
    cdef u64 holders
    cdef u64 open[4]
    cdef u64 barred[4]
    cdef u32 wall[4]
    cdef u32 floor[4]
    cdef u16 mosaic[20]
    cdef u8 room[24]
    cdef u8 colour[24]
    cdef u8 jokers[24]
    cdef u8 fallen[4]
    cdef u16 round_limit
    cdef u8 phase_code
    cdef bint grey, joker_tiles

    @cython.locals(twin=AzulState)
    cdef AzulState _copy(self)

    @cython.locals(after=AzulState, move=Move)
    cpdef AzulState play(self, object event)
    @cython.locals(colour=int, sources=u64)
    cdef u64 _legal_takes(self, int kind) noexcept nogil
    @cython.locals(line=int)
    cdef u64 _legal_tiles(self) noexcept nogil
    cdef int _take_kinds(self) noexcept nogil
    cdef bint _is_legal(self, int move) noexcept nogil
    @cython.locals(word=int, n=int, kind=int)
    cdef int _find_moves(self, u64 *found) noexcept nogil
    @cython.locals(words=u64[12], n=int, found=list, i=int, word=int, legal=u64)
    cdef list _list_moves(self)
    @cython.locals(kind=int, _=int, n=int, past=int)
    cdef int _nth_move(self, u64 *found, int k) noexcept nogil
    cdef void _apply(self, int move) noexcept nogil
    @cython.locals(seat=int, colour=int, source=int, here=u64, n=u32, rest=u64, jokers=u32)
    cdef void _take(self, int place, int line, bint with_jokers) noexcept nogil
    @cython.locals(at=int, fits=int, room=int, accepted=u64)
    cdef void _put(self, int seat, int line, int colour, int n) noexcept nogil
    @cython.locals(space=int, fits=int)
    cdef void _drop(self, int seat, int what, int n) noexcept nogil

    @cython.locals(seat=int, line=int)
    cdef void _tile_forced_lines(self) noexcept nogil
    @cython.locals(line=int)
    cdef int _line_to_tile(self, int seat) noexcept nogil
    @cython.locals(free=u32, at=int)
    cdef u32 _columns(self, int seat, int line) noexcept nogil
    @cython.locals(at=int, colour=int, jokers=int, plain=int)
    cdef void _tile(self, int seat, int line, int column) noexcept nogil
    @cython.locals(row=int)
    cdef void _cover(self, int seat, int line, int column, int colour) noexcept nogil
    @cython.locals(wall=u32, down=u32, across_run=int, down_run=int)
    cdef int _tile_points(self, int seat, int row, int column) noexcept nogil
    cdef void _clear_floor(self, int seat) noexcept nogil
    @cython.locals(over=bint, seat=int)
    cdef void _end_round(self) noexcept nogil
    @cython.locals(wall=u32, rows=u32)
    cdef int _complete_rows(self, int seat) noexcept nogil
    @cython.locals(wall=u32, columns=u32, points=int, colour=int)
    cdef int _end_points(self, int seat) noexcept nogil
    @cython.locals(shown=int, row=int, column=int)
    cdef int _shown(self, int seat, int colour) noexcept nogil

    @cython.locals(display=int)
    cdef void _begin_round(self) noexcept nogil
    cdef bint _deal(self, tuple displays) except -1
    cdef u64 _deal_at_random(self, u64 dice) noexcept nogil

    @cython.locals(decisions=int)
    cdef int _play_at_random(self, u64 dice) noexcept nogil
    @cython.locals(after=AzulState)
    cpdef AzulState after_random_move(self, u64 dice)
    @cython.locals(line=int, columns=u32)
    cdef inline void _play_one_at_random(self, u64 dice) noexcept nogil
    @cython.locals(open=u64, held=u64, jokers=u64, accepted=u64, until=cython.int[7], line=int, k=int, plain=int)
    cdef void _take_at_random(self, u64 dice) noexcept nogil


@cython.locals(fresh=AzulState, state=AzulState, decisions=u64, points=u64, number=u64, seat=int)
cpdef tuple random_games(object game, u64 games, u64 seed)
