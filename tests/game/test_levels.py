import pytest

from sapper import Rules
from sapper.errors import InvalidRules
from sapper.game.levels import LEVELS

KNOWN = {
    "beginner": "9x9/10",
    "intermediate": "16x16/40",
    "expert": "30x16/99",
    "small": "8x8/10",
    "medium": "16x16/40",
    "large": "30x16/99",
    "o-matic": "10x10/15",
    "cs50": "8x8/8",
}


def test_the_levels_have_the_documented_sizes() -> None:
    assert LEVELS == KNOWN


@pytest.mark.parametrize("name", KNOWN)
def test_level_names_are_case_insensitive(name: str) -> None:
    assert str(Rules.level(name)) == KNOWN[name]
    assert Rules.level(f" {name.upper()} ", start="opening") == Rules.parse(KNOWN[name], "opening")


def test_any_size_is_a_level() -> None:
    assert Rules.level("7x5/3") == Rules(7, 5, 3)
    assert Rules.level("7x5/3").level_name == "7x5/3"


def test_a_size_has_the_first_matching_level_name() -> None:
    assert Rules(30, 16, 99).level_name == "expert"
    assert Rules(16, 16, 40, "any").level_name == "intermediate"


def test_the_error_for_a_misspelt_level_suggests_the_closest_one() -> None:
    with pytest.raises(InvalidRules, match="unknown level 'Expret'") as caught:
        Rules.level("Expret")
    assert caught.value.hint == "did you mean expert?"


@pytest.mark.parametrize("name", ["", "zzz", pytest.param("x" * 100_000, id="long")])
def test_the_error_for_an_unknown_level_lists_all_levels(name: str) -> None:
    with pytest.raises(InvalidRules, match="unknown level ") as caught:
        Rules.level(name)
    assert len(str(caught.value)) < 100
    assert all(level in caught.value.hint for level in KNOWN)


@pytest.mark.parametrize("name", [None, 9, [], {}, b"expert"])
def test_a_level_that_is_not_a_string_is_refused(name: object) -> None:
    with pytest.raises(InvalidRules, match="invalid size"):
        Rules.level(name)
