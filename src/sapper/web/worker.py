"""Initialisation of the worker processes that run the server's searches."""

import os
from pathlib import Path


def start_worker(megabytes: int) -> None:
    """Lower this process's priority and limit its memory."""
    if hasattr(os, "nice"):
        os.nice(10)
    if hasattr(os, "sched_setscheduler"):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    limit_memory(megabytes)
    # These imports take processor time, so they follow the change of priority.
    from sapper.play import analyser_report, drill_service  # noqa: F401
    from sapper.web import response_jobs  # noqa: F401


def limit_memory(megabytes: int) -> None:
    """Limit this process's memory if the operating system supports memory limits."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limit = megabytes * 2**20
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        mapped = pages * resource.getpagesize()
    except (OSError, ValueError):
        mapped = 0
    # A sanitizer reserves terabytes of address space, so no limit can be set.
    if mapped < limit:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
