"""What the command `sapper` runs first.

It is a package of its own because importing anything of `sapper` takes a tenth of a second, and
Ctrl-C in that time would print a traceback.
"""

import os
import signal

EXIT_INTERRUPTED = 130


def main() -> int:
    """Run one command and return its exit code; Ctrl-C ends it quietly from the start."""
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(EXIT_INTERRUPTED))
    from sapper.cli import main as run

    signal.signal(signal.SIGINT, before)
    return run()
