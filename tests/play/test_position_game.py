"""Games that start from a position."""

import pytest

from sapper import parse_view
from sapper.errors import InconsistentView, NotationError
from sapper.play.position_game import session_at


def test_the_game_begins_with_the_position() -> None:
    view = parse_view("4x3/2\n1F##\n12##\n.1##")
    session = session_at(view, seed=1)
    assert session.game.view.rows == view.rows
    assert session.game.status == "playing"
    assert session.options.practice


def test_the_mines_agree_with_the_clues_and_differ_between_seeds() -> None:
    view = parse_view("5x2/3\n#11##\n#####")
    layouts = set()
    for seed in range(40):
        game = session_at(view, seed).game
        assert game.view.clue((0, 1)) == 1
        assert game.view.clue((0, 2)) == 1
        layouts.add(frozenset(game.layout))
    assert len(layouts) > 5


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("2x2/1\n*1\n11", NotationError),
        ("2x2/1\n#1\n11", NotationError),
        ("3x1/1\n#2#", InconsistentView),
    ],
)
def test_a_position_without_a_game_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        session_at(parse_view(text))
