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
cdef int TILE, BONUS_TILE, WILD, NEXT_WILD, TOGETHER, FIRST, NEAREST, DISCARD
cdef int STAR_SHARE, NUMBER_SHARE, FEATURE_PART, MOST_MISSING


cdef class PavilionHeuristic(Heuristic):
    cdef PavilionState pavilion
    cdef float need[6]
    cdef float worths[42]
    cdef u64 ways[43]

    cdef void apply(self, int move) noexcept nogil
    cdef u64 draw(self, u64 dice) noexcept nogil
    cdef int evaluate_moves(self) noexcept nogil
    @cython.locals(rounds=int, after=int, colour=int, need=float, wanted=bint, nearest=int, stars=u32, covered=int)
    cdef void _find_needs(self, PavilionState state, int seat) noexcept nogil
    @cython.locals(n=int, rounds=int, offers=u64, offer=int, source=int, colour=int, here=u64, taken=int, held=int, together=int, loss=int, worth=float)
    cdef int _evaluate_takes(self, PavilionState state) noexcept nogil
    @cython.locals(n=int, seat=int, there=u64, place=int, colour=int, star=int, space=int, ways=u32, least=int, most=int, cost=int, worth=float, known=u64)
    cdef int _evaluate_places(self, PavilionState state) noexcept nogil
    @cython.locals(rounds=int, before=u64, covered=u64, worth=float, at=int, number=int, missing=int, i=int)
    cdef float _space_worth(self, PavilionState state, int seat, int star, int space) noexcept nogil
    @cython.locals(used=u32)
    cdef int _star_points(self, PavilionState state, int seat, int star) noexcept nogil
    @cython.locals(rounds=int, left=u64, kept=u64, worth=float, best=int, colour=int, wild=float, _=int)
    cdef int _evaluate_passes(self, PavilionState state, int n) noexcept nogil
    @cython.locals(wild=float, need=float)
    cdef float _keep_worth(self, u64 left, u64 kept, int colour) noexcept nogil
    @cython.locals(low=int, high=int, middle=int)
    cdef int _rank(self, u64 kept) noexcept nogil
    @cython.locals(colour=int, a=int, b=int)
    cdef bint _before(self, u64 one, u64 other) noexcept nogil
    @cython.locals(n=int, taken=u64[4], word=int, legal=u64, i=int, bunch=u64, worth=float, colour=int)
    cdef int _evaluate_bonuses(self, PavilionState state) noexcept nogil
    cdef int find_patterns(self, int seat) noexcept nogil
    cdef void measure(self, int seat) noexcept nogil
