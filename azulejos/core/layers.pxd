# The C twins of layers.py: same names, same results. The compiler does not keep sums in registers over a loop of rows by itself.
from libc.stdint cimport uint16_t as u16

cdef extern from *:
    """
    #include <string.h>

    #if defined(__GNUC__)
    /* A vector as wide as a register: wider ones would be kept in memory. A block of sums fits the registers. */
    #if defined(__AVX512F__)
    #define AZ_LANES 16
    #define AZ_VECTORS 4
    #elif defined(__AVX__)
    #define AZ_LANES 8
    #define AZ_VECTORS 8
    #else
    #define AZ_LANES 4
    #define AZ_VECTORS 8
    #endif
    #define AZ_BLOCK (AZ_LANES * AZ_VECTORS)
    #define AZ_EACH_VECTOR for (int v = 0; v < AZ_VECTORS; ++v)
    typedef float az_lanes __attribute__((vector_size(4 * AZ_LANES)));

    static inline az_lanes az_load(const float *at) { az_lanes it; memcpy(&it, at, sizeof it); return it; }
    static inline void az_store(float *at, az_lanes it) { memcpy(at, &it, sizeof it); }

    /* Both return how many sums are done; the rest is for the plain loops below. */
    static inline Py_ssize_t az_rows_fast(float *sums, const float *weights, const uint16_t *rows, int count, Py_ssize_t width) {
        Py_ssize_t h = 0;
        for (; h + AZ_BLOCK <= width; h += AZ_BLOCK) {
            az_lanes sum[AZ_VECTORS];
            AZ_EACH_VECTOR sum[v] = az_load(sums + h + AZ_LANES * v);
            for (int i = 0; i < count; ++i) {
                const float *row = weights + width * rows[i] + h;
                AZ_EACH_VECTOR sum[v] += az_load(row + AZ_LANES * v);
            }
            AZ_EACH_VECTOR az_store(sums + h + AZ_LANES * v, sum[v]);
        }
        for (; h + AZ_LANES <= width; h += AZ_LANES) {
            az_lanes sum = az_load(sums + h);
            for (int i = 0; i < count; ++i) sum += az_load(weights + width * rows[i] + h);
            az_store(sums + h, sum);
        }
        return h;
    }

    static inline Py_ssize_t az_scaled_fast(float *sums, const float *weights, const float *factors, const uint16_t *rows, int count,
                                            Py_ssize_t width) {
        Py_ssize_t h = 0;
        for (; h + AZ_BLOCK <= width; h += AZ_BLOCK) {
            az_lanes sum[AZ_VECTORS];
            AZ_EACH_VECTOR sum[v] = az_load(sums + h + AZ_LANES * v);
            for (int i = 0; i < count; ++i) {
                const float *row = weights + width * rows[i] + h, factor = factors[rows[i]];
                AZ_EACH_VECTOR sum[v] += factor * az_load(row + AZ_LANES * v);
            }
            AZ_EACH_VECTOR az_store(sums + h + AZ_LANES * v, sum[v]);
        }
        for (; h + AZ_LANES <= width; h += AZ_LANES) {
            az_lanes sum = az_load(sums + h);
            for (int i = 0; i < count; ++i) sum += factors[rows[i]] * az_load(weights + width * rows[i] + h);
            az_store(sums + h, sum);
        }
        return h;
    }
    #else
    #define az_rows_fast(sums, weights, rows, count, width) 0
    #define az_scaled_fast(sums, weights, factors, rows, count, width) 0
    #endif

    static inline void az_add_rows(float *sums, const float *weights, const uint16_t *rows, int count, Py_ssize_t width) {
        Py_ssize_t done = az_rows_fast(sums, weights, rows, count, width);
        if (done < width)
            for (int i = 0; i < count; ++i)
                for (Py_ssize_t h = done; h < width; ++h) sums[h] += weights[width * rows[i] + h];
    }

    static inline void az_add_scaled_rows(float *sums, const float *weights, const float *factors, int count, Py_ssize_t width) {
        uint16_t rows[256];
        int found = 0;
        for (int i = 0; i < count; ++i) {
            rows[found] = (uint16_t) i;
            found += factors[i] != 0.0f;
        }
        Py_ssize_t done = az_scaled_fast(sums, weights, factors, rows, found, width);
        if (done < width)
            for (int i = 0; i < found; ++i)
                for (Py_ssize_t h = done; h < width; ++h) sums[h] += factors[rows[i]] * weights[width * rows[i] + h];
    }
    """
    void az_add_rows(float *sums, const float *weights, const u16 *rows, int count, Py_ssize_t width) noexcept nogil
    void az_add_scaled_rows(float *sums, const float *weights, const float *factors, int count, Py_ssize_t width) noexcept nogil

cdef inline void add_rows(
    float *sums, Py_ssize_t at, float[::1] weights, Py_ssize_t first, const u16 *rows, int count, Py_ssize_t width
) noexcept nogil:
    az_add_rows(sums + at, &weights[first], rows, count, width)

cdef inline void add_scaled_rows(
    float *sums, Py_ssize_t at, float[::1] weights, Py_ssize_t first, const float *factors, int count, Py_ssize_t width
) noexcept nogil:
    az_add_scaled_rows(sums + at, &weights[first], factors, count, width)
