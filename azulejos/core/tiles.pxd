cimport cython
from libc.stdint cimport int16_t as i16, uint8_t as u8, uint16_t as u16, uint64_t as u64
from azulejos.core cimport places, bitlanes, xorshift

cdef class TileState

from azulejos.core cimport memory



@cython.no_gc
cdef class TileState:
    cdef readonly object game
    cdef u64 source[11]
    cdef u64 bag, discard
    cdef i16 score[4]
    cdef readonly u16 rounds
    cdef readonly u8 players, turn, starter, marker

    @cython.locals(i=int)
    cdef bint _take_out_displays(self, tuple displays) except -1
    @cython.locals(display=int)
    cdef u64 _draw_displays(self, u64 dice) noexcept nogil
    @cython.locals(bunch=u64)
    cdef bint _take_out(self, object tiles, int wanted, int place) except -1
    @cython.final
    @cython.locals(tiles=u64)
    cdef u64 _pour_discard(self) noexcept nogil
    @cython.locals(bag=u64, drawn=u64, left=u64, tile=u64)
    cdef u64 _draw_onto(self, int place, int wanted, u64 dice) noexcept nogil
