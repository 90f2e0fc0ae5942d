"""Change the code in small ways and see whether the tests notice it.

`python tools/mutate.py PACKAGE...`, or `make mutate` for the game, the inference and the store.

A mutant is a module with one change: another comparison, a sum for a difference, a condition turned
round, a number one larger, a call left out, None for an answer. It is killed when a test of its
package or an example in its docstrings fails, or when it never ends; one that lives shows what no
test looks at. Texts are left alone. With more mutants than `--most` a sample is drawn, always the
same.

Packages are folders of src/sapper; the tests are those of the same folder in tests, with the file
of the same name first. Each mutant runs in a process forked from this one, which has loaded all
that is not Sapper's.
"""

import argparse
import ast
import copy
import doctest
import importlib
import importlib.abc
import importlib.util
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "sapper"
MAX_SECONDS = 300
MAX_BYTES = 6 * 2**30
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one module."""

    path: Path
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        """Say where and what."""
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.before}  ->  {self.after}"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Give what a node may be changed into."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            changed = copy.deepcopy(node)
            changed.ops = [COMPARISONS[type(op)]()]
            yield changed
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SUMS:
            changed = copy.deepcopy(node)
            changed.op = SUMS[type(op)]()
            yield changed
        case ast.BoolOp(op=op):
            changed = copy.deepcopy(node)
            changed.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield changed
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.If() | ast.While() | ast.IfExp():
            changed = copy.deepcopy(node)
            changed.test = ast.UnaryOp(ast.Not(), changed.test)
            yield changed
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Return(value=value) if value is not None and not is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()


def is_none(value: ast.expr) -> bool:
    """Tell whether it is the word None."""
    return isinstance(value, ast.Constant) and value.value is None


def places(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Give every node that is code and not a type or a text, as its parent's field."""
    skipped = {"annotation", "returns", "decorator_list", "type_params"}
    for field, value in ast.iter_fields(tree):
        if field in skipped or isinstance(tree, ast.JoinedStr):
            continue
        if isinstance(value, ast.AST):
            yield tree, field, None
            yield from places(value)
        elif isinstance(value, list):
            for number, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield tree, field, number
                    yield from places(each)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Give all mutants of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for parent, field, number in list(places(tree)):
        node = getattr(parent, field) if number is None else getattr(parent, field)[number]
        for changed in changes(node):
            ast.copy_location(changed, node)
            put(parent, field, number, changed)
            source = ast.unparse(ast.fix_missing_locations(tree))
            put(parent, field, number, node)
            before, after = (ast.unparse(each).splitlines()[0][:70] for each in (node, changed))
            yield Mutant(path, getattr(node, "lineno", 0), before, after, source)


def put(parent: ast.AST, field: str, number: int | None, node: ast.AST) -> None:
    """Let a node stand in its parent's field."""
    if number is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[number] = node


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from the source of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        parts = mutant.path.relative_to(SOURCE).with_suffix("").parts
        # A package is imported by the name of its folder.
        self.folder = [str(mutant.path.parent)] if parts[-1] == "__init__" else None
        self.name = ".".join(["sapper", *(parts[:-1] if self.folder else parts)])
        self.mutant = mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:  # noqa: ARG002
        """Find the module that is changed, and no other."""
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(
            name, self.mutant.path, loader=self, submodule_search_locations=self.folder
        )

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed source."""
        exec(compile(self.mutant.source, self.mutant.path, "exec"), module.__dict__)


def tests_of(package: str, path: Path | None) -> list[str]:
    """Return the tests of a package; those of the file of the same name come first."""
    folder = ROOT / "tests" / package
    files = sorted(folder.glob("test_*.py"))
    if path is not None:
        files.sort(key=lambda file: not file.stem.startswith(f"test_{path.stem}"))
    return [str(file) for file in files]


def lives(package: str, mutant: Mutant | None, cpu_seconds: int = MAX_SECONDS) -> bool:
    """Run the tests in a fork; tell whether all of them pass."""
    child = os.fork()
    if child == 0:
        run_tests(package, mutant, cpu_seconds)
    end = time.monotonic() + MAX_SECONDS
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.02)


def run_tests(package: str, mutant: Mutant | None, cpu_seconds: int) -> None:
    """Run the tests in this process and end it."""
    import pytest

    code = 1
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(quiet, stream)
        if mutant is not None:
            finder = Finder(mutant)
            sys.meta_path.insert(0, finder)
            if doctest.testmod(importlib.import_module(finder.name)).failed:
                return
        tests = tests_of(package, mutant.path if mutant else None)
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:schemathesis"]
        # Plugins that are loaded already give a warning, which would be an error.
        options += ["-o", "filterwarnings=ignore", "-o", "addopts=--import-mode=importlib"]
        # A server for each mutant would take longer than all other tests of the store.
        options += ["-k", "not postgresql"]
        code = int(pytest.main([*options, *tests]))
    finally:
        os._exit(code)


def load_others() -> None:
    """Load what tests need beside Sapper, once for all forks."""
    import hypothesis.stateful
    import numpy
    import pytest
    import sqlalchemy.dialects.sqlite

    assert hypothesis.stateful
    assert numpy
    assert pytest
    assert sqlalchemy.dialects.sqlite
    assert "sapper" not in sys.modules


def main() -> int:
    """Try the mutants of each package; print those that live and the score."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("packages", nargs="+", help="folders of src/sapper, such as game")
    parser.add_argument("--most", type=int, default=25, help="how many mutants of each (25)")
    parser.add_argument("--seed", default="sapper", help="which sample is drawn")
    options = parser.parse_args()
    load_others()
    os.chdir(ROOT)
    for package in options.packages:
        every = [
            mutant
            for path in sorted((SOURCE / package).rglob("*.py"))
            for mutant in mutants_of(path)
        ]
        chance = random.Random(options.seed)
        chosen = every if len(every) <= options.most else chance.sample(every, options.most)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        if not lives(package, None):
            raise SystemExit(f"error: the tests of {package} fail without any change")
        usual = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        living = 0
        for number, mutant in enumerate(sorted(chosen, key=lambda each: (each.path, each.line))):
            print(f"{package} {number}/{len(chosen)}: {mutant}", file=sys.stderr, flush=True)
            if lives(package, mutant, int(2 * usual) + 10):
                living += 1
                print(f"lives  {mutant}", flush=True)
        killed = len(chosen) - living
        print(
            f"{package}: {killed} of {len(chosen)} killed ({killed / len(chosen):.0%}),"
            f" drawn from {len(every)} mutants",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
