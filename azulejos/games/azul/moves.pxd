# The C twin of moves.py: the numbering of the moves.

cdef enum:
    SOURCES = 10
    LINES = 6
    COLUMNS = 6
    KINDS = 11
    WITH_JOKERS = 6
    WORD = 60
    WORDS = 12
    TILES_WORD = 11
    TAKES = 660
    MOVES = 690

cdef inline int take_id(int kind, int source, int line) noexcept nogil:
    return (kind * SOURCES + source) * LINES + line

cdef inline int tile_id(int row, int column) noexcept nogil:
    return TAKES + (row - 1) * COLUMNS + column
