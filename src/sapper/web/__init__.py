"""The web front end, which serves the game page and the HTTP API."""

from sapper.web.settings import Settings

__all__ = ["Settings"]
