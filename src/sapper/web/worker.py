"""Initialisation of the worker processes that run the server's searches."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")


def start_worker(megabytes: int) -> None:
    """Lower this process's priority and limit its memory."""
    if hasattr(os, "nice"):
        os.nice(10)
    if hasattr(os, "sched_setscheduler"):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    limit_memory(megabytes)
    # The imports take processor time, so they run after the priority has been lowered.
    from sapper.play import analyser_report, puzzle_service  # noqa: F401
    from sapper.web import response_jobs  # noqa: F401


def run_timed(
    function: Callable[..., Result], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Result, float]:
    """Run a job, and return its result and the processor time that the job used."""
    started_at = time.process_time()
    result = function(*args, **kwargs)
    return result, time.process_time() - started_at


def limit_memory(megabytes: int) -> None:
    """Limit this process's memory if the operating system supports memory limits."""
    try:
        import resource
    except ImportError:  # Windows has no resource limits.
        return
    limit = megabytes * 2**20
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        mapped = pages * resource.getpagesize()
    except (OSError, ValueError):
        mapped = 0
    # A sanitizer reserves terabytes of address space, so the limit cannot be set.
    if mapped < limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
