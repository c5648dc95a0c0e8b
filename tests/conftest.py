"""What holds for all tests: Ctrl-C works, also where they were started in the background.

A shell lets its background jobs ignore SIGINT, and what they start inherits that; the tests of Ctrl-C would wait in vain.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
