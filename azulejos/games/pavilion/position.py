"""A position of Summer Pavilion as plain data, as a line of text, and as JSON.

The text is `name=value` fields, all of them, in this order:

    pavilion players=2 board=coloured floor=1 wild=PGOYBR round=1 next=0 phase=acquire owed=0 start=0 marker=centre
    displays=PPOB,PGOY,OYBR,OOYB,OOBR centre=- supply=G2O1Y2B3R2 bag=… tower=-
    seat0=5;playing;-;....../....../....../....../....../....../...... seat1=…

`next` is the seat to move, `deal`, `over`, or a refill (`refill:2`: seat 2 moves next; `refill:deal`: a deal comes next).
A seat is its score, whether it has passed, its tiles (in the corners, once it has passed) and its stars 0 to 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from azulejos.core import fields, places
from azulejos.core.contract import Bunch, Json, NotationError
from azulejos.core.message import Message
from azulejos.games.pavilion.board import (
    COLOUR_OF_STAR,
    EMPTY,
    FEATURES,
    MOST_KEPT,
    ROUNDS,
    SUPPLY_SPACES,
    TILES_OF_A_COLOUR,
)
from azulejos.games.pavilion.moves import COLOURS, LETTERS

if TYPE_CHECKING:
    from azulejos.games.pavilion import Pavilion
    from azulejos.games.pavilion.rules import PavilionState


class Board(NamedTuple):
    """A player's board: score, passed or not, tiles beside it and in its corners, and the stars' colours (-1: empty)."""

    score: int
    passed: bool
    hand: Bunch
    corners: Bunch
    stars: tuple[tuple[int, ...], ...]


class Position(NamedTuple):
    """Everything that defines a position of a game."""

    rounds: int
    phase: str
    turn: int
    mover: int
    owed: int
    starter: int
    marker: int
    displays: tuple[Bunch, ...]
    centre: Bunch
    supply: Bunch
    bag: Bunch
    tower: Bunch
    boards: tuple[Board, ...]


def to_json(state: PavilionState) -> Json:
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
        "wild": COLOURS[state.wild],
        "supply": fields.bunch_json(state.supply, COLOURS),
        "players": [_board_json(state.board(seat)) for seat in range(state.players)],
    }


def _board_json(board: Board) -> Json:
    return {
        "hand": fields.bunch_json(board.hand, COLOURS),
        "corners": fields.bunch_json(board.corners, COLOURS),
        "stars": [
            [star, space, COLOURS[colour]]
            for star, colours in enumerate(board.stars)
            for space, colour in enumerate(colours, 1)
            if colour != EMPTY
        ],
        "passed": board.passed,
    }


def to_text(state: PavilionState) -> str:
    """Return the position on one line; `from_text` parses it."""
    game = state.game
    names = {places.DEALING: "deal", places.NOBODY: "over"}
    after = f"refill:{names.get(state.mover, state.mover)}"
    return fields.join(
        game.name,
        {
            "players": game.players,
            "board": game.board,
            "floor": game.score_floor,
            "wild": _wild_letters(game),
            **({"starter": game.starter} if game.starter else {}),
            "round": state.rounds,
            "next": after if state.turn == places.REFILLING else names.get(state.turn, state.turn),
            "phase": state.phase,
            "owed": state.owed,
            "start": state.starter,
            "marker": "centre" if state.marker == places.IN_CENTRE else state.marker,
            "displays": ",".join(fields.spelled(bunch, LETTERS) for bunch in state.displays),
            "centre": fields.counted(state.centre, LETTERS),
            "supply": fields.counted(state.supply, LETTERS),
            "bag": fields.counted(state.bag_tiles, LETTERS),
            "tower": fields.counted(state.discard_tiles, LETTERS),
        }
        | {f"seat{seat}": _board_text(state.board(seat)) for seat in range(state.players)},
    )


def _wild_letters(game: Pavilion) -> str:
    return "".join(LETTERS[COLOURS.index(colour)] for colour in game.wild_order)


def _board_text(board: Board) -> str:
    tiles = fields.counted(board.corners if board.passed else board.hand, LETTERS)
    stars = "/".join("".join("." if colour == EMPTY else LETTERS[colour] for colour in star) for star in board.stars)
    return f"{board.score};{'passed' if board.passed else 'playing'};{tiles};{stars}"


def game_of(text: str) -> Pavilion:
    """Return the game of a position's text."""
    from azulejos.games.pavilion import Pavilion

    given = fields.split(Pavilion.name, text)
    order = given.take("wild")
    if sorted(order) != sorted(LETTERS):
        raise given.wrong("wild", Message("{values} in any order", values=", ".join(LETTERS)))
    players = given.number("players", 2, 4)
    return Pavilion(
        players=players,
        board=given.choice("board", {board: board for board in Pavilion.boards}),
        score_floor=given.number("floor", 0, 1),
        wild_order=tuple(COLOURS[LETTERS.index(letter)] for letter in order),
        starter=given.starter(players),
    )


