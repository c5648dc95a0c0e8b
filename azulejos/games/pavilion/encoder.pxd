cimport cython
from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, rows, bitlanes
from azulejos.core.encoder cimport Buffers, GameEncoder
from azulejos.games.pavilion cimport board, moves
from azulejos.games.pavilion.rules cimport PavilionState

cdef int _i
cdef int ACQUIRE, PLAY, BONUS, NO_PHASE, BOARD, GREY_BOARD
cdef float OF_A_SOURCE, OF_THE_BAG, OF_POINTS, OF_OWED
cdef u8 COLOURS[512]


cdef class PavilionEncoder(GameEncoder):
    cdef PavilionState pavilion
    cdef u64 marked
    cdef int marked_phase, place_count
    cdef u64 ways[43]
    cdef u64 bunches[4]

    cdef bint play(self, int move) noexcept nogil
    cdef void play_random(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef int standing(self, int seat) noexcept nogil
    cdef void encode(self, int viewer, bint observing, bint marking) noexcept nogil
    @cython.locals(bunches=int, first=int)
    cdef int nth_move(self, int k) noexcept nogil
    cdef void forget_mask(self) noexcept nogil


cdef void _find_moves(PavilionEncoder encoder, PavilionState state) noexcept nogil
@cython.locals(place=int, phase=int, number=int)
cdef bint _is_legal(PavilionEncoder encoder, PavilionState state, int move) noexcept nogil
@cython.locals(at=Py_ssize_t, phase=int, i=int)
cdef void _mark(PavilionEncoder encoder, Buffers buffers, PavilionState state) noexcept nogil
@cython.locals(there=u64, place=int)
cdef void _mark_places(PavilionEncoder encoder, Buffers buffers, Py_ssize_t at) noexcept nogil
cdef void _clear(PavilionEncoder encoder, Buffers buffers, Py_ssize_t at) noexcept nogil
@cython.locals(at=Py_ssize_t, players=int, head=u32)
cdef void _observe(PavilionEncoder encoder, Buffers buffers, PavilionState state, int viewer) noexcept nogil
@cython.locals(seat=int, _=int)
cdef void _observe_boards(Buffers buffers, Py_ssize_t at, PavilionState state, int viewer) noexcept nogil
@cython.locals(found=u64, star=int)
cdef u64 _colours_of_all(PavilionState state, int seat) noexcept nogil
cdef u32 _colours_of(u32 tiles) noexcept nogil
