"""`azulejos` under a clock that can be set while it runs: `python -m tests.faults.jumpy CLOCK serve …`.

CLOCK is a file of 8 bytes, the seconds by which the time of day is ahead; only root could set the clock of the machine itself.
"""

from __future__ import annotations

import mmap
import sys
import time
from pathlib import Path


def clock(file: Path) -> memoryview[float]:
    """Return the number in a file, shared with all readers; set it as `clock[0]`."""
    with file.open("r+b") as opened:
        return memoryview(mmap.mmap(opened.fileno(), 8)).cast("d")


def main(file: str, *command: str) -> None:
    ahead, really = clock(Path(file)), time.time
    time.time = lambda: really() + ahead[0]
    from azulejos.cli import main

    sys.exit(main(list(command)))


if __name__ == "__main__":  # not in the workers, which import this module under another name
    main(*sys.argv[1:])