def from_text(game: Pavilion, text: str) -> PavilionState:
    """Return the state of a position's text; raise `NotationError` for the field that is wrong."""
    from azulejos.games.pavilion.rules import PavilionState

    given = fields.split(game.name, text)
    given.expect("players", str(game.players))
    given.expect("board", game.board)
    given.expect("floor", str(game.score_floor))
    given.expect("wild", _wild_letters(game))
    given.expect_starter(game.starter)
    seats = {str(seat): seat for seat in range(game.players)}
    turns = {**seats, "deal": places.DEALING}
    rounds = given.number("round", 0, ROUNDS)
    turn, mover = given.choice(
        "next",
        {name: (turn, 0) for name, turn in turns.items()}
        | {"over": (places.NOBODY, 0)}
        | {f"refill:{name}": (places.REFILLING, turn) for name, turn in turns.items()},
    )
    position = Position(
        rounds=rounds,
        turn=turn,
        mover=mover,
        phase=given.choice("phase", {phase: phase for phase in ("acquire", "play", "bonus", "over")}),
        owed=given.number("owed", 0, 3),
        starter=given.choice("start", seats),
        marker=given.choice("marker", {**seats, "centre": places.IN_CENTRE}),
        displays=given.bunches("displays", LETTERS, game.displays),
        centre=given.bunch("centre", LETTERS),
        supply=given.bunch("supply", LETTERS),
        bag=given.bunch("bag", LETTERS),
        tower=given.bunch("tower", LETTERS),
        boards=tuple(_board(given, f"seat{seat}", game) for seat in range(game.players)),
    )
    given.done()
    _check(game, position)
    state = PavilionState(game)
    state.setup(position)
    return state


def _board(given: fields.Fields, name: str, game: Pavilion) -> Board:
    parts = given.take(name).split(";")
    if len(parts) != 4:
        raise given.wrong(name, "score;passed or playing;tiles;stars")
    score, passed, tiles, spelled = parts
    stars = spelled.split("/")
    if not (score.isascii() and score.isdigit() and len(score) <= 4 and int(score) >= game.score_floor):
        raise given.wrong(name, f"score;passed or playing;tiles;stars with a score from {game.score_floor} to 9999")
    if passed not in ("passed", "playing"):
        raise given.wrong(name, "score;passed or playing;tiles;stars")
    if len(stars) != 7 or any(len(star) != 6 or set(star) - set("." + LETTERS) for star in stars):
        raise given.wrong(
            name, f"score;passed or playing;tiles;stars with seven stars of six characters (. or one of {LETTERS})"
        )
    bunch = given.as_bunch(name, tiles, LETTERS)
    nothing = (0,) * 6
    board = Board(
        score=int(score),
        passed=passed == "passed",
        hand=nothing if passed == "passed" else bunch,
        corners=bunch if passed == "passed" else nothing,
        stars=tuple(tuple(EMPTY if letter == "." else LETTERS.index(letter) for letter in star) for star in stars),
    )
    for star, colours in enumerate(board.stars):
        placed = [colour for colour in colours if colour != EMPTY]
        different, same = len(set(placed)) == len(placed), len(set(placed)) <= 1
        if game.board == "grey" and not (different or same):
            raise given.wrong(name, f"a board with one colour, or six different ones, in star {star}")
        if game.board == "coloured" and star == 0 and not different:
            raise given.wrong(name, "a board with six different colours in star 0")
        if game.board == "coloured" and star and any(colour != COLOUR_OF_STAR[star] for colour in placed):
            raise given.wrong(name, f"a board with only {LETTERS[COLOUR_OF_STAR[star]]} in star {star}")
    return board


