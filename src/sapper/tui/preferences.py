"""User preferences for the terminal app, stored in a JSON file in the data folder."""

import contextlib
import json
import os
from typing import Any, Final

from sapper.strategies import default_name, names
from sapper.tui.colour_themes import default_theme

_DEFAULT_SPEED: Final = 2
_MAX_BYTES: Final = 10_000


class Preferences:
    """The player's preferred theme, AI strategy, AI speed and name.

    If the preferences file cannot be read, the default values apply. Failed writes are ignored.
    """

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError, RecursionError):
            values = json.loads(_path().read_text(encoding="utf-8")[:_MAX_BYTES])
            if isinstance(values, dict):
                self._values = values

    def set(self, name: str, value: str | int) -> None:
        """Set a preference and save all preferences to the file."""
        self._values[name] = value
        with contextlib.suppress(OSError):
            path = _path()
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            temporary = path.with_name(f"{path.name}.{os.getpid()}")
            temporary.write_text(json.dumps(self._values), encoding="utf-8")
            temporary.replace(path)

    @property
    def theme(self) -> str:
        """The theme name. The default theme matches the terminal's background colour."""
        name = self._values.get("theme")
        return name if isinstance(name, str) else default_theme()

    @property
    def name(self) -> str:
        """The name that the player last used in a challenge, or an empty string if none."""
        name = self._values.get("name")
        return name if isinstance(name, str) else ""

    @property
    def strategy(self) -> str:
        """The name of the AI's strategy."""
        name = self._values.get("strategy")
        return name if name in names() else default_name()

    @property
    def speed(self) -> int:
        """The AI speed as an index into `SPEEDS`."""
        from sapper.tui.screens.assisted_screen import SPEEDS

        speed = self._values.get("speed")
        return speed if isinstance(speed, int) and 0 <= speed < len(SPEEDS) else _DEFAULT_SPEED


def _path() -> Any:
    from sapper.store.data_folder import default_folder

    return default_folder() / "terminal.json"
