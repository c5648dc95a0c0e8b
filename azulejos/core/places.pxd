# The C twin of places.py.
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
