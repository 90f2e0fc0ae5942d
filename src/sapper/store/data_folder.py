"""The user's data folder. This module imports little because every start needs the folder."""

import os
from pathlib import Path


def default_folder() -> Path:
    """Return $SAPPER_DATA, or the platform's folder for user data if the variable is not set."""
    if folder := os.environ.get("SAPPER_DATA"):
        return Path(folder)
    import platformdirs

    return Path(platformdirs.user_data_path("sapper", appauthor=False))
