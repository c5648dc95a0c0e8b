# The C twin of moves.py: the numbering of the moves.

cdef enum:
    WAYS = 36
    FIRST_PLACE = 60
    FIRST_BONUS = 1572
    FIRST_PASS = 1655
    MOVES = 1865

cdef inline int take_id(int source, int colour) noexcept nogil:
    return 6 * source + colour

cdef inline int place_id(int colour, int star, int space, int wilds) noexcept nogil:
    return FIRST_PLACE + ((colour * 7 + star) * 6 + space - 1) * 6 + wilds
