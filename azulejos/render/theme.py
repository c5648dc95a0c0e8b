"""Themes: style sheets over the same classes. Light and dark, and each with stronger symbols.

All classes of a picture begin with `z-`, so a page may have any others. Only plain class selectors, no variables: the
same sheet serves browsers and resvg. Layouts set sizes; only this module sets colours and fonts.

| classes | on |
| --- | --- |
| `z-<colour>`, `-edge`, `-ink`, `-pale` | a tile: its glaze, its darker rim, and the dark and the light of its drawing |
| `z-faint-<colour>`, `-ink`, `-pale` … | the same printed on paper: spaces of a wall |
| `z-ornament` | decoration in a tile, which the strong themes leave out |
| `z-first`, `-edge`, `-ink`, `-ring`, `z-joker-frame`, `-fold`, `z-black-ring`, `-shade` | the marker; parts of emblems |
| `z-shadow`, `z-shine` | below and on top of pieces |
| `z-table`, `z-cloth`, `z-wood`, `z-wood-edge` | the table, its middle, and wooden parts |
| `z-plate`, `z-plate-edge`, `z-plate-inner` | a display |
| `z-board`, `z-board-edge`, `z-well` | a player's board of paper, an empty space on it |
| `z-line`, `z-fine` | strokes, the second thinner and paler |
| `z-seam`, `z-stitch`, `z-icon`, `z-arrow`, `z-pip`, `z-reached` | small things in table, cloth and boards |
| `z-bag`, `-tie`, `-text`, `z-wood-text`, `z-crown`, `z-done`, `z-done-tick` | parts of `fixtures` |
| `z-garden`, `z-gap`, `z-feature`, `z-space`, `z-space-<colour>`, `z-number`, `z-worth` | boards of Summer Pavilion |
| `z-token`, `z-token-text` | the 80-token |
| `z-past` | a part that is over when `on`: rounds |
| `z-text`, `z-mono`, `z-soft`, `z-name`, `z-score`, `z-loss`, `z-badge`, `z-badge-text` | writing |
| `z-mark` | hidden unless `on` |
| `z-turn` | frame of a board; its player's turn when `on` |
| `z-glow` | a part that is emphasised when `on`: a bonus reached, the wild colour |
| `z-spot` | invisible; the page adds `offered`, `chosen`, `hover` |
| `z-piece` | a piece; the page adds `offered`, `last`, and `dim` for those that can’t be clicked now |
"""

from __future__ import annotations

from functools import cache

THEMES = ("light", "dark", "light-strong", "dark-strong")

SERIF = "Georgia,'Iowan Old Style','Palatino Linotype','DejaVu Serif',serif"
MONO = "ui-monospace,'Cascadia Mono','DejaVu Sans Mono',Menlo,Consolas,monospace"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"

Glazes = dict[str, tuple[str, str, str, str]]

# A tile's glaze, rim, dark and light of its drawing.
GLAZES = {
    "blue": ("#2f6db5", "#1c4a83", "#173a68", "#eaf3fb"),
    "yellow": ("#f0bc42", "#bf8a1c", "#8a4b0f", "#fff3cf"),
    "red": ("#c9452f", "#8f2a1b", "#6d1a10", "#ffe6d6"),
    "black": ("#343a42", "#1b1f24", "#15181c", "#cfd8dc"),
    "white": ("#f7f3e8", "#c5bba4", "#1f7f79", "#b9ded6"),
    "joker": ("#fbf3dc", "#b08b4a", "#5a4320", "#fffaf0"),
    "purple": ("#7d4fa3", "#55316f", "#40225a", "#f0e4fa"),
    "green": ("#4f9a55", "#2f6a37", "#1d4d26", "#e9f7e4"),
    "orange": ("#e8812f", "#ad5613", "#7a370a", "#ffedd8"),
}
STRONG_GLAZES = {
    "blue": ("#1d5fb8", "#0d3a7a", "#07264f", "#ffffff"),
    "yellow": ("#ffcb2e", "#b98000", "#4d2600", "#fff8dd"),
    "red": ("#d2301a", "#8a1608", "#4a0a03", "#ffffff"),
    "black": ("#23272d", "#000000", "#000000", "#ffffff"),
    "white": ("#ffffff", "#8f8874", "#00524d", "#8fd0c4"),
    "joker": ("#fffaf0", "#8a6420", "#2b1d06", "#ffffff"),
    "purple": ("#6f35a0", "#42186b", "#2a0b49", "#ffffff"),
    "green": ("#2f8a3c", "#13541d", "#08330f", "#ffffff"),
    "orange": ("#f27a13", "#a34a00", "#512300", "#ffffff"),
}
# Where a dark tile lies on dark paper, its rim is the lighter part.
ON_DARK = {"black": ("#23272d", "#717d8a", "#15181c", "#dfe6ea")}

