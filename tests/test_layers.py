"""Who may import whom. docs/architecture.md draws the same table."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "sapper"

# Each layer with those directly under it; what they may import, it may import too. Layers that do
# not exist yet are held from their first file on.
UNDER = {
    "_core": [],
    "errors": [],
    "game": ["_core", "errors"],
    "inference": ["game"],
    "strategies": ["inference"],
    "coach": ["strategies"],
    "generate": ["coach"],
    "session": ["coach", "generate"],
    "store": ["game"],
    "bench": ["session", "store"],
    "compat": ["session", "store"],
    "tui": ["session", "store"],
    "web": ["compat"],
    "cli": ["tui", "web", "bench", "compat"],
    # The public names gather what the layers offer; the command needs only its shell.
    "__init__": ["session"],
    "__main__": ["cli"],
}
# Front ends go through the session; the core is no business of theirs.
FRONT_ENDS = {"cli", "tui", "web"}


def allowed(layer: str) -> set[str]:
    """All layers that a layer may import, itself included."""
    found = {layer}
    for under in UNDER[layer]:
        found |= allowed(under)
    return found - {"_core"} if layer in FRONT_ENDS else found


def layer_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imported_layers(tree: ast.AST, path: Path) -> Iterator[tuple[int, str]]:
    """Every layer that a module imports, with the line; `sapper` for names of the package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:  # relative to the package of the module
                parts = ["sapper", *path.relative_to(PACKAGE).parts[:-1]]
                base = ".".join(
                    [*parts[: len(parts) - node.level + 1], *filter(None, [node.module])]
                )
            names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "sapper":
                part = parts[1] if len(parts) > 1 else ""
                yield node.lineno, part if part in UNDER else "sapper"


def faults(source: str, path: Path) -> list[str]:
    """The imports of a module that go the wrong way."""
    layer = layer_of(path)
    if layer not in UNDER:
        return [f"{path}: the layer {layer} is not in the table"]
    may = allowed(layer)
    if layer in FRONT_ENDS | {"__main__"}:
        may.add("sapper")  # the version and other public names
    return [
        f"{path}:{line}: {layer} imports {imported}"
        for line, imported in imported_layers(ast.parse(source), path)
        if imported not in may
    ]


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_is_under_it(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8"), path) == []


def test_every_layer_that_exists_is_looked_at() -> None:
    assert {"game", "session", "cli", "errors", "__init__"} <= set(map(layer_of, MODULES))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("game/game.py", "import sapper.session"),
        ("game/game.py", "from sapper.cli import plain"),
        ("game/game.py", "from sapper import Game"),
        ("game/game.py", "import sapper"),
        ("game/game.py", "from ..session import Session"),
        ("game/game.py", "def late():\n    from sapper.inference import exact"),
        ("inference/analysis.py", "from sapper.strategies import registry"),
        ("strategies/exact.py", "from sapper import session"),
        ("coach/graded_hints.py", "from sapper.generate import boards"),
        ("session/session.py", "from sapper.store import games"),
        ("store/store.py", "from sapper.session import Session"),
        ("bench/runner.py", "from sapper.cli import app"),
        ("web/app.py", "from sapper.tui import board"),
        ("web/app.py", "from sapper._core import Field"),
        ("cli/commands/play.py", "from sapper import _core"),
        ("web/app.py", "from sapper.tui import app"),
        ("compat/cs50.py", "from sapper.cli import play"),
        ("errors.py", "from sapper.game.rules import Rules"),
        ("helpers/text.py", ""),
    ],
)
def test_an_import_that_goes_the_wrong_way_is_found(module: str, source: str) -> None:
    assert len(faults(source, PACKAGE / module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("game/game.py", "from sapper._core import Field\nfrom sapper import _core, errors"),
        ("inference/analysis.py", "from sapper import _core\nfrom sapper.game.view import View"),
        ("session/session.py", "from sapper.coach import hints\nfrom sapper.game.game import Game"),
        (
            "bench/runner.py",
            "from sapper.strategies import registry\nfrom sapper.store import games",
        ),
        (
            "cli/commands/play.py",
            "from sapper.tui import app\nfrom sapper.compat import cs50\nimport sapper",
        ),
        ("generate/generator.py", "from sapper.coach import checking"),
        ("web/app.py", "from sapper.session import Session\nimport numpy"),
    ],
)
def test_an_import_that_goes_the_right_way_is_allowed(module: str, source: str) -> None:
    assert faults(source, PACKAGE / module) == []
