cimport cython
from libc.stdint cimport int8_t as i8, uint64_t as u64
from azulejos.core cimport rows, memory, bitlanes, xorshift
from azulejos.core.tiles cimport TileState


cdef class Buffers:
    cdef float[::1] floats
    cdef i8[::1] marks


cdef class GameEncoder:
    cdef TileState state, start
    cdef readonly int width, moves, move_count
    cdef u64 dice, move_dice
    cdef Buffers buffers
    cdef Py_ssize_t row
    cdef int last_scores[4]

    cpdef aim(self, Buffers buffers, int number)
    @cython.final
    cdef int choose(self) noexcept nogil
    cdef bint play(self, int move) noexcept nogil
    cdef void play_random(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef int standing(self, int seat) noexcept nogil
    cdef void encode(self, int viewer, bint observing, bint marking) noexcept nogil
    cdef int nth_move(self, int k) noexcept nogil
    cdef void forget_mask(self) noexcept nogil
