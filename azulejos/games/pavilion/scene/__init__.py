"""Summer Pavilion in pictures and sentences."""

from azulejos.games.pavilion.scene import sentences, why
from azulejos.games.pavilion.scene.choices import buttons, choices
from azulejos.games.pavilion.scene.editing import edit
from azulejos.games.pavilion.scene.layout import layout
from azulejos.games.pavilion.scene.pieces import scene
from azulejos.games.pavilion.scene.preview import preview
from azulejos.games.pavilion.scene.screen import screen
from azulejos.games.pavilion.scene.tiles import symbols
from azulejos.games.pavilion.scene.vocabulary import vocabulary
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
