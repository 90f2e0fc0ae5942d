"""The tool that changes the code: each change is one, can be compiled, and leaves texts alone."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import mutate  # noqa: E402
from mutate import SOURCE, Finder, Mutant, mutants_of  # noqa: E402

CODE = '''
"""A text with 1 + 1 in it."""
from typing import Literal

def sign(number: int, words: Literal[1, 2] = 1) -> int:
    """Return 1 < 2."""
    total = number + 1
    total -= 5
    if number < 0 and not words:
        print(f"{number:5}")
        return -1
    while True:
        break
    raise ValueError("a < b") if total else number
'''


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Mutant]:
    monkeypatch.setattr("mutate.ROOT", tmp_path)
    path = tmp_path / "sign.py"
    path.write_text(CODE, encoding="utf-8")
    return list(mutants_of(path))


def test_each_kind_of_change_is_made(changed: list[Mutant]) -> None:
    made = {(mutant.before, mutant.after) for mutant in changed}
    assert {
        ("number + 1", "number - 1"), ("number < 0", "number <= 0"), ("not words", "words"),
        ("number < 0 and (not words)", "number < 0 or not words"), ("total -= 5", "total += 5"),
        ("print(f'{number:5}')", "pass"), ("return -1", "return None"),
        ("True", "False"), ("break", "continue"), ("5", "6"),
    } <= made  # fmt: skip


def test_each_mutant_differs_by_one_line_and_can_be_compiled(changed: list[Mutant]) -> None:
    import ast

    plain = ast.unparse(ast.parse(CODE)).splitlines()
    for mutant in changed:
        compile(mutant.source, "mutant", "exec")
        lines = mutant.source.splitlines()
        assert lines != plain
        if len(lines) == len(plain):
            assert sum(a != b for a, b in zip(lines, plain, strict=True)) == 1


def test_types_and_texts_are_left_alone(changed: list[Mutant]) -> None:
    for mutant in changed:
        assert "Literal[1, 2]" in mutant.source
        assert "1 + 1 in it" in mutant.source
        assert "{number:5}" in mutant.source or mutant.after == "pass"


def test_a_mutant_is_imported_in_place_of_its_module() -> None:
    path = SOURCE / "game" / "levels.py"
    finder = Finder(Mutant(path, 1, "", "", "answer = 42"))
    assert finder.name == "sapper.game.levels"
    assert finder.find_spec("sapper.game.rules", None) is None
    import types

    module = types.ModuleType("sapper.game.levels")
    finder.exec_module(module)
    assert module.answer == 42


def test_a_mutant_of_a_package_is_imported_too() -> None:
    # It was looked for under the name of its file, so all of them lived.
    finder = Finder(Mutant(SOURCE / "store" / "__init__.py", 1, "", "", "answer = 42"))
    found = finder.find_spec("sapper.store", None)
    assert found is not None
    assert found.submodule_search_locations == [str(SOURCE / "store")]
    assert finder.find_spec("sapper.store.__init__", None) is None


def test_the_tests_of_the_same_name_come_first() -> None:
    tests = mutate.tests_of("game", SOURCE / "game" / "view.py")
    assert tests[0].endswith("test_view.py")
    assert len(tests) > 5
