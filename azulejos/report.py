"""A game looked at by the strongest bot, as a page: one HTML file with everything in it, to be opened in a browser.

The numbers come from `azulejos.bots.analysis`; here is how they are shown. `counts` and `worst` serve the terminal, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from azulejos import __version__
from azulejos.bots.analysis import GOOD, JUDGEMENTS, GameReport, MoveReport
from azulejos.core.contract import Move, State
from azulejos.language import ENGLISH
from azulejos.record import Record
from azulejos.render import player, words
from azulejos.render.draw import element, group, text

NAMES = tuple(name for _, _, name in JUDGEMENTS)
"""What bad moves are called, the worst first."""

INKS = ("#1f5f99", "#b8501f", "#2e7d4f", "#7a4a9a")
DASHES = (None, "7 4", "2 3", "9 3 2 3")  # so that nobody needs to tell colours apart
WIDTH, HEIGHT, LEFT, BOTTOM = 860, 200, 44, 22

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p.about { opacity: .7; margin-top: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid #8885; }
th:first-child, td:first-child { text-align: left; }
ol.moves { list-style: none; padding: 0; }
ol.moves li { padding: .45rem .8rem; margin: .35rem 0; border-left: 4px solid #8888; background: #8881; }
li.blunder { border-color: #c0392b !important; } li.mistake { border-color: #d68910 !important; }
a[data-step] { color: inherit; cursor: pointer; } small { opacity: .75; }
svg.graph { width: 100%; height: auto; font-family: inherit; } svg.graph text { fill: currentColor; font-size: 12px; }
svg.graph .axis { stroke: currentColor; opacity: .25; fill: none; } svg.graph .line { fill: none; stroke-width: 2; }
svg.graph circle { cursor: pointer; }
"""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
<p class="about">{about}</p>
{body}
</body>
</html>
"""


def counts(report: GameReport, seat: int) -> dict[str, int]:
    """How many bad moves of each kind a seat made."""
    found = [move.judgement for move in report.moves if move.seat == seat]
    return {name: found.count(name) for name in NAMES}


def worst(report: GameReport) -> list[MoveReport]:
    """The moves that gave something away, in the order of the game."""
    return [move for move in report.moves if move.judgement != GOOD]


def better_line(move: MoveReport) -> str:
    """The better move and what would have followed, in short texts."""
    line = move.best.line or (move.best.move,)
    return " ".join(step.text for step in line)


def page(record: Record, report: GameReport, effort: int) -> str:
    """The report as an HTML page."""
    title = " – ".join(record.names)
    about = f"{record.game!r}, {len(record.events)} events" + (f", {record.date}" if record.date else "")
    ended = "" if record.result is not None else " The game was broken off."
    chances = graph(record, report, [(move, 100 * move.played.win) for move in report.moves], (0, 100), "%")
    margins = [(move, move.played.margin) for move in report.moves]
    reach = max([10.0, *(abs(value) for _, value in margins)])
    parts = [
        ("", _table(record, report)),
        ("Chance to win", chances),
        ("Expected lead in points", graph(record, report, margins, (-reach, reach), "")),
        ("The game", player.figure(record)),
        ("What could have been better", _moves(record, report)),
    ]
    body = "\n".join((f"<h2>{name}</h2>\n" if name else "") + part for name, part in parts)
    made = f"{about}.{ended} Each move was looked at with an effort of {effort} by azulejos {__version__}."
    return PAGE.format(title=escape(title), style=STYLE, about=escape(made), body=body)


def _table(record: Record, report: GameReport) -> str:
    phases = list(dict.fromkeys(phase for lost in report.lost_points for phase in lost))
    heads = ["", "points", "accuracy", *(f"{name}s" if name[-1] != "y" else f"{name[:-1]}ies" for name in NAMES)]
    heads += [f"points lost: {phase}" for phase in phases]
    rows = []
    for seat, name in enumerate(record.names):
        won = " ★" if record.result is not None and seat in record.result.winners else ""
        cells = [f"{name}{won}", record.final.scores[seat], f"{report.accuracy[seat]:.1%}", *counts(report, seat).values()]
        cells += [f"{report.lost_points[seat].get(phase, 0.0):.1f}" for phase in phases]
        rows.append(_row("td", cells))
    return f"<table>\n{_row('th', heads)}\n" + "\n".join(rows) + "\n</table>"


def _row(kind: str, cells: Iterable[object]) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in cells) + "</tr>"


def _moves(record: Record, report: GameReport) -> str:
    states = list(record.states())
    items = []
    for move in worst(report):
        state = states[move.number]
        missed = f", {move.missed_bonus} bonus tiles missed" if move.missed_bonus else ""
        items.append(
            f'<li class="{move.judgement}"><a data-step="{move.number + 1}"><strong>{move.number + 1}.</strong>'
            f" round {move.round}: {_told(record, state, move.played.move)} <code>{move.played.move}</code></a>,"
            f" {move.judgement} ({loss(move)}{missed}).<br><small>Better: <a data-step='{move.number}'>"
            f"{_told(record, state, move.best.move)}</a> <code>{better_line(move)}</code></small></li>"
        )
    return f'<ol class="moves">\n{"".join(items)}\n</ol>' if items else "<p>Nothing: all moves were good.</p>"


def loss(move: MoveReport) -> str:
    """What a move gave away, in words."""
    return f"{-100 * move.lost_chance:+.0f} % chance to win, {-move.lost_points:+.1f} points"


def _told(record: Record, state: State, move: Move) -> str:
    return escape(words(record.game).event(state, move, record.names, ENGLISH))


def graph(
    record: Record, report: GameReport, values: Sequence[tuple[MoveReport, float]], reach: tuple[float, float], unit: str
) -> str:
    """A line for each seat over the events of the game, with a dot for every bad move."""
    low, high = reach
    across = (WIDTH - LEFT - 90) / max(len(record.events), 1)

    def place(move: MoveReport, value: float) -> tuple[float, float]:
        share = (value - low) / (high - low)
        return LEFT + across * (move.number + 1), 10 + (1 - share) * (HEIGHT - BOTTOM - 10)

    parts = []
    for share in (0.0, 0.5, 1.0):
        y = 10 + (1 - share) * (HEIGHT - BOTTOM - 10)
        parts.append(element("line", cls="axis", x1=LEFT, x2=WIDTH - 90, y1=y, y2=y))
        parts.append(text(LEFT - 6, y + 4, 12, f"{low + share * (high - low):.0f}{unit}", anchor="end"))
    begun: dict[int, MoveReport] = {}
    for move in report.moves:
        begun.setdefault(move.round, move)
    for number, move in begun.items():
        x = LEFT + across * (move.number + 1)
        parts.append(element("line", cls="axis", x1=x, x2=x, y1=10, y2=HEIGHT - BOTTOM, stroke_dasharray="2 4"))
        parts.append(text(x, HEIGHT - 6, 12, f"round {number}", anchor="start"))
    for seat, name in enumerate(record.names):
        parts.append(_line(seat, name, [(move, *place(move, value)) for move, value in values if move.seat == seat]))
    return f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}</svg>'


def _line(seat: int, name: str, places: list[tuple[MoveReport, float, float]]) -> str:
    if not places:
        return ""
    points = " ".join(f"{x:.1f},{y:.1f}" for _, x, y in places)
    dots = [
        element(
            "circle",
            element("title", escape(f"{move.number + 1}. {move.played.move}: {move.judgement}")),
            cx=x,
            cy=y,
            r=4,
            fill=INKS[seat],
            data_step=move.number + 1,
        )
        for move, x, y in places
        if move.judgement in NAMES[:2]
    ]
    _, x, y = places[-1]
    return group(
        element("polyline", cls="line", points=points, stroke=INKS[seat], stroke_dasharray=DASHES[seat]),
        *dots,
        element("text", escape(name[:12]), x=x + 8, y=y + 4, style=f"fill:{INKS[seat]};font-weight:600"),
    )
