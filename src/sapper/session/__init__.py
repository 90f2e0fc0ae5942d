"""The one API that every front end uses."""

from sapper.session.session import Result, Session, Snapshot

__all__ = ["Result", "Session", "Snapshot"]
