# The twin of search_nogil.py that releases the GIL.
from azulejos.core.search cimport Search

cdef inline run(Search search, int simulations):
    with nogil:
        search._run(simulations)
