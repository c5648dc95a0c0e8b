# The twin of abreast.py that does release the lock. The list of views is never changed, so a view can be borrowed from it.
from cpython.object cimport PyObject
from azulejos.core.batch cimport Batch
from azulejos.core.encoder cimport GameEncoder

cdef extern from "Python.h":
    PyObject *PyList_GET_ITEM(object items, Py_ssize_t i) noexcept nogil

cdef inline begin(Batch fleet):
    cdef int i
    with nogil:
        for i in range(fleet.games):
            fleet._begin(<GameEncoder> PyList_GET_ITEM(fleet.views, i), i)

cdef inline int step(Batch fleet):
    cdef int i, refused = -1
    with nogil:
        for i in range(fleet.games):
            if not fleet._step(<GameEncoder> PyList_GET_ITEM(fleet.views, i), i):
                refused = i
    return refused

cdef inline sample(Batch fleet):
    cdef int i
    with nogil:
        for i in range(fleet.games):
            fleet.actions[i] = (<GameEncoder> PyList_GET_ITEM(fleet.views, i)).choose()
