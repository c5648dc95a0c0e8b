# The C twin of places.py.
from libc.stdint cimport uint32_t as u32

cdef enum:
    DEALING = 4
    REFILLING = 5
    NOBODY = 6
    IN_CENTRE = 4
    CENTRE = 0
    SUPPLY = 10
    TO_A_DISPLAY = 4
    EVERY_SEAT = -1
    ROTATING = -2

cdef inline int after(int seat, int viewer, int players) noexcept nogil:
    return seat - viewer + players * (seat < viewer)

# Arithmetic instead of branches, because no processor can predict these conditions.
cdef inline u32 turn_and_marker(int turn, int marker, int viewer, int players) noexcept nogil:
    cdef u32 bits = (turn < DEALING) << after(turn, viewer, players)
    return bits | <u32> 1 << players + (marker < IN_CENTRE) * (1 + after(marker, viewer, players))
