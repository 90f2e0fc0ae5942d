"""The choice of a skin's flag and mine among drawn shapes, emojis, icons and letters."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from . import drawn_glyphs as glyphs
from .drawn_colours import Colour, contrast, random_colour

if TYPE_CHECKING:
    from PIL import Image


# Code points in icon fonts: Font Awesome, Fork Awesome and Material Icons.
_FLAG_ICONS = {
    "FontAwesome": "\uf024\uf11e",
    "forkawesome": "\uf024",
    "MaterialIcons": "\ue153\uf0c6",
}
_MINE_ICONS = {
    "FontAwesome": "\uf1e2\uf185\uf013\uf111\uf188",
    "forkawesome": "\uf1e2\uf188",
    "MaterialIcons": "\ue868\ue8b8\ue430\ue061",
}
_FLAG_COLOURS = [(255, 0, 0), (230, 30, 30), (0, 0, 0), (255, 255, 255), (255, 140, 0)]
_MINE_COLOURS = [(0, 0, 0), (0, 0, 0), (255, 0, 0), (60, 60, 60), (255, 255, 255)]


def random_flag(
    rng: random.Random, size: int, file: str, behind: Colour, *, smooth: bool
) -> Image.Image:
    """Draw a flag or another marker that stands out from its background."""
    kind = rng.random()
    scale = rng.uniform(0.4, 0.95)
    if kind < 0.55:
        return glyphs.flag_glyph(rng, size, behind, smooth=smooth)
    if kind < 0.74:
        emoji = glyphs.emoji_glyph(rng.choice("🚩🚩🚩🚩🚩🏴🏁⛳⚠📍🚨❗"), size, scale, rng)
        if emoji is not None:
            return emoji
    colour = contrast(rng.choice([*_FLAG_COLOURS, random_colour(rng)]), behind, 60)
    if kind < 0.84:
        icon = _icon(rng, _FLAG_ICONS, size, scale * 0.8, colour, smooth=smooth)
        if icon is not None:
            return icon
    symbols = glyphs.symbol_file()
    if kind < 0.9 and symbols:
        return glyphs.text_glyph(
            rng.choice("⚑⚑⚐⛿🚩⛳"), symbols, size, scale * 0.75, colour, smooth=smooth
        )
    if kind < 0.95:
        text = rng.choice("FFFPM!")
        return glyphs.text_glyph(text, file, size, scale * 0.7, colour, smooth=smooth)
    return glyphs.warning_glyph(rng, size, smooth=smooth)


def random_mine(
    rng: random.Random, size: int, file: str, behind: Colour, *, smooth: bool
) -> Image.Image:
    """Draw a mine that stands out from its background."""
    kind = rng.random()
    scale = rng.uniform(0.45, 0.95)
    if kind < 0.6:
        return glyphs.mine_glyph(rng, size, smooth=smooth)
    if kind < 0.8:
        emoji = glyphs.emoji_glyph(rng.choice("💣💣💣💣💣💣💥☠🔥💀"), size, scale, rng)
        if emoji is not None:
            return emoji
    colour = contrast(rng.choice([*_MINE_COLOURS, random_colour(rng)]), behind, 60)
    if kind < 0.9:
        icon = _icon(rng, _MINE_ICONS, size, scale * 0.8, colour, smooth=smooth)
        if icon is not None:
            return icon
    symbols = glyphs.symbol_file()
    if kind < 0.95 and symbols:
        return glyphs.text_glyph(
            rng.choice("☀✹✸💣☢●☠"), symbols, size, scale * 0.75, colour, smooth=smooth
        )
    return glyphs.text_glyph(rng.choice("**MB@"), file, size, scale * 0.7, colour, smooth=smooth)


def _icon(
    rng: random.Random,
    icons: dict[str, str],
    size: int,
    height: float,
    colour: Colour,
    *,
    smooth: bool,
) -> Image.Image | None:
    """Draw an icon from an icon font, or return None if no such font is installed."""
    files = glyphs.icon_files()
    if not files:
        return None
    font = rng.choice(sorted(files))
    return glyphs.text_glyph(
        rng.choice(icons[font]), files[font], size, height, colour, smooth=smooth
    )
