"""A position of Azul as plain data, as a line of text, and as JSON.

The text is `name=value` fields, all of them, in this order:

    azul players=2 board=coloured jokers=no limit=50 round=1 next=0 phase=offer start=0 marker=centre
    displays=YKKK,KKWW,YRRW,BBYK,YYRK centre=- bag=B18Y15R17K13W17 lid=-
    seat0=0;-,-,-,-,-;-;...../...../...../...../..... seat1=…

`next` is the seat to move, `deal`, or `over`. A seat is its score, its five lines, its floor line (`*` is the marker) and its
wall row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from azulejos.core import fields, places
from azulejos.core.contract import Bunch, Json, NotationError
from azulejos.games.azul.board import EMPTY, FLOOR_SPACES, JOKER, MARKER, SIDE, colour_at, tiles_in_game
from azulejos.games.azul.moves import COLOURS, LETTERS

if TYPE_CHECKING:
    from azulejos.games.azul import Azul
    from azulejos.games.azul.rules import AzulState

Line = tuple[int, int, int] | None
"""A pattern line: its colour (5 for jokers alone), its tiles of that colour, its jokers; `None` when empty."""


class Board(NamedTuple):
    """A player's board: score, five lines, the floor line, and the wall's colours row by row (-1: empty)."""

    score: int
    lines: tuple[Line, ...]
    floor: tuple[int, ...]
    wall: tuple[tuple[int, ...], ...]


class Position(NamedTuple):
    """Everything that defines a position of a game."""

    rounds: int
    phase: str
    turn: int
    starter: int
    marker: int
    displays: tuple[Bunch, ...]
    centre: Bunch
    bag: Bunch
    lid: Bunch
    boards: tuple[Board, ...]


def to_json(state: AzulState) -> Json:
    """Return the position as JSON, as in `docs/format.md` ("After")."""
    return {
        "round": state.round,
        "phase": state.phase,
        "to_move": state.turn if state.turn < places.DEALING else None,
        "scores": list(state.scores),
        "bag": sum(state.bag_tiles),
        "discard": sum(state.discard_tiles),
        "factories": [fields.bunch_json(bunch, COLOURS) for bunch in state.displays],
        "centre": fields.bunch_json(state.centre, COLOURS),
        "first_player_marker": "centre" if state.marker == places.IN_CENTRE else state.marker,
        "players": [_board_json(state.board(seat)) for seat in range(state.players)],
    }


def _board_json(board: Board) -> Json:
    return {
        "lines": [_line_json(line) for line in board.lines],
        "floor": len(board.floor),
        "wall": [
            [row, column, COLOURS[colour]]
            for row, colours in enumerate(board.wall, 1)
            for column, colour in enumerate(colours, 1)
            if colour != EMPTY
        ],
    }


def _line_json(line: Line) -> Json | None:
    if line is None:
        return None
    colour, plain, jokers = line
    spelled: Json = {"colour": COLOURS[colour], "count": plain + jokers}
    if jokers:
        spelled["jokers"] = jokers
    return spelled


def to_text(state: AzulState) -> str:
    """Return the position on one line; `from_text` parses it."""
    game = state.game
    return fields.join(
        game.name,
        {
            "players": game.players,
            "board": game.board,
            "jokers": "yes" if game.jokers else "no",
            "limit": game.round_limit,
            **({"starter": game.starter} if game.starter else {}),
            "round": state.rounds,
            "next": {places.DEALING: "deal", places.NOBODY: "over"}.get(state.turn, state.turn),
            "phase": state.phase,
            "start": state.starter,
            "marker": "centre" if state.marker == places.IN_CENTRE else state.marker,
            "displays": ",".join(fields.spelled(bunch, LETTERS) for bunch in state.displays),
            "centre": fields.counted(state.centre, LETTERS),
            "bag": fields.counted(state.bag_tiles, LETTERS),
            "lid": fields.counted(state.discard_tiles, LETTERS),
        }
        | {f"seat{seat}": _board_text(state.board(seat)) for seat in range(state.players)},
    )


def _board_text(board: Board) -> str:
    lines = ",".join(LETTERS[line[0]] * line[1] + "J" * line[2] if line else "-" for line in board.lines)
    floor = "".join((LETTERS + "*")[what] for what in board.floor) or "-"
    wall = "/".join("".join("." if colour == EMPTY else LETTERS[colour] for colour in row) for row in board.wall)
    return f"{board.score};{lines};{floor};{wall}"


def game_of(text: str) -> Azul:
    """Return the game of a position's text."""
    from azulejos.games.azul import Azul

    given = fields.split(Azul.name, text)
    players = given.number("players", 2, 4)
    return Azul(
        players=players,
        board=given.choice("board", {board: board for board in Azul.boards}),
        jokers=given.choice("jokers", {"yes": True, "no": False}),
        round_limit=given.number("limit", 1, 1000),
        starter=given.starter(players),
    )


