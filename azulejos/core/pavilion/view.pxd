cimport cython
from libc.stdint cimport int8_t as i8, uint8_t as u8, uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, rows, words
from azulejos.core.pavilion.rules cimport PavilionState
from azulejos.core.view cimport View

cdef int ACQUIRE, PLAY, BONUS, NO_PHASE, ROUNDS, MOVES, FIRST_PLACE, FIRST_BONUS, FIRST_PASS, BOARD, GREY_BOARD
cdef float OF_A_SOURCE, OF_THE_BAG, OF_POINTS, OF_OWED
cdef u64 LOW
cdef u64 WAYS[126]
cdef u64 AT_SPACES[64]
cdef u64 KEEPABLE[120]
cdef u64 TAKEABLE[48]
cdef u64 OF_SIZE[8]
cdef u8 COLOURS[512]


cdef class PavilionView(View):
    cdef PavilionState state
    cdef u64 placed, marked
    cdef int marked_phase
    cdef u64 ways[42]
    cdef u64 set[4]

    cdef void apply(self, int move) noexcept nogil
    cdef void draw(self) noexcept nogil
    @cython.locals(star=int)
    cdef bint is_legal(self, int move) noexcept nogil
    cdef int standing(self, int seat) noexcept nogil

    cdef void find(self) noexcept nogil
    @cython.final
    @cython.locals(free=u64, hand=u64, wilds=int, colour=int, own=int, paid=int, stars=u32, star=int, layout=int, ways=u64)
    cdef void _find_places(self, PavilionState state, int seat) noexcept nogil
    @cython.final
    @cython.locals(first=u64, second=u64, third=u64, fourth=u64, colour=int, n=int, at=int)
    cdef void _find_passes(self, PavilionState state, int seat) noexcept nogil
    @cython.final
    @cython.locals(first=u64, second=u64, colour=int, n=int, at=int)
    cdef void _find_bonuses(self, PavilionState state) noexcept nogil
    @cython.final
    cdef void _found_set(self, u64 first, u64 second, u64 third, u64 fourth) noexcept nogil
    @cython.locals(word=int, n=int, first=int, placed=u64, star=int)
    cdef int nth(self, int k) noexcept nogil
    @cython.locals(at=Py_ssize_t, phase=int, i=int)
    cdef void mark(self) noexcept nogil
    @cython.final
    @cython.locals(stars=u64, star=int, ways=u64)
    cdef void _mark_places(self, Py_ssize_t at) noexcept nogil
    @cython.final
    cdef void _clear(self, Py_ssize_t at) noexcept nogil
    cdef void forget(self) noexcept nogil

    cdef void observe(self, int viewer) noexcept nogil
    @cython.final
    @cython.locals(at=Py_ssize_t, players=int, turn=int, marker=int, source=int, seat=int, _=int)
    cdef void _observe(self, PavilionState state, int viewer) noexcept nogil
    @cython.final
    @cython.locals(star=int)
    cdef Py_ssize_t _observe_board(self, PavilionState state, int seat, Py_ssize_t at) noexcept nogil
    @cython.final
    cdef u32 _colours_of(self, u32 tiles) noexcept nogil
