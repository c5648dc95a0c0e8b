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
from azulejos.bots import BotFailed, Budget, CannotStart, child, make_bot, program
from azulejos.bots.processor_time import ProcessorTime, processor_time
from azulejos.bots.program import Program
from tests.needs import not_here

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


def dealt() -> State:
    start = Azul().start()
    return start.play(start.draw(random.Random(1)))


@pytest.fixture
def state() -> State:
    return dealt()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short time limits, except for the start of an interpreter on a busy machine. No program has answered yet."""
    monkeypatch.setattr(program, "GRACE", 0.0)
    monkeypatch.setattr(program, "_answered", set())


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
    assert isinstance(raised.value, CannotStart) == (code in ("timeout", "crashed"))
    assert bot.process is None
    assert not child._running


def test_a_program_that_does_not_exist(state: State) -> None:
    with pytest.raises(CannotStart, match=r"cannot start .*: No such file"):
        Program("./no-such-program", seed=1).choose(state, Budget())


def test_all_last_words_are_kept(state: State, tmp_path: Path) -> None:
    source = "import sys\nfor n in range(30): print(f'word {n}', file=sys.stderr)\nsys.exit(3)"
    with pytest.raises(BotFailed) as raised:
        Program(command(tmp_path, source), seed=1).choose(state, Budget())
    assert raised.value.details["stderr"].splitlines() == [f"word {n}" for n in range(30)]


COUNTING = ANSWER.format(body="answer = {'id': request['id'], 'move': request['legal'][0], **MORE}").replace(
    "import json, sys\n", "import json, os, sys\nopen(sys.argv[1], 'a').write('started\\n')\n"
)
"""A program that counts how often it is started."""


@pytest.mark.parametrize(
    ("more", "settings", "starts"),
    [("{}", "", 1), ("{}", "restart=true", 4), ("{'restart': True}", "", 4)],
    ids=["stays alive", "by its spec", "by its answer"],
)
def test_a_program_stays_alive_unless_it_asks_for_a_restart(tmp_path: Path, more: str, settings: str, starts: int) -> None:
    path, log = tmp_path / "bot.py", tmp_path / "starts"
    path.write_text(COUNTING.replace("MORE", more), encoding="utf-8")
    bots = entrants_of([f"program:{settings} {sys.executable} {path} {log}", "random"])
    match = Match(match_plan(Azul(), bots, 1, Budget()), games=4)
    match.play(in_process)
    assert match.result().forfeits == []
    assert log.read_text().count("started") == starts
    assert not child._running
    assert not child._idle


def test_two_entrants_with_the_same_program_have_a_process_each(tmp_path: Path) -> None:
    path, log = tmp_path / "bot.py", tmp_path / "starts"
    path.write_text(COUNTING.replace("MORE", "{}"), encoding="utf-8")
    spec = f"program:{sys.executable} {path} {log}"
    match = Match(match_plan(Azul(), entrants_of([spec, spec]), 1, Budget()), games=2)
    match.play(in_process)
    assert match.result().forfeits == []
    assert log.read_text().count("started") == 2


def test_a_program_that_ends_between_games_is_started_again(tmp_path: Path) -> None:
    """It ends as soon as it has answered one request of a game."""
    path = tmp_path / "bot.py"
    path.write_text(COUNTING.replace("MORE", "{}"), encoding="utf-8")
    state = dealt()
    with child.programs_kept():
        for _ in range(2):
            bot = Program(f"{sys.executable} {path} {tmp_path / 'starts'}", seed=1)
            bot.choose(state, Budget())
            assert bot.process is not None
            process = bot.process.process
            bot.close()
            process.kill()
            process.wait()
    assert (tmp_path / "starts").read_text().count("started") == 2


def test_a_program_has_its_own_budget(tmp_path: Path) -> None:
    body = "answer = {'id': request['id'], 'move': request['legal'][0]}; open(sys.argv[1], 'w').write(str(request['budget']))"
    path, seen = tmp_path / "bot.py", tmp_path / "seen"
    path.write_text(ANSWER.format(body=body), encoding="utf-8")
    for settings, budget in (
        ("", {"seconds": 0.5, "effort": None, "threads": 1}),
        ("seconds=7.5 threads=2", {"seconds": 7.5, "effort": None, "threads": 2}),
        ("limit=20 effort=9", {"seconds": None, "effort": 9, "threads": 1}),
    ):
        bot = make_bot(f"program:{settings} {sys.executable} {path} {seen}", 1)
        bot.choose(dealt(), Budget(seconds=0.5))
        bot.close()
        assert seen.read_text() == str(budget)


def starving(pid: int) -> ProcessorTime | None:
    """Return the times of a process as if it had always waited for a processor."""
    found = processor_time(pid)
    return found and ProcessorTime(found.used, {thread: time.monotonic() for thread in found.waits})


BUSY = """
import json, sys, time
for line in sys.stdin:
    while time.process_time() < 0.2: pass
    request = json.loads(line)
    print(json.dumps({'id': request['id'], 'move': request['legal'][0]}), flush=True)
