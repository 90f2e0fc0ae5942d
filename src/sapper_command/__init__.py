"""The entry point of the command `sapper`.

This separate package imports nothing from `sapper` until it handles Ctrl-C, because the imports
take about 0.1 seconds and an interrupt during that time would print a traceback.
"""

import os
import signal

EXIT_INTERRUPTED = 130


def main() -> int:
    """Run one command and return its exit code; Ctrl-C exits quietly even during imports."""
    previous = signal.signal(signal.SIGINT, lambda *_: os._exit(EXIT_INTERRUPTED))
    from sapper.cli import main as run

    signal.signal(signal.SIGINT, previous)
    return run()
