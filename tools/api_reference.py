"""Writes docs/reference/api.md: every public name with its signature and what its docstring says.

Signatures are read from the sources, so that the page is the same with every version of Python.
"""

import ast
import inspect
import re
import textwrap
from importlib import import_module
from types import ModuleType
from typing import Any

MODULES = [
    "sapper",
    "sapper.errors",
    "sapper.strategies",
    "sapper.strategies.base",
    "sapper.coach.graded_hints",
    "sapper.coach.game_review",
    "sapper.generate",
    "sapper.bench",
    "sapper.session",
    "sapper.store",
    "sapper.web",
    "sapper.compat.cs50",
    "sapper.compat.formats",
    "sapper.compat.gym",
]
"""The modules that users import from."""

INTRODUCTION = """\
# The library

This page is written by `make docs` from the docstrings; do not edit it.
[The guide](../guide/library.md) shows how the parts work together.
"""

STRATEGIES = """\
## Strategies by name

What `sapper.strategies.get` takes; [the guide](../guide/strategies.md) explains them.

| name | what it does |
|---|---|
"""


def public_names(module: ModuleType) -> list[str]:
    """Return what a module offers: its `__all__`, else all classes and functions of its own."""
    if hasattr(module, "__all__"):
        return [name for name in module.__all__ if not name.startswith("__")]
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__ == module.__name__
    ]


def page() -> str:
    """Return the whole page."""
    sections = [INTRODUCTION]
    seen: dict[int, str] = {}
    for module_name in MODULES:
        module = import_module(module_name)
        sections.append(f"## {module_name}\n\n{prose(module.__doc__)}\n")
        for name in public_names(module):
            value = getattr(module, name)
            place = f"{module_name}.{name}"
            if inspect.ismodule(value):
                sections.append(
                    f"### {place}\n\nA module: see [below](#{anchor(value.__name__)}).\n"
                )
            elif id(value) in seen and not isinstance(value, (str, dict)):
                sections.append(
                    f"### {place}\n\nSee [{seen[id(value)]}](#{anchor(seen[id(value)])}).\n"
                )
            else:
                seen[id(value)] = place
                sections.append(entry(place, value))
    return "\n".join([*sections, strategy_table()])


def strategy_table() -> str:
    """Return every strategy with its one line."""
    from sapper import strategies

    rows = [f"| `{name}` | {strategies.get(name).summary} |" for name in strategies.names()]
    return STRATEGIES + "\n".join(rows) + "\n"


def entry(place: str, value: Any) -> str:
    """Return the section of one name."""
    value = inspect.unwrap(value)  # of a function that remembers its answers
    if inspect.isclass(value):
        return class_entry(place, value)
    if inspect.isfunction(value):
        return f"### {place}\n\n```text\n{signature(value)}\n```\n\n{prose(value.__doc__)}\n"
    if isinstance(value, (str, int, float)):
        return f"### {place}\n\nThe constant `{value!r}`.\n"
    if isinstance(value, dict):
        words = ", ".join(f"`{key}`" for key in value)
        return f"### {place}\n\nA dict with the keys {words}.\n"
    return f"### {place}\n\n`{value}`\n".replace("typing.", "")


def class_entry(place: str, value: type) -> str:
    """Return a class with its public methods and properties, in the order of the source."""
    bases = [base.__name__ for base in value.__bases__ if base is not object]
    kind = f" ({', '.join(bases)})" if bases else ""
    lines = [f"### {place}\n\nA class{kind}. {prose(value.__doc__)}\n"]
    members = field_rows(value) + [
        row
        for name, member in vars(value).items()
        if (not name.startswith("_") or name == "__init__") and (row := member_row(name, member))
    ]
    if members:
        lines.append("| name | what it is |\n|---|---|\n" + "\n".join(members) + "\n")
    return "\n".join(lines)


def member_row(name: str, member: Any) -> str | None:
    """Return the row of a method or property; None for what needs no row."""
    function = member
    if isinstance(member, (classmethod, staticmethod)):
        function = member.__func__
    elif isinstance(member, property):
        function = member.fget
    elif hasattr(member, "func") and hasattr(member, "attrname"):  # a cached property
        function = member.func
    if not inspect.isfunction(function) or function.__doc__ is None:
        return None
    is_value = function is not member and not isinstance(member, (classmethod, staticmethod))
    text = name if is_value else signature(function)
    first = " ".join(prose(function.__doc__).split("\n\n")[0].split())
    return f"| `{text}` | {without_bars(first)} |"


def signature(function: Any) -> str:
    """Return the signature as the source has it, without `self`."""
    source = textwrap.dedent(inspect.getsource(function))
    node = ast.parse(source).body[0]
    if not isinstance(node, ast.FunctionDef):
        raise TypeError(f"no function: {function}")
    arguments = node.args
    if arguments.args and arguments.args[0].arg in ("self", "cls"):
        del arguments.args[0]
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    for argument in [*every, *filter(None, [arguments.vararg, arguments.kwarg])]:
        argument.annotation = unquoted(argument.annotation)
    returns = unquoted(node.returns)
    result = f" -> {ast.unparse(returns)}" if returns else ""
    return without_bars(f"{node.name}({ast.unparse(arguments)}){result}")


def unquoted(annotation: ast.expr | None) -> ast.expr | None:
    """Return an annotation that is written as text as what it says."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    return annotation


def without_bars(text: str) -> str:
    """Return types with their unions in words; a bar would end the cell of a table."""
    return text.replace(" | ", " or ")


def field_rows(value: type) -> list[str]:
    """Return the rows of a class's fields, each with the text that stands under it."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0].body  # type: ignore[attr-defined]
    except (OSError, TypeError):
        return []
    rows = []
    for node, below in zip(body, [*body[1:], None], strict=True):
        is_field = isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if not is_field or node.target.id.startswith("_"):
            continue
        has_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        text = " ".join(str(below.value.value).split()) if has_text else ""
        kind = ast.unparse(unquoted(node.annotation) or node.annotation)
        rows.append(f"| `{node.target.id}: {without_bars(kind)}` | {without_bars(text)} |")
    return rows


def prose(docstring: str | None) -> str:
    """Return a docstring without its examples, which run elsewhere."""
    paragraphs = inspect.cleandoc(docstring or "").split("\n\n")
    kept = []
    for paragraph in paragraphs:
        if ">>>" in paragraph:
            continue
        is_drawing = all(line.startswith("    ") for line in paragraph.splitlines())
        kept.append(f"```text\n{textwrap.dedent(paragraph)}\n```" if is_drawing else paragraph)
    return "\n\n".join(kept).replace("::\n\n```", ":\n\n```").strip()


def anchor(heading: str) -> str:
    """Return the anchor that a heading gets on a page."""
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-"))