"""


@not_here(not Path("/proc/self/schedstat").exists(), "reads processor times from /proc")
def test_processor_time_is_counted(tmp_path: Path) -> None:
    bot = Program(command(tmp_path, BUSY), seed=1)
    assert bot.cpu_time() == 0
    bot.choose(dealt(), Budget())
    used = bot.cpu_time()
    assert used is not None
    assert 0.15 < used < 5
    bot.close()


@not_here(not Path("/proc/self/schedstat").exists(), "reads processor times from /proc")
def test_a_starved_program_gets_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers late because it had to wait for a processor, as the system says; without that it would be too late."""
    source = BUSY.replace("while time.process_time() < 0.2: pass", "time.sleep(1.0)")
    spec = command(tmp_path, source, limit=0.3, start=0.0)
    with pytest.raises(BotFailed, match="did not answer"):
        Program(spec, seed=1).choose(dealt(), Budget())
    monkeypatch.setattr(child, "processor_time", starving)
    bot = Program(spec, seed=1)
    assert bot.choose(dealt(), Budget()) in dealt().legal_moves
    bot.close()


@not_here(not Path("/proc/self/schedstat").exists(), "reads processor times from /proc")
def test_a_program_that_computes_too_long_is_too_late_on_any_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "processor_time", starving)
    source = BUSY.replace("while time.process_time() < 0.2: pass", "while True: pass")
    with pytest.raises(BotFailed, match=r"did not answer within .* with \d\.\d s of processor time"):
        Program(command(tmp_path, source, limit=0.3, start=0.0), seed=1).choose(dealt(), Budget())


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
    assert not child._running


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
    assert child._running
    program.kill_all()
    assert not child._running
    bot.close()


@pytest.mark.parametrize(("game", "games"), [("azul", 6), ("pavilion", 2)])
def test_the_example_bot_plays(game: str, games: int) -> None:
    from azulejos import GAMES

    plan = match_plan(GAMES[game](), entrants_of([f"example=program:{sys.executable} {EXAMPLE}", "random"]), 1, Budget())
    match = Match(plan, games)
    match.play(in_process)
    example = match.result().standings[0]
    assert (example.wins, example.forfeits) == (games, 0)


@pytest.mark.parametrize(
    ("failure", "code"),
    [("time.sleep(60)", "timeout"), ("sys.exit(1)", "crashed"), ("print('my move', flush=True)", "nonsense")],
)
def test_a_match_continues_after_forfeits(tmp_path: Path, failure: str, code: str) -> None:
    """The program answers once, and then fails in every game."""
    body = f"answer = {{'id': request['id'], 'move': request['legal'][0]}}\n    if request['id'] > 1: {failure}"
    path = tmp_path / "failing.py"
    path.write_text("import time" + ANSWER.format(body=body), encoding="utf-8")
    limit = 0.5 if code == "timeout" else 10
    other = f"failing=program:limit={limit} start=10 {sys.executable} {path}"
    match = Match(match_plan(Azul(), entrants_of(["greedy", other]), 1, Budget()), games=2)
    match.play(in_process)
    result = match.result()
    assert (result.standings[0].wins, result.standings[1].forfeits) == (2, 2)
    assert {one.forfeit.code for _, one in result.forfeits if one.forfeit} == {code}
    assert [one["bot"] for one in result.json["forfeits"]] == ["failing"] * 2


@pytest.mark.parametrize("source", ["import no_such_module", "raise SystemExit", "import time\ntime.sleep(60)"])
def test_a_program_that_never_answers_ends_the_match(tmp_path: Path, source: str) -> None:
    limits = {"limit": 0.3, "start": 0.0} if "sleep" in source else {}
    bots = entrants_of(["greedy", f"mute=program:{command(tmp_path, source, **limits)}"])
    match = Match(match_plan(Azul(), bots, 1, Budget()), games=30)
    with pytest.raises(CannotStart, match="mute: "):
        match.play(in_process)
    assert match.done == 0
    assert not child._running
