"""Random numbers for the compiled core: the whole state is a 64-bit number, which the caller keeps.

This module is never compiled: the compiled modules use its C twin `xorshift.pxd`.
"""

from __future__ import annotations

_WORD = (1 << 64) - 1


def stir(seed: int, number: int) -> int:
    """Return the dice for the number-th game of a seed (splitmix64)."""
    z = seed + (number + 1) * 0x9E3779B97F4A7C15 & _WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
    return z ^ z >> 31 or 1


def roll(dice: int) -> int:
    """Return the next dice (xorshift64)."""
    dice ^= dice << 13 & _WORD
    dice ^= dice >> 7
    return dice ^ dice << 17 & _WORD


def below(dice: int, n: int) -> int:
    """Return a number from 0 to n-1, from the dice."""
    return (dice >> 32) * n >> 32
