cimport cython
from azulejos.core cimport bitlanes, layers
from azulejos.core.heuristic cimport Heuristic

cdef int MOST_UNITS, ROUNDS
cdef float POINTS


@cython.final
cdef class Net:
    cdef float gains[4]
    cdef float chances[4]
    cdef readonly object shape
    cdef object source, tables
    cdef float[::1] weights
    # Indices are as wide as addresses: with `int`, which may wrap around (-fwrapv), the compiler can't use vector instructions.
    cdef Py_ssize_t patterns, measures, units, second_units, at_others, at_bias, at_second, at_output, at_sharpness
    cdef float own[1024]
    cdef float others[1024]
    cdef float first[256]
    cdef float second[256]

    @cython.locals(players=int, seat=int, rounds=int, sharpness=float)
    cdef void predict(self, Heuristic heuristic) noexcept nogil
    @cython.locals(at=Py_ssize_t, h=Py_ssize_t, found=int, own=Py_ssize_t, others=Py_ssize_t)
    cdef void _add_up(self, Heuristic heuristic, int seat) noexcept nogil
    @cython.locals(biases=Py_ssize_t, k=Py_ssize_t, h=Py_ssize_t, unit=float, other=int, last=Py_ssize_t, gain=float, chance=float)
    cdef void _output(self, int seat, int players) noexcept nogil
    @cython.locals(best=float, seat=int, total=float)
    cdef void _share_chances(self, int players) noexcept nogil
    cpdef tuple judge(self, Heuristic heuristic)
