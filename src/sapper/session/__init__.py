"""The one API that every front end uses."""

from sapper.session.ai_steps import AiStep
from sapper.session.session import AssistCounts, Result, Session, Snapshot

__all__ = ["AiStep", "AssistCounts", "Result", "Session", "Snapshot"]
