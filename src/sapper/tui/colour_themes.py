"""The dark and light themes, including the cell colours.

Colour is never the only cue, because each kind of cell also has its own symbol. A terminal without
true-colour support maps each colour to the nearest of its 256 colours. The colours of each palette
remain distinguishable on 256-colour terminals. A 256-colour terminal would show bluish greys as
bright blue, so the 256-colour themes use neutral greys.
"""

import os
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

_CHECKERBOARD_SHADE: Final = 0.9
_MAX_PALE_SATURATION: Final = 0.3
DARK: Final = "sapper-dark"
LIGHT: Final = "sapper-light"
# Indices of white and bright white in the terminal's palette.
_LIGHT_BACKGROUNDS: Final = ("7", "15")

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


def default_theme() -> str:
    """Return the theme that matches the background colour reported by the terminal."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in _LIGHT_BACKGROUNDS else DARK


@dataclass(frozen=True, slots=True)
class Palette:
    """The board colours of a theme. The default values are those of the dark theme.

    `hidden` and `revealed` each contain the two shades of a checkerboard pattern, which separates
    adjacent cells. All other colour pairs consist of a foreground and a background colour.
    """

    background: str = "#12161f"
    label: str = "#6c7689"
    hidden: tuple[str, str] = ("#4a566e", "#414c62")
    hidden_edge: str = "#2c3444"
    revealed: tuple[str, str] = ("#1a202c", "#1d2431")
    clues: tuple[str, ...] = ("#3a4356", "#5fafff", "#5fd787", "#ff8787", "#d7afff", "#ffaf5f",
                              "#5fd7d7", "#ffffff", "#afafaf")  # fmt: skip
    flag: str = "#ff8787"
    ai_flag: str = "#87d7ff"
    question: str = "#ffd75f"
    mine: str = "#e4e4e4"
    exploded: tuple[str, str] = ("#ffffff", "#d70000")
    wrong: str = "#ff5f5f"
    cursor: tuple[str, str] = ("#12161f", "#ffd75f")
    area: tuple[str, str] = ("#d7ecff", "#2f5f9f")
    clue_highlight: str = "#87531a"
    safe: tuple[str, str] = ("#04140a", "#5fd787")
    danger: tuple[str, str] = ("#ffffff", "#d7005f")
    guess: tuple[str, str] = ("#1c1200", "#ffaf5f")
    last_move: tuple[str, str] = ("#ffffff", "#875faf")
    odds_low: tuple[int, int, int] = (28, 70, 140)
    odds_middle: tuple[int, int, int] = (45, 145, 140)
    odds_high: tuple[int, int, int] = (235, 200, 60)


DARK_PALETTE: Final = Palette()
LIGHT_PALETTE: Final = Palette(
    background="#f6f7f9",
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
    wrong="#af0000",
    cursor=("#ffffff", "#0e6b63"),
    area=("#00264d", "#87afd7"),
    clue_highlight="#ffd787",
    safe=("#ffffff", "#00772f"),
    danger=("#ffffff", "#af005f"),
    guess=("#ffffff", "#af5f00"),
    last_move=("#ffffff", "#5f00af"),
    odds_low=(150, 195, 255),
    odds_middle=(120, 210, 190),
    odds_high=(255, 215, 70),
)  # fmt: skip


Colours = TypeVar("Colours", Theme, Palette)


def grey_if_pale(colour: str) -> str:
    """Return the given colour, or a grey of equal lightness if the colour's saturation is low.

    >>> grey_if_pale("#12161f"), grey_if_pale("#ffd75f")
    ('#181818', '#ffd75f')
    """
    _, saturation, lightness = Color.parse(colour).hsl
    is_pale = saturation <= _MAX_PALE_SATURATION
    return "#" + f"{round(lightness * 255):02x}" * 3 if is_pale else colour


def themes(*, has_true_colour: bool) -> tuple[Theme, ...]:
    """Return the themes for a terminal with or without true-colour support."""
    return THEMES if has_true_colour else tuple(map(_with_greys, THEMES))


@lru_cache(maxsize=4)
def palette(*, is_dark: bool, has_true_colour: bool) -> Palette:
    """Return the board colours for a dark or light theme, with or without true-colour support."""
    chosen = DARK_PALETTE if is_dark else LIGHT_PALETTE
    return chosen if has_true_colour else _with_greys(chosen)


def _with_greys(colours: Colours) -> Colours:
    """Return a copy of a theme or palette with its pale colours replaced by greys."""

    def convert(value: Any) -> Any:
        if isinstance(value, str):
            return grey_if_pale(value) if value.startswith("#") else value
        if isinstance(value, dict):
            return {name: convert(each) for name, each in value.items()}
        return tuple(map(convert, value)) if isinstance(value, tuple) else value

    return replace(
        colours, **{each.name: convert(getattr(colours, each.name)) for each in fields(colours)}
    )


@lru_cache(maxsize=4096)
def style(
    foreground: str, background: str, *, bold: bool = False, underline: bool = False
) -> Style:
    """Return a style. Styles are cached because thousands of cells share only a few styles."""
    return Style(color=foreground, bgcolor=background, bold=bold, underline=underline)


@lru_cache(maxsize=1024)
def odds_colours(palette: Palette, percent: int, *, is_shaded: bool) -> tuple[str, str]:
    """Return the foreground and background colours for a mine probability from 0 to 100 percent.

    Alternate cells are shaded slightly darker to separate adjacent numbers.
    """
    step = round(percent / 2.5) / 40  # Using fewer distinct colours reduces the number of redraws.
    if step < 0.5:
        low, high, share = palette.odds_low, palette.odds_middle, step * 2
    else:
        low, high, share = palette.odds_middle, palette.odds_high, step * 2 - 1
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    if is_shaded:
        red, green, blue = (round(part * _CHECKERBOARD_SHADE) for part in (red, green, blue))
    background = f"#{red:02x}{green:02x}{blue:02x}"
    return contrasting(background), background


def contrasting(background: str) -> str:
    """Return near-black or white, whichever is more legible on the background."""
    return "#101418" if Color.parse(background).brightness > 0.5 else "#ffffff"
