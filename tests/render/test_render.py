"""Pictures of every game: everything in a scene has its place, every move can be pointed at, and the markup is valid."""

from __future__ import annotations

import re
import sys
from collections import Counter
from xml.etree import ElementTree

import pytest

from azulejos import GAMES, Azul, Game, Pavilion, Problem, State, position, render
from azulejos.language import ENGLISH
from azulejos.render import theme
from azulejos.render.picture import shorten
from azulejos.render.svg_shapes import element, escape, number, text
from azulejos.render.types import Layout
from tests.render.games import states, steps
from tests.variants import VARIANTS

SVG = "{http://www.w3.org/2000/svg}"


def layouts(game: Game) -> list[Layout]:
    return [render.layout(game, viewer, form) for viewer in range(game.players) for form in render.FORMS]


def named(attribute: str, markup: str) -> list[str]:
    """Return the values of an attribute, in order."""
    return re.findall(f' {attribute}="([^"]*)"', markup)


def sample(game: Game) -> list[State]:
    """Return some states of a random game, including its beginning and end."""
    return [*states(game, 3)[::9], states(game, 3)[-1]]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_layout_has_a_place_for_all_that_a_scene_uses(name: str) -> None:
    game = VARIANTS[name]
    for layout in layouts(game):
        marks, labels = named("data-mark", layout.fixtures), named("data-label", layout.fixtures)
        assert {f"{label}.{seat}" for label in ("name", "score") for seat in range(game.players)} <= set(labels)
        for state in sample(game):
            scene = render.scene(state)
            assert scene.pieces.keys() <= layout.slots.keys()
            assert set(scene.marks) <= set(marks)
            assert set(scene.pieces.values()) <= {*game.colours, "first"}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_piece_is_on_the_table(name: str) -> None:
    for layout in layouts(VARIANTS[name]):
        for slot, (x, y, size, _) in layout.slots.items():
            assert size / 2 <= x <= layout.width - size / 2, slot
            assert size / 2 <= y <= layout.height - size / 2, slot


@pytest.mark.parametrize("name", VARIANTS)
def test_choices_are_exactly_the_legal_moves_and_each_has_its_own_clicks(name: str) -> None:
    game = VARIANTS[name]
    parts = [set(named("data-spot", layout.spots)) for layout in layouts(game)]
    for state in sample(game):
        choices = render.choices(state)
        assert [choice.move for choice in choices] == [move.text for move in state.legal_moves]
        ways = Counter(tuple(tuple(sorted(stage)) for stage in choice.stages) for choice in choices)
        assert not [way for way, moves in ways.items() if moves > 1]
        buttons, slots = render.buttons(state), render.scene(state).pieces
        for spot in {spot for choice in choices for stage in choice.stages for spot in stage}:
            place, slash, colour = spot.partition("/")
            if spot.startswith("?"):
                assert buttons[spot].text
            elif slash:
                assert any(slot.startswith(f"{place}.") and what == colour for slot, what in slots.items()), spot
            else:
                assert all(spot in there for there in parts), spot


@pytest.mark.parametrize("name", VARIANTS)
def test_equal_states_have_equal_scenes(name: str) -> None:
    for state in sample(VARIANTS[name]):
        assert render.scene(position(state.text)) == render.scene(state)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_event_and_every_point_has_a_sentence(name: str) -> None:
    game = VARIANTS[name]
    words, names = render.sentences(game), ["Ana", "Rui", "Zoë", "Max"][: game.players]
    for state, event in steps(game, 3):
        gains = state.explain(event)
        points = [words.gain(gain, names, ENGLISH) for gain in gains]
        for sentence in [words.event(state, event, names, ENGLISH), *points]:
            assert re.fullmatch(r"[A-Z][^{}]*\.", sentence), sentence
        for gain, sentence in zip(gains, points, strict=True):
            assert names[gain.seat] in sentence
            assert not gain.points or f" {abs(gain.points)} point" in sentence


