"""Names for the small numbers of the table: whose turn it is, where the marker lies, which places hold tiles.

This module is never compiled: the compiled rules use its C twin `places.pxd`.
"""

# Whose turn it is, after seats 0 to 3.
DEALING = 4
REFILLING = 5
NOBODY = 6

# Where the starting player marker is, after seats 0 to 3.
IN_CENTRE = 4

# The places that tiles can be taken from: the centre, then up to nine displays, then the supply.
CENTRE = 0
SUPPLY = 10

TO_A_DISPLAY = 4  # tiles dealt

# Which seats a learner plays, after seats 0 to 3: all of them, or another one each game.
EVERY_SEAT = -1
ROTATING = -2


def after(seat: int, viewer: int, players: int) -> int:
    """Return how many turns after the viewer a seat moves."""
    return seat - viewer + players * (seat < viewer)


def turn_and_marker(turn: int, marker: int, viewer: int, players: int) -> int:
    """Return bits, with seats relative to the viewer: whose turn it is; then whether the marker is in the centre, or who has
    it."""
    bits = (turn < DEALING) << after(turn, viewer, players)
    return bits | 1 << players + (marker < IN_CENTRE) * (1 + after(marker, viewer, players))
