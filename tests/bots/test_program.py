"""Programs as players: those that play, and those that hang, crash, lie or can't be started. Each failure says what it was."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

import pytest

from azulejos import Azul, State
from azulejos.arena import Match, entrants_of, in_process, match_plan
from azulejos.bots import BotFailed, Budget, program
from azulejos.bots.program import Program

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"

ANSWER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    {body}
    print(json.dumps(answer), flush=True)
"""

FAILURES = {
    "hangs": ("import time\ntime.sleep(60)", "timeout", "did not answer within"),
    "hangs with a child": ("import subprocess\nsubprocess.run(['sleep', '60'])", "timeout", "did not answer within"),
    "crashes": (
        "import sys\nsys.stdin.readline()\nraise RuntimeError('out of ideas')",
        "crashed",
        "exit code 1 instead of an answer; its last line on standard error: 'RuntimeError: out of ideas'",
    ),
    "kills itself": ("import os\nos.kill(os.getpid(), 9)", "crashed", "killed by signal SIGKILL"),
    "closes its output": ("import os, time\nos.close(1)\ntime.sleep(60)", "crashed", "closed its output without an answer"),
    "answers nonsense": ("print('the best move', flush=True)\ninput()", "nonsense", "'the best move': not JSON"),
    "answers bytes": ("import os\nos.write(1, b'\\xff\\n')\ninput()", "nonsense", "codec can't decode"),
    "answers a list": ("print([1], flush=True)\ninput()", "nonsense", "'[1]', which is not a JSON object"),
    "never ends its line": ("while True: print('x' * 1000, end='')", "nonsense", "which is longer than"),
    "never stops": ("while True: print({})", "wrong_id", "but `id` must be 1"),
    "answers another": (ANSWER.format(body="answer = {'id': 7, 'move': 0}"), "wrong_id", "but `id` must be 1"),
    "says no id": (ANSWER.format(body="answer = {'move': 0}"), "wrong_id", "but `id` must be 1"),
    "says no move": (ANSWER.format(body="answer = {'id': request['id']}"), "nonsense", "without a `move`"),
    "gives up": (ANSWER.format(body="answer = {'id': 1, 'error': 'too hard'}"), "error", "with an error: 'too hard'"),
    "makes up a move": (ANSWER.format(body="answer = {'id': 1, 'move': '9Z9'}"), "nonsense", "'9Z9' is not a move in Azul"),
    "says true": (ANSWER.format(body="answer = {'id': 1, 'move': True}"), "nonsense", "a text, an id or an action"),
}


