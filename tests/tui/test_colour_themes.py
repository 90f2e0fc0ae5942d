"""Cell colours in terminals with and without true colour."""

import pytest
from rich.color import Color, ColorSystem

from sapper.tui.colour_themes import Palette, palette, themes


def nearest(colour: str) -> Color:
    """Return the colour that a terminal with 256 colours shows."""
    return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT)


def is_grey(colour: Color) -> bool:
    red, green, blue = colour.get_truecolor()
    return red == green == blue


@pytest.mark.parametrize("is_dark", [True, False])
def test_backgrounds_are_grey_and_distinct_in_256_colours(is_dark: bool) -> None:
    found: Palette = palette(is_dark=is_dark, has_true_colour=False)
    backgrounds = [found.background, *found.hidden, *found.revealed]
    assert all(is_grey(nearest(colour)) for colour in backgrounds)
    assert len({nearest(colour).number for colour in (*found.hidden, *found.revealed)}) == 4
    for theme in themes(has_true_colour=False):
        for colour in (theme.background, theme.surface, theme.panel, theme.foreground):
            assert colour is not None
            assert is_grey(nearest(colour)), theme.name


@pytest.mark.parametrize("is_dark", [True, False])
def test_meaningful_colours_survive_in_256_colours(is_dark: bool) -> None:
    few, many = (palette(is_dark=is_dark, has_true_colour=each) for each in (False, True))
    for name in (
        "exploded",
        "cursor",
        "area",
        "clue_highlight",
        "safe",
        "danger",
        "guess",
        "last_move",
    ):
        colours = [getattr(each, name) for each in (few, many)]
        backgrounds = [each[1] if isinstance(each, tuple) else each for each in colours]
        assert backgrounds[0] == backgrounds[1], name
        assert not is_grey(nearest(backgrounds[0])), name
