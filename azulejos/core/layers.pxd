# The C twins of layers.py: same names, same results. The compiler does not keep sums in registers over a loop of rows by itself.
from libc.stdint cimport uint16_t as u16

cdef extern from *:
    """
    #include <string.h>

    #if defined(__GNUC__)
    typedef float az_lanes __attribute__((vector_size(64)));
    #define AZ_LANES 16

    static inline az_lanes az_load(const float *at) { az_lanes it; memcpy(&it, at, sizeof it); return it; }
    static inline void az_store(float *at, az_lanes it) { memcpy(at, &it, sizeof it); }

    /* Both return how many sums are done; the rest is for the plain loops below. */
    static inline Py_ssize_t az_rows_fast(float *sums, const float *weights, const uint16_t *rows, int count, Py_ssize_t width) {
        Py_ssize_t h = 0;
        for (; h + 4 * AZ_LANES <= width; h += 4 * AZ_LANES) {
            az_lanes a = az_load(sums + h), b = az_load(sums + h + 16), c = az_load(sums + h + 32), d = az_load(sums + h + 48);
            for (int i = 0; i < count; ++i) {
                const float *row = weights + width * rows[i] + h;
                a += az_load(row); b += az_load(row + 16); c += az_load(row + 32); d += az_load(row + 48);
            }
            az_store(sums + h, a); az_store(sums + h + 16, b); az_store(sums + h + 32, c); az_store(sums + h + 48, d);
        }
        for (; h + AZ_LANES <= width; h += AZ_LANES) {
            az_lanes a = az_load(sums + h);
            for (int i = 0; i < count; ++i) a += az_load(weights + width * rows[i] + h);
            az_store(sums + h, a);
        }
        return h;
    }

    static inline Py_ssize_t az_scaled_fast(float *sums, const float *weights, const float *factors, const uint16_t *rows, int count,
                                            Py_ssize_t width) {
        Py_ssize_t h = 0;
        for (; h + 4 * AZ_LANES <= width; h += 4 * AZ_LANES) {
            az_lanes a = az_load(sums + h), b = az_load(sums + h + 16), c = az_load(sums + h + 32), d = az_load(sums + h + 48);
            for (int i = 0; i < count; ++i) {
                const float *row = weights + width * rows[i] + h, f = factors[rows[i]];
                a += f * az_load(row); b += f * az_load(row + 16); c += f * az_load(row + 32); d += f * az_load(row + 48);
            }
            az_store(sums + h, a); az_store(sums + h + 16, b); az_store(sums + h + 32, c); az_store(sums + h + 48, d);
        }
        for (; h + AZ_LANES <= width; h += AZ_LANES) {
            az_lanes a = az_load(sums + h);
            for (int i = 0; i < count; ++i) a += factors[rows[i]] * az_load(weights + width * rows[i] + h);
            az_store(sums + h, a);
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
