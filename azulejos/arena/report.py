"""A ladder as a page: one self-contained HTML file. Needs the extra `report` (matplotlib)."""

from __future__ import annotations

import html
import io
from typing import TYPE_CHECKING, Any

from azulejos import __version__
from azulejos.arena.ladder import Ladder
from azulejos.arena.stats import Estimate
from azulejos.core.contract import Problem
from azulejos.html_page import html_report
from azulejos.notation import option_text

try:
    import matplotlib as mpl
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure
except ImportError:  # pragma: no cover
    raise Problem("the report needs matplotlib; run pip install 'azulejos[report]'", "no_matplotlib") from None

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, BLUE, PALE = "#22303c", "#1f5f99", "#d8e6f2"
WIDTH = 8.5  # inches, of all figures
MOST_FORFEITS = 20
MOST_BARS = 40

STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "svg.fonttype": "none",  # keep text as text: small, sharp, and searchable
    "svg.hashsalt": "azulejos",  # the same games produce the same file
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#8a97a3",
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}

# The figures have a white background.
PAGE_STYLE = f"""
:root {{ color-scheme: light; }} body {{ color: {INK}; background: #fff; }}
th, td {{ white-space: nowrap; }}
th:nth-child(2), td:nth-child(2) {{ text-align: left; white-space: normal; }}
div.wide {{ overflow-x: auto; }}
svg {{ width: 100%; height: auto; font-family: system-ui, sans-serif; }}
code {{ background: #eef2f5; padding: 0 .25em; }}
"""


def page(ladder: Ladder) -> str:
    """Return the report as an HTML page."""
    result = ladder.result
    plan = result.plan
    title = f"Ladder: {plan.game.name.capitalize()}, {plan.players} players, {plan.game.board} boards"
    options = ", ".join(f"{name} {option_text(value)}" for name, value in plan.game.json.items() if name in plan.game.options())
    limits = ", ".join(f"{name} {value}" for name, value in plan.budget.json.items() if value is not None)
    about = (
        f"{len(result.played):,} games ({len(plan.lineups)} line-ups, every deal with all rotations of the seats),"
        f" seed {plan.seed}; {limits} for a move unless the bot sets its own; {options}. azulejos {__version__}."
    )
    with mpl.rc_context(STYLE):
        sections = [
            ("Ratings", _table(ladder)),
            ("", _ratings(ladder)),
            ("Strength and time", strength_and_time(ladder)),
            ("Each against each", _pairings(ladder)),
            ("Points in the game", _points(ladder)),
            ("Length of games", _lengths(ladder)),
            ("Forfeited games", _forfeits(ladder)),
        ]
    return html_report(title, about, [(name, part) for name, part in sections if part], PAGE_STYLE)


HEADS = ("", "bot", "rating", "95 %", "games", "score", "points", "s/move", "slowest", "CPU s/move")


def _table(ladder: Ladder) -> str:
    heads = "".join(f"<th>{head}</th>" for head in HEADS)
    rows = []
    for place, entrant in enumerate(ladder.order, 1):
        rating, standing = ladder.ratings[entrant], ladder.result.standings[entrant]
        spec = ladder.result.plan.entrants[entrant].spec
        name = html.escape(standing.name) + (f" <code>{html.escape(spec)}</code>" if spec != standing.name else "")
        times = ladder.result.times(entrant)
        cells = (
            *(str(place), name, f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}", f"{standing.games:,}"),
            *(f"{standing.score.value:.1%}", f"{standing.points.value:.1f}", f"{times.seconds:.3f}", f"{times.slowest:.2f}"),
            "?" if times.cpu is None else f"{times.cpu:.3f}",
        )
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f'<div class="wide"><table>\n<tr>{heads}</tr>\n' + "\n".join(rows) + "\n</table></div>"


def _ratings(ladder: Ladder) -> str:
    order = ladder.order[::-1]
    figure, axes = _figure(0.9 + 0.38 * len(order))
    values = [ladder.ratings[entrant] for entrant in order]
    spread = [[one.value - one.low for one in values], [one.high - one.value for one in values]]
    axes.errorbar([one.value for one in values], range(len(order)), xerr=spread, fmt="o", color=BLUE, capsize=3)
    for row, one in enumerate(values):
        axes.annotate(f"{one.value:.0f}", (one.value, row), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=9)
    axes.set_yticks(range(len(order)), [_name(ladder, entrant) for entrant in order])
    axes.set_ylim(-0.6, len(order) - 0.3)
    axes.set_xlabel("rating (Elo scale) with 95 % interval")
    axes.grid(axis="x", color="#e4e9ed")
    axes.set_axisbelow(True)
    return _svg(figure, "Ratings of all bots with their intervals")


def strength_and_time(ladder: Ladder) -> str:
    """Return a plot of the bots' strength against their thinking time, also good as a file."""
    with mpl.rc_context(STYLE):
        return _times(ladder)


