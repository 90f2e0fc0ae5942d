"""The service that presents lessons, gives feedback on moves and saves the player's progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.coach.lesson_content import Lesson, all_lessons, find_lesson
from sapper.errors import NotFound
from sapper.play.lesson_feedback import Attempt, LessonMove, attempt_step

if TYPE_CHECKING:
    from sapper.play.game_service import GameService


@dataclass(frozen=True, slots=True)
class LessonStatus:
    """A lesson together with the numbers of the steps that the player has completed."""

    lesson: Lesson
    completed: frozenset[int]

    @property
    def is_completed(self) -> bool:
        """True if the player has completed every step."""
        return len(self.completed) == len(self.lesson.steps)


class LessonService:
    """The lesson operations of a `GameService`."""

    def __init__(self, service: "GameService") -> None:
        self._service = service

    async def list_lessons(self, player: str) -> list[LessonStatus]:
        """Return all lessons in order, with the player's progress."""
        store = self._service.store
        completed: Mapping[str, frozenset[int]] = {}
        if store is not None:
            completed = await self._service.read(store.lesson_progress.completed_steps, player)
        return [
            LessonStatus(lesson, completed.get(lesson.id, frozenset()) & set(_numbers(lesson)))
            for lesson in all_lessons()
        ]

    async def attempt(
        self, player: str, lesson_id: str, number: int, moves: Sequence[LessonMove]
    ) -> Attempt:
        """Make moves on a lesson step's board, and record the step as completed if the goal is met.

        The steps of a lesson are numbered from 1. Raises NotFound if the lesson or the step does
        not exist, and the same errors as `attempt_step`.
        """
        lesson = find_lesson(lesson_id)
        if number not in _numbers(lesson):
            last = len(lesson.steps)
            raise NotFound(f"no step {number}: this lesson has steps 1 to {last}")
        service = self._service
        attempt = await service.compute(player, attempt_step, lesson.steps[number - 1], moves)
        if attempt.is_done and service.store is not None:
            completed = service.store.lesson_progress.complete(player, lesson.id, number)
            await service.write(completed)
        return attempt


def _numbers(lesson: Lesson) -> range:
    return range(1, len(lesson.steps) + 1)
