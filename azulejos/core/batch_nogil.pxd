# The twin of batch_nogil.py that releases the GIL. The list of encoders never changes, so an encoder can be borrowed from it.
from cpython.object cimport PyObject
from azulejos.core.batch cimport Batch
from azulejos.core.encoder cimport GameEncoder

cdef extern from "Python.h":
    PyObject *PyList_GET_ITEM(object items, Py_ssize_t i) noexcept nogil

cdef inline begin(Batch batch):
    cdef int i
    with nogil:
        for i in range(batch.games):
            batch._begin(<GameEncoder> PyList_GET_ITEM(batch.encoders, i), i)

cdef inline int step(Batch batch):
    cdef int i, refused = -1
    with nogil:
        for i in range(batch.games):
            if not batch._step(<GameEncoder> PyList_GET_ITEM(batch.encoders, i), i):
                refused = i
    return refused

cdef inline sample(Batch batch):
    cdef int i
    with nogil:
        for i in range(batch.games):
            batch.actions[i] = (<GameEncoder> PyList_GET_ITEM(batch.encoders, i)).choose()
