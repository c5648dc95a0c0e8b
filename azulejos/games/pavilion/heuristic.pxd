cimport cython
from libc.stdint cimport uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, bitlanes
from azulejos.core.heuristic cimport Heuristic
from azulejos.games.pavilion cimport board, moves, outlook
from azulejos.games.pavilion.rules cimport PavilionState

cdef int _i
cdef int ACQUIRE, BONUS
cdef u8 STAR_POINTS[7]
cdef u8 NUMBER_POINTS[4]
cdef int COLOUR_OF_STAR[7]
cdef u8 CHEAP[21]
cdef int TILE, NEXT_WILD, CENTRAL, REACH, BONUS_TILE, FIRST, PENALTY, GIFT, GIVES, DENIED, DISCARD, PASS, RELIEF
cdef int NEAREST, AMOUNT, WILDS, COST, RUN, STAR_SHARE, NUMBER_SHARE, FEATURE_PART
cdef int MOST_AMOUNT, MOST_WILDS, MOST_MISSING


cdef class PavilionHeuristic(Heuristic):
    cdef PavilionState pavilion
    cdef int round, wilds
    cdef float need[6]
    cdef float theirs[6]
    cdef float bunches[6]
    cdef float worths[42]
    cdef u64 ways[43]

    cdef void apply(self, int move) noexcept nogil
    cdef u64 draw(self, u64 dice) noexcept nogil
    cdef int evaluate_moves(self) noexcept nogil
    @cython.locals(after=int, colour=int, need=float, wanted=bint, nearest=int, stars=u32, star=int, covered=int)
    cdef void _find_needs(self, PavilionState state, int seat, float *needs) noexcept nogil
    @cython.locals(colour=int)
    cdef void _find_bunches(self, PavilionState state, int seat) noexcept nogil
    @cython.locals(worth=float, n=int, reach=int, stars=u32, star=int, layout=int)
    cdef float _bunch_worth(self, PavilionState state, int seat, int colour, int tiles) noexcept nogil
    @cython.locals(
        n=int, seat=int, following=int, largest=int, offers=u64, offer=int, source=int, colour=int, here=u64, rest=u64, taken=int,
        held=int, loss=int, worth=float, best=float, second=float, favourite=int, given=float, left=float,
    )
    cdef int _evaluate_takes(self, PavilionState state) noexcept nogil
    @cython.locals(best=float, colour=int, tiles=int, held=int, more=int, worth=float)
    cdef float _best_offer(self, PavilionState state, int seat, u64 bunch) noexcept nogil
    @cython.locals(most=int, colour=int)
    cdef int _largest(self, PavilionState state, u64 bunch) noexcept nogil
    @cython.locals(
        n=int, seat=int, surplus=int, there=u64, place=int, colour=int, star=int, space=int, ways=u32, least=int, most=int,
        cost=int, worth=float, known=u64,
    )
    cdef int _evaluate_places(self, PavilionState state) noexcept nogil
    @cython.locals(held=int, price=float)
    cdef float _price(self, PavilionState state, int seat, int colour, int plain, int wilds) noexcept nogil
    @cython.locals(before=u64, covered=u64, worth=float, at=int, number=int, missing=int, i=int)
    cdef float _space_worth(self, PavilionState state, int seat, int star, int space) noexcept nogil
    @cython.locals(used=u32)
    cdef int _star_points(self, PavilionState state, int seat, int star) noexcept nogil
    @cython.locals(left=u64, kept=u64, worth=float, best=int, colour=int, _=int)
    cdef int _evaluate_passes(self, PavilionState state, int n) noexcept nogil
    cdef float _keep_worth(self, u64 left, u64 kept, int colour) noexcept nogil
    @cython.locals(low=int, high=int, middle=int)
    cdef int _rank(self, u64 kept) noexcept nogil
    @cython.locals(colour=int, a=int, b=int)
    cdef bint _before(self, u64 one, u64 other) noexcept nogil
    @cython.locals(
        n=int, seat=int, taken=u64[4], word=int, legal=u64, i=int, bunch=u64, worth=float, colour=int, more=int, held=int
    )
    cdef int _evaluate_bonuses(self, PavilionState state) noexcept nogil
    cdef int find_patterns(self, int seat) noexcept nogil
    cdef void measure(self, int seat) noexcept nogil
