"""What whoever runs the server may choose, and the limits that keep it answering."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from sapper.store.database import default_url
from sapper.store.folder import default_folder


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a server is started with."""

    database: str = field(default_factory=default_url)
    secret_file: Path = field(default_factory=lambda: default_folder() / "secret.key")
    static_folder: Path = Path(__file__).parent / "static"
    warm: bool = False
    """Whether to start a thinking process before the first question comes."""
    most_cells: int = 10_000
    """The largest board, in cells."""
    longest_side: int = 500
    most_moves: int = 20_000
    """How many moves a game may have; every load plays them again."""
    body_bytes: int = 64 * 1024
    """The largest body of a request."""
    settings_bytes: int = 8 * 1024
    """The largest settings of a player."""
    cached_games: int = 512
    thinkers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    """How many processes think: AI, hints, odds, reviews and analyses."""
    most_waiting: int = 32
    """How many questions may wait for them."""
    most_waiting_of_a_player: int = 4
    think_seconds: float = 5.0
    """How long a question may think; after twice that its process is ended."""

    @classmethod
    def from_environment(cls) -> Self:
        """Return the settings that $SAPPER_DATABASE and $SAPPER_DATA name, for any ASGI server."""
        database = os.environ.get("SAPPER_DATABASE")
        return cls(database=database, warm=True) if database else cls(warm=True)
