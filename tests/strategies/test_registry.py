import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sapper import Rules, strategies
from sapper.bench.benchmark_game import play_game
from sapper.bench.options import BenchmarkOptions
from sapper.cli import main
from sapper.cli.shared_options import with_think_time
from sapper.errors import InvalidOption, SapperError, StrategyFailed, UnknownStrategy
from sapper.strategies import registry

ROOT = Path(__file__).parents[2]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Path]]:
    """Return a function that installs the strategy module `corners`."""
    names = (*strategies.names(), "corners")
    monkeypatch.setattr(registry, "names", lambda: names)
    monkeypatch.setattr(strategies, "names", lambda: names)
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(tmp_path)])

    def write(text: str) -> Path:
        (tmp_path / "corners.py").write_text(text)
        return tmp_path / "corners.py"

    yield write
    sys.modules.pop("sapper.strategies.corners", None)
    vars(strategies).pop("corners", None)


def example(page: str) -> str:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    return next(block for block in blocks if "class Corners" in block)


def test_the_example_of_the_contributor_guide_is_found_and_plays(
    write: Callable[[str], Path],
) -> None:
    assert example("CONTRIBUTING.md") == example("docs/guide/strategies.md")
    write(example("CONTRIBUTING.md"))
    assert registry.parse("corners") == ("corners", {})
    corners = strategies.get("corners")
    options = BenchmarkOptions(Rules(5, 5, 2), 50)
    assert {play_game(corners, options, seed).won for seed in range(50)} == {True, False}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("class Corners:", "class Corners", "SyntaxError: expected ':' (corners.py, line 6)"),
        ("import Advice", "import Advise", "ImportError: cannot import name 'Advise'"),
        ("class Corners:", "class Korners:", "class Corners is missing"),
        (
            '"corners", "R',
            '"edges", "R',
            "Corners.name must be 'corners', not 'edges'",
        ),
        ("def advise", "def advice", "class Corners has no advise"),
        ("*, seed=0", "", "TypeError: "),
    ],
)
def test_an_invalid_module_raises_one_error_that_names_it(
    write: Callable[[str], Path],
    capfd: pytest.CaptureFixture[str],
    old: str,
    new: str,
    why: str,
) -> None:
    text = example("CONTRIBUTING.md")
    assert old in text
    path = write(text.replace(old, new))
    with pytest.raises(StrategyFailed) as caught:
        strategies.get("corners")
    assert str(caught.value).startswith(f"invalid strategy module {path}: {why}")
    assert main(["strategies"]) == 0
    out, err = capfd.readouterr()
    assert "corners" not in out
    assert "expert" in out
    assert err == f"warning: {caught.value}\n"


@pytest.mark.parametrize("command", [["watch", "small"], ["bench", "small", "1", "--workers", "1"]])
def test_a_failing_strategy_gives_the_same_error_in_watch_and_bench(
    write: Callable[[str], Path], capfd: pytest.CaptureFixture[str], command: list[str]
) -> None:
    write(
        example("CONTRIBUTING.md").replace("        hidden = ", "        1 / 0\n        hidden = ")
    )
    assert main([*command, "--seed", "3", "--strategy", "corners"]) == 2
    assert capfd.readouterr().err == (
        "error: strategy 'corners' failed on 8x8/10 (start rule 'safe', seed 3): "
        "ZeroDivisionError('division by zero')\n"
    )


@pytest.mark.parametrize(
    ("given", "think", "expected"),
    [
        (["expert"], 0.01, ["expert:think=0.01"]),
        (["expert"], 10.0, ["expert:think=10"]),
        (["expert"], 1e-300, ["expert:think=1e-300"]),
        (["expert:think=1"], None, ["expert:think=1"]),
        (["pattern:one_one=yes", "expert"], 0.105, ["pattern:one_one=yes", "expert:think=0.105"]),
    ],
)
def test_think_is_an_option_of_strategies_with_rollouts(
    given: list[str], think: float | None, expected: list[str]
) -> None:
    names = with_think_time(given, think)
    assert names == expected
    assert [registry.parse(name)[1].get("think", think) for name in names] == [
        think if think is not None else 1.0
    ] * len(names)


