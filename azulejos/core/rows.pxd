# The C twins of rows.py.
from libc.stdint cimport int8_t as i8, uint32_t as u32, uint64_t as u64

cdef extern from *:
    """
    #include <string.h>

    #if defined(__AVX2__) && defined(__BMI2__)
    #include <immintrin.h>
    #define az_spread(bits) _pdep_u64((bits), 0x0101010101010101ULL)
    #define az_sixfold(bits) _pdep_u64((bits), 0x0041041041041041ULL)

    /* The two bytes in which a lane lies become a number, and that is masked and divided, not shifted. */
    static inline void az_lanes(float *to, uint64_t bunch, float unit) {
        const __m256i bytes = _mm256_setr_epi8(0, 1, -1, -1, 1, 2, -1, -1, 2, 3, -1, -1, 3, 4, -1, -1,
                                               5, 6, -1, -1, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
        const __m256i lane = _mm256_setr_epi32(1023, 1023 << 2, 1023 << 4, 1023 << 6, 1023, 1023 << 2, 0, 0);
        const __m256 part = _mm256_setr_ps(1, 0.25f, 0.0625f, 0.015625f, 1, 0.25f, 0, 0);
        __m256i lanes = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi64x((int64_t)bunch), bytes), lane);
        _mm256_storeu_ps(to, _mm256_mul_ps(_mm256_cvtepi32_ps(lanes), _mm256_mul_ps(part, _mm256_set1_ps(unit))));
    }
    static inline void az_one_of_six(float *to, int which, float value) {
        __m256i there = _mm256_cmpeq_epi32(_mm256_set1_epi32(which), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        _mm256_storeu_ps(to, _mm256_and_ps(_mm256_castsi256_ps(there), _mm256_set1_ps(value)));
    }
    static inline void az_some_flags(float *to, uint32_t bits) {
        const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        __m256i there = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)bits), bit), bit);
        _mm256_storeu_ps(to, _mm256_and_ps(_mm256_castsi256_ps(there), _mm256_set1_ps(1)));
    }
    static inline void az_mark_32(signed char *to, uint32_t bits) {
        const __m256i byte = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                                              2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
        const __m256i bit = _mm256_set1_epi64x((int64_t)0x8040201008040201ULL);
        __m256i there = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), byte), bit);
        _mm256_storeu_si256((__m256i *)to, _mm256_and_si256(_mm256_cmpeq_epi8(there, bit), _mm256_set1_epi8(1)));
    }
    #else
    static inline uint64_t az_spread(uint64_t bits) {
        return ((bits & 127) * 0x0002040810204081ULL & 0x0101010101010101ULL) | (bits >> 7 & 1) << 56;
    }
    static inline uint64_t az_sixfold(uint64_t bits) {
        uint64_t six = 0;
        for (int i = 0; i < 10; ++i) six |= (bits >> i & 1) << 6 * i;
        return six;
    }
    static inline void az_lanes(float *to, uint64_t bunch, float unit) {
        for (int i = 0; i < 6; ++i) to[i] = (float)(int)(bunch >> 10 * i & 1023) * unit;
    }
    static inline void az_one_of_six(float *to, int which, float value) {
        for (int i = 0; i < 6; ++i) to[i] = i == which ? value : 0;
    }
    static inline void az_some_flags(float *to, uint32_t bits) {
        for (int i = 0; i < 8; ++i) to[i] = (float)(int)(bits >> i & 1);
    }
    #endif

    static inline void az_flags(float *to, uint64_t bits, int n) {
        for (; n >= 8; n -= 8, to += 8, bits >>= 8) az_some_flags(to, (uint32_t)bits);
        for (int i = 0; i < n; ++i) to[i] = (float)(int)(bits >> i & 1);
    }

    static inline void az_mark_8(signed char *to, uint64_t bits) {
        uint64_t bytes = az_spread(bits);  /* on a processor that counts from the low end, as all do that we know */
        memcpy(to, &bytes, 8);
    }

    #if !defined(__AVX2__) || !defined(__BMI2__)
    static inline void az_mark_32(signed char *to, uint32_t bits) {
        for (int i = 0; i < 4; ++i) az_mark_8(to + 8 * i, bits >> 8 * i & 255);
    }
    #endif
    """
    u64 sixfold "az_sixfold" (u64 bits) noexcept nogil
    void az_lanes(float *to, u64 bunch, float unit) noexcept nogil
    void az_one_of_six(float *to, int which, float value) noexcept nogil
    void az_some_flags(float *to, u32 bits) noexcept nogil
    void az_flags(float *to, u64 bits, int n) noexcept nogil
    void az_mark_8(i8 *to, u64 bits) noexcept nogil
    void az_mark_32(i8 *to, u32 bits) noexcept nogil
    void *memset(void *to, int value, size_t n) noexcept nogil

cdef inline Py_ssize_t lanes(float[::1] floats, Py_ssize_t at, u64 bunch, float unit) noexcept nogil:
    az_lanes(&floats[at], bunch, unit)
    return at + 6

cdef inline Py_ssize_t one_of_six(float[::1] floats, Py_ssize_t at, int which, float value) noexcept nogil:
    az_one_of_six(&floats[at], which, value)
    return at + 6

cdef inline Py_ssize_t some_flags(float[::1] floats, Py_ssize_t at, u32 bits, int n) noexcept nogil:
    az_some_flags(&floats[at], bits)
    return at + n

cdef inline Py_ssize_t flags(float[::1] floats, Py_ssize_t at, u64 bits, int n) noexcept nogil:
    az_flags(&floats[at], bits, n)
    return at + n

cdef inline void clear_marks(i8[::1] marks, Py_ssize_t at, int n) noexcept nogil:
    memset(&marks[at], 0, n)

cdef inline void mark_32(i8[::1] marks, Py_ssize_t at, u32 bits) noexcept nogil:
    az_mark_32(&marks[at], bits)

cdef inline void mark_8(i8[::1] marks, Py_ssize_t at, u32 bits) noexcept nogil:
    az_mark_8(&marks[at], bits)
