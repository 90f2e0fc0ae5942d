"""The entry point of the `sapper` command.

This package is separate so that a handler for Ctrl-C is installed before anything is imported from
`sapper`. Importing `sapper` takes about 0.1 seconds, and an interrupt during the import would
otherwise print a traceback.
"""

import os
import signal
import sys

EXIT_INTERRUPTED = 130
# The names of commands that only print a result. A KeyboardInterrupt inside an import or at exit
# would print a traceback.
_WITHOUT_CLEANUP = (["analyse"], ["hint"], ["optimal"])


def main() -> int:
    """Run one command and return its exit code.

    Pressing Ctrl-C exits silently, even during imports.
    """
    previous = signal.signal(signal.SIGINT, lambda *_: os._exit(EXIT_INTERRUPTED))
    from sapper.cli import main as run

    if sys.argv[1:2] not in _WITHOUT_CLEANUP:
        signal.signal(signal.SIGINT, previous)
    return run()
