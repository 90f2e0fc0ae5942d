"""Drills: positions by theme and from one's own mistakes, with answers that hold."""

import json
import random

import pytest

from sapper import Game, Rules, analyse, parse_view
from sapper.coach.drill_builder import (
    THEMES,
    Drill,
    Theme,
    answer_drill,
    drill_of,
    drills_from,
    make_drill,
    theme_of,
)
from sapper.coach.game_review import review
from sapper.coach.graded_hints import hint
from sapper.coach.proof_checker import check
from sapper.errors import IllegalMove, InvalidSeed, UnknownTheme


@pytest.mark.parametrize("theme", THEMES)
def test_a_drill_of_every_theme_is_what_it_says(theme: Theme) -> None:
    for seed in range(3):
        drill = make_drill(theme, seed)
        odds = analyse(drill.view)
        assert drill.theme == theme
        if drill.proof is not None:
            check(drill.view, drill.proof)
            assert drill.proof.cell in drill.answers
        if theme == "fifty-fifty":
            guess = drill.hint.guess
            assert drill.answers == tuple(sorted(odds.safe))
            assert (guess is not None and guess.is_fifty_fifty) is (not drill.answers)
        elif theme == "best-guess":
            assert not odds.safe
            least = min(float(odds.mine_probability[cell]) for cell in drill.answers)
            hidden = odds.mine_probability[odds.view.cells < 0]
            assert least == pytest.approx(float(hidden.min()))
        else:
            assert drill.answers == tuple(sorted(odds.safe))
            assert theme_of(drill.hint) == theme


def test_both_answers_to_fifty_fifty_or_not_occur() -> None:
    forced = {not make_drill("fifty-fifty", seed).answers for seed in range(12)}
    assert forced == {True, False}


def test_the_same_seed_gives_the_same_drill_and_others_give_others() -> None:
    assert make_drill("subset", 5) == make_drill("subset", 5)
    assert len({make_drill("subset", seed).id for seed in range(6)}) > 3


def test_a_drill_is_made_again_from_its_position() -> None:
    drill = make_drill("1-2-x", 1)
    assert drill_of(drill.view, "1-2-x") == drill
    assert drill_of(drill.view, "subset").id != drill.id
    json.dumps(drill.to_json())


def test_every_safe_cell_is_a_right_answer() -> None:
    drill = drill_of(parse_view("5x2/2\n#####\n11111"), "subset")
    for cell in ((0, 2),):
        verdict = answer_drill(drill, cell)
        assert verdict.is_right
        assert verdict.text.startswith("Right. ")
        assert verdict.proof == drill.proof
    wrong = answer_drill(drill, (0, 0))
    assert not wrong.is_right
    assert wrong.text.startswith("Wrong. Right: ")
    assert not answer_drill(drill, None).is_right
    assert wrong.to_json()["right"] is False


def test_another_safe_cell_than_that_of_the_hint_is_proved_too() -> None:
    drill = make_drill("1-2-x", 2)
    other = next(cell for cell in drill.answers if cell != drill.hint.cell)
    verdict = answer_drill(drill, other)
    assert verdict.is_right
    assert verdict.proof is not None
    assert verdict.proof.cell == other
    check(drill.view, verdict.proof)


def test_that_it_is_a_guess_is_an_answer() -> None:
    drill = drill_of(parse_view("2x2/1\n#1\n#1"), "fifty-fifty")
    assert answer_drill(drill, None).is_right
    assert not answer_drill(drill, (0, 0)).is_right


@pytest.mark.parametrize("cell", [(1, 0), (9, 9), (-1, 0)])
def test_a_cell_that_is_not_hidden_is_no_answer(cell: tuple[int, int]) -> None:
    drill = drill_of(parse_view("3x2/1\n###\n111"), "subset")
    with pytest.raises(IllegalMove):
        answer_drill(drill, cell)


def test_unknown_themes_and_bad_seeds_are_named() -> None:
    with pytest.raises(UnknownTheme, match="'subsets'") as raised:
        make_drill("subsets", 1)  # type: ignore[arg-type]
    assert raised.value.hint == "did you mean subset?"
    with pytest.raises(UnknownTheme) as other:
        make_drill(3, 1)  # type: ignore[arg-type]
    assert "single-clue" in str(other.value.hint)
    with pytest.raises(InvalidSeed):
        make_drill("subset", -1)


def mistaken_game(seed: int) -> Game:
    chance = random.Random(seed)
    game = Game(Rules.level("beginner"), seed)
    game.reveal((4, 4))
    while not game.is_over:
        hidden = [cell for cell in game.rules.cells() if game.view.clue(cell) is None]
        game.reveal(chance.choice(hidden))
    return game


def test_own_mistakes_become_drills() -> None:
    found: list[Drill] = []
    for seed in range(8):
        game = mistaken_game(seed)
        judged = review(game)
        drills = drills_from(judged)
        needless = [m for m in judged.moves if m.move_class == "needless guess"]
        assert len(drills) >= bool(needless)
        found += drills
    assert found
    for drill in found:
        assert drill == drill_of(drill.view, drill.theme)
        assert drill.answers or drill.theme == "fifty-fifty"
        assert theme_of(hint(drill.view)) == drill.theme


def test_a_flawless_game_has_nothing_to_learn_from() -> None:
    game = Game(Rules.level("beginner"), seed=42)
    game.reveal((0, 0))
    while not game.is_over:
        answer = hint(game.view)
        game.reveal(answer.cell)
    assert drills_from(review(game)) == []
