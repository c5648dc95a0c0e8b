"""The games for research: as numbers (`observation`), and as environments for learning libraries.

`pettingzoo` has all seats, `gymnasium` one seat against our bots, `vector` many games at once inside the core, `openspiel` the
games for OpenSpiel; `dataset` turns records into training examples. Each needs its library, and nothing else here does.
The rules are in the core; this package turns states into arrays, and calls into moves. See `docs/environments.md`.
"""
