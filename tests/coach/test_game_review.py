"""Game reviews: every move assessed by the position before it, with luck and skill separated."""

import json
import random

import pytest

from sapper import Cell, Game, Rules, analyse, read_replay, write_replay
from sapper.coach.game_review import Review, review
from sapper.coach.highlights import Highlight
from sapper.coach.proof_checker import check
from sapper.errors import NotationError
from sapper.play.session import Session
from sapper.strategies.ai_moves import advise, follow


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def game_of(*rows: str, start: str = "any", now: Clock | None = None) -> Game:
    """Return a game on a drawn layout, where * is a mine."""
    mines = [(r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == "*"]
    rules = Rules(len(rows[0]), len(rows), len(mines), start=start)
    return Game.from_layout(rules, mines, now=now or Clock())


def classes(found: Review) -> list[str]:
    return [move.move_class for move in found.moves]


def test_an_unprotected_first_reveal_is_a_forced_guess() -> None:
    game = game_of("..*", "...")
    game.reveal((0, 0))  # opens the first two columns
    game.reveal((0, 1))
    found = review(game)
    assert found.moves[0].move_class == "forced guess"
    assert found.moves[0].assessment.risk == pytest.approx(1 / 6)


def test_a_first_reveal_protected_by_the_start_rule_is_free() -> None:
    game = Game(Rules.level("beginner"), seed=3)
    game.reveal((4, 4))
    found = review(game)
    assert classes(found) == ["free"]
    assert found.accuracy is None
    assert (found.luck, found.skill, found.turning_point) == (1.0, 1.0, None)


def played(seed: int, *, care: float, flags: bool = False) -> Game:
    """Return a finished game of a player who sometimes reveals or flags a random cell."""
    rng = random.Random(seed)
    clock = Clock()
    game = Game(Rules(9, 9, 14), seed, now=clock)
    game.reveal((4, 4))
    while not game.is_over:
        clock.seconds += rng.choice((1.0, 1.0, 1.0, 9.0))
        odds = analyse(game.view)
        hidden = [cell for cell in game.rules.cells() if game.view.clue(cell) is None]
        cell = min(odds.safe) if odds.safe else odds.best
        if rng.random() > care:
            cell = rng.choice(hidden)
            if flags and rng.random() < 0.5:
                game.flag(cell)
                continue
        assert cell is not None
        if not game.reveal(cell):
            game.flag(cell)  # removes the flag
    return game


@pytest.mark.parametrize("seed", range(12))
def test_each_class_agrees_with_the_odds_before_the_move(seed: int) -> None:
    game = played(seed, care=0.8, flags=True)
    found = review(game)
    assert len(found.moves) == len(game.history)
    for move in found.moves[1:]:
        odds = analyse(move.view)
        cell = move.move.cell
        assert cell is not None
        if move.move.kind == "reveal":
            expected = (
                "certain"
                if cell in odds.safe
                else "mistake"
                if cell in odds.mines
                else "needless guess"
                if odds.safe
                else "forced guess"
            )
            assert move.move_class == expected
            assert move.assessment.risk == pytest.approx(float(odds.mine_probability[cell]))
        elif move.move.kind == "flag" and cell not in move.view.flags:
            assert (move.move_class == "wrong flag") is (cell not in game.layout)
        if move.move_class == "needless guess":
            assert move.assessment.better in odds.safe
        if move.assessment.proof is not None:
            check(odds.view, move.assessment.proof)


def test_skill_is_full_for_a_careful_player_and_lower_for_a_careless_one() -> None:
    careful = review(played(1, care=1.0))
    assert careful.skill == pytest.approx(1.0)
    assert careful.accuracy == 1.0
    careless = [review(played(seed, care=0.5)) for seed in range(6)]
    assert all(found.skill < 1.0 for found in careless)
    assert all(found.accuracy is not None and found.accuracy < 1.0 for found in careless)


def test_a_guess_of_the_strongest_strategy_is_best_at_any_risk() -> None:
    for seed in range(10):
        for move in review(played(seed, care=1.0)).moves:
            assert move.is_best
            assert move.assessment.better is None


def test_luck_is_the_product_of_the_survival_chances() -> None:
    for seed in range(4):
        found = review(played(seed, care=0.9))
        expected = 1.0
        for move in found.moves:
            if move.survived:
                expected *= 1.0 - move.assessment.risk
        assert found.luck == pytest.approx(expected)


def test_a_needless_guess_comes_with_a_proved_safe_cell() -> None:
    found = [m for s in range(6) for m in review(played(s, care=0.7)).moves]
    needless = [move for move in found if move.move_class == "needless guess"]
    assert needless
    for move in needless:
        assert " was certainly safe. " in move.assessment.text
        assert move.assessment.lowest_risk == 0.0
        assert move.assessment.proof is not None
        assert move.assessment.proof.cell == move.assessment.better


def lost_by_mistake() -> Game:
    # The 2 at A2 makes both cells of the third column mines.
    game = game_of("..*.", "..*.")
    game.reveal((0, 0))
    game.reveal((0, 2))
    return game


def test_a_mistake_comes_with_a_proof() -> None:
    found = review(lost_by_mistake())
    last = found.moves[-1]
    assert last.move_class == "mistake"
    assert (last.assessment.risk, found.turning_point, found.skill) == (1.0, 1, 0.0)
    assert "A3 is certainly a mine. " in last.assessment.text
    assert last.assessment.proof is not None
    check(last.view, last.assessment.proof)


# Chords and flags ---------------------------------------------------------------------------------


def chord_game(flag: Cell) -> Game:
    """Return a game with one flag and a chord at B2.

    One mine is in the corner next to B2, the other in the opposite corner.
    """
    game = game_of("*...", "....", "....", "...*")
    game.reveal((1, 1))
    game.flag(flag)
    game.chord((1, 1))
    return game


def test_a_chord_with_a_guessed_flag_has_the_risk_that_the_flag_is_wrong() -> None:
    found = review(chord_game((0, 0)))
    chord = found.moves[-1]
    # One of the eight neighbours of B2 is the mine, and the flag is on one of them.
    assert chord.move.kind == "chord"
    assert chord.assessment.risk == pytest.approx(7 / 8)
    assert chord.assessment.lowest_risk == pytest.approx(1 / 8)
    assert chord.move_class == "forced guess"
    assert chord.assessment.better is not None


def test_a_losing_chord_has_the_same_risk() -> None:
    found = review(chord_game((0, 1)))
    assert found.status == "lost"
    assert found.moves[-1].assessment.risk == pytest.approx(7 / 8)
    assert [move.move_class for move in found.moves] == [
        "forced guess",
        "wrong flag",
        "forced guess",
    ]
    assert found.turning_point == 2


def test_a_chord_with_a_proven_flag_is_certain_and_one_without_has_no_effect() -> None:
    game = game_of("*....", ".....", "....*", ".....")
    game.reveal((3, 0))
    assert (2, 4) in analyse(game.view).mines
    game.chord((2, 3))
    game.flag((2, 4))
    assert game.chord((2, 3)) == 1
    classes = [move.move_class for move in review(game).moves]
    assert classes == ["forced guess", "no effect", "flag", "certain"]


def test_the_review_of_a_running_game_reveals_nothing_hidden() -> None:
    game = game_of("*...", "....", "....", "...*")
    game.reveal((1, 1))
    game.flag((0, 1))  # wrong, but not provably so
    running = review(game)
    assert running.moves[-1].move_class == "flag"
    assert running.three_bv_per_second is None
    assert running.ioe is None
    assert running.status == "playing"
    game.flag((0, 1))
    removed = review(game)
    assert removed.moves[-1].assessment.text == "removes the flag from A2"


def test_marks_and_undo_have_their_own_classes() -> None:
    game = Game(Rules.level("beginner"), seed=3)
    game.reveal((4, 4))
    game.question((0, 0))
    game.undo()
    found = review(game)
    assert classes(found) == ["free", "flag", "undo"]
    assert found.moves[2].highlights == ()


def test_a_lucky_needless_guess_is_an_error_and_highlights_the_proof_of_the_better_cell() -> None:
    game = game_of(".*..*", ".....", ".*...")
    game.reveal((2, 4))
    assert game.view.rows == ["#####", "##211", "##1.."]
    game.reveal((0, 3))
    move = review(game).moves[1]
    assert (move.move_class, move.survived, move.is_error) == ("needless guess", True, True)
    assert move.highlights == (
        Highlight("error", (0, 3)),
        Highlight("better", (0, 2)),
        Highlight("clue", (1, 4), 1),
        Highlight("clue", (1, 3), 2),
        Highlight("area", (0, 4)),
    )


def test_an_unlucky_forced_guess_is_not_an_error() -> None:
    game = game_of("*.")
    game.reveal((0, 0))
    (move,) = review(game).moves
    assert (move.move_class, move.survived, move.is_error) == ("forced guess", False, False)
    assert move.highlights == (Highlight("last-move", (0, 0)),)


# Figures ------------------------------------------------------------------------------------------


def test_time_is_lost_by_long_pauses_while_a_certain_move_was_available() -> None:
    found = review(played(1, care=1.0))
    lost = [move for move in found.moves if move.seconds_lost]
    assert lost
    assert all(move.move_class == "certain" for move in lost)
    # Long pauses take 9 s. The median is 1 s, and three times the median does not count as lost.
    assert {move.seconds_lost for move in lost} == {6.0}
    assert found.seconds_lost == pytest.approx(6.0 * len(lost))


def test_the_figures_of_a_finished_game_equal_its_metrics() -> None:
    game = played(1, care=1.0)
    found = review(game)
    assert found.ioe == game.metrics().ioe
    assert found.three_bv_per_second == game.metrics().three_bv_per_second


def test_the_moves_of_the_ai_are_assessed_but_not_counted() -> None:
    game = Game(Rules.level("beginner"), seed=3)
    game.reveal((4, 4))
    mine = min(game.layout)
    game.reveal(mine, by="ai")
    found = review(game)
    assert found.moves[1].move_class in ("forced guess", "mistake", "needless guess")
    assert found.accuracy is None
    assert found.skill == 1.0
    alone = Game(Rules.level("beginner"), seed=3)
    alone.reveal((4, 4), by="ai")
    alone.reveal(mine, by="ai")
    assert review(alone).accuracy is not None


def test_a_review_leaves_the_game_unchanged_and_equals_that_of_its_record() -> None:
    game = played(5, care=0.8, flags=True)
    before = write_replay(game)
    found = review(game)
    assert write_replay(game) == before
    again = review(read_replay(before))
    assert [m.to_json() | {"at": 0} for m in again.moves] == [
        m.to_json() | {"at": 0} for m in found.moves
    ]


def test_json_has_the_documented_shape() -> None:
    found = json.loads(json.dumps(review(played(2, care=0.7, flags=True)).to_json()))
    assert {
        "moves", "luck", "skill", "accuracy", "turning_point", "seconds_lost",
        "three_bv_per_second", "ioe", "summary", "status", "verdict",
    } == set(found)  # fmt: skip
    assert {
        "index", "kind", "cell", "by", "at", "class", "is_error", "risk", "lowest_risk", "text",
        "better", "proof", "highlights",
    } == set(found["moves"][0])  # fmt: skip


def test_a_game_without_moves_has_an_empty_review() -> None:
    found = review(Game(Rules.level("beginner"), seed=1))
    assert found.moves == ()
    assert found.summary == ("The game has no moves.",)


def test_only_a_game_can_be_reviewed() -> None:
    with pytest.raises(NotationError, match="game must be a Game, not str"):
        review("game")


def test_the_summary_counts_the_moves_of_the_ai_separately() -> None:
    session = Session(Rules.level("beginner"), seed=42)
    session.move("reveal", (4, 4))
    while not session.game.is_over:
        list(follow(advise(session.game.view, "expert", 0), session.game))
    found = review(session.game)
    others = sum(move.move.by == "ai" for move in found.moves)
    assert any(move.assessment.risk > 0 for move in found.moves)
    assert f"0 certain moves, {others} moves by the AI" in found.summary[0]
    assert not any(sentence.startswith("Luck") for sentence in found.summary)
