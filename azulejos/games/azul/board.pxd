# The C twin of board.py.

cdef enum:
    SIDE = 5
    JOKER = 5
    MARKER = 6
    EMPTY = -1
    FLOOR_SPACES = 7
    ROW_POINTS = 2
    COLUMN_POINTS = 7
    COLOUR_POINTS = 10

cdef inline int column_of(int row, int colour) noexcept nogil:
    return (colour + row) % SIDE

cdef inline int colour_at(int row, int column) noexcept nogil:
    return (column + SIDE - row) % SIDE
