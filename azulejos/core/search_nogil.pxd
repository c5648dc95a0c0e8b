# The twin of unlock.py that does release the lock.
from azulejos.core.search cimport Search

cdef inline run(Search search, int simulations):
    with nogil:
        search._run(simulations)
