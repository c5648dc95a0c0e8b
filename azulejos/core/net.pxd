cimport cython
from azulejos.core.heuristic cimport Heuristic

cdef int HIDDEN
cdef float UNIT


@cython.final
cdef class Net:
    cdef readonly int features
    cdef object source
    cdef float[::1] weights
    cdef float own[128]
    cdef float others[128]
    cdef float gains[4]

    @cython.locals(players=int, others_first=int, seat=int, at=int, h=int, i=int, row=int)
    cdef void predict(self, Heuristic heuristic) noexcept nogil
    @cython.locals(h=int)
    cdef void _add(self, int at, int own, int others) noexcept nogil
    @cython.locals(first=int, total=float, h=int, unit=float, other=int)
    cdef float _output(self, int seat, int players) noexcept nogil
