cimport cython
from libc.stdint cimport int16_t as i16, uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, memory, bitlanes, xorshift
from azulejos.core.events cimport Deal, Move, Refill
from azulejos.core.tiles cimport TileState
from azulejos.games.pavilion cimport board as constants, moves

cdef tuple ALL_MOVES, PHASES
cdef int _i
cdef int ACQUIRE, PLAY, BONUS, OVER
cdef u64 ALL_COLOURS
cdef u64 BONUS_WORD[83]
cdef u64 KEPT_WORD[210]
cdef u64 FEATURE[84]
cdef u64 NUMBER_SPACES[8]
cdef u8 FEATURE_BONUS[84]
cdef u8 COST[84]
cdef u8 STAR_POINTS[7]
cdef u8 NUMBER_POINTS[4]
cdef u8 STAR_OF_COLOUR[6]
cdef int COLOUR_OF_STAR[7]
cdef u8 RUN[512]
cdef u64 WAYS[126]
cdef u8 COUNT[294]
cdef u8 STAR_COUNT[8064]
cdef u64 CHOICES[5]
cdef u64 FIVE_LANES
cdef u64 AT_SPACES[64]
cdef u64 KEEPABLE[120]
cdef u64 TAKEABLE[48]
cdef u64 OF_SIZE[8]


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
    @cython.locals(seat=int, here=u64, taken=u64, rest=u64)
    cdef void _take(self, int source, int colour) noexcept nogil
    cdef void _begin_play(self) noexcept nogil
    cdef void _lose(self, int seat, int points) noexcept nogil

    @cython.locals(wilds=int, own=int)
    cdef int _payment(self, int seat, int colour) noexcept nogil
    @cython.locals(layout=int)
    cdef u64 _ways(self, u64 free, int payment, int star) noexcept nogil
    @cython.locals(
        seat=int, free=u64, there=u64, n=int, payment=cython.int[6], wanted=u64, colour=int, stars=u64, star=int, place=int, here=u64
    )
    cdef int _find_places(self, u64 *ways) noexcept nogil
    @cython.locals(first=u64, second=u64, third=u64, fourth=u64, colour=int, n=int, at=int)
    cdef void _find_passes(self, u64 *kept) noexcept nogil
    @cython.locals(first=u64, second=u64, colour=int, n=int, at=int)
    cdef void _find_bonuses(self, u64 *taken) noexcept nogil
    @cython.locals(there=u64, place=int, n=int)
    cdef int _nth_place(self, u64 *ways, int k) noexcept nogil
    @cython.locals(n=int)
    cdef int _count_bunches(self, u64 *bunches) noexcept nogil
    @cython.locals(word=int, n=int)
    cdef int _nth_bunch(self, u64 *bunches, int k) noexcept nogil
    @cython.locals(colour=int, star=int, ways=u64, found=u64[4])
    cdef bint _is_legal(self, int move) noexcept nogil
    @cython.locals(ways=u64[43], bunches=u64[4], first=int, there=u64, place=int, word=int)
    cdef _list_moves(self, list found)
    cdef _list_set(self, list found, u64 legal, int first)
    cdef void _apply(self, int move) noexcept nogil
    @cython.locals(seat=int, plain=int, covered=u64, owed=int, there=int)
    cdef void _place(self, int colour, int space, int wilds) noexcept nogil
    cdef int _cost(self, int space) noexcept nogil
    cdef int _run_at(self, u64 covered, int space) noexcept nogil
    @cython.locals(bonus=int)
    cdef int _bonus_at(self, u64 covered, int space) noexcept nogil
    cdef u64 _feature(self, int space, int i) noexcept nogil
    cdef int _feature_bonus(self, int space, int i) noexcept nogil
    cdef u64 _number_spaces(self, int number) noexcept nogil
    cdef u64 _bonus_bunch(self, int i) noexcept nogil
    cdef u64 _kept_bunch(self, int i) noexcept nogil
    cdef void _cover(self, int seat, int star, int i, int colour) noexcept nogil
    @cython.locals(accepted=u32, colour=int)
    cdef void _update_accepted_colours(self, int seat, int star) noexcept nogil
    @cython.locals(used=u32)
    cdef u32 _accepted_colours(self, int seat, int star) noexcept nogil
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

    @cython.locals(decisions=int)
    cdef int _play_at_random(self, u64 dice, bint eager) noexcept nogil
    @cython.locals(after=PavilionState)
    cpdef PavilionState after_random_move(self, u64 dice, bint eager=*)
    @cython.locals(place=int, supply=u64, k=int)
    cdef inline void _play_one_at_random(self, u64 dice, bint eager) noexcept nogil
    @cython.locals(
        seat=int, until=cython.int[7], colour=int, own=int, payment=int, stars=u32, star=int, bunches=int, k=int, here=int,
        spaces=u32, space=int, cost=int, last_round=bint,
    )
    cdef void _place_or_pass_at_random(self, u64 dice, bint eager) noexcept nogil
    @cython.locals(stars=u32, found=int, star=int, own_star=int)
    cdef int _count_of_colour(self, int seat, int colour, int payment) noexcept nogil
    @cython.locals(layout=int)
    cdef int _count_of_star(self, int seat, int payment, int star) noexcept nogil
    @cython.locals(product=u64, colour=int, n=int)
    cdef u64 _choices(self, u64 bunch) noexcept nogil
    @cython.locals(rest=u64[6], colour=int, n=int, chosen=u64)
    cdef u64 _nth_choice(self, u64 bunch, int room, int k, u64 last) noexcept nogil


@cython.locals(fresh=PavilionState, state=PavilionState, decisions=u64, points=u64, number=u64, seat=int)
cpdef tuple random_games(object game, u64 games, u64 seed, bint eager=*)
