"""A game's moves with the board changes that each move made."""

from typing import Any

from sapper.game.game import Game


def replay_steps(game: Game) -> list[dict[str, Any]]:
    """Replay a game and return its moves as JSON-serialisable data.

    The `changes` that a move made to the board are `[row, column, symbol]` lists. All cells are
    initially hidden.
    """
    replayed = game.restarted(now=lambda: 0.0)
    steps = []
    for move in game.history:
        before = replayed.view
        replayed.apply(move)
        steps.append(
            {
                "kind": move.kind,
                "cell": list(move.cell) if move.cell else None,
                "by": move.by,
                "at": round(move.at, 3),
                "changes": [[*cell, symbol] for cell, symbol in before.changes(replayed.view)],
            }
        )
    return steps
