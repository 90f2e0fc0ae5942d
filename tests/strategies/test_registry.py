import pytest

from sapper import strategies
from sapper.errors import InvalidOption, SapperError, UnknownStrategy
from sapper.strategies import registry


def test_the_ladder_is_there() -> None:
    ladder = {"random", "single-point", "layered", "knowledge", "pattern", "arc-consistency"}
    assert ladder | {"score"} <= set(strategies.names())


def test_the_default_is_a_strategy() -> None:
    assert strategies.default_name() in strategies.names()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("layerd", "layered"), ("Single_Point", "single-point"), ("arc_consistency", "arc-cons")],
)
def test_an_unknown_name_gets_the_nearest_one_as_hint(name: str, nearest: str) -> None:
    with pytest.raises(UnknownStrategy, match=f"unknown strategy '{name}'") as caught:
        strategies.get(name)
    assert caught.value.hint is not None
    assert nearest in caught.value.hint
    assert isinstance(caught.value, LookupError)
    assert isinstance(caught.value, SapperError)


def test_a_name_like_no_other_gets_the_whole_list() -> None:
    with pytest.raises(UnknownStrategy) as caught:
        strategies.get("zzz")
    assert "layered, " in str(caught.value.hint)


@pytest.mark.parametrize("name", ["base", "registry", "reading", "../errors", ""])
def test_other_modules_are_no_strategies(name: str) -> None:
    with pytest.raises(UnknownStrategy):
        strategies.get(name)


def test_an_unknown_option_is_refused_with_those_that_exist() -> None:
    with pytest.raises(InvalidOption, match="no option 'two_two'") as caught:
        strategies.get("pattern", two_two=True)
    assert caught.value.hint == "its options are one_one, reduction"


def test_names_with_options_are_read() -> None:
    assert registry.parse("layered") == ("layered", {})
    assert registry.parse("knowledge:total-mines") == ("knowledge", {"total_mines": True})
    assert registry.parse("pattern:one_one=no, reduction=on") == (
        "pattern",
        {"one_one": False, "reduction": True},
    )


@pytest.mark.parametrize("text", ["knowledge:total_mines=perhaps", "layered:x=1", "pattern:seed=1"])
def test_options_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(InvalidOption):
        registry.parse(text)
