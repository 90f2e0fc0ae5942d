"""The location of the user's data folder.

Sapper imports this module at startup, so the module avoids slow imports.
"""

import os
from pathlib import Path

from sapper.extras import requires_extra


def default_folder() -> Path:
    """Return $SAPPER_DATA, or the platform's user data folder if the variable is not set."""
    if folder := os.environ.get("SAPPER_DATA"):
        return Path(folder)
    with requires_extra("store", "the data folder"):
        import platformdirs

    return Path(platformdirs.user_data_path("sapper", appauthor=False))
