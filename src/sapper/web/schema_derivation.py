"""Derivation of response schemas from the types of the values that the application returns.

Every value that the API returns is declared once, in the layer that creates the value, as a
TypedDict, a dataclass or a named tuple. The schema's types and descriptions come from the
declaration of the value.
"""

import ast
import inspect
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import reduce
from itertools import pairwise
from operator import or_
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel, Field, create_model

from sapper.game.rules import Cell

_models: dict[type, type[BaseModel]] = {}


def derive_model(
    declared: type, *, without: str | None = None, changed: Mapping[str, Any] | None = None
) -> Any:
    """Return the Pydantic model of a TypedDict, a dataclass or a named tuple.

    `changed` maps field names to JSON types that differ from the declared types. `without` is the
    name of a field to omit from the model. The description of a field comes from its annotation or
    its docstring.
    """
    if declared in _models:
        return _models[declared]
    descriptions = _attribute_docstrings(declared)
    fields: dict[str, Any] = {}
    for name, hint in get_type_hints(declared, include_extras=True).items():
        if name == without or name.startswith("_"):
            continue
        kind, *description = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        field = Field(description=description[0] if description else descriptions.get(name))
        fields[name] = ((changed or {}).get(name) or _json_type(kind), field)
    model = create_model(declared.__name__, __doc__=declared.__doc__, **fields)
    _models[declared] = model
    return model


def _json_type(kind: Any) -> Any:
    """Return the type of a value after its conversion to JSON: cells and tuples become lists."""
    arguments = get_args(kind)
    if kind == Cell:
        return list[int]
    if get_origin(kind) in (Union, UnionType):
        return reduce(or_, map(_json_type, arguments))
    if get_origin(kind) is list or (get_origin(kind) is tuple and arguments[1:] == (...,)):
        return list[_json_type(arguments[0])]  # type: ignore[misc]
    if get_origin(kind) is Literal or not isinstance(kind, type):
        return kind
    is_record = is_dataclass(kind) or is_typeddict(kind)
    return derive_model(kind) if is_record else kind


def _attribute_docstrings(declared: type) -> dict[str, str]:
    """Return the docstrings that follow the attributes of a class, keyed by attribute name."""
    (body,) = ast.parse(inspect.getsource(declared)).body
    found = {}
    for attribute, text in pairwise(getattr(body, "body", ())):
        if isinstance(attribute, ast.AnnAssign) and isinstance(text, ast.Expr):
            found[ast.unparse(attribute.target)] = inspect.cleandoc(ast.literal_eval(text.value))
    return found
