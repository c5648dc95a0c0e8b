cimport cython
from libc.stdint cimport int8_t as i8, uint64_t as u64
from azulejos.core cimport rows, memory, bitlanes, xorshift
from azulejos.core.tiles cimport TileState


cdef class Buffers:
    cdef float[::1] floats
    cdef i8[::1] marks


cdef class GameEncoder:
    cdef TileState table
    cdef readonly int width, moves, found
    cdef u64 dice, lots
    cdef Buffers sheet
    cdef Py_ssize_t row
    cdef int known[4]

    cpdef aim(self, Buffers sheet, int number)
    @cython.final
    cdef int choose(self) noexcept nogil
    cdef bint play(self, int move) noexcept nogil
    cdef void play_by_lot(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef int standing(self, int seat) noexcept nogil
    cdef void show(self, int viewer, bint observing, bint marking) noexcept nogil
    cdef int nth(self, int k) noexcept nogil
    cdef void forget(self) noexcept nogil