def from_text(game: Azul, text: str) -> AzulState:
    """Return the state of a position's text; raise `NotationError` for the field that is wrong."""
    from azulejos.games.azul.rules import AzulState

    given = fields.split(game.name, text)
    given.expect("players", str(game.players))
    given.expect("board", game.board)
    given.expect("jokers", "yes" if game.jokers else "no")
    given.expect("limit", str(game.round_limit))
    given.expect_starter(game.starter)
    seats = {str(seat): seat for seat in range(game.players)}
    position = Position(
        rounds=given.number("round", 0, game.round_limit),
        turn=given.choice("next", {**seats, "deal": places.DEALING, "over": places.NOBODY}),
        phase=given.choice("phase", {"offer": "offer", "tiling": "tiling", "over": "over"}),
        starter=given.choice("start", seats),
        marker=given.choice("marker", {**seats, "centre": places.IN_CENTRE}),
        displays=given.bunches("displays", LETTERS, game.displays),
        centre=given.bunch("centre", LETTERS),
        bag=given.bunch("bag", LETTERS),
        lid=given.bunch("lid", LETTERS),
        boards=tuple(_board(given, f"seat{seat}", game) for seat in range(game.players)),
    )
    given.done()
    _check(game, position)
    state = AzulState(game)
    state.setup(position)
    return state


def _board(given: fields.Fields, name: str, game: Azul) -> Board:
    parts = given.take(name).split(";")
    if len(parts) != 4:
        raise given.wrong(name, "score;lines;floor;wall")
    score, lines, floor, wall = parts
    rows = wall.split("/")
    if not (score.isascii() and score.isdigit() and len(score) <= 4):
        raise given.wrong(name, "score;lines;floor;wall with a score from 0 to 9999")
    if len(lines.split(",")) != 5:
        raise given.wrong(name, "score;lines;floor;wall with five lines separated by commas (- is an empty one)")
    if len(rows) != 5 or any(len(row) != 5 or set(row) - set("." + LETTERS) for row in rows):
        raise given.wrong(name, f"score;lines;floor;wall with a wall of five rows of five characters (. or one of {LETTERS})")
    if floor != "-" and (set(floor) - set(LETTERS + "*") or not 1 <= len(floor) <= FLOOR_SPACES or floor.count("*") > 1):
        raise given.wrong(name, f"score;lines;floor;wall with a floor line of up to 7 of {LETTERS} and one *, or -")
    board = Board(
        score=int(score),
        lines=tuple(_line(given, name, number, line) for number, line in enumerate(lines.split(","), 1)),
        floor=tuple((LETTERS + "*").index(letter) for letter in floor.replace("-", "")),
        wall=tuple(tuple(EMPTY if letter == "." else LETTERS.index(letter) for letter in row) for row in rows),
    )
    _check_wall(given, name, board, game)
    return board


def _line(given: fields.Fields, name: str, number: int, line: str) -> Line:
    if line == "-":
        return None
    plain = line.rstrip("J")
    jokers = len(line) - len(plain)
    if not 1 <= len(line) <= number or len(set(plain)) > 1 or not set(plain) <= set(LETTERS[:JOKER]):
        raise given.wrong(name, f"a board with up to {number} tiles of one colour, then jokers, in pattern line {number}")
    return (LETTERS.index(plain[0]) if plain else JOKER), len(plain), jokers


