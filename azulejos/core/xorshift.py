"""Random numbers for the compiled core: a 64-bit number is all the state, and the caller keeps it.

This module is never compiled: the compiled modules use its C twin `xorshift.pxd`.
"""

from __future__ import annotations

_WORD = (1 << 64) - 1


def stir(seed: int, number: int) -> int:
    """Dice for the number-th game of a seed (splitmix64)."""
    z = seed + (number + 1) * 0x9E3779B97F4A7C15 & _WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
    return z ^ z >> 31 or 1


def roll(dice: int) -> int:
    """The next dice (xorshift64)."""
    dice ^= dice << 13 & _WORD
    dice ^= dice >> 7
    return dice ^ dice << 17 & _WORD


def below(dice: int, n: int) -> int:
    """A number from 0 to n-1, as the dice lie."""
    return (dice >> 32) * n >> 32
