# The C twins of rows.py.
from libc.stdint cimport int8_t as i8, uint8_t as u8, uint32_t as u32, uint64_t as u64

cdef extern from *:
    """
    #include <string.h>

    static inline uint64_t az_eight(const uint8_t *from) {
        uint64_t eight;
        memcpy(&eight, from, 8);
        return eight;
    }

    #if defined(__AVX2__) && defined(__BMI2__)
    #include <immintrin.h>
    #define az_spread(bits) _pdep_u64((bits), 0x0101010101010101ULL)

    /* The two bytes in which a lane lies become a number, and that is masked and divided, not shifted. There are three ways to
       fill eight numbers with lanes of bunches that follow one another: from lane 0, 2 or 4 on. */
    static inline void az_eight_lanes(float *to, __m256i bunches, int from, float unit) {
        #define AZ_0123 0, 1, -1, -1, 1, 2, -1, -1, 2, 3, -1, -1, 3, 4, -1, -1
        #define AZ_2345 2, 3, -1, -1, 3, 4, -1, -1, 5, 6, -1, -1, 6, 7, -1, -1
        #define AZ_4501 5, 6, -1, -1, 6, 7, -1, -1, 8, 9, -1, -1, 9, 10, -1, -1
        static const int8_t bytes[3][32] = {{AZ_0123, AZ_4501}, {AZ_2345, AZ_0123}, {AZ_4501, AZ_2345}};
        static const int32_t bits[12] = {1023, 1023 << 2, 1023 << 4, 1023 << 6, 1023, 1023 << 2,
                                         1023, 1023 << 2, 1023 << 4, 1023 << 6, 1023, 1023 << 2};
        static const float parts[12] = {1, 1 / 4.f, 1 / 16.f, 1 / 64.f, 1, 1 / 4.f, 1, 1 / 4.f, 1 / 16.f, 1 / 64.f, 1, 1 / 4.f};
        __m256i pairs = _mm256_shuffle_epi8(bunches, _mm256_loadu_si256((const __m256i *)bytes[from / 2]));
        __m256i lanes = _mm256_and_si256(pairs, _mm256_loadu_si256((const __m256i *)(bits + from)));
        __m256 units = _mm256_mul_ps(_mm256_loadu_ps(parts + from), _mm256_set1_ps(unit));
        _mm256_storeu_ps(to, _mm256_mul_ps(_mm256_cvtepi32_ps(lanes), units));
    }
    static inline void az_lanes(float *to, uint64_t bunch, float unit) {
        az_eight_lanes(to, _mm256_set1_epi64x((int64_t)bunch), 0, unit);
    }
    static inline void az_four_times_lanes(float *to, const uint64_t *bunch, float unit) {
        __m256i four = _mm256_loadu_si256((const __m256i *)bunch);
        az_eight_lanes(to, _mm256_permute4x64_epi64(four, _MM_SHUFFLE(1, 0, 0, 0)), 0, unit);
        az_eight_lanes(to + 8, _mm256_permute4x64_epi64(four, _MM_SHUFFLE(2, 2, 1, 1)), 2, unit);
        az_eight_lanes(to + 16, _mm256_permute4x64_epi64(four, _MM_SHUFFLE(3, 3, 3, 2)), 4, unit);
    }
    static inline void az_eight_bytes(float *to, __m128i bytes, __m256 units) {
        _mm256_storeu_ps(to, _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes)), units));
    }
    /* All thirty numbers as bytes first: what each line holds where the kind is its own. */
    static inline void az_lines(float *to, uint64_t colour, uint64_t room, uint64_t jokers) {
        const __m256i line = _mm256_setr_epi8(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3,
                                              3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, -1, -1);
        const __m256i kind = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3,
                                              4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, -1, -1);
        const float half = 1 / 2.f, third = 1 / 3.f, fourth = 1 / 4.f, fifth = 1 / 5.f;
        __m256i free = _mm256_shuffle_epi8(_mm256_set1_epi64x((int64_t)room), line);
        __m256i wild = _mm256_shuffle_epi8(_mm256_set1_epi64x((int64_t)jokers), line);
        __m256i plain = _mm256_sub_epi8(line, _mm256_add_epi8(free, wild));
        __m256i own = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(_mm256_set1_epi64x((int64_t)colour), line), kind);
        __m256i held = _mm256_or_si256(_mm256_and_si256(own, plain),
                                       _mm256_and_si256(_mm256_cmpeq_epi8(kind, _mm256_set1_epi8(5)), wild));
        __m128i low = _mm256_castsi256_si128(held), high = _mm256_extracti128_si256(held, 1);
        az_eight_bytes(to, low, _mm256_setr_ps(1, 1, 1, 1, 1, 1, half, half));
        az_eight_bytes(to + 8, _mm_srli_si128(low, 8), _mm256_setr_ps(half, half, half, half, third, third, third, third));
        az_eight_bytes(to + 16, high, _mm256_setr_ps(third, third, fourth, fourth, fourth, fourth, fourth, fourth));
        az_eight_bytes(to + 24, _mm_srli_si128(high, 8), _mm256_setr_ps(fifth, fifth, fifth, fifth, fifth, fifth, 0, 0));
    }
    /* Eight bits from `from` on, of a word that is there eight times: where the bit is, shifted to the top, a 1 is loaded. */
    static inline void az_eight_flags(float *to, __m256i word, int from) {
        static const float ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
        const __m256i shifts = _mm256_sub_epi32(_mm256_setr_epi32(31, 30, 29, 28, 27, 26, 25, 24), _mm256_set1_epi32(from));
        _mm256_storeu_ps(to, _mm256_maskload_ps(ones, _mm256_sllv_epi32(word, shifts)));
    }
    static inline void az_some_flags(float *to, uint32_t bits, int n) {
        for (int i = 0; i < n; i += 8) az_eight_flags(to + i, _mm256_set1_epi32((int)(bits >> i)), 0);
    }
    static inline void az_flags(float *to, uint64_t bits, int n) {
        const __m256i low = _mm256_set1_epi32((int)bits), high = _mm256_set1_epi32((int)(bits >> 32));
        if (n > 8) az_eight_flags(to, low, 0);
        if (n > 16) az_eight_flags(to + 8, low, 8);
        if (n > 24) az_eight_flags(to + 16, low, 16);
        if (n > 32) az_eight_flags(to + 24, low, 24);
        if (n > 40) az_eight_flags(to + 32, high, 0);
        if (n > 48) az_eight_flags(to + 40, high, 8);
        if (n > 56) az_eight_flags(to + 48, high, 16);
        az_eight_flags(to + n - 8, n > 32 ? high : low, (n - 8) & 31);  /* some of them once more, none behind the end */
    }
    static inline void az_32_marks(signed char *to, __m256i word, int byte) {
        const __m256i bytes = _mm256_add_epi8(_mm256_set1_epi8((char)byte),
                                              _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                                                               2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3));
        const __m256i bit = _mm256_set1_epi64x((int64_t)0x8040201008040201ULL);
        __m256i there = _mm256_and_si256(_mm256_shuffle_epi8(word, bytes), bit);
        _mm256_storeu_si256((__m256i *)to, _mm256_min_epu8(there, _mm256_set1_epi8(1)));
    }
    static inline void az_mark_32(signed char *to, uint32_t bits) {
        az_32_marks(to, _mm256_set1_epi32((int)bits), 0);
    }
    static inline void az_mark_40(signed char *to, uint64_t bits) {
        const __m256i word = _mm256_set1_epi64x((int64_t)bits);
        const __m128i bit = _mm_set1_epi64x((int64_t)0x8040201008040201ULL);
        __m128i there = _mm_and_si128(_mm_shuffle_epi8(_mm256_castsi256_si128(word), _mm_set1_epi8(4)), bit);
        az_32_marks(to, word, 0);
        _mm_storel_epi64((__m128i *)(to + 32), _mm_min_epu8(there, _mm_set1_epi8(1)));
    }
    static inline void az_mark_64(signed char *to, uint64_t bits) {
        const __m256i word = _mm256_set1_epi64x((int64_t)bits);
        az_32_marks(to, word, 0);
        az_32_marks(to + 32, word, 4);
    }
    #else
    static inline uint64_t az_spread(uint64_t bits) {
        return ((bits & 127) * 0x0002040810204081ULL & 0x0101010101010101ULL) | (bits >> 7 & 1) << 56;
    }
    static inline void az_lanes(float *to, uint64_t bunch, float unit) {
        for (int i = 0; i < 6; ++i) to[i] = (float)(int)(bunch >> 10 * i & 1023) * unit;
    }
    static inline void az_four_times_lanes(float *to, const uint64_t *bunch, float unit) {
        for (int i = 0; i < 4; ++i) az_lanes(to + 6 * i, bunch[i], unit);
    }
    static inline void az_lines(float *to, uint64_t colour, uint64_t room, uint64_t jokers) {
        for (int i = 0; i < 30; ++i) {
            int line = 1 + i / 6, kind = i % 6, wild = (int)(jokers >> 8 * line & 255);
            int held = kind == (int)(colour >> 8 * line & 255) ? line - (int)(room >> 8 * line & 255) - wild : 0;
            to[i] = (float)(held + (kind == 5 ? wild : 0)) * (1.f / (float)line);
        }
    }
    static inline void az_flags(float *to, uint64_t bits, int n) {
        for (int i = 0; i < n; ++i) to[i] = (float)(int)(bits >> i & 1);
    }
    #define az_some_flags az_flags
    #endif

    static inline void az_mark_8(signed char *to, uint64_t bits) {
        uint64_t bytes = az_spread(bits);  /* on a processor that counts from the low end, as all do that we know */
        memcpy(to, &bytes, 8);
    }

    #if !defined(__AVX2__) || !defined(__BMI2__)
    static inline void az_mark_64(signed char *to, uint64_t bits) {
        for (int i = 0; i < 8; ++i) az_mark_8(to + 8 * i, bits >> 8 * i & 255);
    }
    static inline void az_mark_40(signed char *to, uint64_t bits) {
        for (int i = 0; i < 5; ++i) az_mark_8(to + 8 * i, bits >> 8 * i & 255);
    }
    static inline void az_mark_32(signed char *to, uint32_t bits) {
        for (int i = 0; i < 4; ++i) az_mark_8(to + 8 * i, bits >> 8 * i & 255);
    }
    #endif
    """
    u64 az_eight(u8 *start) noexcept nogil
    void az_lanes(float *to, u64 bunch, float unit) noexcept nogil
    void az_four_times_lanes(float *to, u64 *bunch, float unit) noexcept nogil
    void az_lines(float *to, u64 colour, u64 room, u64 jokers) noexcept nogil
    void az_some_flags(float *to, u32 bits, int n) noexcept nogil
    void az_flags(float *to, u64 bits, int n) noexcept nogil
    void az_mark_8(i8 *to, u64 bits) noexcept nogil
    void az_mark_32(i8 *to, u32 bits) noexcept nogil
    void az_mark_40(i8 *to, u64 bits) noexcept nogil
    void az_mark_64(i8 *to, u64 bits) noexcept nogil
    void *memset(void *to, int value, size_t n) noexcept nogil

