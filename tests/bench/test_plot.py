"""Plots of benchmark results."""

import sys
from pathlib import Path

import pytest

from sapper import Rules, bench
from sapper.bench.plot import check_plot, plot_bytes
from sapper.errors import InvalidBenchmark, MissingExtra
from sapper.extras import install_command


@pytest.fixture(scope="module")
def result() -> bench.BenchResult:
    rules = Rules.level("small", start="opening")
    return bench.run(["layered", "random"], rules, 20, seed=5)


@pytest.mark.parametrize(
    ("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".html", b"<!doctype html>")]
)
def test_the_suffix_selects_the_plot_format(
    result: bench.BenchResult, suffix: str, start: bytes
) -> None:
    data = plot_bytes(result, suffix)
    assert data.startswith(start)
    if suffix == ".html":
        assert b"<svg" in data
        assert b"layered" in data
        assert b"http-equiv" not in data


def test_unknown_plot_formats_are_rejected() -> None:
    with pytest.raises(InvalidBenchmark, match="unknown format"):
        check_plot(Path("x.gif"))


def test_a_missing_matplotlib_is_reported_with_the_install_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra) as caught:
        check_plot(Path("x.png"))
    assert caught.value.hint == install_command("plot")
