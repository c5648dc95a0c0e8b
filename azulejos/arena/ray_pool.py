"""Games on a Ray cluster, or on a Ray of this machine alone; the same results as from processes. Needs the extra `ray`."""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Any

from azulejos.arena.game import play
from azulejos.arena.pool import AHEAD, Given, Made, Pool
from azulejos.core.contract import Problem


def on_ray(processes: int | None) -> Pool:
    """Return a pool with this many processors (`None`: all) of the cluster in `RAY_ADDRESS`, by default of this machine."""
    return ray_workers(processes, play)


def ray_workers(processes: int | None, work: Callable[[Given], Made]) -> Callable[[Iterator[Given]], Generator[Made]]:
    """Return such a pool for any kind of task: `work` is called with each."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise Problem("Ray is not installed; run pip install 'azulejos[ray]'", "no_ray") from None

    def run(tasks: Iterator[Given]) -> Generator[Made]:
        started = not ray.is_initialized()
        if started:
            _start(ray, processes)
        many = processes or int(ray.cluster_resources().get("CPU", 1))
        remote = ray.remote(max_retries=3)(work)  # if a machine is lost, only its games are repeated
        running = [remote.remote(task) for task in islice(tasks, many * (1 + AHEAD))]
        try:
            while running:
                done, running = ray.wait(running)
                running += [remote.remote(task) for task in islice(tasks, len(done))]
                yield from ray.get(done)
        finally:
            for unfinished in running:
                ray.cancel(unfinished, force=True)
            if started:
                ray.shutdown()

    return run


def _start(ray: Any, processes: int | None) -> None:
    if "RAY_ADDRESS" in os.environ:
        ray.init(log_to_driver=False, logging_level=logging.ERROR)
    else:
        ray.init(num_cpus=processes, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
