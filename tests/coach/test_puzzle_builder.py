"""Puzzles built from positions and from mistakes, with correct answers and counterexamples."""

import json

import pytest

from sapper import Game, Rules, analyse, parse_view
from sapper.coach.counterexample import check_layout
from sapper.coach.game_review import review
from sapper.coach.initial_puzzle_rating import MAX_RATING, MIN_RATING
from sapper.coach.mine_counting import find_counted_cells, is_confirmed
from sapper.coach.proof_checker import check
from sapper.coach.puzzle_builder import (
    Answer,
    Puzzle,
    build_puzzle,
    check_answer,
    check_theme,
    puzzles_from_review,
    themes,
)
from sapper.errors import IllegalMove, UnknownTheme

PAIRS = "4x2/2\n1221\n####"
FORCED = "2x2/1\n#1\n#1"
GUESS = "5x2/3\n#11##\n#####"
COUNT = "4x2/3\n12##\n####"


def puzzle(position: str, kind: str | None = None) -> Puzzle:
    return build_puzzle(parse_view(position), kind)  # type: ignore[arg-type]


def count_puzzle() -> Puzzle:
    view = parse_view(COUNT)
    return build_puzzle(view, "count", marked=next(find_counted_cells(view)).cells)


def test_every_safe_cell_answers_a_safe_puzzle() -> None:
    safe = puzzle(PAIRS)
    assert (safe.kind, safe.theme, safe.answers) == ("safe", "1-2-2-1", ((1, 0), (1, 3)))
    assert safe.proof is not None
    check(safe.view, safe.proof)
    for cell in safe.answers:
        result = check_answer(safe, Answer(cell))
        assert result.is_correct
        assert result.proof is not None
        assert result.proof.cell == cell
        assert result.counterexample is None


def test_the_highlights_of_a_correct_answer_show_the_proof_of_the_chosen_cell() -> None:
    # The board once showed the proof of another cell than the text beside it.
    safe = puzzle(PAIRS)
    for cell in safe.answers:
        result = check_answer(safe, Answer(cell))
        assert [each.cell for each in result.highlights if each.kind == "safe"] == [cell]
        assert result.proof is not None
        clues = tuple(each.cell for each in result.highlights if each.kind == "clue")
        assert clues == result.proof.clues


def test_every_certain_mine_answers_a_mine_puzzle() -> None:
    mine = puzzle(PAIRS, "mine")
    assert mine.answers == ((1, 1), (1, 2))
    assert check_answer(mine, Answer((1, 2))).is_correct
    wrong = check_answer(mine, Answer((1, 0)))
    assert not wrong.is_correct
    assert wrong.counterexample is not None
    assert (1, 0) not in wrong.counterexample


def test_a_wrong_cell_is_refuted_by_a_consistent_layout() -> None:
    for position in (PAIRS, "3x3/2\n#1.\n#2.\n#1.", "4x3/2\n1#1.\n1#21\n1###"):
        safe = puzzle(position)
        view = safe.view
        for cell in view.rules.cells():
            if view.clue(cell) is None and cell not in safe.answers:
                result = check_answer(safe, Answer(cell))
                assert result.counterexample is not None
                assert cell in result.counterexample
                assert check_layout(view, result.counterexample)
                assert "could be a mine" in result.explanation


def test_nothing_certain_is_answered_with_a_guess() -> None:
    forced = puzzle(FORCED, "certain")
    assert forced.answers == ()
    assert check_answer(forced, Answer()).is_correct
    assert not check_answer(forced, Answer((0, 0))).is_correct
    certain = puzzle(PAIRS, "certain")
    assert not check_answer(certain, Answer()).is_correct
    assert check_answer(certain, Answer((1, 0))).is_correct


def test_the_theme_of_a_certain_puzzle_does_not_disclose_the_answer() -> None:
    assert puzzle(FORCED, "certain").theme == puzzle(PAIRS, "certain").theme == "fifty-fifty"


def test_the_least_risky_cells_answer_a_guess_puzzle() -> None:
    guess = puzzle(GUESS)
    odds = analyse(guess.view)
    assert guess.kind == "guess"
    assert guess.answers == ((1, 1), (1, 2))
    assert odds.mine_probability[1, 1] == odds.mine_probability[odds.view.cells < 0].min()
    assert check_answer(guess, Answer((1, 1))).is_correct
    wrong = check_answer(guess, Answer((0, 0)))
    assert not wrong.is_correct
    assert "The least risky cells are B2 and B3." in wrong.explanation


def test_giving_up_is_wrong_except_where_nothing_is_certain() -> None:
    for given in (puzzle(PAIRS), puzzle(PAIRS, "mine"), puzzle(GUESS), count_puzzle()):
        assert not check_answer(given, Answer()).is_correct


