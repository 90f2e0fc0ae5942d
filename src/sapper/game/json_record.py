"""Conversion of Python values to JSON."""

from dataclasses import Field, fields
from typing import Any, ClassVar


class JsonRecord:
    """A base class for dataclasses that convert to JSON-compatible dicts and lists."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def to_json(self) -> dict[str, Any]:
        """Return the dataclass's fields as JSON-compatible dicts and lists."""
        return {field.name: json_value(getattr(self, field.name)) for field in fields(self)}


def json_value(value: Any) -> Any:
    """Convert a value to JSON-compatible types. Records become dicts, and sets become sorted lists.

    >>> json_value(((2, 0), frozenset({(1, 1), (0, 3)}), None))
    [[2, 0], [[0, 3], [1, 1]], None]
    """
    if isinstance(value, JsonRecord):
        return value.to_json()
    if isinstance(value, frozenset):
        value = tuple(sorted(value))
    return [json_value(each) for each in value] if isinstance(value, tuple) else value