def _check_wall(given: fields.Fields, name: str, board: Board, game: Azul) -> None:
    """Check that the rules can lead to the wall, and that no line holds a colour that its row bars."""
    for number, (row, line) in enumerate(zip(board.wall, board.lines, strict=True), 1):
        printed = [colour_at(number - 1, column) for column in range(SIDE)]
        plain = [colour for colour in row if colour not in (EMPTY, JOKER)]
        if game.board == "coloured":
            if any(colour not in (EMPTY, JOKER, there) for colour, there in zip(row, printed, strict=True)):
                raise given.wrong(
                    name,
                    f"a board with {' '.join(LETTERS[c] for c in printed)} or jokers, in this order, in wall row {number}",
                )
            taken = {there for colour, there in zip(row, printed, strict=True) if colour != EMPTY}
        else:
            taken = set(plain)
            if len(taken) < len(plain):
                raise given.wrong(name, f"a board without a colour twice in row {number} of its wall")
        if line is not None and line[0] in taken:
            raise given.wrong(name, f"a board without {COLOURS[line[0]]} in pattern line {number}, as its wall row has it")
    for column in zip(*board.wall, strict=True):
        colours = [colour for colour in column if colour not in (EMPTY, JOKER)]
        if game.board == "grey" and len(set(colours)) < len(colours):
            raise given.wrong(name, "a board without a colour twice in a column of its wall")


def _check(game: Azul, position: Position) -> None:
    """Check that the rules can lead to the position, as far as the engine relies on it."""
    boards = position.boards
    for colour, want in enumerate(tiles_in_game(game.players, game.jokers)):
        there = position.bag[colour] + position.lid[colour] + position.centre[colour]
        there += sum(bunch[colour] for bunch in position.displays)
        for board in boards:
            there += sum(
                (line[1] if line[0] == colour else 0) + (line[2] if colour == JOKER else 0) for line in board.lines if line
            )
            there += board.floor.count(colour) + sum(row.count(colour) for row in board.wall)
        if there != want:
            raise NotationError(f"the position has {there} {COLOURS[colour]} tiles, but the game has {want}", "bad_position")
    offered = sum(position.centre) + sum(map(sum, position.displays))
    complete = [any(line and line[1] + line[2] == n for n, line in enumerate(board.lines, 1)) for board in boards]
    turn, phase, seats = position.turn, position.phase, range(game.players)
    fallen_markers = [MARKER in board.floor for board in boards]

    def insist(holds: bool, rule: str) -> None:
        if not holds:
            raise NotationError(f"impossible position: {rule}", "bad_position")

    insist(all(sum(bunch) <= 4 for bunch in position.displays), "a factory holds at most 4 tiles")
    insist(
        not any(fallen and seat != position.marker for seat, fallen in enumerate(fallen_markers)),
        "the starting player marker is on a floor line, but another player has it",
    )
    insist((phase == "over") == (turn == places.NOBODY), "`next=over` and `phase=over` go together")
    insist(position.rounds > 0 or (turn == places.DEALING and phase == "offer"), "round 1 begins with a deal")
    if phase == "offer" and turn < places.DEALING:
        insist(offered > 0, "players take tiles, but there are none on the factories or in the centre")
    else:
        insist(offered == 0, "tiles are left on the factories or in the centre")
    if phase == "tiling" and turn < places.DEALING:
        insist(complete[turn], f"seat {turn} has no complete pattern line to tile")
        line = next(line for n, line in enumerate(boards[turn].lines, 1) if line and line[1] + line[2] == n)
        insist(game.board == "grey" or line[0] == JOKER, f"seat {turn} has no choice how to tile its first complete line")
        insist(not any(complete[seat] for seat in seats if seat < turn), "a seat before the one that tiles has not tiled yet")
    if turn >= places.DEALING:
        insist(not any(complete), "complete pattern lines are tiled before the next deal")
        insist(not any(board.floor for board in boards), "floor lines are cleared before the next deal")
        insist(turn == places.NOBODY or sum(position.bag) + sum(position.lid) > 0, "there is nothing to deal")
    full_row = any(EMPTY not in row for board in boards for row in board.wall)
    insist(not full_row or turn == places.NOBODY or phase == "tiling", "a complete row ends the game")
    insist(turn != places.DEALING or position.rounds < game.round_limit, "the round limit is reached")
