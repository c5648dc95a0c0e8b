# The twin of search_nogil.py that releases the GIL.
from azulejos.core.search cimport Search

cdef inline int run(Search search, int simulations):
    cdef int done
    with nogil:
        done = search._run(simulations)
    return done
