"""`python -m sapper` is the command `sapper`."""

import sys

from sapper.cli import main

sys.exit(main())
