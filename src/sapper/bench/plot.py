"""Plots of benchmark results as PNG, SVG or self-contained HTML files.

Plots require the `sapper[plot]` extra.
"""

import html
import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sapper.bench.report import headline, strategy_rows
from sapper.bench.results import RISK_CLASSES, BenchResult
from sapper.errors import InvalidBenchmark
from sapper.extras import requires_extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = (".png", ".svg", ".html")


def check_plot(path: Path | None) -> None:
    """Check that a plot can be drawn and, if a path is given, that its format is supported.

    Raises InvalidBenchmark if the file extension is unsupported, and MissingExtra if Matplotlib is
    not installed.
    """
    if path is not None and path.suffix.lower() not in FORMATS:
        raise InvalidBenchmark(
            f"cannot plot to {path.name!r}: unknown format",
            hint=f"the file name must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}",
        )
    with requires_extra("plot", "a plot"):
        # A bare Figure needs no window and leaves the caller's Matplotlib backend unchanged.
        import matplotlib.figure  # noqa: F401


def plot_bytes(result: BenchResult, suffix: str) -> bytes:
    """Return the contents of a plot file in the format given by `suffix`, such as `.png`."""
    figure = draw_figure(result)
    kind = suffix.lower().removeprefix(".")
    data = io.BytesIO()
    # The file contains no date, so equal results produce equal files.
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
    """Return a figure with two panels: win rates with confidence intervals, and losses by risk."""
    from matplotlib.figure import Figure

    count = len(result.strategies)
    figure = Figure(figsize=(10, 1.8 + 0.45 * count), layout="constrained")
    rates, losses = figure.subplots(1, 2)
    figure.suptitle(headline(result), fontsize="medium")
    for axes in (rates, losses):
        axes.set_yticks(range(count), [each.name for each in result.strategies])
        axes.set_ylim(count - 0.5, -0.6)
    _draw_rates(rates, result)
    _draw_losses(losses, result)
    return figure


def _draw_rates(axes: "Axes", result: BenchResult) -> None:
    rates = [each.win_rate * 100 for each in result.strategies]
    below = [(each.win_rate - each.low) * 100 for each in result.strategies]
    above = [(each.high - each.win_rate) * 100 for each in result.strategies]
    axes.errorbar(rates, range(len(rates)), xerr=[below, above], fmt="o", capsize=4)
    for row, rate in enumerate(rates):
        axes.annotate(f"{rate:.2f}", (rate, row), textcoords="offset points", xytext=(0, 7))
    axes.set_xlim(left=0)
    axes.set_xlabel("games won, % (with 95% interval)")
    axes.grid(axis="x", alpha=0.3)


def _draw_losses(axes: "Axes", result: BenchResult) -> None:
    left = [0.0] * len(result.strategies)
    for number, (limit, label) in enumerate(RISK_CLASSES.items()):
        shares = [
            100 * each.losses_by_risk[limit] / max(1, each.games) for each in result.strategies
        ]
        shade = str(0.9 - 0.8 * number / (len(RISK_CLASSES) - 1))
        axes.barh(
            range(len(shares)), shares, left=left, label=label, color=shade, edgecolor="black"
        )
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axes.set_xlabel("games lost, %, by the risk of the losing reveal")
    axes.legend(fontsize="x-small", title="risk", title_fontsize="x-small")


def _html_table(result: BenchResult) -> str:
    headings, *rows = strategy_rows(result)
    lines = ["".join(f"<th>{html.escape(text)}" for text in headings)]
    lines += ["".join(f"<td>{html.escape(text)}" for text in row) for row in rows]
    table = "\n".join(f"<tr>{line}" for line in lines)
    return f'<table border="1" cellpadding="4">\n{table}\n</table>'
