# The C twin of board.py.

cdef enum:
    MULTICOLOURED = 6
    EMPTY = -1
    ROUNDS = 6
    STARS = 7
    SPACES = 6
    PLACES = 42
    SUPPLY_SPACES = 10
    MOST_KEPT = 4
    MOST_BONUS = 3
    FIRST_SCORE = 5
    TILES_OF_A_COLOUR = 22
