"""The game in the browser and over HTTP: a thin shell around session and store."""

from sapper.web.settings import Settings

__all__ = ["Settings"]
