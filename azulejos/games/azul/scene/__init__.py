"""Azul in pictures and sentences."""

from azulejos.games.azul.scene import sentences, why
from azulejos.games.azul.scene.choices import buttons, choices
from azulejos.games.azul.scene.editing import edit
from azulejos.games.azul.scene.layout import layout
from azulejos.games.azul.scene.pieces import scene
from azulejos.games.azul.scene.preview import preview
from azulejos.games.azul.scene.screen import screen
from azulejos.games.azul.scene.tiles import symbols
from azulejos.games.azul.scene.vocabulary import vocabulary
from azulejos.render.types import ScenePart

SCENE = ScenePart(
    scene=scene,
    layout=layout,
    choices=choices,
    buttons=buttons,
    preview=preview,
    symbols=symbols,
    sentences=sentences,
    reasons=why,
    vocabulary=vocabulary,
    edit=edit,
    screen=screen,
)
