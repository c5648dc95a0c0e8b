"""A game with its comments and variations as a tree of positions, for the analysis board: from a record, and back to one.

A tree is a list of nodes, each after the one that it follows. The first that follows a node is how the game or variation goes
on (unless it is marked as a variation, because the game ends there), the others are variations.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.responses import Response

from azulejos import render
from azulejos.core.contract import Event, Problem, State
from azulejos.core.game_json import game_from_json, position
from azulejos.core.message import Message
from azulejos.language import Language, language
from azulejos.notation import event_from_text, event_text
from azulejos.record import Record
from azulejos.variations import DEEPEST, LONGEST_COMMENT, Note, Variation, states_of
from azulejos.web.endpoint import Call, Operation
from azulejos.web.lengths import MOST_EVENTS, check_length
from azulejos.web.messages import names_of
from azulejos.web.table import Table
from azulejos.web.wire import Text


class TreeNode(Struct, frozen=True):
    """A position, the event that leads to it from the `parent`, and the comment on it."""

    parent: int | None
    """The index of the node before; `null` for the first one."""
    event: str | None
    """As in text records: a move, a deal or a refill."""
    seat: int | None
    text: str
    """The event as a sentence."""
    comment: str
    position: str
    variation: bool
    """Whether a variation starts here."""


class Tree(Struct, frozen=True):
    """A game with its variations; `position` is where it starts, if that is not the start of the game."""

    game: dict[str, Any]
    names: list[str]
    position: str | None
    nodes: list[TreeNode]


class SavedNode(Struct, frozen=True, forbid_unknown_fields=True):
    """A node of a tree to save."""

    parent: int | None
    event: Text | None
    comment: Annotated[str, Meta(max_length=LONGEST_COMMENT)] = ""
    variation: bool = False


class SavedTree(Struct, frozen=True, forbid_unknown_fields=True):
    """A tree to save."""

    game: dict[str, Any]
    names: list[Text]
    position: Annotated[str, Meta(max_length=5000)] | None
    nodes: Annotated[list[SavedNode], Meta(min_length=1, max_length=MOST_EVENTS + 1)]


_decode = msgspec.json.Decoder(SavedTree).decode


async def tree_of_record(call: Call, body: bytes) -> Response:
    return await _answered(call, _read_tree, body, call.tr.code)


async def tree_of_table(call: Call) -> Response:
    table = (await call.hub.room(call.table)).table
    check_length(table.number)
    return await _answered(call, _table_tree, table, call.tr.code)


async def record_of_tree(call: Call, body: bytes) -> Response:
    text = await call.while_connected(call.hub.scheduler.run(_written, body))
    return Response(text, media_type="text/plain")


async def _answered(call: Call, work: Any, *about: object) -> Response:
    made: bytes = await call.while_connected(call.hub.scheduler.run(work, *about))
    return Response(made, media_type="application/json")


# -- in a worker


def _read_tree(body: bytes, code: str) -> bytes:
    record = loaded(body)
    return msgspec.json.encode(tree(record, record.names, language(code)))


def _table_tree(table: Table, code: str) -> bytes:
    tr = language(code)
    return msgspec.json.encode(tree(table.record(), names_of(table, tr), tr))


def _written(body: bytes) -> str:
    try:
        saved = _decode(body)
    except msgspec.ValidationError as error:
        raise Problem(str(error), "bad_request") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(f"the body is not valid JSON: {error}", "not_json") from None
    return record_of(saved).text


def loaded(body: bytes) -> Record:
    """Return the record in a file; raise a `Problem` if it is too long, with all variations."""
    record = Record.load(body)
    check_length(_events(Variation(record.events, record.notes)))
    return record


def _events(line: Variation) -> int:
    """Return the number of events of a line and of all its variations."""
    return len(line.events) + sum(_events(one) for note in line.notes for one in note.variations)


def tree(record: Record, names: tuple[str, ...], tr: Language) -> Tree:
    """Return a record as a tree, in a language."""
    comment = next((note.comment for note in record.notes if note.at == 0), "")
    nodes = [TreeNode(None, None, None, "", comment, record.start.text, False)]
    _add(nodes, record.start, Variation(record.events, record.notes), 0, names, tr)
    first = None if record.position is None else record.position.text
    return Tree(record.game.json, list(names), first, nodes)


def _add(nodes: list[TreeNode], state: State, line: Variation, parent: int, names: tuple[str, ...], tr: Language) -> None:
    """Add a line that starts from a node: first all of its events, then the variations."""
    words, comments = render.sentences(state.game), {note.at: note.comment for note in line.notes}
    states, places = list(states_of(state, line.events)), [parent]
    for at, event in enumerate(line.events, 1):
        before, after = states[at - 1], states[at]
        seat = before.actor if isinstance(before.actor, int) else None
        said, spelled = words.event(before, event, names, tr), event_text(state.game, event)
        nodes.append(TreeNode(places[-1], spelled, seat, said, comments.get(at, ""), after.text, False))
        places.append(len(nodes) - 1)
    for note in line.notes:
        for variation in note.variations:
            first = len(nodes)
            _add(nodes, states[note.at], variation, places[note.at], names, tr)
            nodes[first] = replace(nodes[first], variation=True)


def record_of(saved: SavedTree) -> Record:
    """Return a tree as a record; raise a `Problem` if it is not a tree, or if an event is not possible."""
    game = game_from_json(saved.game)
    start = None if saved.position is None else position(saved.position)
    children: list[list[int]] = [[] for _ in saved.nodes]
    events: list[Event | None] = [None]
    root, *others = saved.nodes
    if root.parent is not None or root.event is not None:
        raise Problem("the first node of a tree has no parent and no event", "bad_tree")
    for number, node in enumerate(others, 1):
        if node.parent is None or not 0 <= node.parent < number or node.event is None:
            raise Problem(f"node {number} of the tree needs an event, and a parent before it", "bad_tree")
        children[node.parent].append(number)
        events.append(event_from_text(game, node.event))

    def goes_on(at: int) -> tuple[int | None, list[int]]:
        """Return the next node of a line, if it goes on, and the variations."""
        follow = children[at]
        if not follow or saved.nodes[follow[0]].variation:
            return None, follow
        return follow[0], follow[1:]

    def line(first: int | None, depth: int = 0) -> Variation:
        """Return the line that starts with a node."""
        if depth > DEEPEST:
            raise Problem(Message("variations can be nested {most} deep", most=DEEPEST), "bad_notes")
        played: list[Event] = []
        notes: list[Note] = []
        at = first
        while at is not None:
            event = events[at]
            assert event is not None
            played.append(event)
            following, others = goes_on(at)
            note = Note(len(played), saved.nodes[at].comment.strip(), tuple(line(one, depth + 1) for one in others))
            notes += [note] if note.comment or note.variations else []
            at = following
        return Variation(tuple(played), tuple(notes))

    first, rest = goes_on(0)
    main = line(first)
    begin = Note(0, root.comment.strip(), tuple(line(one, 1) for one in rest))
    notes = ((begin,) if begin.comment or begin.variations else ()) + main.notes
    return Record(game, main.events, tuple(saved.names), notes=notes, position=start)


OPERATIONS = [
    Operation(
        "POST",
        "/api/records/tree",
        "A record as a tree of positions.",
        tree_of_record,
        Tree,
        bytes,
        (400, 403, 413, 422, 503),
    ),
    Operation(
        "POST",
        "/api/records/text",
        "A tree of positions (`SavedTree`) as a record with variations.",
        record_of_tree,
        "text/plain",
        bytes,
        (400, 403, 413, 422, 503),
    ),
    Operation(
        "GET",
        "/api/tables/{table}/tree",
        "The game so far as a tree of positions; that of an uploaded record has its variations.",
        tree_of_table,
        Tree,
        None,
        (404, 422, 503),
    ),
]
"""The endpoints for games with variations."""
