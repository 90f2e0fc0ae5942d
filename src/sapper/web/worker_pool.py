"""A few processes that think, so that the server itself never does; see `sapper.web.worker`."""

import asyncio
import heapq
import itertools
import json
import subprocess
import sys
import threading
from asyncio import FIRST_COMPLETED
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from sapper import errors
from sapper.web.client import ASKER, Asker
from sapper.web.error_responses import Problem

# It leaves the processor to those who play before it loads anything, for loading is work too.
_START: Final = """
import os
if hasattr(os, "nice"):
    os.nice(10)
if hasattr(os, "sched_setscheduler"):
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
from sapper.web.worker import main
main({megabytes})
"""


class _Places:
    """Who is next: those of whose household the fewest questions wait already, then the first.

    Cookies cost nothing, so that one client can be many players; it still comes from one place.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    def take(self) -> bool:
        """Take a place if one is free."""
        if not self._free:
            return False
        self._free -= 1
        return True

    def line_up(self, rank: int) -> "asyncio.Future[None]":
        """Return what is done when a place is taken for it; lower ranks come first."""
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (rank, next(self._numbers), turn))
        return turn

    def leave(self, turn: "asyncio.Future[None]") -> None:
        """Go, with a place or without."""
        if turn.done() and not turn.cancelled():
            self.give()
        turn.cancel()

    def give(self) -> None:
        """Give a place back."""
        while self._line:
            turn = heapq.heappop(self._line)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Thinkers:
    """Asks the processes and ends those that take too long."""

    def __init__(
        self,
        *,
        processes: int,
        max_waiting: int,
        max_of_a_player: int,
        max_of_a_household: int,
        seconds: float,
        megabytes: int,
    ) -> None:
        self._idle: list[subprocess.Popen[str]] = []
        self._all: set[subprocess.Popen[str]] = set()
        self._starting: set[subprocess.Popen[str]] = set()
        """Those that have not yet said that they are ready."""
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="sapper-thinker")
        self._most_waiting = max_waiting + processes
        self._most_of_a_player = max_of_a_player
        self._patience = 2 * seconds + 5
        # A machine that is busy elsewhere starts a process of low priority late; no question is to
        # blame for that.
        self._start_patience = 60.0
        self._program = _START.format(megabytes=megabytes)
        self._most_of_a_household = max_of_a_household
        self._places = _Places(processes)
        self._asked_by: Counter[str] = Counter()
        self._asked_from: Counter[str] = Counter()
        self._closed = False
        self.refused = 0
        self.ended = 0

    @property
    def waiting(self) -> int:
        """How many questions are being thought about or wait for it."""
        return self._asked_by.total()

    def warm_up(self) -> None:
        """Start a process before anybody asks."""
        with self._lock:
            self._idle.append(self._start())

    async def ask(self, player: str, question: str, **arguments: Any) -> Any:
        """Return the answer of a process.

        Raises the errors of Sapper that it met, Problem 429 when too many wait, BudgetExceeded
        when it took so long that it was ended, and Problem 408 when the client hung up before it
        was begun.
        """
        asker = ASKER.get()
        household = asker.household if asker else ""
        before = self._asked_from[household]
        if (
            self.waiting >= self._most_waiting
            or self._asked_by[player] >= self._most_of_a_player
            or (asker and before >= self._most_of_a_household)
        ):
            self.refused += 1
            raise Problem(429, "too many questions at once", hint="try again", retry_after=1)
        self._asked_by[player] += 1
        self._asked_from[household] += 1
        try:
            line = json.dumps({"ask": question, "with": arguments})
            answer = await self._wait_and_ask(line, before, asker)
        finally:
            for asked, who in ((self._asked_by, player), (self._asked_from, household)):
                asked[who] -= 1
                if not asked[who]:
                    del asked[who]
        if "error" in answer:
            raise _as_error(answer["error"])
        return answer["answer"]

    async def _wait_and_ask(self, line: str, rank: int, asker: Asker | None) -> Any:
        await self._wait_for_place(rank, asker)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, line)
        finally:
            self._places.give()

    async def _wait_for_place(self, rank: int, asker: Asker | None) -> None:
        if self._places.take():
            return
        turn = self._places.line_up(rank)
        gone = asyncio.ensure_future(asker.has_gone()) if asker else None
        try:
            await asyncio.wait({turn, gone} if gone else {turn}, return_when=FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._places.leave(turn)
            raise
        finally:
            if gone:
                gone.cancel()
        if not turn.done():
            self._places.leave(turn)
            raise Problem(408, "the client has hung up")

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        with self._lock:
            for process in self._all:
                process.kill()
        self._threads.shutdown()
        for process in self._all:
            process.communicate()

    def _ask(self, line: str) -> Any:
        with self._lock:
            process = self._idle.pop() if self._idle else self._start()
            is_new = process in self._starting
            self._starting.discard(process)
        answer = ""
        if not is_new or self._say_and_hear(process, "", self._start_patience):
            answer = self._say_and_hear(process, line + "\n", self._patience)
        if answer.endswith("\n"):
            with self._lock:
                self._idle.append(process)
            return json.loads(answer)
        with self._lock:
            self._all.discard(process)
        process.kill()
        process.communicate()
        self.ended += 1
        raise errors.BudgetExceeded(
            "this took too long and was stopped", hint="choose a faster strategy or a smaller board"
        )

    def _say_and_hear(self, process: "subprocess.Popen[str]", line: str, patience: float) -> str:
        """Return the next line of a process, empty when it has died or was ended."""
        timer = threading.Timer(patience, process.kill)
        timer.start()
        try:
            assert process.stdin is not None  # noqa: S101
            assert process.stdout is not None  # noqa: S101
            process.stdin.write(line)
            process.stdin.flush()
            return process.stdout.readline()
        except OSError:
            return ""
        finally:
            timer.cancel()

    def _start(self) -> "subprocess.Popen[str]":
        if self._closed:
            raise errors.BudgetExceeded("the server is closing")
        process = subprocess.Popen(  # noqa: S603 (nothing of it comes from outside)
            [sys.executable, "-c", self._program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._all.add(process)
        self._starting.add(process)
        return process


def _as_error(described: dict[str, Any]) -> errors.SapperError:
    kind = getattr(errors, described["type"])
    if kind is errors.InconsistentView:
        cell = described["cell"]
        return errors.InconsistentView(
            described["message"], cell=tuple(cell) if cell else None, hint=described["hint"]
        )
    error: errors.SapperError = kind(described["message"], hint=described["hint"])
    return error
