"""The strongest bot's analysis of a game as a standalone HTML page.

The numbers come from `azulejos.bots.analysis`; this module shows them. The terminal uses `counts` and `worst`, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from azulejos import __version__
from azulejos.bots.analysis import GOOD, GameReport, MoveReport
from azulejos.bots.luck import Balance, in_digits
from azulejos.core.contract import Move, State
from azulejos.html_page import html_report
from azulejos.language import ENGLISH, Language
from azulejos.record import Record
from azulejos.render import plot, replay_widget, sentences
from azulejos.render.judgements import NAMES
from azulejos.render.luck import TERMS, decided, own_change, reach_of, so_far
from azulejos.render.plot import Curve, Dot, curves
from azulejos.render.reasons import because
from azulejos.variations import note_at

WORST = ("blunder", "mistake")  # these have a dot in the graphs
LONGEST_LINE = 5  # moves; further ones are guesswork
STYLE = (
    """
th:first-child, td:first-child { text-align: left; }
ol.moves { list-style: none; padding: 0; }
ol.moves li { padding: .45rem .8rem; margin: .35rem 0; border-left: 4px solid #8888; background: #8881; }
li.blunder { border-color: #c0392b !important; } li.mistake { border-color: #d68910 !important; }
a[data-step] { color: inherit; cursor: pointer; } small { opacity: .75; }
"""
    + plot.STYLE
)


def counts(report: GameReport, seat: int) -> dict[str, int]:
    """Return how many bad moves of each kind a seat made."""
    found = [move.judgement for move in report.moves if move.seat == seat]
    return {name: found.count(name) for name in NAMES}


def worst(report: GameReport) -> list[MoveReport]:
    """Return the mistakes, in the order of the game."""
    return [move for move in report.moves if move.judgement != GOOD]


def better_line(move: MoveReport) -> str:
    """Return the better move and its continuation, as short texts."""
    line = move.best.line or (move.best.move,)
    return " ".join(step.text for step in line[:LONGEST_LINE])


def page(record: Record, report: GameReport, effort: int, tr: Language = ENGLISH) -> str:
    """Return the report as an HTML page."""
    title = " – ".join(record.names)
    game = record.game
    name, *variant = game.summary(tr)
    facts = [name, tr.many("{n} player", "{n} players", game.players), *variant]
    facts += [tr.many("{n} event", "{n} events", len(record.events)), *([str(record.date)] if record.date else [])]
    about = [", ".join(facts) + "."] + [tr("The game was not finished.")] * (record.result is None)
    about += [tr("Every move was analysed with {n} simulations by azulejos {version}.", n=effort, version=__version__)]
    chance, lead = tr("Chance to win"), tr("Expected lead (points)")
    reach = max([10.0, *(abs(move.played.margin) for move in report.moves)])
    sections = [
        ("", _table(record, report, tr)),
        *_luck(record, report, tr),
        (chance, graph(chance, record, report, lambda move: 100 * move.played.win, (0, 100), "%", tr)),
        (lead, graph(lead, record, report, lambda move: move.played.margin, (-reach, reach), "", tr)),
        (tr("The game"), replay_widget.figure(record, tr=tr)),
        (tr("Mistakes and better moves"), _moves(record, report, tr)),
    ]
    return html_report(title, " ".join(about), sections, STYLE, tr.code)


def heads(tr: Language) -> list[str]:
    """Return the titles of the summary's columns, before the points lost by phase."""
    return [tr("Points"), tr("Accuracy"), *(name(tr) for name in NAMES.values())]


def _table(record: Record, report: GameReport, tr: Language) -> str:
    phases = list(dict.fromkeys(phase for lost in report.lost_points for phase in lost))
    columns = ["", *heads(tr), *(tr("Points lost: {phase}", phase=record.game.phase_title(phase, tr)) for phase in phases)]
    rows = []
    for seat, name in enumerate(record.names):
        won = " ★" if record.result is not None and seat in record.result.winners else ""
        accuracy = tr.percent(report.accuracy[seat], 1)
        cells = [f"{name}{won}", record.final.scores[seat], accuracy, *counts(report, seat).values()]
        cells += [tr.decimal(report.lost_points[seat].get(phase, 0.0)) for phase in phases]
        rows.append(_row("td", cells))
    return f"<table>\n{_row('th', columns)}\n" + "\n".join(rows) + "\n</table>"


def _luck(record: Record, report: GameReport, tr: Language) -> list[tuple[str, str]]:
    """Return the section on luck and skill: the sum for each player, and two graphs."""
    if not report.balance:
        return []
    rows = [_row("th", ["", *sum_heads(tr)])]
    for seat, name in enumerate(record.names):
        rows.append(_row("td", [name, *sum_cells(report.balance[seat], report.balance_points[seat], tr)]))
    luck = so_far(((one.number + 1, one.luck) for one in report.chances), record.names, len(record.events))
    steps = [(one.number + 1, own_change(one.seat, one.change)) for one in report.moves]
    given = so_far(steps, record.names, len(record.events))
    parts = [f"<p>{escape(explained(report, tr))}</p>", "<table>\n" + "\n".join(rows) + "\n</table>"]
    for title, drawn in ((tr("Luck (chance to win)"), luck), (tr("Own moves (chance to win)"), given)):
        parts.append(f"<h3>{escape(title)}</h3>")
        parts.append(curves(title, drawn, len(record.events), reach_of(drawn), "%", _rounds(report, tr)))
    return [(tr("Luck and skill"), "\n".join(parts))]


def explained(report: GameReport, tr: Language) -> str:
    """Return whether the draws or the play decided the game."""
    winner = max(report.balance, key=lambda one: one.result)
    return decided(winner.luck, winner.own + winner.others, tr)


def sum_heads(tr: Language) -> list[str]:
    """Return the titles of the terms that add up to the result."""
    return [name(tr) for name in TERMS.values()]


def sum_cells(chance: Balance, points: Balance, tr: Language) -> list[str]:
    """Return the terms of a seat's sum, in percent of the chance to win and in points; what is shown adds up."""
    shown = zip(Balance._fields, in_digits(chance, 2), in_digits(points, 1), strict=True)
    return [
        f"{tr.percent(share, 0, '' if name in ('start', 'result') else '+')} ({tr.decimal(lead, '+')})"
        for name, share, lead in shown
    ]


def _row(kind: str, cells: Iterable[object]) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(str(cell))}</{kind}>" for cell in cells) + "</tr>"


def _moves(record: Record, report: GameReport, tr: Language) -> str:
    states = list(record.states())
    items = []
    for move in worst(report):
        state = states[move.number]
        when, name, better = tr("round {n}", n=move.round), NAMES[move.judgement](tr), tr("better:")
        said = because(record.game, move.reasons, record.names, tr)
        why = f"<br>{escape(said)}" if said else ""
        items.append(
            f'<li class="{move.judgement}"><a data-step="{move.number + 1}"><strong>{move.number + 1}.</strong>'
            f" {when}: {_in_words(record, state, move.played.move, tr)} <code>{move.played.move}</code></a>"
            f" {name} ({escape(loss(move, tr))})<br><small>{better} <a data-step='{move.number}'>"
            f"{_in_words(record, state, move.best.move, tr)}</a> <code>{better_line(move)}</code>{why}</small></li>"
        )
    good = tr("No mistakes found.")
    return f'<ol class="moves">\n{"".join(items)}\n</ol>' if items else f"<p>{escape(good)}</p>"


def loss(move: MoveReport, tr: Language) -> str:
    """Return what a mistake cost, in words."""
    chance, points = tr.percent(-move.lost_chance, 0, "+"), tr.decimal(-move.lost_points, "+")
    lost = tr("{chance} chance to win, {points} points", chance=chance, points=points)
    missed = tr.many("{n} bonus tile missed", "{n} bonus tiles missed", move.missed_bonus)
    return f"{lost}, {missed}" if move.missed_bonus else lost


def annotated(record: Record, report: GameReport, tr: Language = ENGLISH) -> Record:
    """Return the record with the analysis in it: a comment on every mistake, and the better line as a variation.

    A better line ends before the next draw, because nobody knows it. Earlier comments and variations are kept.
    """
    states = list(record.states())
    for move in worst(report):
        said = f"{NAMES[move.judgement](tr)}: {loss(move, tr)}."
        record = record.with_comment(move.number + 1, _joined(record, move.number + 1, said))
        line = _playable(states[move.number], move.best.line or (move.best.move,))
        why = because(record.game, move.reasons, record.names, tr)
        record = record.with_variation(move.number, line, why)
    if report.balance:
        said = "\n".join([explained(report, tr), *_sums(record, report, tr)])
        record = record.with_comment(len(record.events), _joined(record, len(record.events), said))
    return record


def _joined(record: Record, at: int, comment: str) -> str:
    """Return a comment added to the one at a position; the same one is not added twice."""
    there = note_at(record.line(), at).comment
    return there if comment in there else f"{there}\n{comment}".strip()


def _sums(record: Record, report: GameReport, tr: Language) -> Iterator[str]:
    """Yield a line for each player: the terms that add up to the result."""
    for name, chance, points in zip(record.names, report.balance, report.balance_points, strict=True):
        cells = zip(sum_heads(tr), sum_cells(chance, points, tr), strict=True)
        yield f"{name}: " + "; ".join(f"{head} {cell}" for head, cell in cells)


def _playable(state: State, line: Sequence[Move]) -> list[Move]:
    """Return the moves of a line up to the next draw."""
    found: list[Move] = []
    for move in line[:LONGEST_LINE]:
        if not isinstance(state.actor, int) or move not in state.legal_moves:
            break
        found.append(move)
        state = state.play(move)
    return found


def _in_words(record: Record, state: State, move: Move, tr: Language) -> str:
    return escape(sentences(record.game).event(state, move, record.names, tr))


def graph(
    about: str,
    record: Record,
    report: GameReport,
    value: Callable[[MoveReport], float],
    reach: tuple[float, float],
    unit: str,
    tr: Language,
) -> str:
    """Return a plot with a line per seat over the events of the game, and a dot for every bad move."""
    drawn = []
    for seat, name in enumerate(record.names):
        mine = [move for move in report.moves if move.seat == seat]
        dots = [
            Dot(
                move.number + 1,
                value(move),
                f"{move.number + 1}. {move.played.move}: {NAMES[move.judgement](tr)}",
                move.judgement,
            )
            for move in mine
            if move.judgement in WORST
        ]
        drawn.append(Curve(name, [(move.number + 1, value(move)) for move in mine], dots))
    return curves(about, drawn, len(record.events), reach, unit, _rounds(report, tr))


def _rounds(report: GameReport, tr: Language) -> dict[int, str]:
    """Return where each round begins."""
    begun: dict[int, int] = {}
    for move in report.moves:
        begun.setdefault(move.round, move.number + 1)
    return {number: tr("round {n}", n=n) for n, number in begun.items()}
