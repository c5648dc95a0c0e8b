"""For all tests: Hypothesis sets no deadlines, Ctrl-C works, and skipped tests are recorded.

A shell makes its background jobs ignore SIGINT, and their child processes inherit that; tests of Ctrl-C would wait forever.
"""

import signal

import pytest
from hypothesis import HealthCheck, settings

from azulejos import core
from tests.left_out import Recorder
from tests.needs import needs

EXAMPLES = 100 if core.COMPILED else 30
# A busy machine is no bug of the rules.
settings.register_profile("azulejos", max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("azulejos")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(), "left-out")


@pytest.hookimpl(trylast=True)  # after `-m`: the run on the uncompiled source skips some tests on purpose
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(needs("compiler"))
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(needs("chromium"))