def _check(game: Pavilion, position: Position) -> None:
    """Check that the rules can lead to the position, as far as the engine relies on it."""
    boards, turn, phase = position.boards, position.turn, position.phase
    for colour in range(6):
        there = position.bag[colour] + position.tower[colour] + position.centre[colour] + position.supply[colour]
        there += sum(bunch[colour] for bunch in position.displays)
        for board in boards:
            there += board.hand[colour] + board.corners[colour] + sum(star.count(colour) for star in board.stars)
        if there != TILES_OF_A_COLOUR:
            raise NotationError(
                f"the position has {there} {COLOURS[colour]} tiles, but the game has {TILES_OF_A_COLOUR}", "bad_position"
            )

    def insist(holds: bool, rule: str) -> None:
        if not holds:
            raise NotationError(f"impossible position: {rule}", "bad_position")

    offered = sum(position.centre) + sum(map(sum, position.displays))
    refilling = turn == places.REFILLING
    after = position.mover if refilling else turn
    everybody = all(board.passed for board in boards)
    insist(all(sum(bunch) <= places.TO_A_DISPLAY for bunch in position.displays), "a factory holds at most 4 tiles")
    insist(sum(position.supply) <= SUPPLY_SPACES, "the supply has 10 spaces")
    insist(all(sum(board.corners) <= MOST_KEPT for board in boards), "at most 4 tiles are kept in the corners")
    insist((phase == "over") == (turn == places.NOBODY), "`next=over` and `phase=over` go together")
    insist((phase == "bonus") == (position.owed > 0), "`phase=bonus` and `owed` above 0 go together")
    insist(phase != "bonus" or position.owed <= sum(position.supply), "the bonus has more tiles than the supply")
    insist(
        phase != "bonus" or _features_of(boards[turn] if turn < len(boards) else None),
        "a bonus needs a surrounded feature",
    )
    insist(
        (phase == "acquire" and turn < places.DEALING) == (offered > 0),
        "there are tiles on the factories or in the centre exactly when players take them",
    )
    if refilling:
        insist(phase in ("acquire", "play") and sum(position.supply) < SUPPLY_SPACES, "a refill needs an empty supply space")
        insist(sum(position.bag) + sum(position.tower) > 0, "a refill needs tiles in the bag or tower")
    if position.rounds == 0:
        insist(
            phase == "acquire" and after == places.DEALING and not any(board.passed for board in boards),
            "round 1 begins with a deal",
        )
        insist(refilling == (sum(position.supply) == 0), "before round 1 the supply is filled")
        return
    insist(phase != "acquire" or turn < places.DEALING, "players take all tiles before new ones are drawn")
    insist(
        phase not in ("play", "bonus") or (after == places.DEALING) == everybody,
        "a deal comes when everyone has passed",
    )
    insist(after >= places.DEALING or not boards[after].passed, f"seat {after} has passed")
    insist(phase != "acquire" or not any(board.passed for board in boards), "no one passes while tiles are taken")
    insist(phase != "over" or (everybody and position.rounds == ROUNDS), "the game ends when everyone has passed in round 6")
    insist(after != places.DEALING or position.rounds < ROUNDS, "there is no deal after round 6")
    insist(position.rounds < ROUNDS or not any(sum(board.corners) for board in boards), "nothing is kept in round 6")


def _features_of(board: Board | None) -> bool:
    if board is None:
        return False
    covered = sum(1 << 6 * star + i for star, colours in enumerate(board.stars) for i, c in enumerate(colours) if c != EMPTY)
    return any(covered & feature.spaces == feature.spaces for feature in FEATURES)
