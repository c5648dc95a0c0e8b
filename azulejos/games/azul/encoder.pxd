cimport cython
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, rows, bitlanes
from azulejos.core.encoder cimport Buffers, GameEncoder
from azulejos.games.azul cimport board, moves
from azulejos.games.azul.rules cimport AzulState

cdef int TILING, BOARD, BARS, JOKERS, EVERY_THIRD
cdef float OF_A_SOURCE, OF_THE_BAG, OF_ROUNDS, OF_POINTS
cdef float FLOOR[8]
cdef float PENALTY[8]
cdef int _i


cdef class AzulEncoder(GameEncoder):
    cdef AzulState azul
    cdef u64 legal[12]
    cdef bint marked_takes, marked_tiles

    cdef bint play(self, int move) noexcept nogil
    cdef void play_random(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef int standing(self, int seat) noexcept nogil
    cdef void encode(self, int viewer, bint observing, bint marking) noexcept nogil
    cdef int nth_move(self, int k) noexcept nogil
    cdef void forget_mask(self) noexcept nogil


@cython.locals(at=Py_ssize_t, tiles=u64, word=int)
cdef void _mark(AzulEncoder encoder, Buffers buffers, AzulState state) noexcept nogil
@cython.locals(at=Py_ssize_t, players=int, head=u32)
cdef void _observe(AzulEncoder encoder, Buffers buffers, AzulState state, int viewer) noexcept nogil
@cython.locals(seat=int, _=int)
cdef void _observe_boards(Buffers buffers, Py_ssize_t at, AzulState state, int viewer) noexcept nogil
@cython.locals(found=u32, row=int, mosaic=int, there=u32)
cdef u32 _jokers(AzulState state, int seat) noexcept nogil
