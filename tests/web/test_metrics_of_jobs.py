"""The metrics of the scheduler and of budgets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from azulejos.web.config import Config
from azulejos.web.limits import UNLIMITED, Rate
from tests.web.live import BOT, ME, running


def test_waiting_times_work_and_refusals_are_counted(file: Path) -> None:
    with running(Config(file, limits=replace(UNLIMITED, work=Rate(0.0001, 0.001)))) as server:
        ana = server.player()
        table = ana.create(ME, BOT)
        with ana.socket(table) as line:
            line.play()
            line.my_turn()
        assert ana.ask("GET", f"/api/tables/{table}/picture.svg").status_code == 429, "the bot has used up the budget"
        text = server.get("/metrics").text
    for line_of_text in (
        'azulejos_jobs_waiting{urgency="table"} 0.0',
        'azulejos_job_wait_seconds_count{urgency="table"} 1.0',
        'azulejos_job_seconds_count{work="choose"} 1.0',
        'azulejos_refused_total{limit="work"} 1.0',
        "azulejos_jobs_running 0.0",
        "azulejos_results_bytes 0.0",
    ):
        assert line_of_text in text
