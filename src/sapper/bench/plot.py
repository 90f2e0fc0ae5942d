"""Plots of benchmark results as PNG, SVG or a self-contained HTML page.

Plots require the `sapper[plot]` extra.
"""

import html
import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sapper.bench.report import headline
from sapper.bench.results import RISK_LIMITS, BenchResult
from sapper.errors import InvalidBenchmark, MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = (".png", ".svg", ".html")


def check_plot(path: Path) -> None:
    """Raise InvalidBenchmark or MissingExtra if no plot can be written to the path."""
    if path.suffix.lower() not in FORMATS:
        raise InvalidBenchmark(
            f"cannot plot to {path.name!r}: unknown format",
            hint=f"the file name must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}",
        )
    check_matplotlib()


def check_matplotlib() -> None:
    """Raise MissingExtra if Matplotlib is not installed."""
    try:
        # A bare Figure needs no window and does not change the caller's Matplotlib backend.
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise MissingExtra(
            f"plots require Matplotlib ({error})", hint="pip install 'sapper[plot]'"
        ) from None


def plot_bytes(result: BenchResult, suffix: str) -> bytes:
    """Return the plot in the format given by a file name suffix."""
    figure = draw_figure(result)
    kind = suffix.lower().removeprefix(".")
    data = io.BytesIO()
    # Omitting the date makes the file reproducible.
    metadata = {"Date": None} if kind != "png" else None
    figure.savefig(data, format="svg" if kind == "html" else kind, metadata=metadata, dpi=150)
    if kind != "html":
        return data.getvalue()
    picture = data.getvalue().decode()
    picture = picture[picture.index("<svg") :]
    title = html.escape(headline(result))
    page = (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<h1>{title}</h1>\n{_html_table(result)}\n{picture}\n</html>\n"
    )
    return page.encode()


def draw_figure(result: BenchResult) -> "Figure":
    """Return a figure with two panels: win rates with intervals, and losses by risk."""
    from matplotlib.figure import Figure

    count = len(result.strategies)
    figure = Figure(figsize=(10, 1.8 + 0.45 * count), layout="constrained")
    rates, losses = figure.subplots(1, 2)
    figure.suptitle(headline(result), fontsize="medium")
    _draw_rates(rates, result)
    _draw_losses(losses, result)
    return figure


def _draw_rates(axes: "Axes", result: BenchResult) -> None:
    names = [each.name for each in result.strategies]
    rates = [each.win_rate * 100 for each in result.strategies]
    below = [(each.win_rate - each.low) * 100 for each in result.strategies]
    above = [(each.high - each.win_rate) * 100 for each in result.strategies]
    axes.errorbar(rates, range(len(names)), xerr=[below, above], fmt="o", capsize=4)
    for row, rate in enumerate(rates):
        axes.annotate(f"{rate:.2f}", (rate, row), textcoords="offset points", xytext=(0, 7))
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.6)
    axes.set_xlim(left=0)
    axes.set_xlabel("games won, % (with 95 % interval)")
    axes.grid(axis="x", alpha=0.3)


def _draw_losses(axes: "Axes", result: BenchResult) -> None:
    names = [each.name for each in result.strategies]
    left = [0.0] * len(names)
    for number, limit in enumerate(RISK_LIMITS):
        shares = [
            100 * each.losses_by_risk[limit] / max(1, each.games) for each in result.strategies
        ]
        label = "certain" if limit == 0 else f"to {limit:.0%}"
        shade = str(0.9 - 0.8 * number / (len(RISK_LIMITS) - 1))
        axes.barh(range(len(names)), shares, left=left, label=label, color=shade, edgecolor="black")
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.6)
    axes.set_xlabel("games lost, %, by the risk of the losing reveal")
    axes.legend(fontsize="x-small", title="risk", title_fontsize="x-small")


def _html_table(result: BenchResult) -> str:
    rows = "\n".join(
        f"<tr><td>{html.escape(each.name)}<td>{each.games}<td>{each.wins}<td>{each.win_rate:.2%}"
        f"<td>{each.low:.2%} - {each.high:.2%}<td>{each.games_per_second:,.1f}"
        for each in result.strategies
    )
    heads = "".join(
        f"<th>{head}"
        for head in ("strategy", "games", "wins", "win rate", "95 % interval", "games/s")
    )
    return f'<table border="1" cellpadding="4">\n<tr>{heads}\n{rows}\n</table>'
