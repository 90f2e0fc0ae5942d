"""The type stub of the core equals the output of nanobind."""

from pathlib import Path

from nanobind.stubgen import StubGen

from sapper import _core

STUB = Path(__file__).parent.parent / "src" / "sapper" / "_core.pyi"


def test_the_stub_is_up_to_date() -> None:
    generator = StubGen(_core)
    generator.put(_core)
    assert generator.get() == STUB.read_text(encoding="utf-8"), (
        "regenerate it with: python -m nanobind.stubgen -m sapper._core -o src/sapper/_core.pyi"
    )
