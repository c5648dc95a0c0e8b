"""Names for the small numbers of the table: whose turn it is, where the marker lies, which places hold tiles.

This module is never compiled: the compiled rules use its C twin `places.pxd`.
"""

# Whose turn it is, besides seats 0 to 3.
DEALING = 4
REFILLING = 5
NOBODY = 6

# Where the first-player marker is, besides seats 0 to 3.
IN_CENTRE = 4

# The places that hold tiles for the taking: the centre, then up to nine displays, and last the supply.
CENTRE = 0
SUPPLY = 10

TO_A_DISPLAY = 4  # tiles dealt

# Whose moves are a learner's, besides seats 0 to 3: everybody's, or the next seat's with each game.
EVERY_SEAT = -1
ROTATING = -2


def after(seat: int, viewer: int, players: int) -> int:
    """How many turns after the viewer's a seat's comes."""
    return seat - viewer + players * (seat < viewer)


def turn_and_marker(turn: int, marker: int, viewer: int, players: int) -> int:
    """Bits, seats as the viewer counts them: whose turn it is; then whether the marker is in the centre, or who has it."""
    bits = (turn < DEALING) << after(turn, viewer, players)
    return bits | 1 << players + (marker < IN_CENTRE) * (1 + after(marker, viewer, players))