LIGHT = {
    "table": "#e6d8bf",
    "cloth": "#ddccae",
    "wood": "#b98d5c",
    "wood-edge": "#8d6437",
    "plate": "#f3e9d5",
    "plate-edge": "#c9b38d",
    "plate-inner": "#e9dbc0",
    "board": "#fbf6ea",
    "board-edge": "#cdb894",
    "well": "#efe5d0",
    "well-edge": "#d6c6a6",
    "space": "#fdf9ef",
    "space-edge": "#cdba94",
    "gold": "#c07a00",
    "ink": "#3b2f24",
    "soft": "#5f5040",
    "fine": "#cbb894",
    "loss": "#a8321f",
    "turn": "#a8690c",
    "glow": "#8a5505",
    "badge": "#3b2f24",
    "badge-text": "#fbf6ea",
    "offer": "#0d7f73",
    "chosen": "#b9521a",
    "last": "#b9791a",
    "shadow": "#3a2a14",
    "bag": "#4d6478",
    "bag-tie": "#e6c98f",
    "bag-text": "#fbf6ea",
    "done": "#2e8b57",
}
DARK = {
    "table": "#241f1b",
    "cloth": "#2c2621",
    "wood": "#6b4c31",
    "wood-edge": "#3f2b1a",
    "plate": "#473d34",
    "plate-edge": "#191512",
    "plate-inner": "#3a322b",
    "board": "#38312a",
    "board-edge": "#171310",
    "well": "#2c2620",
    "well-edge": "#4d4338",
    "space": "#484036",
    "space-edge": "#6f6252",
    "gold": "#f2b53c",
    "ink": "#f1e7d6",
    "soft": "#b9a98f",
    "fine": "#5a4e41",
    "loss": "#f08a72",
    "turn": "#e8b04a",
    "glow": "#e8b04a",
    "badge": "#f1e7d6",
    "badge-text": "#2a231d",
    "offer": "#43c7b5",
    "chosen": "#ff9a5c",
    "last": "#e8b04a",
    "shadow": "#000000",
    "bag": "#50687d",
    "bag-tie": "#d9b878",
    "bag-text": "#fbf6ea",
    "done": "#3da56c",
}
STRONG_LIGHT = {
    **LIGHT,
    "turn": "#8a5200",
    "board": "#fffdf7",
    "ink": "#1d150d",
    "soft": "#4a3c2a",
    "fine": "#9c8558",
    "well-edge": "#a08a60",
}
STRONG_DARK = {**DARK, "table": "#15110e", "ink": "#ffffff", "soft": "#ded0b8", "fine": "#8a7a66", "well-edge": "#8a7a66"}


@cache
def css(theme: str) -> str:
    """Return the style sheet of a theme, one rule per line."""
    strong = theme.endswith("-strong")
    dark = theme.startswith("dark")
    tones = (STRONG_DARK if dark else STRONG_LIGHT) if strong else DARK if dark else LIGHT
    glazes = {**(STRONG_GLAZES if strong else GLAZES), **(ON_DARK if dark else {})}
    rules = [
        *_tiles(glazes, tones["well"], faint=0.32 if dark else 0.26),
        *_pieces(strong),
        *_fixtures(tones, dark),
        *_writing(tones),
        *_highlights(tones),
    ]
    return "\n".join(rules) + "\n"


def _tiles(glazes: Glazes, paper: str, faint: float) -> list[str]:
    rules = []
    for colour, parts in glazes.items():
        printed = [_mixed(paper, part, faint) for part in parts]
        rules += [*_glazed(f".z-{colour}", *parts), *_glazed(f".z-faint-{colour}", *printed)]
        rules.append(f".z-space-{colour}{{fill:{parts[0]};fill-opacity:{faint};stroke:{parts[0]};stroke-opacity:.7}}")
    return rules


def _glazed(name: str, glaze: str, edge: str, ink: str, pale: str) -> list[str]:
    """Return the rules of a tile's parts; some belong to a single emblem."""
    return [
        f"{name}{{fill:{glaze}}}",
        f"{name}-edge{{fill:{edge}}}",
        f"{name}-ink{{fill:{ink}}}",
        f"{name}-pale{{fill:{pale}}}",
        *([f"{name}-ring{{fill:none;stroke:{pale};stroke-width:6}}"] if name.endswith("black") else []),
        *([f"{name}-shade{{fill:{_mixed(pale, glaze, 0.35)}}}"] if name.endswith("black") else []),
        *([f"{name}-fold{{fill:{ink};fill-opacity:.28}}"] if name.endswith("joker") else []),
    ]


def _mixed(one: str, other: str, share: float) -> str:
    """Mix two colours; `share` is the share of the second one."""
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _pieces(strong: bool) -> list[str]:
    return [
        f".z-ornament{{{'display:none' if strong else 'fill-opacity:.45;stroke-opacity:.45'}}}",
        ".z-joker-frame{fill:none;stroke:#b08b4a;stroke-width:3}",
        ".z-first{fill:#f7e7c3}",
        ".z-first-edge{fill:#96622a}",
        ".z-first-ink{fill:#8d2f1b}",
        ".z-first-ring{fill:none;stroke:#c8944a;stroke-width:3}",
        f".z-shine{{fill:#fff;fill-opacity:{'.1' if strong else '.2'}}}",
    ]