def _times(ladder: Ladder) -> str:
    figure, axes = _figure(3.6)
    times = [ladder.result.times(entrant) for entrant in range(len(ladder.ratings))]
    cpu = [one.cpu for one in times if one.cpu is not None]
    measured = len(cpu) == len(times)  # processor time is the same on a busy machine
    for entrant, rating in enumerate(ladder.ratings):
        seconds = cpu[entrant] if measured else times[entrant].seconds
        spread = [[rating.value - rating.low], [rating.high - rating.value]]
        axes.errorbar(max(seconds, SHORTEST), rating.value, yerr=spread, fmt="o", color=BLUE, capsize=3)
        axes.annotate(
            _name(ladder, entrant),
            (max(seconds, SHORTEST), rating.value),
            xytext=(6, -3),
            textcoords="offset points",
            fontsize=9,
        )
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("")
    axes.margins(x=0.15)
    axes.set_xlabel(f"{'processor ' if measured else ''}seconds a move, on average over all moves")
    axes.set_ylabel("rating with 95 % interval")
    axes.grid(color="#e4e9ed")
    axes.set_axisbelow(True)
    return _svg(figure, "Ratings by the time that a move takes")


SHORTEST = 1e-5  # seconds: shorter times are drawn here


def _pairings(ladder: Ladder) -> str:
    order = ladder.order
    found: list[list[Estimate | None]] = [
        [ladder.result.pairing(first, second) if first != second else None for second in order] for first in order
    ]
    figure, axes = _figure(1.4 + 0.62 * len(order))
    shares = [[one.value if one else float("nan") for one in row] for row in found]
    colours = LinearSegmentedColormap.from_list("pairings", ("#e9a08f", "#fbf8f0", "#8fbce0"))
    axes.imshow(shares, cmap=colours, vmin=0, vmax=1, aspect="auto")
    for row, line in enumerate(found):
        for column, one in enumerate(line):
            if one:
                axes.text(column, row - 0.13, f"{one.value:.1%}", ha="center", va="center", fontsize=10)
                axes.text(column, row + 0.22, f"{one.low:.0%} to {one.high:.0%}", ha="center", va="center", fontsize=7.5)
    names = [_name(ladder, entrant) for entrant in order]
    axes.set_xticks(range(len(order)), names, rotation=20, ha="right")
    axes.set_yticks(range(len(order)), names)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title("share of games in which the row is ahead of the column (ties half), with 95 % interval", fontsize=10)
    return _svg(figure, "Heat map of all pairings")


def _points(ladder: Ladder) -> str:
    order = ladder.order[::-1]
    games = [one for one in ladder.result.played if one.forfeit is None]
    points = [[one.scores[one.entrants.index(entrant)] for one in games if entrant in one.entrants] for entrant in order]
    if not all(points):
        return "<p>Some bot has played no game to its end.</p>"
    figure, axes = _figure(0.9 + 0.42 * len(order))
    boxes = axes.boxplot(
        points, orientation="horizontal", widths=0.55, patch_artist=True, medianprops={"color": INK}, flierprops=FLIERS
    )
    for box in boxes["boxes"]:
        box.set(facecolor=PALE, edgecolor=BLUE)
    axes.set_yticks(range(1, len(order) + 1), [_name(ladder, entrant) for entrant in order])
    axes.set_xlabel("points at the end: median, quartiles, range")
    axes.grid(axis="x", color="#e4e9ed")
    axes.set_axisbelow(True)
    return _svg(figure, "Distribution of every bot's points")


FLIERS = {"marker": ".", "markersize": 3, "markerfacecolor": "#8a97a3", "markeredgecolor": "none"}


def _lengths(ladder: Ladder) -> str:
    games = [one for one in ladder.result.played if one.forfeit is None]
    if not games:
        return ""
    figure = Figure((WIDTH, 2.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    rounds = [one.rounds for one in games]
    ticks = range(min(rounds), max(rounds) + 1)
    left.bar(ticks, [rounds.count(n) for n in ticks], color=PALE, edgecolor=BLUE)
    left.set_xticks(list(ticks) if len(ticks) < 15 else list(ticks[:: len(ticks) // 10]))
    left.set_xlabel("rounds")
    left.set_ylabel("games")
    decisions = [sum(one.decisions) for one in games]
    wide = (max(decisions) - min(decisions)) // MOST_BARS + 1  # whole decisions in each bar
    bars = range(min(decisions), max(decisions) + wide + 1, wide)
    right.hist(decisions, bins=[one - 0.5 for one in bars], color=PALE, edgecolor=BLUE)
    right.set_xlabel("decisions of all players")
    return _svg(figure, "How long games are, in rounds and in decisions")


def _forfeits(ladder: Ladder) -> str:
    found = ladder.result.forfeits
    lines = [
        f"<li>game {one.number}: {html.escape(name)}, {html.escape(one.forfeit.code)}: {html.escape(one.forfeit.reason)}"
        + (f"<pre>{html.escape(one.forfeit.stderr)}</pre>" if one.forfeit.stderr else "")
        + "</li>"
        for name, one in found[:MOST_FORFEITS]
        if one.forfeit is not None
    ]
    more = f"<p>… and {len(found) - MOST_FORFEITS} more.</p>" if len(found) > MOST_FORFEITS else ""
    return f"<ul>\n{''.join(lines)}\n</ul>{more}" if lines else ""


def _name(ladder: Ladder, entrant: int) -> str:
    return ladder.result.plan.entrants[entrant].name


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure((WIDTH, height), layout="constrained")
    return figure, figure.subplots()


def _svg(figure: Any, title: str) -> str:
    """Return the figure as an HTML element."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Title": title})
    text = buffer.getvalue()
    return text[text.index("<svg") :]
