cimport cython
from libc.stdint cimport uint8_t as u8, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, rows, bitlanes
from azulejos.games.pavilion.rules cimport PavilionState
from azulejos.core.encoder cimport Buffers, GameEncoder

cdef int ACQUIRE, PLAY, BONUS, NO_PHASE, ROUNDS, MOVES, FIRST_PLACE, FIRST_BONUS, FIRST_PASS, BOARD, GREY_BOARD
cdef float OF_A_SOURCE, OF_THE_BAG, OF_POINTS, OF_OWED
cdef u64 WAYS[126]
cdef u64 AT_SPACES[64]
cdef u64 KEEPABLE[120]
cdef u64 TAKEABLE[48]
cdef u64 OF_SIZE[8]
cdef u8 COLOURS[512]
cdef int STAR_OF_COLOUR[6]


cdef class PavilionEncoder(GameEncoder):
    cdef PavilionState state
    cdef u64 placed, marked
    cdef int marked_phase
    cdef u64 ways[42]
    cdef u64 set[4]

    cdef bint play(self, int move) noexcept nogil
    cdef void play_by_lot(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef int standing(self, int seat) noexcept nogil
    cdef void show(self, int viewer, bint observing, bint marking) noexcept nogil
    @cython.locals(word=int, n=int, first=int, placed=u64, star=int)
    cdef int nth(self, int k) noexcept nogil
    cdef void forget(self) noexcept nogil


@cython.locals(star=int)
cdef bint _is_legal(PavilionEncoder view, PavilionState state, int move) noexcept nogil
cdef void _find(PavilionEncoder view, PavilionState state) noexcept nogil
@cython.locals(
    found=int, free=u64, hand=u64, wilds=int, paid=cython.int[6], wanted=u64, colour=int, own=int, at=int, star=int, ways=u64
)
cdef int _find_places(PavilionEncoder view, PavilionState state, int seat) noexcept nogil
cdef int _found_ways(PavilionEncoder view, int at, u64 ways) noexcept nogil
@cython.locals(first=u64, second=u64, third=u64, fourth=u64, colour=int, n=int, at=int)
cdef int _find_passes(PavilionEncoder view, PavilionState state, int seat) noexcept nogil
@cython.locals(first=u64, second=u64, colour=int, n=int, at=int)
cdef int _find_bonuses(PavilionEncoder view, PavilionState state) noexcept nogil
cdef int _found_set(PavilionEncoder view, u64 first, u64 second, u64 third, u64 fourth) noexcept nogil
@cython.locals(at=Py_ssize_t, phase=int, i=int)
cdef void _mark(PavilionEncoder view, Buffers sheet, PavilionState state) noexcept nogil
@cython.locals(stars=u64, star=int)
cdef void _mark_places(PavilionEncoder view, Buffers sheet, Py_ssize_t at) noexcept nogil
cdef void _clear(PavilionEncoder view, Buffers sheet, Py_ssize_t at) noexcept nogil
@cython.locals(at=Py_ssize_t, players=int, head=u32)
cdef void _observe(PavilionEncoder view, Buffers sheet, PavilionState state, int viewer) noexcept nogil
@cython.locals(seat=int, _=int)
cdef void _observe_boards(Buffers sheet, Py_ssize_t at, PavilionState state, int viewer) noexcept nogil
@cython.locals(found=u64, star=int)
cdef u64 _colours_of_all(PavilionState state, int seat) noexcept nogil
cdef u32 _colours_of(u32 tiles) noexcept nogil
