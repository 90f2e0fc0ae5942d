"""The puzzles in the package are valid, varied, different and reproducible."""

import random
from collections import Counter
from importlib.resources import files

import pytest

from sapper.coach.proof_checker import check
from sapper.coach.puzzle_builder import PUZZLE_KINDS, Answer, check_answer, themes
from sapper.errors import BudgetExceeded, ContentError
from sapper.game.view import parse_view
from sapper.generate.puzzle_supply import (
    FILE,
    SIZES,
    PuzzleSupply,
    build_from_key,
    is_sound,
    load_supply,
    make_puzzle,
    parse_source,
    sources_of_board,
    symmetry_key,
)
from sapper.inference.analysis import analyse

SUPPLY = load_supply()
SLICE = SUPPLY.sources[::250]


def test_the_file_holds_20000_puzzles_in_2_megabytes() -> None:
    size = len(files("sapper.generate").joinpath(FILE).read_bytes())
    assert len(SUPPLY.sources) >= 20_000
    assert size <= 2_000_000


def test_the_ratings_range_from_600_to_2400_and_every_theme_has_puzzles() -> None:
    ratings = [source.rating for source in SUPPLY.sources]
    assert min(ratings) == 600
    assert max(ratings) == 2400
    bands = Counter(rating // 200 for rating in ratings)
    assert all(bands[band] >= 100 for band in range(3, 12)), bands
    for theme in themes():
        assert len(SUPPLY.of_theme(theme)) >= 150, theme
    assert {source.kind for source in SUPPLY.sources} == set(PUZZLE_KINDS)


def test_a_question_about_certainty_is_as_often_answered_by_a_guess_as_by_a_cell() -> None:
    certain = [source for source in SUPPLY.sources if source.kind == "certain"][::40]
    answered = [bool(source.build().answers) for source in certain]
    assert 0.35 < sum(answered) / len(answered) < 0.65


def test_a_question_whose_answer_is_almost_any_cell_is_not_a_puzzle() -> None:
    from sapper.coach.puzzle_builder import build_puzzle

    assert not is_sound(build_puzzle(parse_view("3x1/2\n#2#"), "mine"))
    assert is_sound(build_puzzle(parse_view("4x3/2\n1#1.\n1#21\n1###"), "safe"))


def test_no_two_puzzles_have_the_same_source() -> None:
    keys = [source.key for source in SUPPLY.sources]
    assert len(set(keys)) == len(keys)


def test_a_slice_of_the_file_is_rebuilt_and_solvable_as_shown() -> None:
    seen = set()
    for source in SLICE:
        puzzle = source.build()
        assert (puzzle.kind, puzzle.theme, puzzle.rating, puzzle.marked) == (
            source.kind, source.theme, source.rating, source.marked,
        ), source  # fmt: skip
        assert is_sound(puzzle), source
        assert build_from_key(source.key) == puzzle
        seen.add(symmetry_key(puzzle))
        # A solver that sees only the position, the question and the marked cells.
        view = parse_view(puzzle.position)
        odds = analyse(view)
        if puzzle.kind == "count":
            rows, columns = zip(*puzzle.marked, strict=True)
            answer = Answer(number=round(float(odds.mine_probability[rows, columns].sum())))
        elif puzzle.kind == "mine":
            answer = Answer(min(odds.mines))
        elif odds.safe:
            answer = Answer(min(odds.safe))
        elif puzzle.kind == "certain":
            answer = Answer()
        else:
            hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
            answer = Answer(min(hidden, key=lambda cell: odds.mine_probability[cell]))
        assert check_answer(puzzle, answer).is_correct, source
        if puzzle.proof is not None:
            check(view, puzzle.proof)
    assert len(seen) == len(SLICE)


def test_the_generator_yields_the_sources_of_the_file() -> None:
    lines = set(files("sapper.generate").joinpath(FILE).read_text().splitlines())
    for seed in range(6):
        found = [source.to_line() for source, _ in sources_of_board(SIZES[seed], seed)]
        assert found
        assert any(line in lines for line in found)
    for source in SLICE[:10]:
        again = [each for each, _ in sources_of_board(source.size, source.seed)]
        assert source in again


def test_a_puzzle_and_its_mirror_image_have_the_same_symmetry_key() -> None:
    from sapper.coach.puzzle_builder import build_puzzle

    one, other, different = (
        build_puzzle(parse_view(text))
        for text in ("4x2/2\n1221\n####", "2x4/2\n#1\n#2\n#2\n#1", "3x2/1\n111\n###")
    )
    assert symmetry_key(one) == symmetry_key(other)
    assert one.id != other.id
    assert symmetry_key(one) != symmetry_key(different)


def test_a_puzzle_near_a_rating_is_unseen() -> None:
    rng = random.Random(1)
    source = SUPPLY.near(1500, rng)
    assert source is not None
    assert abs(source.rating - 1500) < 60
    few = PuzzleSupply(SUPPLY.sources[:3])
    seen: set[str] = set()
    while (source := few.near(900, rng, seen=seen)) is not None:
        assert source.key not in seen
        seen.add(source.key)
    assert len(seen) == 3


def test_more_puzzles_are_made_on_the_fly() -> None:
    source, puzzle = make_puzzle(5, theme="single-clue")
    assert puzzle.theme == source.theme == "single-clue"
    assert source.key not in {each.key for each in SUPPLY.sources}
    assert make_puzzle(5, theme="single-clue") == (source, puzzle)
    rated, _ = make_puzzle(6, rating=1000)
    assert abs(rated.rating - 1000) <= 150


def test_a_theme_that_no_board_has_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.generate.puzzle_supply._MAX_BOARDS", 1)
    with pytest.raises(BudgetExceeded, match="no cases puzzle found on 1 boards"):
        make_puzzle(0, theme="cases")


def test_a_certificate_that_takes_too_long_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    # The core's own exception once escaped, and the server responded with status 500.
    monkeypatch.setattr("sapper.generate.puzzle_supply._CERTIFICATE_SECONDS", 1e-9)
    with pytest.raises(BudgetExceeded, match="time limit reached"):
        SUPPLY.sources[0].build()


@pytest.mark.parametrize(
    "line",
    [
        "", "1-1 1000 safe 9x9/10 5", "luck 1000 safe 9x9/10 5 3", "1-1 1000 open 9x9/10 5 3",
        "1-1 x safe 9x9/10 5 3", "1-1 1000 safe 9x9 5 3", "counting 1000 count 9x9/10 5 3 A1;B2",
    ],
)  # fmt: skip
def test_a_broken_line_of_the_file_is_named(line: str) -> None:
    with pytest.raises(ContentError, match=r"puzzles.txt, line 7: invalid puzzle") as caught:
        parse_source(line, 7)
    assert caught.value.line == 7
