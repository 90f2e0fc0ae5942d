"""The dark and light themes, including the cell colours.

Colour is never the only cue, because each kind of cell also has its own symbol. A terminal without
true-colour support maps each colour to the nearest of its 256 colours. Each palette's colours
remain distinguishable after that mapping. A 256-colour terminal would show bluish greys as bright
blue, so it gets neutral greys instead.
"""

import colorsys
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from rich.style import Style
from textual.theme import Theme

_CHECKERBOARD_SHADE: Final = 0.9
_MAX_PALE_SATURATION: Final = 0.3
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
    """A theme's board colours.

    `hidden` and `revealed` each contain the two shades of a checkerboard pattern, which separates
    adjacent cells. All other colour pairs consist of a foreground and a background colour.
    """

    background: str
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
    clue_highlight: str
    safe: tuple[str, str]
    danger: tuple[str, str]
    guess: tuple[str, str]
    last_move: tuple[str, str]
    odds_low: tuple[int, int, int]
    odds_middle: tuple[int, int, int]
    odds_high: tuple[int, int, int]


DARK_PALETTE: Final = Palette(
    background="#12161f",
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
    clue_highlight="#87531a",
    safe=("#04140a", "#5fd787"),
    danger=("#ffffff", "#d7005f"),
    guess=("#1c1200", "#ffaf5f"),
    last_move=("#ffffff", "#875faf"),
    odds_low=(28, 70, 140),
    odds_middle=(45, 145, 140),
    odds_high=(235, 200, 60),
)  # fmt: skip

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
    exploded=("#ffffff", "#d70000"),
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
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    _, lightness, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    return (
        colour if saturation > _MAX_PALE_SATURATION else "#" + f"{round(lightness * 255):02x}" * 3
    )


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
    """Return a style. Styles are cached because thousands of cells share only a few of them."""
    return Style(color=foreground, bgcolor=background, bold=bold, underline=underline)


@lru_cache(maxsize=1024)
def odds_colours(palette: Palette, percent: int, *, is_shaded: bool) -> tuple[str, str]:
    """Return the foreground and background colours for a mine probability from 0 to 100 percent.

    Alternate cells are shaded slightly darker to separate adjacent numbers.
    """
    step = round(percent / 2.5) / 40  # fewer distinct colours mean fewer redraws
    if step < 0.5:
        low, high, share = palette.odds_low, palette.odds_middle, step * 2
    else:
        low, high, share = palette.odds_middle, palette.odds_high, step * 2 - 1
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    if is_shaded:
        red, green, blue = (round(part * _CHECKERBOARD_SHADE) for part in (red, green, blue))
    is_bright = red * 0.3 + green * 0.59 + blue * 0.11 > 128
    return ("#101418" if is_bright else "#ffffff"), f"#{red:02x}{green:02x}{blue:02x}"
