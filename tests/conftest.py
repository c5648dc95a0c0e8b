"""What holds for all tests: examples of properties may take as long as they need, and Ctrl-C works.

A shell lets its background jobs ignore SIGINT, and what they start inherits that; the tests of Ctrl-C would wait in vain.
"""

import signal

from hypothesis import settings

from azulejos import core

EXAMPLES = 100 if core.COMPILED else 30
settings.register_profile("azulejos", max_examples=EXAMPLES, deadline=None)  # a busy machine is no fault of the rules
settings.load_profile("azulejos")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
