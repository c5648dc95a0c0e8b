# The C twins of xorshift.py: same names, same results.
from libc.stdint cimport uint32_t as u32, uint64_t as u64

cdef extern from *:
    """
    static inline uint64_t az_stir(uint64_t seed, uint64_t number) {
        uint64_t z = seed + (number + 1) * 0x9E3779B97F4A7C15ULL;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
        z ^= z >> 31;
        return z ? z : 1;
    }
    """
    u64 stir "az_stir" (u64 seed, u64 number) noexcept nogil

cdef inline u64 roll(u64 dice) noexcept nogil:
    dice ^= dice << 13
    dice ^= dice >> 7
    return dice ^ dice << 17

cdef inline u32 below(u64 dice, u64 n) noexcept nogil:
    return <u32> ((dice >> 32) * n >> 32)
