"""The location of the user's data folder.

This module is imported at every start, so it avoids slow imports.
"""

import os
from pathlib import Path


def default_folder() -> Path:
    """Return $SAPPER_DATA, or the platform's user data folder if the variable is not set."""
    if folder := os.environ.get("SAPPER_DATA"):
        return Path(folder)
    import platformdirs

    return Path(platformdirs.user_data_path("sapper", appauthor=False))
