cimport cython
from libc.stdint cimport uint16_t as u16, uint64_t as u64
from azulejos.core cimport memory
from azulejos.core.tiles cimport TileState


cdef class Heuristic:
    cdef readonly int patterns_known, measures_known, tables_known, estimates_known
    cdef public float noise
    cdef TileState root
    cdef TileState state
    cdef u16 ids[1024]
    cdef float values[1024]
    cdef float estimates[1024]
    cdef u16 active[128]
    cdef float measures[128]
    cdef float tables[4096]

    cdef void reset(self) noexcept nogil
    cdef void apply(self, int move) noexcept nogil
    cdef u64 draw(self, u64 dice) noexcept nogil
    cdef int evaluate_moves(self) noexcept nogil
    cdef int find_patterns(self, int seat) noexcept nogil
    cdef void measure(self, int seat) noexcept nogil
    @cython.locals(i=int)
    cpdef use_tables(self, float[::1] tables)
