import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Rules
from sapper.game.game_metrics import Metrics
from tests.oracles import reference_metrics


def draw(board: str) -> Game:
    """Start a game on a drawn board with `*` for mines."""
    rows = board.split()
    mines = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "*"}
    return Game.from_layout(Rules(len(rows[0]), len(rows), len(mines), "any"), mines)


@pytest.mark.parametrize(
    ("board", "openings", "islands", "three_bv"),
    [
        ("... ... ...", 1, 0, 1),
        ("** **", 0, 0, 0),
        ("... .*. ...", 0, 1, 8),
        ("...*... ...*... ...*...", 2, 0, 2),
        ("..*.*.. ..*.*.. ..*.*..", 2, 1, 5),
        ("...* .... .... *...", 1, 0, 1),
        ("..*...*.*..", 3, 1, 4),
    ],
)
def test_metrics_match_hand_counted_boards(
    board: str, openings: int, islands: int, three_bv: int
) -> None:
    metrics = draw(board).metrics()
    assert (metrics.openings, metrics.islands, metrics.three_bv) == (openings, islands, three_bv)


@given(
    width=st.integers(1, 14),
    height=st.integers(1, 14),
    seed=st.integers(0, 2**64 - 1),
    data=st.data(),
)
def test_metrics_match_the_reference_implementation(
    width: int, height: int, seed: int, data: st.DataObject
) -> None:
    mines = data.draw(st.integers(0, width * height))
    game = Game(Rules(width, height, mines, "any"), seed=seed)
    game.reveal((0, 0))
    metrics = game.metrics()
    assert (metrics.openings, metrics.islands, metrics.three_bv) == reference_metrics.measure(
        width, height, set(game.layout)
    )


def test_all_metrics_are_zero_before_the_mines_are_laid() -> None:
    metrics = Game(Rules(9, 9, 10), seed=1).metrics()
    assert metrics == Metrics(0, 0, 0, 0, clicks=0, useful_clicks=0, seconds=0.0)
    assert (metrics.ioe, metrics.throughput, metrics.correctness) == (0.0, 0.0, 0.0)
    assert metrics.three_bv_per_second == 0.0


def test_ioe_counts_all_clicks_of_the_player_and_throughput_only_the_useful_ones() -> None:
    game = draw("..*.*..")
    game.flag((0, 2))
    game.reveal((0, 0))
    game.reveal((0, 3))
    game.reveal((0, 3))  # no effect
    game.click((0, 0))
    game.flag((0, 0), by="ai")  # no effect, and not a click of the player
    game.reveal((0, 6), by="ai")  # not a click of the player
    metrics = game.metrics()
    assert (metrics.three_bv, metrics.solved_three_bv) == (3, 3)
    assert (metrics.clicks, metrics.useful_clicks) == (5, 3)
    assert (metrics.ioe, metrics.throughput, metrics.correctness) == (3 / 5, 1.0, 3 / 5)


def test_an_opening_is_solved_once_one_of_its_empty_cells_is_open() -> None:
    game = draw("...*.")
    game.reveal((0, 2))
    assert game.metrics().solved_three_bv == 0
    game.reveal((0, 0))
    assert game.metrics().solved_three_bv == 1


def test_undone_moves_count_as_clicks() -> None:
    game = draw("..*.*..")
    game.reveal((0, 3))
    game.undo()
    game.reveal((0, 3))
    assert game.metrics().clicks == 2
    assert game.metrics().ioe == 0.5
