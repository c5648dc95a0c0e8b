# The C twin of memory.py. A state's object is: Python's header, the table of methods, `game`, and then plain numbers only (padding
# bytes are 0, because Python clears the memory).
from libc.stdint cimport uint64_t as u64
from azulejos.core.tiles cimport TileState

cdef extern from *:
    """
    #include <string.h>
    #define AZ_NUMBERS (sizeof(PyObject) + 2 * sizeof(void *))
    #define az_assign(state, other) memcpy((char *)(state) + AZ_NUMBERS, (char *)(other) + AZ_NUMBERS, \\
                                           (size_t)Py_TYPE((PyObject *)(state))->tp_basicsize - AZ_NUMBERS)
    #define az_key(state) PyBytes_FromStringAndSize((char *)(state) + AZ_NUMBERS, \\
                                                    Py_TYPE((PyObject *)(state))->tp_basicsize - (Py_ssize_t)AZ_NUMBERS)
    static inline uint64_t az_fingerprint(const void *state, size_t size) {
        uint64_t print = 0, word = 0;
        for (size_t at = AZ_NUMBERS; at < size; at += sizeof word) {
            size_t left = size - at;
            memcpy(&word, (const char *)state + at, left < sizeof word ? left : sizeof word);
            print = (print ^ word) * 0x9E3779B97F4A7C15ULL;
            print ^= print >> 29;
        }
        return print;
    }
    #define az_print(state) az_fingerprint((state), (size_t)Py_TYPE((PyObject *)(state))->tp_basicsize)
    """
    u64 fingerprint "az_print" (TileState state) noexcept nogil
    void assign "az_assign" (TileState state, TileState other) noexcept nogil
    bytes key "az_key" (TileState state)
