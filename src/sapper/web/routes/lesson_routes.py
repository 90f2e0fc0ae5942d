"""Routes for the interactive lessons."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from sapper.coach.lesson_content import Lesson, Step, find_lesson
from sapper.web import request_schemas, response_schemas
from sapper.web.context import ERROR_RESPONSES, get_context, json_response
from sapper.web.request_charges import charge_storage

router = APIRouter(prefix="/api", tags=["lessons"], responses=ERROR_RESPONSES)

LessonId = Annotated[str, Path(max_length=40, description="The id of a lesson")]
StepNumber = Annotated[int, Path(ge=1, le=100, description="The number of a step, from 1")]

_STEP_BYTES = 100
"""The approximate size of a stored step, in bytes."""


@router.get("/lessons", response_model=response_schemas.LessonList)
async def list_lessons(request: Request) -> Response:
    """Return all lessons in order, with the player's progress."""
    context = get_context(request)
    player = context.identity.current_player(request) or ""
    lessons = await context.service.lessons.list_lessons(player)
    return json_response(
        {
            "lessons": [
                {**_summary(status.lesson), "completed": sorted(status.completed)}
                for status in lessons
            ]
        }
    )


@router.get("/lessons/{lesson_id}", response_model=response_schemas.LessonResponse)
async def get_lesson(lesson_id: LessonId) -> Response:
    """Return a lesson with the texts and boards of its steps."""
    lesson = find_lesson(lesson_id)
    return json_response({**_summary(lesson), "steps": [_step_json(step) for step in lesson.steps]})


@router.post("/lessons/{lesson_id}/steps/{number}", response_model=response_schemas.AttemptResponse)
async def attempt_step(
    request: Request, lesson_id: LessonId, number: StepNumber, body: request_schemas.LessonAttempt
) -> Response:
    """Assess the last move made on a lesson step's board.

    The request contains every move made on the board so far. The server records only which steps a
    player has completed. New players receive a cookie.
    """
    context = get_context(request)
    player = context.identity.current_or_new_player(request)
    moves = [(move.kind, (move.cell[0], move.cell[1])) for move in body.moves]
    attempt = await context.service.lessons.attempt(player, lesson_id, number, moves)
    success = None
    if attempt.is_done:
        charge_storage(_STEP_BYTES)
        success = find_lesson(lesson_id).steps[number - 1].success
    return context.identity.with_cookie(
        request, player, json_response({**attempt.to_json(), "success": success})
    )


def _summary(lesson: Lesson) -> dict[str, Any]:
    return {
        "id": lesson.id,
        "title": lesson.title,
        "summary": lesson.summary,
        "step_count": len(lesson.steps),
    }


def _step_json(step: Step) -> dict[str, Any]:
    game = step.start_game()
    return {
        "heading": step.heading,
        "text": step.text,
        "goal": step.goal,
        "is_test": step.is_test,
        "width": game.rules.width,
        "height": game.rules.height,
        "mines_left": game.mines_left,
        "rows": game.view.rows,
    }