@pytest.fixture
def state() -> State:
    start = Azul().start()
    return start.play(start.draw(random.Random(1)))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short time limits, except for the start of an interpreter on a busy machine."""
    monkeypatch.setattr(program, "GRACE", 0.0)


def command(tmp_path: Path, source: str, *, limit: float = 10.0, start: float = 10.0) -> str:
    path = tmp_path / "bot.py"
    path.write_text(source, encoding="utf-8")
    return f"limit={limit} start={start} {sys.executable} {path}"


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failure_says_what_it_was(failure: str, state: State, tmp_path: Path) -> None:
    source, code, message = FAILURES[failure]
    waits = {"limit": 0.3, "start": 0.0} if code == "timeout" else {}
    bot = Program(command(tmp_path, source, **waits), seed=1)
    with pytest.raises(BotFailed) as raised:
        bot.choose(state, Budget())
    assert raised.value.code == code
    assert message in str(raised.value)
    assert bot.process is None
    assert not program._running


def test_a_program_that_does_not_exist(state: State) -> None:
    with pytest.raises(BotFailed, match=r"cannot start .*: No such file"):
        Program("./no-such-program", seed=1).choose(state, Budget())


@pytest.mark.parametrize("spelling", ["request['legal'][0]", "'1B1'", "7"])
def test_a_move_may_be_an_action_a_text_or_an_id(spelling: str, tmp_path: Path) -> None:
    state = Azul().position(
        "azul players=2 board=coloured jokers=no limit=50 round=1 next=0 phase=offer start=0 marker=centre"
        " displays=BBYY,RRKK,BBWW,YYRR,KKWW centre=- bag=B16Y16R16K16W16 lid=-"
        " seat0=0;-,-,-,-,-;-;...../...../...../...../..... seat1=0;-,-,-,-,-;-;...../...../...../...../....."
    )
    bot = Program(command(tmp_path, ANSWER.format(body=f"answer = {{'id': request['id'], 'move': {spelling}}}")), seed=1)
    move = bot.choose(state, Budget())
    assert move in state.legal_moves
    assert move == state.game.move({"type": "take", "source": 1, "colour": "blue", "line": 0 if "legal" in spelling else 1})
    bot.close()


def test_the_budget_is_the_time_limit(state: State, tmp_path: Path) -> None:
    source = "import sys, time\nsys.stdin.readline()\ntime.sleep(60)"
    bot = Program(command(tmp_path, source, start=0.0), seed=1)
    begin = time.monotonic()
    with pytest.raises(BotFailed, match=r"did not answer within [0-9.]+ s"):
        bot.choose(state, Budget(seconds=0.2))
    assert time.monotonic() - begin < 30


def test_a_program_that_never_reads_can_not_block_us(tmp_path: Path) -> None:
    """It answers without reading, until the pipe to it is full of requests."""
    source = 'import sys\nn = 0\nwhile True:\n    n += 1\n    print(\'{"id": %d, "move": 6}\' % n, flush=True)'
    bot = Program(command(tmp_path, source), seed=1)
    start = Azul(4).start()
    state = start.play(start.draw(random.Random(1)))
    for _ in range(60):
        assert bot.choose(state, Budget()).id == 6
    bot.close()
    assert not program._running


def test_child_processes_of_a_program_are_killed_with_it(state: State, tmp_path: Path) -> None:
    child = tmp_path / "child"
    source = (
        "import subprocess, time\n"
        f"child = subprocess.Popen(['sleep', '60'])\nopen({str(child)!r}, 'w').write(str(child.pid))\n"
        "print('no answer', flush=True)\ntime.sleep(60)"
    )
    with pytest.raises(BotFailed):
        Program(command(tmp_path, source), seed=1).choose(state, Budget())
    pid = int(child.read_text())
    for _ in range(600):
        if not _lives(pid):
            return
        time.sleep(0.1)
    pytest.fail("the child of a killed program lives on")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except (OSError, IndexError):
        return False


def test_kill_all_leaves_nothing_running(state: State, tmp_path: Path) -> None:
    bot = Program(command(tmp_path, ANSWER.format(body="answer = {'id': request['id'], 'move': request['legal'][0]}")), seed=1)
    bot.choose(state, Budget())
    assert program._running
    program.kill_all()
    assert not program._running
    bot.close()


@pytest.mark.parametrize(("game", "games"), [("azul", 6), ("pavilion", 2)])
def test_the_example_bot_plays(game: str, games: int) -> None:
    from azulejos import GAMES

    plan = match_plan(GAMES[game](), entrants_of([f"example=program:{sys.executable} {EXAMPLE}", "random"]), 1, Budget())
    match = Match(plan, games)
    match.play(in_process)
    example = match.result().standings[0]
    assert (example.wins, example.forfeits) == (games, 0)


def test_a_match_continues_after_forfeits(tmp_path: Path) -> None:
    specs = ["greedy"]
    for name in ("hangs", "crashes", "answers nonsense"):
        (tmp_path / f"{name.split()[0]}.py").write_text(FAILURES[name][0], encoding="utf-8")
    for name in ("hangs", "crashes", "answers"):
        limits = "limit=0.3 start=0" if name == "hangs" else ""
        specs.append(f"{name}=program:{limits} {sys.executable} {tmp_path / name}.py")
    for other, code in zip(specs[1:], ("timeout", "crashed", "nonsense"), strict=True):
        match = Match(match_plan(Azul(), entrants_of(["greedy", other]), 1, Budget()), games=2)
        match.play(in_process)
        result = match.result()
        assert (result.standings[0].wins, result.standings[1].forfeits) == (2, 2)
        assert {one.forfeit.code for _, one in result.forfeits if one.forfeit} == {code}
        assert [one["bot"] for one in result.json["forfeits"]] == [other.partition("=")[0]] * 2
