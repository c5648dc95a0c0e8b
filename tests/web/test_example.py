"""`examples/web_player.py` plays a game, as documented in the protocol."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.web.live import PATIENCE, Running

EXAMPLE = Path(__file__).parents[2] / "examples" / "web_player.py"


def test_a_program_plays_a_game(server: Running) -> None:
    command = [sys.executable, str(EXAMPLE), server.url, "apprentice"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    table = done.stderr.split("/t/")[1].strip()
    result = json.loads(done.stdout)
    assert result["scores"] == server.player().look(table)["result"]["scores"]