def _fixtures(tones: dict[str, str], dark: bool) -> list[str]:
    return [
        f".z-shadow{{fill:{tones['shadow']};fill-opacity:{'.42' if dark else '.2'}}}",
        *(f".z-{part}{{fill:{tones[part]}}}" for part in ("table", "cloth", "wood", "plate", "plate-inner", "board")),
        *(f".z-{part}{{fill:{tones[part]}}}" for part in ("wood-edge", "plate-edge", "board-edge")),
        f".z-well{{fill:{tones['well']};stroke:{tones['well-edge']};stroke-width:1}}",
        f".z-line{{fill:none;stroke:{tones['soft']};stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}}",
        f".z-fine{{fill:none;stroke:{tones['fine']};stroke-width:1}}",
        f".z-icon{{fill:{tones['soft']}}}",
        f".z-garden{{fill:{tones['well']};fill-opacity:.55}}",
        f".z-gap{{fill:{tones['well']}}}",
        f".z-gap.on{{fill:{tones['gold']};fill-opacity:{'.3' if dark else '.34'}}}",
        f".z-feature{{fill:{tones['soft']};fill-opacity:.6}}",
        f".z-feature.on{{fill:{tones['gold']};fill-opacity:1}}",
        f".z-space{{fill:{tones['space']};stroke:{tones['space-edge']}}}",
        f".z-token{{fill:{tones['glow']}}}",
        ".z-past.on{opacity:.3}",
        f".z-seam{{fill:none;stroke:{tones['wood-edge']};stroke-opacity:{'.3' if dark else '.13'};stroke-width:1.5}}",
        f".z-stitch{{fill:none;stroke:{tones['soft']};stroke-opacity:.4;stroke-width:1.2;stroke-dasharray:5 5}}",
        f".z-arrow{{fill:{tones['fine']}}}",
        f".z-reached{{fill:none;stroke:{tones['glow']};stroke-width:3;stroke-linecap:round;stroke-linejoin:round}}",
        f".z-pip{{stroke:{tones['well-edge']};stroke-width:1}}",
        f".z-bag{{fill:{tones['bag']}}}",
        f".z-bag-tie{{fill:{tones['bag-tie']}}}",
        f".z-crown{{fill:{tones['glow']}}}",
        f".z-done{{fill:{tones['done']}}}",
        ".z-done-tick{fill:none;stroke:#fff;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}",
    ]


def _writing(tones: dict[str, str]) -> list[str]:
    return [
        f".z-text{{fill:{tones['ink']};font-family:{SANS}}}",
        f".z-mono{{fill:{tones['ink']};font-family:{MONO}}}",
        f".z-soft{{fill:{tones['soft']};font-family:{SANS}}}",
        f".z-loss{{fill:{tones['loss']};font-family:{SANS}}}",
        f".z-name{{fill:{tones['ink']};font-family:{SERIF};font-weight:bold}}",
        f".z-score{{fill:{tones['ink']};font-family:{SERIF};font-weight:bold}}",
        *(f".z-{on}-text{{fill:{tones['bag-text']};font-family:{SANS};font-weight:bold}}" for on in ("bag", "wood")),
        f".z-number{{fill:{tones['ink']};fill-opacity:.62;font-family:{SERIF}}}",
        f".z-worth{{font-family:{SERIF};font-style:italic}}",
        f".z-token-text{{fill:{tones['board']};font-family:{SANS};font-weight:bold}}",
        f".z-badge{{fill:{tones['badge']}}}",
        f".z-badge-text{{fill:{tones['badge-text']};font-family:{SANS};font-weight:bold}}",
    ]


def _highlights(tones: dict[str, str]) -> list[str]:
    return [
        ".z-mark{visibility:hidden}",
        ".z-mark.on{visibility:visible}",
        ".z-turn{fill:none;stroke:none}",
        f".z-turn.on{{stroke:{tones['turn']}}}",
        f".z-glow{{fill:{tones['soft']};fill-opacity:.8;font-family:{SANS};font-weight:bold}}",
        f".z-glow.on{{fill:{tones['glow']};fill-opacity:1}}",
        ".z-spot{fill:#fff;fill-opacity:0;stroke:none}",
        f".z-spot.offered{{fill:{tones['offer']};fill-opacity:.16;stroke:{tones['offer']};stroke-width:2.5;cursor:pointer}}",
        f".z-spot.hover{{fill:{tones['offer']};fill-opacity:.34}}",
        f".z-spot.chosen{{fill:{tones['chosen']};fill-opacity:.3;stroke:{tones['chosen']};stroke-width:3}}",
        ".z-piece.offered{cursor:pointer}",
        ".z-piece.dim{opacity:.45}",
    ]
