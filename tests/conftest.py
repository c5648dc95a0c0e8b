"""What holds for all tests: Hypothesis sets no deadlines, Ctrl-C works, and what is left out is recorded.

A shell lets its background jobs ignore SIGINT, and what they start inherits that; the tests of Ctrl-C would wait in vain.
"""

import signal

import pytest
from hypothesis import HealthCheck, settings

from azulejos import core
from tests.left_out import Recorder
from tests.needs import needs

EXAMPLES = 100 if core.COMPILED else 30
# A busy machine is no fault of the rules.
settings.register_profile("azulejos", max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("azulejos")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(), "left-out")


@pytest.hookimpl(trylast=True)  # after `-m`: the run on the uncompiled source does without some tests on purpose
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(needs("compiler"))
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(needs("chromium"))
