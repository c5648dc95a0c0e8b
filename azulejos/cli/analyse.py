"""`azulejos analyse`: find the mistakes in a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from azulejos.cli.files import read_record
from azulejos.cli.help import examples
from azulejos.cli.options import json_option
from azulejos.cli.terminal import console, progress
from azulejos.language import language_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azulejos.bots.analysis import GameReport, MoveReport
    from azulejos.core.contract import Move, State
    from azulejos.language import Language
    from azulejos.record import Record

USUAL_EFFORT = 2000
BARS = "▁▂▃▄▅▆▇█"
COLOURS = {"blunder": "red", "mistake": "yellow", "inaccuracy": "cyan"}


@click.command(
    "analyse",
    epilog=examples("azulejos analyse game.txt", "azulejos analyse game.txt --html report.html --out analysed.txt"),
)
@click.argument("file", type=click.File("rb"))
@click.option(
    "--effort", metavar="N", type=click.IntRange(16), default=USUAL_EFFORT, show_default=True, help="Simulations per move."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed, for reproducible reports.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the record with the analysis as comments and variations (text, or JSON for .json).",
)
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Also write an HTML report.")
@json_option
def command(file: BinaryIO, effort: int, seed: int, out: Path | None, html: Path | None, as_json: bool) -> None:
    """Analyse every move of FILE, a game record.

    Prints each player's accuracy, the chances to win move by move, and the better moves.
    """
    from azulejos.bots.analysis import analyse_game
    from azulejos.bots.analysis import as_json as to_json

    record = read_record(file)
    tr = language_of()
    with progress(tr("moves")) as watch:
        report = analyse_game(record, effort, seed, watch)
    if html is not None:
        from azulejos.report import page

        html.write_text(page(record, report, effort, tr), encoding="utf-8")
    if out is not None:
        from azulejos.report import annotated

        found = annotated(record, report, tr)
        out.write_text(found.json_text if out.suffix == ".json" else found.text, encoding="utf-8")
    if as_json:
        about = {"game": record.game.json, "names": record.names, "scores": record.final.scores, "effort": effort, "seed": seed}
        click.echo(json.dumps({**about, **to_json(report)}, indent=1))
        return
    print_report(record, report, tr)
    for written in filter(None, (html, out)):
        click.echo(tr("Report written to {file}.", file=written))


def print_report(record: Record, report: GameReport, tr: Language) -> None:
    """Print the report."""
    from rich.markup import escape
    from rich.table import Table

    from azulejos.report import counts, heads, worst

    screen = console()
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for head in (*heads(tr), tr("Points lost")):
        table.add_column(head, justify="right")
    for seat, name in enumerate(record.names):
        won = " ★" if record.result is not None and seat in record.result.winners else ""
        lost = ", ".join(
            f"{record.game.phase_title(phase, tr)} {tr.decimal(points)}" for phase, points in report.lost_points[seat].items()
        )
        found = map(str, counts(report, seat).values())
        table.add_row(escape(name) + won, str(record.final.scores[seat]), tr.percent(report.accuracy[seat], 1), *found, lost)
    screen.print(table)
    _print_luck(record, report, tr)
    screen.print("\n" + tr("Chance to win after each of your moves"), style="bold")
    wide = max(len(name) for name in record.names)
    for seat, name in enumerate(record.names):
        chances = [move.played.win for move in report.moves if move.seat == seat]
        screen.print(f"{escape(name):{wide}}  {sparkline(chances)}")
    bad = worst(report)
    screen.print("\n" + (tr("Mistakes and better moves") if bad else tr("No mistakes found.")), style="bold" if bad else "")
    states = list(record.states())
    for move in bad:
        _print_move(record, states[move.number], move, tr)


def _print_luck(record: Record, report: GameReport, tr: Language) -> None:
    """Print why each player won or lost: the terms of a sum, one per line."""
    from rich.markup import escape
    from rich.table import Table

    from azulejos.report import explained, sum_cells, sum_heads

    if not report.balance:
        return
    screen = console()
    screen.print("\n" + tr("Luck and skill: chance to win (and lead in points)"), style="bold")
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in record.names:
        table.add_column(escape(name), justify="right")
    cells = [sum_cells(*both, tr) for both in zip(report.balance, report.balance_points, strict=True)]
    for head, *row in zip(sum_heads(tr), *cells, strict=True):
        table.add_row(head, *row)
    screen.print(table)
    screen.print(explained(report, tr))


def _print_move(record: Record, state: State, move: MoveReport, tr: Language) -> None:
    from rich.markup import escape
    from rich.padding import Padding

    from azulejos.render import sentences
    from azulejos.render.judgements import NAMES
    from azulejos.render.reasons import because
    from azulejos.report import better_line, loss

    def in_words(choice: Move) -> str:
        return escape(sentences(record.game).event(state, choice, record.names, tr))

    screen = console()
    name, played, better = f"[{COLOURS[move.judgement]}]{NAMES[move.judgement](tr)}[/]", tr("played:"), tr("better:")
    screen.print(f"{move.number + 1:3}. {name} ({loss(move, tr)})")
    screen.print(Padding(f"[dim]{played}[/] {move.played.move}: {in_words(move.played.move)}", (0, 0, 0, 5)))
    screen.print(Padding(f"[dim]{better}[/] {better_line(move)}: {in_words(move.best.move)}", (0, 0, 0, 5)))
    if said := because(record.game, move.reasons, record.names, tr):
        because_of = tr("why:")
        screen.print(Padding(f"[dim]{because_of}[/] {escape(said)}", (0, 0, 0, 5)))


def sparkline(chances: Sequence[float]) -> str:
    """Return shares between 0 and 1 as a line of small bars, followed by the last one as a percentage."""
    bars = "".join(BARS[min(int(chance * len(BARS)), len(BARS) - 1)] for chance in chances)
    return f"{bars} {chances[-1]:.0%}" if chances else "-"
