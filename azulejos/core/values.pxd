# The C twin of values.py. A state's object is: Python's header, the table of methods, `game`, and then plain numbers only (spare
# bytes between them are 0, as Python gives us the memory).
from azulejos.core.tiles cimport TileState

cdef extern from *:
    """
    #include <string.h>
    #define AZ_NUMBERS (sizeof(PyObject) + 2 * sizeof(void *))
    #define az_assign(state, other) memcpy((char *)(state) + AZ_NUMBERS, (char *)(other) + AZ_NUMBERS, \\
                                           (size_t)Py_TYPE((PyObject *)(state))->tp_basicsize - AZ_NUMBERS)
    #define az_key(state) PyBytes_FromStringAndSize((char *)(state) + AZ_NUMBERS, \\
                                                    Py_TYPE((PyObject *)(state))->tp_basicsize - (Py_ssize_t)AZ_NUMBERS)
    """
    void assign "az_assign" (TileState state, TileState other) noexcept nogil
    bytes key "az_key" (TileState state)
