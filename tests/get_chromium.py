"""`python -m tests.get_chromium`: looks for Chromium, and has Playwright download one if there is none.

It never fails: without Chromium, `make test` skips the tests of the pages and says so.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

from tests.needs import NEEDS, chromium, light_chromium

SECONDS = 600  # for a download that makes progress
CONNECT_MILLISECONDS = "8000"
DOWNLOADED = Path(sys.prefix) / "downloaded"
"""Where `.ci/install.py` adds up the downloads."""


def download() -> None:
    """Have Playwright download Chromium, and show its progress."""
    print("Downloading Chromium …", flush=True)
    environment = {**os.environ, "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": CONNECT_MILLISECONDS}
    command = [sys.executable, "-m", "playwright", "install", "--no-shell", "chromium"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, start_new_session=True
    ) as process:
        assert process.stdout is not None
        limit = threading.Timer(SECONDS, os.killpg, [process.pid, signal.SIGKILL])
        limit.start()
        for line in process.stdout:
            if re.match(r"\|.*[05]0% of ", line):
                print(f"  {line.strip()}", flush=True)
            if found := re.search(r"100% of ([\d.]+) MiB", line):
                with DOWNLOADED.open("a") as file:
                    file.write(f"{int(float(found[1]) * 2**20)} chromium\n")
        limit.cancel()


def main() -> None:
    if chromium() is None and not os.environ.get("AZULEJOS_CHROMIUM"):
        download()
        chromium.cache_clear()
    found = light_chromium()
    if found is None:
        print(f"There is no Chromium, so {NEEDS['chromium'].used_by} will be left out.")
    else:
        print(f"The browser of the tests is {found}.")


if __name__ == "__main__":
    main()