def test_the_number_of_marked_mines_answers_a_count_puzzle() -> None:
    count = count_puzzle()
    assert (count.theme, count.marked, count.number) == ("counting", ((0, 2), (1, 2)), 2 - 1)
    assert check_answer(count, Answer(number=1)).is_correct
    assert not check_answer(count, Answer(number=0)).is_correct
    # The name of the second cell was once written in lower case.
    assert count.grades[2].text.startswith(
        "The 2 at A2 needs 2 mines in undecided cells, and the 1 at A1 needs 1 mine in undecided"
    )


def test_the_odds_confirm_every_counted_set_of_cells() -> None:
    found = 0
    for seed in range(40):
        game = Game(Rules(9, 9, 12, start="opening"), seed)
        game.reveal((4, 4))
        view = game.view
        for counted in find_counted_cells(view):
            found += 1
            assert is_confirmed(view, counted.cells, counted.number), str(view)
            assert 0 < counted.number < len(counted.cells)
    assert found >= 5


@pytest.mark.parametrize(
    ("given", "answer", "message"),
    [
        (puzzle(PAIRS), Answer((0, 0)), "A1 is already revealed: choose a hidden cell"),
        (puzzle(PAIRS), Answer((5, 5)), "no cell"),
        (puzzle(PAIRS), Answer(number=1), "must be a cell"),
        (count_puzzle(), Answer((1, 1)), "must be a number"),
    ],
)
def test_an_answer_of_the_wrong_type_is_rejected(
    given: Puzzle, answer: Answer, message: str
) -> None:
    with pytest.raises(IllegalMove, match=message):
        check_answer(given, answer)


def test_a_position_without_a_suitable_cell_is_rejected() -> None:
    with pytest.raises(IllegalMove, match="no safe puzzle"):
        puzzle(FORCED, "safe")
    with pytest.raises(IllegalMove, match="no mine puzzle"):
        puzzle(FORCED, "mine")
    with pytest.raises(IllegalMove, match="no guess puzzle"):
        puzzle(PAIRS, "guess")
    with pytest.raises(IllegalMove, match="do not form a count puzzle"):
        build_puzzle(parse_view(PAIRS), "count", marked=((0, 0),))


def test_a_puzzle_is_rebuilt_with_the_same_id_and_without_marks() -> None:
    assert puzzle(PAIRS) == puzzle(PAIRS.replace("####", "#F##"))
    assert puzzle(PAIRS).id != puzzle(PAIRS, "mine").id


def test_harder_arguments_have_higher_ratings() -> None:
    positions = [
        "3x3/1\n11#\n#1#\n11#",
        PAIRS,
        "6x2/4\n12#1##\n######",
        "3x4/4\n1##\n##3\n1##\n###",
    ]
    puzzles = [puzzle(position) for position in positions]
    assert [each.proof.kind for each in puzzles if each.proof] == ["clue", "pair", "chain", "cases"]
    clue, pair, chain, cases = (each.rating for each in puzzles)
    assert MIN_RATING <= clue < pair < min(chain, cases)
    assert max(chain, cases) <= MAX_RATING


def test_the_rating_of_a_question_about_certainty_does_not_disclose_the_answer() -> None:
    # Both positions have the same frontier; only the first has a safe cell.
    safe, unsafe = puzzle("3x2/1\n#11\n###", "certain"), puzzle("3x2/2\n#21\n###", "certain")
    assert bool(safe.answers) is not bool(unsafe.answers)
    assert (safe.rating, safe.theme) == (unsafe.rating, unsafe.theme)


def test_puzzles_and_results_are_json_serialisable() -> None:
    for given in (puzzle(PAIRS), puzzle(GUESS), count_puzzle()):
        json.dumps(given.to_json())
    answer = json.loads(json.dumps(check_answer(puzzle(PAIRS), Answer((1, 1))).to_json()))
    assert answer["counterexample"]


def test_an_unknown_theme_is_rejected_with_the_nearest_one() -> None:
    assert check_theme("1-2-1") == "1-2-1"
    with pytest.raises(UnknownTheme, match="unknown theme '1-2-3'") as caught:
        check_theme("1-2-3")
    assert "did you mean" in (caught.value.hint or "")
    with pytest.raises(UnknownTheme) as caught:
        check_theme(5)
    assert all(theme in (caught.value.hint or "") for theme in themes())


def test_mistakes_become_puzzles() -> None:
    game = Game.from_layout(Rules(5, 1, 2, start="any"), [(0, 0), (0, 3)])
    for cell in ((0, 1), (0, 2), (0, 3)):
        game.reveal(cell)
    (missed,) = puzzles_from_review(review(game))
    assert (missed.kind, missed.theme, missed.answers) == ("safe", "single-clue", ((0, 4),))