def test_think_is_refused_by_strategies_without_rollouts() -> None:
    with pytest.raises(InvalidOption, match="--think does not apply to exact, random"):
        with_think_time(["exact", "random"], 1.0)


def test_all_documented_strategies_exist() -> None:
    ladder = {"random", "single-point", "layered", "knowledge", "pattern", "arc-consistency"}
    assert ladder | {"score"} <= set(strategies.names())


def test_the_default_strategy_exists() -> None:
    assert strategies.default_name() in strategies.names()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("layerd", "layered"), ("Single_Point", "single-point"), ("arc_consistency", "arc-cons")],
)
def test_the_hint_for_an_unknown_name_suggests_the_closest_one(name: str, nearest: str) -> None:
    with pytest.raises(UnknownStrategy, match=f"unknown strategy '{name}'") as caught:
        strategies.get(name)
    assert caught.value.hint is not None
    assert nearest in caught.value.hint
    assert isinstance(caught.value, LookupError)
    assert isinstance(caught.value, SapperError)


def test_the_hint_for_a_dissimilar_name_lists_all_strategies() -> None:
    with pytest.raises(UnknownStrategy) as caught:
        strategies.get("zzz")
    assert "layered, " in str(caught.value.hint)


@pytest.mark.parametrize("name", ["base", "registry", "reading", "../errors", ""])
def test_helper_modules_are_not_strategies(name: str) -> None:
    with pytest.raises(UnknownStrategy):
        strategies.get(name)


def test_the_hint_for_an_unknown_option_lists_the_options() -> None:
    with pytest.raises(InvalidOption, match="no option 'two_two'") as caught:
        strategies.get("pattern", two_two=True)
    assert caught.value.hint == "the options are one_one, reduction"


def test_names_with_options_are_parsed() -> None:
    assert registry.parse("layered") == ("layered", {})
    assert registry.parse("knowledge:total-mines") == ("knowledge", {"total_mines": True})
    assert registry.parse("pattern:one_one=no, reduction=on") == (
        "pattern",
        {"one_one": False, "reduction": True},
    )


@pytest.mark.parametrize(("value", "seconds"), [("1e-1", 0.1), (".5", 0.5), ("2.", 2), ("0", 0)])
def test_numbers_have_the_usual_formats(value: str, seconds: float) -> None:
    assert registry.parse(f"expert:think={value}") == ("expert", {"think": seconds})


@pytest.mark.parametrize(
    ("text", "why", "hint"),
    [
        ("knowledge:total_mines=perhaps", "invalid value 'perhaps'", "write yes or no"),
        ("knowledge:total_mines=2", "invalid value '2'", "write yes or no"),
        ("expert:think=soon", "invalid value 'soon'", "write a number"),
        ("expert:think", "invalid value ''", "write a number"),
        ("expert:think=-1", "greater than 0 and at most 3600 s, not -1.0", None),
        ("expert:think=nan", "greater than 0 and at most 3600 s, not nan", None),
        ("expert:think=" + "1" * 400, "invalid value '11", "write a number"),
        ("expert:think=1,think=2", "duplicate option 'think' for strategy 'expert'", None),
        ("random:x=3", "strategy 'random' has no option 'x'", "the strategy has no options"),
        ("pattern:seed=1", "seed is not a strategy option", "use --seed"),
        *(
            (text, f"missing option in strategy {text!r}", "write name:option=value,option=value")
            for text in ("layered:", "layered:derive,,count", "layered:derive,", "random:,")
        ),
    ],
)
def test_invalid_options_are_refused(text: str, why: str, hint: str | None) -> None:
    with pytest.raises(InvalidOption, match=re.escape(why)) as caught:
        registry.parse(text)
    assert caught.value.hint == hint
