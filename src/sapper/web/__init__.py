"""The web front end: the game page and the HTTP API over sessions and the store."""

from sapper.web.settings import Settings

__all__ = ["Settings"]
