"""Training the networks of `master`: games of the search against itself, and networks fitted to them with PyTorch.

    python -m azulejos.learning train azul --players 2 --games 25000 --out DIR

`selfplay` plays the games and `games` stores them, as positions in text form: games stay useful when the inputs of the network
change. `samples` turns them into numbers, `fit` fits a network, `noise_floor` measures its error.
"""
