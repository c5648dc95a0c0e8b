# The C twins of bitlanes.py: same names, same results, one instruction or a few.
from libc.stdint cimport int16_t as i16, uint8_t as u8, uint16_t as u16, uint32_t as u32, uint64_t as u64

from libc.math cimport expf as exp, sqrtf as sqrt

cdef extern from *:
    """
    #define AZ_EACH 0x0004010040100401ULL
    #define AZ_TOP (AZ_EACH << 9)

    #if defined(__GNUC__)
    #define az_popcount(mask) __builtin_popcountll(mask)
    #define az_lowest(mask) __builtin_ctzll(mask)
    #else
    static inline int az_popcount(uint64_t mask) { int n = 0; for (; mask; mask &= mask - 1) ++n; return n; }
    static inline int az_lowest(uint64_t mask) { int n = 0; while (!(mask >> n & 1)) ++n; return n; }
    #endif

    #if defined(__BMI2__)
    #include <immintrin.h>
    #define az_nth_bit(mask, n) az_lowest(_pdep_u64(1ULL << (n), (mask)))
    #define az_sixfold(bits) _pdep_u64((bits), 0x0041041041041041ULL)
    #else
    static inline int az_nth_bit(uint64_t mask, int n) { for (; n; --n) mask &= mask - 1; return az_lowest(mask); }
    /* The product has five copies of five bits, five apart, so that copy i has bit i at 6 * i. */
    static inline uint64_t az_sixfold(uint64_t bits) {
        uint64_t low = (bits & 31) * 0x108421 & 0x1041041, high = (bits >> 5 & 31) * 0x108421 & 0x1041041;
        return low | high << 30;
    }
    #endif
    """
    const u64 EACH "AZ_EACH"
    const u64 TOP "AZ_TOP"
    int popcount "az_popcount" (u64 mask) noexcept nogil
    int lowest "az_lowest" (u64 mask) noexcept nogil
    int nth_bit "az_nth_bit" (u64 mask, int n) noexcept nogil
    u64 sixfold "az_sixfold" (u64 bits) noexcept nogil

cdef enum:
    LANE = 10
    FULL = 1023
    MOST = 132

cdef inline u32 count(u64 word, int colour) noexcept nogil:
    return <u32> (word >> LANE * colour) & FULL

cdef inline u64 tiles(u64 n, int colour) noexcept nogil:
    return n << LANE * colour

cdef inline int lane_of(int bit) noexcept nogil:
    return bit // LANE

cdef inline u32 size(u64 bunch) noexcept nogil:
    return <u32> (bunch * EACH >> 5 * LANE) & FULL

cdef inline u64 present(u64 bunch) noexcept nogil:
    return bunch + (TOP - EACH) >> LANE - 1 & EACH

cdef inline bint contains(u64 bunch, u64 part) noexcept nogil:
    return (bunch + TOP - part) & TOP == TOP

cdef inline int nth_tile(u64 bunch, u64 n) noexcept nogil:
    # Lane c of the product counts the tiles of the colours up to c; the top bit of each lane is then set if n is past them.
    return popcount((n * EACH + TOP - bunch * EACH) & TOP)

cdef inline bint is_bunch(object value, int colours) except -1:
    if type(value) is not tuple or len(value) != colours:
        return False
    for n in <tuple> value:
        if type(n) is not int or not 0 <= n <= MOST:
            return False
    return True

cdef inline u64 pack(tuple counts) except? 0:
    cdef u64 bunch = 0
    cdef int colour = 0
    for n in counts:
        bunch |= tiles(n, colour)
        colour += 1
    return bunch

cdef inline tuple unpack(u64 bunch):
    return count(bunch, 0), count(bunch, 1), count(bunch, 2), count(bunch, 3), count(bunch, 4), count(bunch, 5)
