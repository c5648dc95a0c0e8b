cimport cython
from libc.stdint cimport int16_t as i16, uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, memory, bitlanes, xorshift
from azulejos.core.events cimport Deal, Move, Refill
from azulejos.core.tiles cimport TileState

cdef tuple ALL_MOVES, PHASES
cdef int _i, _n, _mask, _back, _wild, _own, _cost, _first
cdef int ACQUIRE, PLAY, BONUS, OVER, ROUNDS, SUPPLY_SPACES, MOST_KEPT, FIRST_SCORE, FIRST_PLACE, FIRST_BONUS, FIRST_PASS, MOVES
cdef u64 ALL_COLOURS, FIVE_LANES
cdef u64 BONUS_WORD[83]
cdef u64 KEPT_WORD[210]
cdef u64 FEATURE[84]
cdef u64 NUMBER_SPACES[8]
cdef u64 CHOICES[5]
cdef u8 FEATURE_BONUS[84]
cdef u8 COST[84]
cdef u8 STAR_POINTS[7]
cdef u8 OWN_COLOUR[7]
cdef u8 STAR_OF_COLOUR[6]
cdef u8 RUN[512]
cdef u8 WAYS[294]
cdef u8 STAR_WAYS[8064]


@cython.final
@cython.no_gc
cdef class PavilionState(TileState):
    cdef u64 offers
    cdef u64 hand[4]
    cdef u64 covered[4]
    cdef int mosaic[28]
    cdef u8 accept[24]
    cdef u8 wild_order[6]
    cdef u8 passed, phase_code
    cdef readonly u8 mover, owed, wild
    cdef u8 floor
    cdef bint grey

    @cython.locals(twin=PavilionState)
    cdef PavilionState _copy(self)
    @cython.locals(after=PavilionState, move=Move)
    cpdef PavilionState play(self, object event)

    @cython.locals(here=u64, colours=u64, plain=u64)
    cdef u64 _takeable(self, u64 bunch) noexcept nogil
    @cython.locals(offers=u64)
    cdef _list_takes(self, list found)
    @cython.locals(seat=int, here=u64, taken=u64, rest=u64)
    cdef void _take(self, int source, int colour) noexcept nogil
    cdef void _begin_play(self) noexcept nogil
    cdef void _lose(self, int seat, int points) noexcept nogil

    @cython.locals(wilds=int)
    cdef int _wilds_for(self, int seat, int colour) noexcept nogil
    @cython.locals(own=int)
    cdef int _own(self, int seat, int colour) noexcept nogil
    @cython.locals(seat=int, colour=int, own=int, wilds=int, stars=u32, star=int, space=int, cost=int, first=int, spent=int)
    cdef _list_places(self, list found)
    @cython.locals(i=int)
    cdef _list_passes(self, list found)
    @cython.locals(i=int)
    cdef _list_bonuses(self, list found)
    @cython.locals(seat=int, bunch=u64, wilds=int, space=int, colour=int, cost=int)
    cdef bint _is_legal(self, int move) noexcept nogil
    cdef void _apply(self, int move) noexcept nogil
    @cython.locals(seat=int, plain=int, covered=u64, owed=int, there=int)
    cdef void _place(self, int colour, int space, int wilds) noexcept nogil
    cdef int _cost(self, int space) noexcept nogil
    cdef int _run_at(self, u64 covered, int space) noexcept nogil
    @cython.locals(bonus=int)
    cdef int _bonus_at(self, u64 covered, int space) noexcept nogil
    cdef u64 _feature(self, int space, int i) noexcept nogil
    cdef int _feature_bonus(self, int space, int i) noexcept nogil
    cdef int _colour_of(self, int star) noexcept nogil
    cdef u64 _number_spaces(self, int number) noexcept nogil
    cdef u64 _bonus_bunch(self, int i) noexcept nogil
    cdef u64 _kept_bunch(self, int i) noexcept nogil
    cdef void _cover(self, int seat, int star, int i, int colour) noexcept nogil
    @cython.locals(used=u32, accepted=u32, colour=int)
    cdef void _accept(self, int seat, int star) noexcept nogil
    @cython.locals(used=u32, tiles=u32, i=int)
    cdef u32 _used(self, int seat, int star) noexcept nogil
    cdef void _take_bonus(self, u64 bunch) noexcept nogil
    @cython.locals(seat=int, dropped=u64)
    cdef void _pass(self, u64 keep) noexcept nogil
    @cython.locals(seat=int)
    cdef void _end_turn(self) noexcept nogil
    @cython.locals(seat=int)
    cdef void _end_game(self) noexcept nogil
    @cython.locals(points=int, star=int, number=int, spaces=u64)
    cdef int _end_points(self, int seat) noexcept nogil
    cdef int _star_points(self, u32 used) noexcept nogil

    @cython.locals(display=int)
    cdef void _begin_round(self) noexcept nogil
    cdef bint _deal(self, tuple displays) except -1
    cdef u64 _deal_at_random(self, u64 dice) noexcept nogil
    cdef bint _refill(self, object tiles) except -1
    cdef u64 _refill_at_random(self, u64 dice) noexcept nogil

    @cython.locals(decisions=int, place=int, supply=u64, k=int)
    cdef int _play_at_random(self, u64 dice, bint eager) noexcept nogil
    @cython.locals(
        seat=int, until=cython.int[7], colour=int, own=int, ways=int, stars=u32, star=int, bunches=int, k=int, here=int,
        spaces=u32, space=int, cost=int,
    )
    cdef void _play_one_at_random(self, u64 dice, bint eager) noexcept nogil
    @cython.locals(stars=u32, found=int, star=int)
    cdef int _ways_of(self, int seat, int colour, int ways) noexcept nogil
    @cython.locals(layout=int)
    cdef int _ways(self, int seat, int ways, int star) noexcept nogil
    @cython.locals(product=u64, colour=int, n=int)
    cdef u64 _choices(self, u64 bunch) noexcept nogil
    @cython.locals(rest=cython.ulonglong[6], colour=int, n=int, chosen=u64)
    cdef u64 _nth_bunch(self, u64 bunch, int room, int k, u64 last) noexcept nogil


@cython.locals(fresh=PavilionState, state=PavilionState, decisions=u64, points=u64, number=u64, seat=int)
cpdef tuple random_games(object game, u64 games, u64 seed, bint eager=*)
