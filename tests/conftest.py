"""Settings of all tests: examples are the same on every machine and nothing is timed."""

import os
import signal
import tempfile

from hypothesis import settings

# Nobody's games are touched, whatever a test runs.
_FOLDER = tempfile.TemporaryDirectory(prefix="sapper-tests-")
os.environ["SAPPER_DATA"] = _FOLDER.name

settings.register_profile("sapper", derandomize=True, deadline=None, database=None)
settings.load_profile("sapper")

# A shell that starts the tests in the background lets them ignore Ctrl-C, and all that they start
# would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
