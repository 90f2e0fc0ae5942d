"""The folder of the user's data; light, because everything that starts asks for it."""

import os
from pathlib import Path


def default_folder() -> Path:
    """Return the folder of the user's data: $SAPPER_DATA, or where the system keeps such things."""
    if chosen := os.environ.get("SAPPER_DATA"):
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_path("sapper", appauthor=False))
