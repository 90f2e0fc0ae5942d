"""Settings of all tests: examples are the same on every machine and nothing is timed."""

import os
import signal

from hypothesis import settings

settings.register_profile("sapper", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5000, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "sapper"))

# A shell that starts the tests in the background lets them ignore Ctrl-C, and all that they start
# would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
