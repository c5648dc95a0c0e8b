cimport cython
from libc.stdint cimport int8_t as i8, int32_t as i32, int64_t as i64, uint8_t as u8, uint64_t as u64
from azulejos.core cimport places, memory, bitlanes, xorshift
from azulejos.core.tiles cimport TileState
from azulejos.core.encoder cimport Buffers, GameEncoder

cdef int RESULT, MARGIN, SCORE


@cython.final
cdef class Batch:
    cdef list encoders
    cdef readonly int games, players
    cdef int rewarding, most_rounds, learner
    cdef public bint observing, marking
    cdef u64 seed
    cdef i64[::1] actions
    cdef i8[::1] seats
    cdef int[::1] learners, numbers
    cdef float[::1] reward, rewards
    cdef i32[::1] scores
    cdef u8[::1] ended, cut

    @cython.locals(dice=u64, seat=int)
    cdef void _begin(self, GameEncoder encoder, int i) noexcept nogil
    @cython.locals(move=i64, mover=int)
    cdef bint _step(self, GameEncoder encoder, int i) noexcept nogil
    cdef void _advance(self, GameEncoder encoder, int learner) noexcept nogil
    cdef void _show(self, GameEncoder encoder, int i) noexcept nogil
    @cython.locals(seat=int)
    cdef void _reward(self, GameEncoder encoder, int first) noexcept nogil
    @cython.locals(best=int, other=int)
    cdef int _margin(self, TileState state, int seat) noexcept nogil
    @cython.locals(best=int, winners=int, standing=int, seat=int, share=float)
    cdef void _reward_results(self, GameEncoder encoder, int first) noexcept nogil

from azulejos.core cimport batch_nogil  # needs the class
