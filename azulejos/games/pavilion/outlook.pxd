cimport cython
from libc.stdint cimport uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, bitlanes
from azulejos.games.pavilion cimport board
from azulejos.games.pavilion.rules cimport PavilionState

cdef int _i
cdef u64 AROUND[18]
cdef int KIND[18]
cdef int SPACES, STAR_SIZES, NUMBERS, COLOURS, KEPT_TILES, KEPT_WILD, ROUND, STARTS
cdef int STARS, CENTRAL, STAR_COUNTS, NUMBER_COUNTS, STAR_KINDS, KEPT, PILLARS, ROUNDS
cdef int LEAD, HAND, BAG, TOWER, SUPPLY

@cython.locals(n=int, covered=u64, spaces=u64, star=int, used=u32, number=int, after=int, colour=int, kept=int)
cdef int find_simple_patterns(PavilionState state, int seat, u16 *active) noexcept nogil
@cython.locals(
    n=int, rounds=int, covered=u64, star=int, spaces=u32, count=int, number=int, after=int, colour=int, kept=int, nearest=int, stars=u32,
    i=int, missing=int,
)
cdef int find_patterns(PavilionState state, int seat, u16 *active) noexcept nogil
cdef int _kind(u32 used) noexcept nogil
@cython.locals(colour=int, best=int, other=int, lead=float)
cdef void measure(PavilionState state, int seat, float *measures) noexcept nogil
