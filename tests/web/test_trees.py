"""Games with variations on the server: uploaded and downloaded, as trees of positions, and played on from any position."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from azulejos import Azul, Pavilion
from azulejos.core.contract import CHANCE, Problem
from azulejos.core.game import Game
from azulejos.language import ENGLISH
from azulejos.record import Record
from azulejos.web.trees import SavedNode, SavedTree, record_of, tree
from tests.test_variations import records
from tests.web.live import Player, Running
from tests.web.records import SHORT, played
from tests.web.test_replay import hand_in, handed_in

TEXT = {"Content-Type": "text/plain"}


def varied() -> Record:
    """A game with comments and variations."""
    record = replace(played(SHORT), seed=None, date=None)  # tables have neither
    state = list(record.states())[3]
    other = state.legal_moves[-1]
    record = record.with_comment(3, "Here it was decided.\nRui took the wrong tiles.").with_variation(3, [other], "Better.")
    return record.with_comment(0, "A short game.")


def as_tree(player: Player, data: str) -> Any:
    answer = player.server.post("/api/records/tree", content=data, headers={**player.headers, **TEXT})
    assert answer.status_code == 200, answer.text
    return answer.json()


def saved(found: Any) -> dict[str, Any]:
    """A tree as a board sends it back."""
    nodes = [{name: node[name] for name in ("parent", "event", "comment", "variation")} for node in found["nodes"]]
    return {"game": found["game"], "names": found["names"], "position": found["position"], "nodes": nodes}


def test_an_uploaded_record_keeps_its_comments_and_variations(server: Running) -> None:
    ana = server.player()
    record = varied()
    table = handed_in(ana, record)
    assert Record.from_text(ana.ask("GET", f"/api/tables/{table}/record").text) == record
    assert Record.from_json(ana.get(f"/api/tables/{table}/record.json")) == record
    assert [step["comment"] for step in ana.get(f"/api/tables/{table}/replay")["steps"]][2].startswith("Here it was")
    found = ana.get(f"/api/tables/{table}/tree")
    assert len(found["nodes"]) == len(record.events) + 2
    other = found["nodes"][-1]
    assert (other["parent"], other["comment"], other["variation"]) == (3, "Better.", True)
    assert other["text"].startswith("Ana takes")
    assert found["nodes"][3]["comment"].startswith("Here it was")


@settings(max_examples=40, deadline=None)
@given(records())
def test_a_record_is_the_same_after_a_visit_to_the_board(record: Record) -> None:
    found = tree(record, record.names, ENGLISH)
    nodes = [SavedNode(one.parent, one.event, one.comment, one.variation) for one in found.nodes]
    again = record_of(SavedTree(found.game, found.names, found.position, nodes))
    assert again == record


@pytest.mark.parametrize("game", [Azul(2), Pavilion(3)], ids=str)
def test_a_tree_is_saved_and_opened_again(server: Running, game: Game) -> None:
    ana = server.player()
    record = played(game, moves=6)
    start = list(record.states())[4]
    shown = ana.ask("POST", "/api/positions", {"text": start.text}).json()
    assert {one["move"] for one in shown["choices"]} == {move.text for move in start.legal_moves}
    names = ["Ana", "Rui", "Eva"][: game.players]
    nodes: list[Any] = [{"parent": None, "event": None, "comment": "Who is ahead?"}]
    for event in (start.legal_moves[0], start.legal_moves[-1]):  # the second is a variation
        made = ana.ask("POST", "/api/positions/play", {"text": start.text, "event": event.text, "names": names}).json()
        assert (made["event"], made["seat"]) == (event.text, start.actor)
        assert made["position"]["text"] == start.play(event).text
        assert made["text"].startswith(names[start.actor] if isinstance(start.actor, int) else "")
        nodes.append({"parent": 0, "event": made["event"], "comment": ""})
    body = {"game": shown["game"], "names": names, "position": start.text, "nodes": nodes}
    text = ana.server.post("/api/records/text", content=json.dumps(body), headers=TEXT).text
    again = Record.from_text(text)
    assert (again.start, again.events, again.notes[0].comment) == (start, (start.legal_moves[0],), "Who is ahead?")
    assert again.notes[0].variations[0].events == (start.legal_moves[-1],)
    found = as_tree(ana, text)
    assert found["position"] == start.text
    assert ana.server.post("/api/records/text", content=json.dumps(saved(found)), headers=TEXT).text == text
    refused = hand_in(ana, text)
    assert refused.json()["error"]["code"] == "starts_elsewhere"
    german = ana.server.post("/api/records", content=text, headers={**ana.headers, **TEXT, "Accept-Language": "de"})
    assert "Stellung" in german.json()["error"]["message"]


def test_tiles_are_drawn_or_set(server: Running) -> None:
    ana = server.player()
    start = Azul(2).start()
    shown = ana.ask("POST", "/api/positions", {"text": start.text}).json()
    assert (shown["actor"], shown["choices"]) == ("chance", [])
    assert shown["draw"].startswith("deal 1 ")
    drawn = ana.ask("POST", "/api/positions/play", {"text": start.text, "event": None}).json()
    assert drawn["seat"] is None
    assert drawn["position"]["actor"] == 0
    deal = "deal 1 BBBB YYYY RRRR KKKK WWWW"
    made = ana.ask("POST", "/api/positions/play", {"text": start.text, "event": f"  {deal} "}).json()
    assert made["event"] == deal
    assert "displays=BBBB,YYYY,RRRR,KKKK,WWWW" in made["position"]["text"]
    for event, code in (("deal 1 BBBB", None), ("deal 1 BBBBB YYYY RRRR KKKK WWWW", None), ("deal 2 B Y R K W", None)):
        answer = ana.ask("POST", "/api/positions/play", {"text": start.text, "event": event})
        assert answer.status_code == 422, (event, code)
    answer = ana.ask("POST", "/api/positions/play", {"text": made["position"]["text"], "event": None})
    assert answer.json()["error"]["code"] == "no_draw"


def test_what_is_not_a_tree_is_refused(server: Running) -> None:
    ana = server.player()
    root = {"parent": None, "event": None}
    game = {"game": "azul", "players": 2}
    for nodes, code in (
        ([], "bad_request"),
        ([{"parent": 0, "event": "0R1"}], "bad_tree"),
        ([root, {"parent": 1, "event": "0R1"}], "bad_tree"),
        ([root, {"parent": 0, "event": None}], "bad_tree"),
        ([root, {"parent": 0, "event": "0R1"}], None),
        ([root, {"parent": 0, "event": "deal 1 BBBB YYYY RRRR KKKK WWWW", "comment": "\u0000"}], "bad_notes"),
    ):
        body = json.dumps({"game": game, "names": [], "position": None, "nodes": nodes})
        answer = ana.server.post("/api/records/text", content=body, headers=TEXT)
        assert answer.status_code in (400, 422)
        assert code in (None, answer.json()["error"]["code"])
    assert ana.server.post("/api/records/text", content="{", headers=TEXT).json()["error"]["code"] == "not_json"


def test_a_tree_can_not_be_too_deep_or_too_long() -> None:
    deal = "deal 1 BBBB YYYY RRRR KKKK WWWW"
    nodes = [SavedNode(None, None), SavedNode(0, deal)]
    state = Azul(2).start()
    parent = 1
    for _ in range(60):  # each is a variation of a variation
        nodes += [SavedNode(parent, "0B1"), SavedNode(parent, "0B2")]
        parent = len(nodes) - 1
    assert state.actor is CHANCE
    with pytest.raises(Problem, match="50 deep"):
        record_of(SavedTree(Azul(2).json, [], None, nodes))
    many = msgspec.json.encode(SavedTree(Azul(2).json, [], None, [SavedNode(None, None)] * 2002))
    with pytest.raises(msgspec.ValidationError, match="length"):
        msgspec.json.decode(many, type=SavedTree)
