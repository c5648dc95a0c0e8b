"""A bot for azulejos as a separate program: plain Python, nothing to install. See docs/engine-protocol.md.

azulejos match greedy "program:python3 examples/bot.py" --games 20
"""

import json
import sys


def worth(action, state, me):
    """Return a rough guess at what an action is worth; the best one is played."""
    if action["type"] == "take" and "line" in action:  # Azul: as many tiles as fit, and no more
        source = state["factories"][action["source"] - 1] if action["source"] else state["centre"]
        tiles = source[action["colour"]] + (source["joker"] if action.get("jokers") else 0)
        held = me["lines"][action["line"] - 1] if action["line"] else None
        room = action["line"] - (held["count"] if held else 0)
        return min(tiles, room) * 2 + (tiles == room) * 3 - 3 * max(tiles - room, 0)
    if action["type"] == "take":  # Summer Pavilion: many tiles
        source = state["factories"][action["source"] - 1] if action["source"] else state["centre"]
        return source[action["colour"]] + bool(source.get(state["wild"]))
    if action["type"] == "place":  # the most expensive space, with few wild tiles
        return 10 + action["space"] - action["wilds"]
    return sum(action.get("keep", action.get("tiles", {})).values())  # a pass, bonus tiles; 0 for tiling the wall


for line in sys.stdin:
    request = json.loads(line)
    state = request["state"]
    me = state["players"][request["seat"]]
    best = max(request["legal"], key=lambda action: worth(action, state, me))
    print(json.dumps({"id": request["id"], "move": best}), flush=True)
