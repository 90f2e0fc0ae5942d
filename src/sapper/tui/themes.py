"""Themes of the screens and the colours of cells, dark and light.

Colours only help: every cell can be told by its figure. Where colours are few, the terminal takes
the nearest; those here stay apart in 256. The nearest to a bluish grey would be a bright blue, so
there the pale colours are plain greys.
"""

import colorsys
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from rich.style import Style
from textual.theme import Theme

_SECOND: Final = 0.9
_PALE: Final = 0.3
DARK: Final = "sapper-dark"
LIGHT: Final = "sapper-light"

THEMES: Final = (
    Theme(
        name=DARK,
        primary="#2aa198",
        secondary="#5fafd7",
        accent="#ffd75f",
        foreground="#d7dce5",
        background="#12161f",
        surface="#171c27",
        panel="#1d2330",
        success="#5fd787",
        warning="#ffaf5f",
        error="#ff5f5f",
        dark=True,
        variables={"footer-key-foreground": "#ffd75f", "footer-background": "#1d2330"},
    ),
    Theme(
        name=LIGHT,
        primary="#0e6b63",
        secondary="#005f87",
        accent="#af5f00",
        foreground="#1c2330",
        background="#f6f7f9",
        surface="#eceff4",
        panel="#e1e6ee",
        success="#00772f",
        warning="#af5f00",
        error="#c4122f",
        dark=False,
        variables={"footer-key-foreground": "#0e6b63", "footer-background": "#e1e6ee"},
    ),
)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a board. Pairs are for every second cell, so that cells can be told apart."""

    page: str
    label: str
    hidden: tuple[str, str]
    hidden_edge: str
    revealed: tuple[str, str]
    clues: tuple[str, ...]
    flag: str
    ai_flag: str
    question: str
    mine: str
    exploded: tuple[str, str]
    wrong: str
    cursor: tuple[str, str]
    area: tuple[str, str]
    clue_mark: str
    safe: tuple[str, str]
    danger: tuple[str, str]
    guess: tuple[str, str]
    moved: tuple[str, str]
    odds_low: tuple[int, int, int]
    odds_middle: tuple[int, int, int]
    odds_high: tuple[int, int, int]


DARK_PALETTE: Final = Palette(
    page="#12161f",
    label="#6c7689",
    hidden=("#4a566e", "#414c62"),
    hidden_edge="#2c3444",
    revealed=("#1a202c", "#1d2431"),
    clues=("#3a4356", "#5fafff", "#5fd787", "#ff8787", "#d7afff", "#ffaf5f", "#5fd7d7", "#ffffff",
           "#afafaf"),
    flag="#ff8787",
    ai_flag="#87d7ff",
    question="#ffd75f",
    mine="#e4e4e4",
    exploded=("#ffffff", "#d70000"),
    wrong="#ff5f5f",
    cursor=("#12161f", "#ffd75f"),
    area=("#d7ecff", "#2f5f9f"),
    clue_mark="#87531a",
    safe=("#04140a", "#5fd787"),
    danger=("#ffffff", "#d7005f"),
    guess=("#1c1200", "#ffaf5f"),
    moved=("#ffffff", "#875faf"),
    odds_low=(28, 70, 140),
    odds_middle=(45, 145, 140),
    odds_high=(235, 200, 60),
)  # fmt: skip

LIGHT_PALETTE: Final = Palette(
    page="#f6f7f9",
    label="#6f7a8c",
    hidden=("#a9b6cb", "#b5c1d4"),
    hidden_edge="#8a98b0",
    revealed=("#f0f2f6", "#e8ecf2"),
    clues=("#c2c9d4", "#005fd7", "#00772f", "#c4122f", "#5f00af", "#a34700", "#00707f", "#000000",
           "#585858"),
    flag="#af0000",
    ai_flag="#003f8f",
    question="#5f3700",
    mine="#1c1c1c",
    exploded=("#ffffff", "#d70000"),
    wrong="#af0000",
    cursor=("#ffffff", "#0e6b63"),
    area=("#00264d", "#87afd7"),
    clue_mark="#ffd787",
    safe=("#ffffff", "#00772f"),
    danger=("#ffffff", "#af005f"),
    guess=("#ffffff", "#af5f00"),
    moved=("#ffffff", "#5f00af"),
    odds_low=(150, 195, 255),
    odds_middle=(120, 210, 190),
    odds_high=(255, 215, 70),
)  # fmt: skip


Colours = TypeVar("Colours", Theme, Palette)


def grey_if_pale(colour: str) -> str:
    """Return a colour, or the grey that is as bright if it has little colour.

    >>> grey_if_pale("#12161f"), grey_if_pale("#ffd75f")
    ('#181818', '#ffd75f')
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    _, lightness, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    return colour if saturation > _PALE else "#" + f"{round(lightness * 255):02x}" * 3


def themes(*, has_many_colours: bool) -> tuple[Theme, ...]:
    """Return the themes for a terminal; many colours are more than 256."""
    return THEMES if has_many_colours else tuple(map(_with_greys, THEMES))


@lru_cache(maxsize=4)
def palette(*, is_dark: bool, has_many_colours: bool) -> Palette:
    """Return the colours of boards."""
    chosen = DARK_PALETTE if is_dark else LIGHT_PALETTE
    return chosen if has_many_colours else _with_greys(chosen)


def _with_greys(colours: Colours) -> Colours:
    """Return a theme or a palette with greys for its pale colours."""

    def change(value: Any) -> Any:
        if isinstance(value, str):
            return grey_if_pale(value) if value.startswith("#") else value
        if isinstance(value, dict):
            return {name: change(each) for name, each in value.items()}
        return tuple(map(change, value)) if isinstance(value, tuple) else value

    return replace(
        colours, **{each.name: change(getattr(colours, each.name)) for each in fields(colours)}
    )


@lru_cache(maxsize=4096)
def style(
    foreground: str, background: str, *, bold: bool = False, underline: bool = False
) -> Style:
    """Return a style; the same one for the same colours, as thousands of cells share few."""
    return Style(color=foreground, bgcolor=background, bold=bold, underline=underline)


@lru_cache(maxsize=1024)
def odds_colours(palette: Palette, per_cent: int, *, is_second: bool) -> tuple[str, str]:
    """Return the foreground and background of a chance from 0 to 100.

    Every second cell is a little darker: else the figures of neighbours run together.
    """
    step = round(per_cent / 2.5) / 40  # few colours: what is shown changes less often
    if step < 0.5:
        low, high, share = palette.odds_low, palette.odds_middle, step * 2
    else:
        low, high, share = palette.odds_middle, palette.odds_high, step * 2 - 1
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    if is_second:
        red, green, blue = (round(part * _SECOND) for part in (red, green, blue))
    is_bright = red * 0.3 + green * 0.59 + blue * 0.11 > 128
    return ("#101418" if is_bright else "#ffffff"), f"#{red:02x}{green:02x}{blue:02x}"