cdef inline Py_ssize_t lanes(float[::1] floats, Py_ssize_t at, u64 bunch, float unit) noexcept nogil:
    az_lanes(&floats[at], bunch, unit)
    return at + 6

cdef inline Py_ssize_t all_lanes(float[::1] floats, Py_ssize_t at, u64 *bunches, int n, float unit) noexcept nogil:
    cdef int i = 0
    while i + 4 <= n:
        az_four_times_lanes(&floats[at + 6 * i], bunches + i, unit)
        i += 4
    while i < n:
        az_lanes(&floats[at + 6 * i], bunches[i], unit)
        i += 1
    return at + 6 * n

cdef inline Py_ssize_t lines(float[::1] floats, Py_ssize_t at, u8 *colour, u8 *room, u8 *jokers, int first) noexcept nogil:
    az_lines(&floats[at], az_eight(colour + first), az_eight(room + first), az_eight(jokers + first))
    return at + 30

cdef inline Py_ssize_t some_flags(float[::1] floats, Py_ssize_t at, u32 bits, int n) noexcept nogil:
    az_some_flags(&floats[at], bits, n)
    return at + n

cdef inline Py_ssize_t flags(float[::1] floats, Py_ssize_t at, u64 bits, int n) noexcept nogil:
    az_flags(&floats[at], bits, n)
    return at + n

cdef inline void clear_marks(i8[::1] marks, Py_ssize_t at, int n) noexcept nogil:
    memset(&marks[at], 0, n)

cdef inline void mark_8(i8[::1] marks, Py_ssize_t at, u32 bits) noexcept nogil:
    az_mark_8(&marks[at], bits)

cdef inline void mark_32(i8[::1] marks, Py_ssize_t at, u32 bits) noexcept nogil:
    az_mark_32(&marks[at], bits)

cdef inline void mark_40(i8[::1] marks, Py_ssize_t at, u64 bits) noexcept nogil:
    az_mark_40(&marks[at], bits)

cdef inline void mark_64(i8[::1] marks, Py_ssize_t at, u64 bits) noexcept nogil:
    az_mark_64(&marks[at], bits)
