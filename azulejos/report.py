"""A game looked at by the strongest bot, as a page: one HTML file with everything in it, to be opened in a browser.

The numbers come from `azulejos.bots.analysis`; here is how they are shown. `counts` and `worst` serve the terminal, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from azulejos import __version__
from azulejos.bots.analysis import GOOD, JUDGEMENTS, GameReport, MoveReport
from azulejos.core.contract import Move, State
from azulejos.language import ENGLISH
from azulejos.notation import option_text
from azulejos.record import Record
from azulejos.render import player, plot, words
from azulejos.render.plot import Curve, Dot, curves

NAMES = tuple(name for _, _, name in JUDGEMENTS)
"""What bad moves are called, the worst first."""

LONGEST_LINE = 5  # moves; further on it is guesswork
STYLE = (
    """
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
"""
    + plot.STYLE
)

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
    return " ".join(step.text for step in line[:LONGEST_LINE])


def page(record: Record, report: GameReport, effort: int) -> str:
    """The report as an HTML page."""
    title = " – ".join(record.names)
    game = record.game
    options = [
        f"{name} {option_text(getattr(game, name))}" for name, usual in game.options().items() if getattr(game, name) != usual
    ]
    about = ", ".join([game.name.capitalize(), f"{game.players} players", f"{game.board} boards", *options])
    about += f"; {len(record.events)} events" + (f", {record.date}" if record.date else "")
    ended = "" if record.result is not None else " The game was broken off."
    chances = graph("Chance to win", record, report, lambda move: 100 * move.played.win, (0, 100), "%")
    reach = max([10.0, *(abs(move.played.margin) for move in report.moves)])
    leads = graph("Expected lead in points", record, report, lambda move: move.played.margin, (-reach, reach), "")
    parts = [
        ("", _table(record, report)),
        ("Chance to win", chances),
        ("Expected lead in points", leads),
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
    about: str, record: Record, report: GameReport, value: Callable[[MoveReport], float], reach: tuple[float, float], unit: str
) -> str:
    """A line for each seat over the events of the game, with a dot for every bad move."""
    drawn = []
    for seat, name in enumerate(record.names):
        mine = [move for move in report.moves if move.seat == seat]
        dots = [
            Dot(move.number + 1, value(move), f"{move.number + 1}. {move.played.move}: {move.judgement}", move.judgement)
            for move in mine
            if move.judgement in NAMES[:2]
        ]
        drawn.append(Curve(name, [(move.number + 1, value(move)) for move in mine], dots))
    begun: dict[int, int] = {}
    for move in report.moves:
        begun.setdefault(move.round, move.number + 1)
    rounds = {number: f"round {n}" for n, number in begun.items()}
    return curves(about, drawn, len(record.events), reach, unit, rounds)
