"""Strategies of other packages, which Sapper finds through entry points."""

import json
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sapper import Game, Rules, parse_view, strategies
from sapper.errors import StrategyFailed, UnknownStrategy
from sapper.strategies import registry
from sapper.strategies.ai_moves import advise
from sapper.strategies.base import uses_marks
from sapper.strategies.third_party import installed_strategies
from tests.sapper_command import PATIENCE, run_main

VALID = """
    from sapper.strategies import Advice

    class Mine:
        name = "mine"
        summary = "The first hidden cell."

        def __init__(self, *, seed=0, step: int = 1): ...
        def first_move(self, rules):
            return 0, 0
        def advise(self, view):
            hidden = [cell for cell in view.rules.cells() if view.clue(cell) is None]
            best = hidden[0] if len(hidden) > view.mines else None
            risks = {best: 0.5} if best else {}
            return Advice(frozenset(), frozenset(), risks, best, "the first hidden cell")
"""
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that installs a package with the strategies that it declares."""
    modules: list[str] = []

    def install(code: str, declared: str = "mine", package: str = "their_package") -> None:
        (tmp_path / f"{package}.py").write_text(textwrap.dedent(code))
        metadata = tmp_path / f"{package}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0")
        (metadata / "entry_points.txt").write_text(
            f"[sapper.strategies]\n{declared} = {package}:Mine\n"
        )
        modules.append(package)
        clear_caches()

    monkeypatch.syspath_prepend(tmp_path)
    yield install
    for module in modules:
        sys.modules.pop(module, None)
    monkeypatch.undo()
    clear_caches()


def clear_caches() -> None:
    for function in (registry.names, registry._load_in_background, installed_strategies):
        function.cache_clear()


def test_an_installed_strategy_is_listed_and_plays(
    install: Install, capfd: pytest.CaptureFixture[str]
) -> None:
    install(VALID)
    assert "mine" in strategies.names()
    assert "mine" not in registry.built_in_names()
    assert registry.parse("mine:step=2") == ("mine", {"step": 2})
    code, out, err = run_main(capfd, "strategies", "--json")
    assert (code, err) == (0, "")
    assert {
        "name": "mine", "summary": "The first hidden cell.", "package": "their_package 1.0",
        "uses_marks": False, "title": "mine", "character": "The first hidden cell.",
        "exact_risks": False,
    } in json.loads(out)  # fmt: skip
    assert "mine  " in run_main(capfd, "strategies")[1]
    code, out, _ = run_main(capfd, "watch", "5x5/2", "--seed", "1", "--strategy", "mine")
    assert code == 0
    assert out.startswith("mine plays 5x5/2")
    code, out, _ = run_main(
        capfd, "bench", "5x5/2", "20", "--strategy", "mine", "--json", "-", "--workers", "1"
    )
    assert code == 0
    assert json.loads(out)["strategies"][0]["games"] == 20
    assert advise(Game(Rules(5, 5, 2), 1).view, "mine", seed=0).best == (0, 0)


def test_an_installed_strategy_can_rely_on_flags(
    install: Install, capfd: pytest.CaptureFixture[str]
) -> None:
    code = VALID.replace("summary =", "uses_marks = True\n        summary =")
    install(code.replace("if view.clue(cell) is None", "if cell in view.flags"))
    assert uses_marks(strategies.get("mine"))
    assert "cell. Relies on your flags. (their_package 1.0)" in run_main(capfd, "strategies")[1]
    assert advise(parse_view("4x1/0\n#1F#"), "mine", seed=0).best == (0, 2)
    assert advise(parse_view("4x1/0\n#1##"), "mine", seed=0).best is None


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'"),
        ("raise ValueError('two\\nlines')", "ValueError: two lines"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("Mine = 3", "class Mine is missing"),
        ("", "AttributeError: module 'their_package' has no attribute 'Mine'"),
        (VALID.replace("def advise", "def advice"), "class Mine has no advise"),
        (VALID.replace("*, seed=0, step: int = 1", ""), "TypeError: "),
        (VALID.replace('"mine"', '"yours"'), "Mine.name must be 'mine', not 'yours'"),
        (
            VALID.replace(
                'summary = "The first hidden cell."', "summary = property(lambda _: 1/0)"
            ),
            "ZeroDivisionError: division by zero",
        ),
        (
            VALID.replace("summary =", "uses_marks = property(lambda _: 1/0)\n        summary ="),
            "ZeroDivisionError: division by zero",
        ),
    ],
)
def test_a_strategy_that_cannot_be_loaded_is_reported_in_one_line_and_harms_no_other(
    install: Install, capfd: pytest.CaptureFixture[str], code: str, reason: str
) -> None:
    install(code)
    status, out, err = run_main(capfd, "strategies")
    assert status == 0
    listed = [line.split()[0] for line in out.splitlines()]
    assert sorted(listed) == list(registry.built_in_names())
    warning = "strategy 'mine' from their_package 1.0 cannot be used: " + reason
    assert err.startswith(f"warning: {warning}")
    assert err.count("\n") == 1
    assert run_main(capfd, "bench", "5x5/2", "1", "--strategy", "random")[0] == 0
    status, _, err = run_main(capfd, "bench", "5x5/2", "1", "--strategy", "mine")
    assert status == 2
    assert err.startswith(f"error: {warning}")


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        ("exact", "strategy 'exact' from their_package 1.0 is ignored: a built-in strategy has"),
        ("My_Idea", "strategy 'My_Idea' from their_package 1.0 is ignored: the name must"),
    ],
)
def test_a_strategy_with_an_unusable_name_is_ignored(
    install: Install, capfd: pytest.CaptureFixture[str], declared: str, reason: str
) -> None:
    install(VALID, declared)
    assert strategies.names() == registry.built_in_names()
    _, out, err = run_main(capfd, "strategies")
    assert err.startswith(f"warning: {reason}")
    assert "their_package" not in out
    assert type(strategies.get("exact")).__module__ == "sapper.strategies.exact"
    with pytest.raises(UnknownStrategy):
        strategies.get("My_Idea")


def test_the_second_package_with_the_same_strategy_name_is_ignored(install: Install) -> None:
    install(VALID, package="first_package")
    install(VALID, package="second_package")
    (problem,) = registry.available().problems
    assert problem == (
        "strategy 'mine' from second_package 1.0 is ignored: first_package 1.0 has a strategy with "
        "the same name"
    )
    assert strategies.get("mine").name == "mine"


def test_a_strategy_that_loads_slowly_does_not_delay_the_list(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MAX_LOAD_SECONDS", 0.2)
    install("import time\ntime.sleep(1.5)\n" + textwrap.dedent(VALID))
    begin = time.monotonic()
    for _ in range(2):  # the second list does not wait again
        (problem,) = registry.available().problems
        assert problem.endswith(
            "from their_package 1.0 cannot be used: loading takes longer than 0.2 s"
        )
    assert time.monotonic() - begin < 1.2
    assert strategies.get("mine").summary == "The first hidden cell."  # waits for the import
    assert registry._load_in_background("mine")[1].result(PATIENCE)
    assert registry.available().problems == ()


@pytest.mark.parametrize(
    ("returned", "reason"),
    [
        ("None", "advise must return an Advice, not None"),
        (
            "Advice(iter(int, 1), frozenset(), {}, (0, 0), '')",
            "safe must be a frozenset, not <callable_iterator",
        ),
        (
            "Advice([(0, 0)] * 9, frozenset(), {}, (0, 0), '')",
            "safe must be a frozenset, not [(0, 0)",
        ),
        (
            "Advice(frozenset({(0, 1)}), frozenset(), {}, None, '')",
            "safe contains A2, which is already revealed",
        ),
        (
            "Advice(frozenset({(0, 2)}), frozenset({(0, 2)}), {}, None, '')",
            "(0, 2) is in both safe and mines",
        ),
        (
            "Advice(frozenset(), frozenset(), {}, (9, 9), '')",
            "best: (9, 9) is not a cell on the 3x1/1 board",
        ),
        (
            "Advice(frozenset(), frozenset(), {}, 'A1', '')",
            "best: 'A1' is not a cell on the 3x1/1 board",
        ),
        (
            "Advice(frozenset(), frozenset(), {(0, 0): 2}, (0, 0), '')",
            "risks must be between 0 and 1, not 2",
        ),
        (
            "Advice(frozenset(), frozenset(), [1], (0, 0), '')",
            "risks must be a mapping, not [1]",
        ),
        (
            "Advice(frozenset(), frozenset(), {}, (0, 0), '', [])",
            "plan must be a tuple, not []",
        ),
        (
            "Advice(frozenset(), frozenset(), {}, (0, 0), '', ((0, 0),))",
            "plan must contain (kind, cell) pairs, not (0, 0)",
        ),
        (
            "Advice(frozenset(), frozenset(), {}, (0, 0), '', (('flag', (0, 1)),))",
            "plan contains A2, which is already revealed",
        ),
        (
            "Advice(frozenset(), frozenset(), {}, (0, 0), '', (), b'1234')",
            "notes must contain at most 3 bytes, not 4",
        ),
    ],
)
def test_illegal_advice_is_an_error_that_names_the_strategy(
    install: Install, returned: str, reason: str
) -> None:
    advise = "        def advise(self, view):\n"
    install(VALID.replace(advise, f"{advise}            return {returned}\n"))
    with pytest.raises(StrategyFailed) as caught:
        strategies.get("mine").advise(parse_view("3x1/1\n#1#"))
    assert str(caught.value).startswith(f"strategy 'mine' gave illegal advice: {reason}")


def test_illegal_advice_ends_a_benchmark_and_a_players_ai_moves_with_one_line(
    install: Install, capfd: pytest.CaptureFixture[str]
) -> None:
    install(VALID.replace("best = hidden[0]", "best = (99, 99)"))
    status, _, err = run_main(capfd, "bench", "5x5/2", "1", "--strategy", "mine", "--workers", "1")
    assert status == 2
    assert "strategy 'mine'" in err
    assert "(99, 99) is not a cell" in err
    assert err.count("\n") == 1
    with pytest.raises(StrategyFailed, match="'mine' gave illegal advice"):
        advise(Game(Rules(5, 5, 2), 1).view, "mine", seed=0)


def test_an_illegal_first_move_is_an_error(install: Install) -> None:
    install(VALID.replace("return 0, 0", "return 5, 5"))
    with pytest.raises(
        StrategyFailed, match=r"the first move: \(5, 5\) is not a cell on the 5x5/2 board"
    ):
        strategies.get("mine").first_move(Rules(5, 5, 2))


def test_numpy_integers_and_long_texts_are_converted(install: Install) -> None:
    code = VALID.replace("best = hidden[0]", "best = tuple(numpy.array(hidden[0]))")
    code = code.replace('"the first hidden cell")', '"the\\nfirst " * 99)')
    install("\n    import numpy" + code)
    game = Game(Rules(5, 5, 2), 1)
    advice = strategies.get("mine").advise(game.view)
    assert json.dumps([advice.best, *advice.risks]) == "[[0, 0], [0, 0]]"
    assert "\n" not in advice.reason
    assert len(advice.reason) == 300
