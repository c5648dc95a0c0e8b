"""What a server counts, as Prometheus reads it."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Mapping

HELP = {
    "azulejos_requests_total": "Requests answered, by status.",
    "azulejos_entries_total": "Entries appended to logs of tables.",
    "azulejos_appends_total": "Appends to logs of tables that are durable.",
    "azulejos_append_seconds_total": "Seconds that all of these took, waiting included.",
    "azulejos_not_stored_total": "Appends that the database refused: it is full, or away.",
    "azulejos_overtaken_total": "Appends that another writer was quicker than.",
    "azulejos_bot_moves_total": "Moves that bots have chosen.",
    "azulejos_bot_seconds_total": "Seconds that bots took for them, waiting for a free worker included.",
    "azulejos_rooms": "Tables in memory.",
    "azulejos_sockets": "Open sockets.",
    "azulejos_up_seconds": "Seconds since the server started.",
    "process_cpu_seconds_total": "Processor seconds of the server, without its workers.",
    "process_resident_memory_bytes": "Memory of the server, without its workers.",
}


class Metrics:
    """Numbers that only grow."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._counted: Counter[str] = Counter(
            {name: 0 for name in HELP if name.endswith("_total") and name.startswith("azulejos") and "requests" not in name}
        )

    def count(self, name: str, amount: float = 1, **labels: object) -> None:
        """Adds to `azulejos_<name>_total`."""
        told = ",".join(f'{label}="{value}"' for label, value in labels.items())
        self._counted[f"azulejos_{name}_total" + (f"{{{told}}}" if told else "")] += amount  # type: ignore[assignment]

    def text(self, gauges: Mapping[str, float]) -> str:
        """All of it, with what is so just now."""
        found = {**self._counted, **gauges, "azulejos_up_seconds": time.monotonic() - self._started, **_process()}
        lines: list[str] = []
        for name, about in HELP.items():
            series = [(one, value) for one, value in sorted(found.items()) if one.partition("{")[0] == name]
            if series:
                lines += [f"# HELP {name} {about}", f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}"]
                lines += [f"{one} {round(value, 6):g}" if value < 1e6 else f"{one} {value:.0f}" for one, value in series]
        return "\n".join(lines) + "\n"


def _process() -> dict[str, float]:
    found = {"process_cpu_seconds_total": time.process_time()}
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as statm:
            found["process_resident_memory_bytes"] = float(int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    return found
