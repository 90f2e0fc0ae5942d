"""Configuration of all tests: deterministic examples and a temporary data folder."""

import os
import signal
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tools.throwaway_postgres import ThrowawayPostgres

# Tests never touch the user's own games.
_FOLDER = tempfile.TemporaryDirectory(prefix="sapper-tests-")
os.environ["SAPPER_DATA"] = _FOLDER.name

settings.register_profile("sapper", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5000, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "sapper"))

# A shell that runs the tests in the background makes them ignore SIGINT, and every child process
# would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


_PROCESS = os.getpid()


def _exit_on_signal(number: int, _frame: object) -> None:
    if os.getpid() != _PROCESS:  # a forked child has nothing to clean up
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
    pytest.exit("terminated", 128 + number)


# Without this handler, SIGTERM would leave behind the processes and folders of the fixtures.
signal.signal(signal.SIGTERM, _exit_on_signal)


def pytest_unconfigure() -> None:
    # An xdist worker may not reach the normal end of Python.
    _FOLDER.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[ThrowawayPostgres]:
    """A real PostgreSQL server, started by the first test that uses it."""
    with ThrowawayPostgres() as server:
        yield server
