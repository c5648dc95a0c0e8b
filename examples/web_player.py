"""A program that plays at a table of `azulejos serve`, with nothing but HTTP and a WebSocket.

    azulejos serve --port 8000
    python examples/web_player.py http://localhost:8000 craftsman

It creates a table against a bot of the level, and makes random moves. `docs/protocol.md` explains the messages.
"""

import json
import random
import secrets
import sys
import urllib.request

from websockets.sync.client import connect


def play(server: str, level: str) -> dict:
    """Play a game; return its result."""
    me = {"Authorization": f"Bearer {secrets.token_urlsafe(20)}"}
    order = {"game": {"game": "azul"}, "seats": [{"kind": "me"}, {"kind": "bot", "level": level}], "name": "A program"}
    request = urllib.request.Request(
        f"{server}/api/tables", json.dumps(order).encode(), {**me, "Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        table = json.load(answer)["table"]
    print(f"watch it at {server}/t/{table}", file=sys.stderr)

    with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket", additional_headers=me) as socket:
        moved = None
        for text in socket:
            message = json.loads(text)
            if message["type"] == "choices" and message["number"] != moved:  # they may come again, after a chat message
                moved = message["number"]
                socket.send(json.dumps({"move": random.choice(message["legal"]), "number": message["number"]}))
            elif message["type"] == "error":
                raise SystemExit(f"{message['code']}: {message['message']}")
            elif message.get("result"):
                return message["result"]
    raise SystemExit("the server has gone")


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1], sys.argv[2])))
