"""The entry point of `python -m sapper`."""

import sys

from sapper.cli import main

sys.exit(main())
