"""The games for research: as numbers (`observation`), and as environments that learning libraries know.

`pettingzoo` has all seats, `gymnasium` one seat against our bots, `vector` many games at once inside the core, `openspiel` the
games of OpenSpiel; `dataset` makes examples for learning out of records. Each needs its library, and nothing else here does.
The rules are the core's; what lives here turns states into arrays, and calls into moves. See `docs/environments.md`.
"""
