"""Tries an installed azulejos, as someone who has just installed it would. Run it outside the source tree.

python .ci/smoke.py [--uncompiled]
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path


def azulejos(*args: str) -> str:
    """Run the command, and return what it printed."""
    done = subprocess.run([sys.executable, "-m", "azulejos", *args], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"azulejos {' '.join(args)}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def try_command(core: str) -> None:
    version = azulejos("--version")
    print(version.strip())
    assert f", {core} core" in version, f"the core should be {core}"
    rules = azulejos("rules", "azul", "--language", "de")
    assert "Fliesen" in rules, rules[:200]
    print(azulejos("match", "master", "greedy", "--games", "4", "--seconds", "0.05").strip())


def try_server() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [sys.executable, "-u", "-m", "azulejos", "serve", "--port", "0", "--db", str(Path(folder, "tables.db"))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
            try:
                assert server.stdout is not None
                line = server.stdout.readline()
                found = re.search(r"http://[^:]+:(\d+)/", line)
                assert found, f"the server said {line!r}"
                port = int(found[1])
                try_pages(f"http://127.0.0.1:{port}")
                asyncio.run(try_socket(port))
                print("The server serves its pages and plays a move.")
            finally:
                server.terminate()


def try_pages(url: str) -> None:
    for path in ("/", "/page/page.css", "/rules/pavilion", "/api/bots"):
        with urllib.request.urlopen(url + path) as answer:
            assert answer.status == 200, path
            assert answer.read(), path


async def try_socket(port: int) -> None:
    """Create a table against a bot, and play a move over its socket."""
    from websockets.asyncio.client import connect

    identity = {"Authorization": f"Bearer {'smoke-test-' * 2}"}
    order = {
        "game": {"game": "azul", "players": 2},
        "name": "Ana",
        "seats": [{"kind": "me"}, {"kind": "bot", "level": "beginner"}],
    }
    headers = {**identity, "Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", json.dumps(order).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        table = json.load(answer)["table"]
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket?view=state"
    async with asyncio.timeout(60), connect(address, additional_headers=identity) as socket:
        while (message := json.loads(await socket.recv()))["type"] != "choices":
            pass
        move = message["legal"][0] if "legal" in message else message["choices"][0]["move"]
        await socket.send(json.dumps({"move": move, "number": message["number"], "id": 1}))
        while (message := json.loads(await socket.recv())).get("re") != 1:
            pass
        assert message["type"] == "ok", message


def main() -> None:
    try_command("uncompiled" if "--uncompiled" in sys.argv else "compiled")
    try_server()


if __name__ == "__main__":
    main()
