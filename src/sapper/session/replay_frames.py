"""The moves of a finished game and the changes that each move made to the board."""

from typing import Any

from sapper.game.game import Game
from sapper.session.snapshot import board_rows, cell_lists

# The frames of a long game would take megabytes, but the changes made by each move are small.
_MAX_FRAME_CHARACTERS = 1_000_000


def replay_frames(game: Game) -> dict[str, Any]:
    """Replay a finished game and return its moves and frames as JSON-serialisable data.

    The `changes` made by a move are `[row, column, symbol]` lists, and all cells are hidden before
    the first move. `frames` contains the board and the time before the first move and after each
    move. It is None if the frames would be too large.
    """
    board = {"mines": game.layout} if game.seed is None else {"seed": game.seed}
    replayed = Game.from_moves(game.rules, (), **board, now=lambda: 0.0)
    views = [replayed.view]
    moves: list[dict[str, Any]] = []
    for move in game.history:
        replayed.apply(move)
        moves.append(
            {
                "kind": move.kind,
                "cell": list(move.cell) if move.cell else None,
                "by": move.by,
                "at": round(move.at, 3),
                "changes": [[*cell, symbol] for cell, symbol in views[-1].changes(replayed.view)],
            }
        )
        views.append(replayed.view)
    if len(views) * game.rules.cell_count > _MAX_FRAME_CHARACTERS:
        return {"moves": moves, "frames": None}
    times = [0.0, *(move["at"] for move in moves)]
    frames = [
        {"rows": board_rows(view), "at": at, "ai_flags": cell_lists(view.ai_flags)}
        for view, at in zip(views, times, strict=True)
    ]
    return {"moves": moves, "frames": frames}
