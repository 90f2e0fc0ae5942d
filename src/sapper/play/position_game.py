"""Games that start from a given position, such as a position read from an image."""

from sapper.errors import NotationError
from sapper.game.game import Game
from sapper.game.game_options import GameOptions
from sapper.game.view import View
from sapper.inference.analysis import analyse
from sapper.play.session import Session


def session_at(view: View, seed: int = 0) -> Session:
    """Return a practice session that begins with a position.

    The mines are unknown, so they are placed at random. Each layout that agrees with the position
    is equally likely. Raises InconsistentView if no layout agrees with the position, and
    NotationError if the game is over.
    """
    if view.shown_mines or view.exploded:
        raise NotationError("the game is already over: the position shows the mines")
    layout = analyse(view).sample(1, seed)[0]
    mines = [(int(row), int(column)) for row, column in zip(*layout.nonzero(), strict=True)]
    game = Game.from_layout(view.rules, mines)
    for row in range(view.height):
        for column in range(view.width):
            if view.clue((row, column)) is not None and game.view.clue((row, column)) is None:
                game.reveal((row, column))
    for cell in sorted(view.flags):
        if game.view.clue(cell) is None:
            game.flag(cell)
    if game.status == "won":
        raise NotationError("the game is already over: all safe cells are revealed")
    return Session.resume(game, options=GameOptions(practice=True, known_board=True))
