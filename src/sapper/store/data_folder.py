"""The location of the user's data folder.

Every start of the program imports this module, so the module avoids slow imports.
"""

import os
from pathlib import Path


def default_folder() -> Path:
    """Return $SAPPER_DATA, or the platform's user data folder if the variable is not set."""
    if folder := os.environ.get("SAPPER_DATA"):
        return Path(folder)
    import platformdirs

    return Path(platformdirs.user_data_path("sapper", appauthor=False))
