cimport cython
from libc.stdint cimport uint32_t as u32, uint64_t as u64
from azulejos.core cimport places, rows, bitlanes
from azulejos.games.azul.rules cimport AzulState
from azulejos.core.encoder cimport Buffers, GameEncoder

cdef int TILING, MOVES, FIRST_TILE, BOARD, BARS, JOKERS, EVERY_THIRD
cdef float OF_A_SOURCE, OF_THE_BAG, OF_ROUNDS, OF_POINTS
cdef float FLOOR[8]
cdef float PENALTY[8]
cdef int _n


cdef class AzulEncoder(GameEncoder):
    cdef AzulState state
    cdef u64 takes[11]
    cdef int before[11]
    cdef int line, marked_line
    cdef u32 columns
    cdef bint marked_takes

    cdef bint play(self, int move) noexcept nogil
    cdef void play_by_lot(self) noexcept nogil
    cdef void draw(self) noexcept nogil
    cdef int standing(self, int seat) noexcept nogil
    cdef void show(self, int viewer, bint observing, bint marking) noexcept nogil
    @cython.locals(kind=int, later=int)
    cdef int nth(self, int k) noexcept nogil
    cdef void forget(self) noexcept nogil


cdef bint _is_legal(AzulEncoder view, int move) noexcept nogil
@cython.locals(with_jokers=u64)
cdef void _find(AzulEncoder view, AzulState state) noexcept nogil
@cython.locals(found=int, kind=int)
cdef int _find_takes(AzulEncoder view, u64 open, u64 held, u64 with_jokers) noexcept nogil
@cython.locals(at=Py_ssize_t, kind=int)
cdef void _mark(AzulEncoder view, Buffers sheet, AzulState state) noexcept nogil
@cython.locals(column=int)
cdef void _mark_tiles(AzulEncoder view, Buffers sheet, Py_ssize_t at) noexcept nogil
@cython.locals(at=Py_ssize_t, players=int, head=u32)
cdef void _observe(AzulEncoder view, Buffers sheet, AzulState state, int viewer) noexcept nogil
@cython.locals(seat=int, _=int)
cdef void _observe_boards(Buffers sheet, Py_ssize_t at, AzulState state, int viewer) noexcept nogil
@cython.locals(found=u32, row=int, mosaic=int, there=u32)
cdef u32 _jokers(AzulState state, int seat) noexcept nogil
