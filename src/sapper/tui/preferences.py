"""What the player likes in the terminal: a small file in the data folder."""

import contextlib
import json
import os
from typing import Any, Final

from sapper.strategies import default_name, names
from sapper.tui.themes import DARK, LIGHT

_SPEED: Final = 2
_MAX_BYTES: Final = 10_000
_LIGHT_BACKGROUNDS: Final = ("7", "15")


class Preferences:
    """Theme, strategy and speed. A file that cannot be read or written changes nothing."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError, RecursionError):
            kept = json.loads(_path().read_text(encoding="utf-8")[:_MAX_BYTES])
            if isinstance(kept, dict):
                self._values = kept

    def set(self, name: str, value: str | int) -> None:
        """Keep a value."""
        self._values[name] = value
        with contextlib.suppress(OSError):
            path = _path()
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            draft = path.with_name(f"{path.name}.{os.getpid()}")
            draft.write_text(json.dumps(self._values), encoding="utf-8")
            draft.replace(path)

    @property
    def theme(self) -> str:
        """The name of the theme; light where the terminal says that it is."""
        kept = self._values.get("theme")
        if isinstance(kept, str):
            return kept
        background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
        return LIGHT if background in _LIGHT_BACKGROUNDS else DARK

    @property
    def strategy(self) -> str:
        """Who plays when the AI is asked."""
        kept = self._values.get("strategy")
        return kept if kept in names() else default_name()

    @property
    def speed(self) -> int:
        """Which of the speeds."""
        from sapper.tui.screens.assistance import SPEEDS

        kept = self._values.get("speed")
        return kept if isinstance(kept, int) and 0 <= kept < len(SPEEDS) else _SPEED


def _path() -> Any:
    from sapper.store.data_folder import default_folder

    return default_folder() / "terminal.json"
