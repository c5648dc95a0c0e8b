cimport cython
from azulejos.core.heuristic cimport Heuristic

cdef int HIDDEN
cdef float UNIT


cdef class Predictor:
    cdef float gains[4]
    cdef float chances[4]
    cdef readonly bint knows_chances

    cdef void predict(self, Heuristic heuristic) noexcept nogil
    @cython.locals(seat=int, players=int)
    cpdef tuple judge(self, Heuristic heuristic)


cdef class Net(Predictor):
    cdef readonly int features
    cdef object source
    cdef float[::1] weights
    cdef float own[128]
    cdef float others[128]

    # Indices are as wide as addresses: with `int`, which may wrap around (-fwrapv), the compiler can't use vector instructions.
    @cython.locals(players=int, others_first=Py_ssize_t, seat=int, at=Py_ssize_t, h=Py_ssize_t, i=int, row=Py_ssize_t)
    cdef void predict(self, Heuristic heuristic) noexcept nogil
    @cython.final
    @cython.locals(h=Py_ssize_t)
    cdef void _add(self, Py_ssize_t at, Py_ssize_t own, Py_ssize_t others) noexcept nogil
    @cython.final
    @cython.locals(first=Py_ssize_t, total=float, h=Py_ssize_t, unit=float, other=int)
    cdef float _output(self, int seat, int players) noexcept nogil