@pytest.mark.parametrize("game", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("form", render.FORMS)
def test_a_picture_is_sound_xml_without_scripts_styles_and_clashing_ids(game: Game, form: str) -> None:
    root = ElementTree.fromstring(render.svg(states(game, 4)[-9], 1, "dark", form))
    assert root.tag == f"{SVG}svg"
    elements = list(root.iter())
    assert len(root.findall(f".//{SVG}style")) == 1
    for one in elements:
        assert one.tag not in {f"{SVG}script", f"{SVG}foreignObject", f"{SVG}a", f"{SVG}image"}
        assert not [name for name in one.attrib if name == "style" or name.startswith("on")]
    ids = Counter(one.attrib["id"] for one in elements if "id" in one.attrib)
    assert ids
    assert set(ids.values()) == {1}
    assert all(id.startswith(game.name) for id in ids)
    used = {one.attrib["href"] for one in elements if "href" in one.attrib}
    assert used <= {f"#{id}" for id in ids}


@pytest.mark.parametrize("look", render.THEMES)
@pytest.mark.parametrize("name", GAMES)
def test_a_theme_styles_every_class(look: str, name: str) -> None:
    game = GAMES[name](4)
    known = set(re.findall(r"\.([a-z][a-z0-9-]*)", re.sub(r"\{[^}]*\}", " ", render.css(look))))
    drawn = render.symbols(name) + "".join(layout.fixtures + layout.spots for layout in layouts(game))
    looks_like_nothing = {"z-emblem"}  # only labels a group
    assert {one for classes in named("class", drawn) for one in classes.split()} <= known | looks_like_nothing


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast as defined by WCAG 2: 4.5 is good for text, 3 for graphics."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("tones", [theme.LIGHT, theme.DARK, theme.STRONG_LIGHT, theme.STRONG_DARK])
def test_text_and_frames_have_enough_contrast(tones: dict[str, str]) -> None:
    for writing in (
        "ink on board",
        "soft on board",
        "soft on table",
        "soft on plate",
        "soft on cloth",
        "loss on well",
        "glow on board",
    ):
        colour, ground = writing.split(" on ")
        assert contrast(tones[colour], tones[ground]) >= 4.5, writing
    for drawing in ("turn on board", "turn on table", "offer on board", "bag-text on bag", "bag-text on wood-edge"):
        colour, ground = drawing.split(" on ")
        assert contrast(tones[colour], tones[ground]) >= 3, drawing


@pytest.mark.parametrize("game", VARIANTS.values(), ids=VARIANTS)
def test_a_preview_is_a_small_picture(game: Game) -> None:
    root = ElementTree.fromstring(render.preview(game, "dark"))
    assert float(root.attrib["width"]) < 500
    assert len(root.findall(f".//{SVG}use")) > 10


def test_names_can_be_anything() -> None:
    evil = '<script>alert("1")</script>&\x00\ud800'
    svg = render.svg(Azul().start(), names=("Ana & Rui", evil))
    assert "<script" not in svg
    texts = [one.text for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert "Ana & Rui" in texts
    assert escape("\x00\ud800\uffff") == "���"


def test_long_names_are_cut_where_their_room_ends() -> None:
    assert shorten("Maximiliane", 6) == "Maxim…"
    assert shorten("Max Iliane", 5) == "Max…"
    assert shorten("Rui", 3) == "Rui"
    assert shorten("Maximiliane", 0) == "Maximiliane"
    assert [shorten(f"Beginner {n}", 8) for n in (2, 3)] == ["Begin… 2", "Begin… 3"], "bots can be told apart"


def test_markup_is_short_and_in_order() -> None:
    assert [number(x) for x in (1.0, 0.125, -0.001, 2 / 3)] == ["1", "0.12", "0", "0.67"]
    assert element("rect", x=1, data_spot="floor.0", cls="z-spot", rx=None) == (
        '<rect class="z-spot" data-spot="floor.0" x="1"/>'
    )
    assert text(0, 2, 10, "a<b", cls="z-text").startswith('<text class="z-text" x="0"')
    assert text(0, 2, 10, data_label="bag").endswith("></text>")


@pytest.mark.parametrize("name", VARIANTS)
def test_the_key_of_a_game_round_trips(name: str) -> None:
    game = VARIANTS[name]
    key = render.layout_key(game)
    assert re.fullmatch(r"[a-z0-9._-]+", key)
    assert render.game_from_key(key) == game


def test_keys_contain_only_non_defaults() -> None:
    assert render.layout_key(Azul(2)) == "azul-2-coloured"
    assert render.layout_key(Azul(3, "grey", jokers=True, round_limit=9)) == "azul-3-grey-jokers.true-round_limit.9"
    order = ("red", "green", "orange", "yellow", "blue", "purple")
    assert (
        render.layout_key(Pavilion(4, wild_order=order)) == "pavilion-4-coloured-wild_order.red.green.orange.yellow.blue.purple"
    )


@pytest.mark.parametrize(
    ("key", "complaint"),
    [
        ("chess-2-coloured", "a key must be like azul-2-coloured"),
        ("azul-2", "a key must be like azul-2-coloured"),
        ("azul-two-coloured", "'two' is not a whole number"),
        ("azul-5-coloured", "`players` must be 2, 3 or 4"),
        ("azul-2-coloured-depth.3", "azul has no option 'depth'"),
        ("azul-2-coloured-jokers.yes", "`jokers` must be true or false"),
        ("azul-2-coloured-jokers.false", "the key of this game is azul-2-coloured"),
        ("azul-02-coloured", "the key of this game is azul-2-coloured"),
        ("pavilion-2-grey-wild_order.red", "`wild_order` must be purple, green, orange, yellow, blue, red in any order"),
    ],
)
def test_a_wrong_key_is_refused(key: str, complaint: str) -> None:
    with pytest.raises(Problem, match=complaint):
        render.game_from_key(key)


def test_invalid_options_are_refused_by_name() -> None:
    with pytest.raises(Problem, match="`viewer` must be a seat from 0 to 1, not 2"):
        render.layout(Azul(2), viewer=2)
    with pytest.raises(Problem, match="`form` must be 'wide' or 'tall', not 'round'"):
        render.layout(Azul(2), form="round")
    with pytest.raises(Problem, match=r"`theme` must be 'light' or .*, not 'pink'"):
        render.svg(Azul(2).start(), theme="pink")
    with pytest.raises(Problem, match="there is no game 'chess'; choose azul or pavilion"):
        render.symbols("chess")
    with pytest.raises(Problem, match="`width` must be a number of pixels"):
        render.png("<svg/>", 0)


def test_a_picture_as_png() -> None:
    png = render.png(render.preview(Azul()), 180)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (180, 120)


def test_without_resvg_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Problem, match=r"pip install 'azulejos\[png\]'"):
        render.png("<svg/>", 100)


def test_a_layout_is_made_once() -> None:
    assert render.layout(Azul(3), 1, "tall") is render.layout(Azul(3), 1, "tall")
