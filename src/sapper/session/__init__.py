"""The application service between the game and its front ends."""

from sapper.session.ai_steps import AiStep
from sapper.session.session import Session
from sapper.session.snapshot import AssistanceCounts, Result, Snapshot

__all__ = ["AiStep", "AssistanceCounts", "Result", "Session", "Snapshot"]
