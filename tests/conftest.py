"""Settings of all tests: examples are the same on every machine and nothing is timed."""

import os
import signal
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tools.throwaway_postgres import ThrowawayPostgres

# Nobody's games are touched, whatever a test runs.
_FOLDER = tempfile.TemporaryDirectory(prefix="sapper-tests-")
os.environ["SAPPER_DATA"] = _FOLDER.name

settings.register_profile("sapper", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5000, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "sapper"))

# A shell that starts the tests in the background lets them ignore Ctrl-C, and all that they start
# would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


_PROCESS = os.getpid()


def _leave(number: int, _frame: object) -> None:
    if os.getpid() != _PROCESS:  # a fork that a test has made has nothing to tidy up
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
    pytest.exit("terminated", 128 + number)


# Whoever runs out of patience with the tests sends SIGTERM, to their workers too; without this all
# that fixtures have started and every folder would stay behind.
signal.signal(signal.SIGTERM, _leave)


def pytest_unconfigure() -> None:
    # Not left to the end of Python, which a worker may not reach.
    _FOLDER.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[ThrowawayPostgres]:
    """A real PostgreSQL server, started when the first test asks for it."""
    with ThrowawayPostgres() as server:
        yield server
