"""Digits, flags, mines and other symbols, drawn as square RGBA pictures."""

from __future__ import annotations

import functools
import math
import random
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from .drawn_colours import Colour, contrast, shade

_FONT_FOLDERS = (Path("/usr/share/fonts"), Path.home() / ".local/share/fonts")
# Families that contain Latin digits and that programs use, by the start of their file names. Noto
# fonts for single scripts share their digits with Noto Sans, so they would only add weight to it.
_FAMILIES = (
    "3270", "Aerial", "Andika", "Anonymous Pro", "Arimo", "AveriaSans", "B612", "BebasNeue",
    "Beteckna", "C059", "Cabin-", "Caladea", "Cantarell", "Carlito", "CharisSIL", "ClearSans",
    "Comfortaa", "ComicNeue", "Courier Prime", "Cousine", "DSEG7Classic-", "DejaVuSans",
    "DejaVuSerif", "Dosis", "DotGothic16", "DroidSansFallback", "Dustismo", "EBGaramond12",
    "Engadget", "FantasqueSansMono", "FiraCode", "FreeMono", "FreeSans", "FreeSerif",
    "GFSNeohellenic", "Gentium", "GilliusADF", "Go-", "Hack", "Hermit", "Inconsolata", "Inter",
    "JetBrainsMono", "Junction", "Jura", "KacstOne", "Karla", "Karmilla", "Lato", "LeagueMono",
    "LeagueSpartan", "LiberationMono", "LiberationSans", "LiberationSerif", "LibrisADF",
    "LinBiolinum", "LinLibertine", "LobsterTwo", "Loma", "Manjari", "Manrope", "MekanusADF",
    "Monoid", "Mplus1-", "Mplus2-", "NanumGothic", "NanumSquareR", "NationalPark", "NimbusMonoPS",
    "NimbusRoman", "NimbusSans", "NotoMono", "NotoSans-", "NotoSansMono", "NotoSerif-", "OCRA",
    "OpenDyslexic", "OpenSans", "OSP-DIN", "OldStandard", "Oxygen", "P052", "PTF", "PTS", "Play",
    "Quattrocento", "Quicksand", "Roboto", "RocknRoll", "Sora", "SwitzeraADF", "TakaoP",
    "TerminusTTF", "Tinos", "TiresiasInfo", "Tuffy", "URWBookman", "URWGothic", "Ubuntu-Title",
    "UniversalisADF", "UnDotum", "VeranaSans", "Vollkorn", "Waree", "YanoneKaffeesatz",
    "YuseiMagic", "mononoki", "osifont", "routed-gothic", "tahoma", "texgyreadventor",
    "texgyrecursor", "texgyreheros", "unifont.", "wqy-microhei",
)  # fmt: skip
# Families that appear only in the validation set, never in the training set.
HELD_OUT_FAMILIES = ("Carlito", "FreeSans", "Hack", "LiberationSerif", "Quicksand", "URWGothic")
_SUPERSAMPLING = 4


@functools.cache
def font_files(*, held_out: bool) -> dict[str, tuple[str, ...]]:
    """Return the installed font files by family, of the training or the validation set."""
    found: dict[str, list[str]] = {}
    for folder in _FONT_FOLDERS:
        for file in sorted([*folder.rglob("*.ttf"), *folder.rglob("*.otf")]):
            family = next((each for each in _FAMILIES if file.name.startswith(each)), None)
            if family and (family in HELD_OUT_FAMILIES) == held_out and _has_digits(file):
                found.setdefault(family, []).append(str(file))
    if not found:
        raise SystemExit("no fonts found: install fonts-dejavu, fonts-liberation and fonts-roboto")
    return {family: tuple(files) for family, files in found.items()}


def _has_digits(file: Path) -> bool:
    """Return whether a font draws the eight clues differently."""
    font = ImageFont.truetype(file, 24)
    return len({bytes(font.getmask(text)) for text in "12345678"}) == 8


@functools.cache
def icon_files() -> dict[str, str]:
    """Return the files of the installed icon fonts by the start of their names."""
    found: dict[str, str] = {}
    for folder in _FONT_FOLDERS:
        for name in ("FontAwesome", "forkawesome", "MaterialIcons"):
            for file in sorted([*folder.rglob(f"{name}*.ttf"), *folder.rglob(f"{name}*.otf")]):
                found.setdefault(name, str(file))
    return found


@functools.lru_cache(maxsize=512)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size)


@functools.cache
def emoji_file() -> str | None:
    """Return the colour emoji font's file, or None if it is not installed."""
    files = [file for folder in _FONT_FOLDERS for file in folder.rglob("NotoColorEmoji.ttf")]
    return str(files[0]) if files else None


@functools.cache
def symbol_file() -> str | None:
    """Return a font with monochrome symbols such as ⚑, or None if none is installed."""
    for name in ("Symbola*.ttf", "DejaVuSans.ttf"):
        for folder in _FONT_FOLDERS:
            files = sorted(folder.rglob(name))
            if files:
                return str(files[0])
    return None


def text_glyph(
    text: str,
    file: str,
    size: int,
    height: float,
    colour: Colour,
    *,
    smooth: bool = True,
    extra_weight: int = 0,
) -> Image.Image:
    """Draw text centred in a square, with capitals of the given height relative to the square.

    `extra_weight` is the width in pixels by which all strokes grow on both sides.
    """
    picture = Image.new("RGBA", (size, size), (*colour, 0))
    points = max(5, round(size * height / 0.72))
    font = _font(file, points)
    left, top, right, bottom = font.getbbox(text)
    if right <= left:
        return picture
    mask = Image.new("L", (size, size), 0)
    draw = ImageDraw.Draw(mask)
    draw.fontmode = "L" if smooth else "1"
    at = ((size - (right - left)) / 2 - left, (size - (bottom - top)) / 2 - top)
    draw.text((round(at[0]), round(at[1])), text, fill=255, font=font, stroke_width=extra_weight)
    picture.putalpha(mask)
    return picture


# The strokes of chunky digits on a grid 4 units wide and 6 units high.
_STROKES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0, 0), (4, 0), (4, 6), (0, 6), (0, 0)),),
    "1": (((0.7, 1.4), (2, 0), (2, 6)), ((0.4, 6), (3.6, 6))),
    "2": (((0, 1), (0, 0), (4, 0), (4, 2.6), (0, 5), (0, 6), (4, 6)),),
    "3": (((0, 0), (4, 0), (4, 6), (0, 6)), ((1, 3), (4, 3))),
    "4": (((1, 0), (0, 3.4), (4, 3.4)), ((3, 0), (3, 6))),
    "5": (((4, 0), (0, 0), (0, 2.8), (4, 2.8), (4, 6), (0, 6)),),
    "6": (((4, 0), (0, 0), (0, 6), (4, 6), (4, 3), (0, 3)),),
    "7": (((0, 0), (4, 0), (2, 6)),),
    "8": (((0, 0), (4, 0), (4, 6), (0, 6), (0, 0)), ((0, 3), (4, 3))),
    "?": (((0, 1.4), (0, 0), (4, 0), (4, 2.4), (2, 3.2), (2, 4.4)), ((2, 5.7), (2, 6))),
}  # fmt: skip


def chunky_glyph(
    text: str, size: int, height: float, weight: float, colour: Colour, *, smooth: bool = True
) -> Image.Image:
    """Draw a digit or a question mark with thick straight strokes, as classic skins do."""
    scale = size * _SUPERSAMPLING
    mask = Image.new("L", (scale, scale), 0)
    draw = ImageDraw.Draw(mask)
    unit = scale * height * (1 - weight) / 6
    wide = unit * 1.15
    left, top = scale / 2 - 2 * wide, scale / 2 - 3 * unit
    width = max(_SUPERSAMPLING, round(scale * height * weight))
    for stroke in _STROKES[text]:
        points = [(left + x * wide, top + y * unit) for x, y in stroke]
        draw.line(points, fill=255, width=width)
        for x, y in points:
            half = width / 2 - 1
            draw.rectangle((x - half, y - half, x + half, y + half), fill=255)
    return _finish(mask, colour, size, smooth=smooth)


def segment_glyph(text: str, size: tuple[int, int], lit: Colour, unlit: Colour) -> Image.Image:
    """Draw a digit or a minus sign of a seven-segment display."""
    width, height = size[0] * _SUPERSAMPLING, size[1] * _SUPERSAMPLING
    picture = Image.new("RGB", (width, height), (0, 0, 0))
    draw = ImageDraw.Draw(picture)
    thick = max(2, round(min(width * 0.17, height * 0.1)))
    gap = thick * 0.65
    left, right, top, bottom = gap * 1.5, width - gap * 1.5, gap * 1.5, height - gap * 1.5
    middle = height / 2
    ends = {
        "a": ((left, top), (right, top)),
        "b": ((right, top), (right, middle)),
        "c": ((right, middle), (right, bottom)),
        "d": ((left, bottom), (right, bottom)),
        "e": ((left, middle), (left, bottom)),
        "f": ((left, top), (left, middle)),
        "g": ((left, middle), (right, middle)),
    }
    for name, (start, end) in ends.items():
        colour = lit if name in SEGMENTS[text] else unlit
        (x0, y0), (x1, y1) = start, end
        half = thick / 2
        if y0 == y1:
            inner = (x0 + gap, y0), (x1 - gap, y1)
            corners = [
                (inner[0][0] - half, y0),
                (inner[0][0], y0 - half),
                (inner[1][0], y0 - half),
                (inner[1][0] + half, y0),
                (inner[1][0], y0 + half),
                (inner[0][0], y0 + half),
            ]
        else:
            corners = [
                (x0, y0 + gap - half),
                (x0 + half, y0 + gap),
                (x0 + half, y1 - gap),
                (x0, y1 - gap + half),
                (x0 - half, y1 - gap),
                (x0 - half, y0 + gap),
            ]
        draw.polygon(corners, fill=colour)
    return picture.resize(size, Image.Resampling.BOX)


SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd",
    "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg", "-": "g", " ": "",
}  # fmt: skip


def emoji_glyph(
    text: str, size: int, height: float, rng: random.Random | None = None
) -> Image.Image | None:
    """Draw a colour emoji, or return None if no emoji is installed.

    With a random generator, pictures of the emoji by other vendors are used too. These are files
    such as `emoji/twitter/1f6a9.png` in a font folder.
    """
    file = emoji_file()
    pictures = _vendor_emojis(text) if rng else ()
    if rng and pictures and (file is None or rng.random() < 0.7):
        emoji = _open_emoji(rng.choice(pictures))
    elif file is not None:
        emoji = _emoji_picture(file, text)
    else:
        return None
    edge = max(4, round(size * height))
    picture = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    picture.paste(
        emoji.resize((edge, edge), Image.Resampling.BICUBIC),
        ((size - edge) // 2, (size - edge) // 2),
    )
    return picture


@functools.cache
def _vendor_emojis(text: str) -> tuple[str, ...]:
    name = f"{ord(text[0]):x}"
    files = [
        file
        for folder in _FONT_FOLDERS
        for pattern in (f"emoji/*/{name}.png", f"emoji/*/{name}-fe0f.png")
        for file in folder.glob(pattern)
    ]
    return tuple(sorted(map(str, files)))


@functools.cache
def _open_emoji(file: str) -> Image.Image:
    return Image.open(file).convert("RGBA")


@functools.cache
def _emoji_picture(file: str, text: str) -> Image.Image:
    font = _font(file, 109)  # the only size of this bitmap font
    picture = Image.new("RGBA", (160, 160), (0, 0, 0, 0))
    ImageDraw.Draw(picture).text((12, 12), text, font=font, embedded_color=True)
    box = picture.getbbox() or (0, 0, 160, 160)
    side = max(box[2] - box[0], box[3] - box[1])
    square = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    cropped = picture.crop(box)
    square.paste(cropped, ((side - cropped.width) // 2, (side - cropped.height) // 2))
    return square


def flag_glyph(rng: random.Random, size: int, behind: Colour, *, smooth: bool) -> Image.Image:
    """Draw a pennant on a pole, in one of many shapes and colours."""
    scale = size * _SUPERSAMPLING
    picture = Image.new("RGBA", (scale, scale), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    cloth = rng.choice(
        [(255, 0, 0), (230, 50, 30), (200, 20, 40), (240, 70, 20), (250, 160, 20), (20, 20, 20),
         (250, 250, 250), (20, 90, 220), (140, 30, 160), (0, 130, 60), (70, 70, 80)]
        if rng.random() < 0.5 else [(255, 0, 0), (235, 40, 30)]
    )  # fmt: skip
    cloth = contrast(cloth, behind, 50)
    pole = rng.choice([(0, 0, 0), (40, 40, 40), cloth, (110, 80, 40), (230, 230, 230)])
    if rng.random() < 0.08:  # a plate behind the flag
        low = rng.uniform(0.08, 0.25)
        plate = rng.choice([(255, 255, 255), (0, 0, 0), shade(behind, 0.5), shade(behind, -0.5)])
        draw.rectangle((low * scale, low * scale, (1 - low) * scale, (1 - low) * scale), fill=plate)
    height = rng.uniform(0.4, 0.92)
    top, bottom = (1 - height) / 2 + rng.uniform(-0.03, 0.03), (1 + height) / 2
    x = rng.uniform(0.3, 0.62)
    width = rng.uniform(0.25, 0.5) * (1 if x < 0.45 else -1)
    low = top + height * rng.uniform(0.35, 0.62)
    stroke = rng.uniform(0.03, 0.11)
    to = scale

    def box(x0: float, y0: float, x1: float, y1: float, fill: Colour) -> None:
        draw.rectangle((min(x0, x1) * to, y0 * to, max(x0, x1) * to, y1 * to), fill=fill)

    box(x - stroke / 2, top, x + stroke / 2, bottom, pole)
    if rng.random() < 0.06:  # no pole
        draw.rectangle((0, 0, scale, scale), fill=(0, 0, 0, 0))
    shape = rng.random()
    if shape < 0.5:
        middle = top + (low - top) * rng.uniform(0.3, 0.7)
        points = [(x, top), (x + width, middle), (x, low)]
    elif shape < 0.75:
        points = [(x, top), (x + width, top), (x + width, low), (x, low)]
    else:
        notch = x + width * 0.65
        points = [(x, top), (x + width, top), (notch, (top + low) / 2), (x + width, low), (x, low)]
    if rng.random() < 0.2:
        points = [(px, py + 0.06 * math.sin((px - x) / 0.15)) for px, py in points]
    draw.polygon([(px * to, py * to) for px, py in points], fill=cloth)
    if rng.random() < 0.6:
        base = rng.uniform(0.15, 0.32)
        box(x - base, bottom - 0.1, x + base, bottom, pole)
        if rng.random() < 0.6:
            box(x - base * 0.6, bottom - 0.17, x + base * 0.6, bottom, pole)
    return _shrink(picture, size, smooth=smooth)


def warning_glyph(rng: random.Random, size: int, *, smooth: bool) -> Image.Image:
    """Draw a marker other than a flag: a warning sign, a disc, a diamond or a cross-hair."""
    scale = size * _SUPERSAMPLING
    picture = Image.new("RGBA", (scale, scale), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    colour = rng.choice([(250, 200, 20), (255, 120, 0), (230, 30, 30), (255, 80, 160)])
    centre, half = scale / 2, scale * rng.uniform(0.22, 0.38)
    shape = rng.choice(["triangle", "disc", "diamond"])
    if shape == "triangle":
        points = [(centre, centre - half), (centre + half, centre + half * 0.8)]
        draw.polygon([*points, (centre - half, centre + half * 0.8)], fill=colour)
    elif shape == "disc":
        draw.ellipse((centre - half, centre - half, centre + half, centre + half), fill=colour)
    else:
        points = [(centre, centre - half), (centre + half, centre), (centre, centre + half)]
        draw.polygon([*points, (centre - half, centre)], fill=colour)
    thin = half * 0.16
    draw.rectangle(
        (centre - thin, centre - half * 0.35, centre + thin, centre + half * 0.25), fill=(0, 0, 0)
    )
    draw.rectangle(
        (centre - thin, centre + half * 0.4, centre + thin, centre + half * 0.62), fill=(0, 0, 0)
    )
    return _shrink(picture, size, smooth=smooth)


def mine_glyph(rng: random.Random, size: int, *, smooth: bool) -> Image.Image:
    """Draw a mine with spikes, or a bomb with a fuse."""
    scale = size * _SUPERSAMPLING
    picture = Image.new("RGBA", (scale, scale), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    colour = rng.choice(
        [
            (0, 0, 0),
            (0, 0, 0),
            (30, 30, 40),
            (70, 70, 70),
            (180, 20, 20),
            (240, 240, 240),
            (90, 60, 30),
        ]
    )
    x = y = scale / 2
    radius = scale * rng.uniform(0.18, 0.32)
    kind = rng.random()
    if kind < 0.6:
        spikes = rng.choice([4, 8, 8, 8, 12])
        length = radius * rng.uniform(1.2, 1.6)
        width = max(1, round(radius * rng.uniform(0.15, 0.45)))
        turn = rng.choice([0.0, 0.0, math.pi / 8])
        for index in range(spikes):
            angle = turn + index * 2 * math.pi / spikes
            reach = length if spikes == 4 or index % 2 == 0 else length * rng.choice([0.85, 1.0])
            draw.line(
                (x, y, x + reach * math.cos(angle), y + reach * math.sin(angle)),
                fill=colour,
                width=width,
            )
    elif kind < 0.85:
        y += radius * 0.2
        fuse = rng.choice([(120, 90, 50), colour])
        width = max(1, round(radius * 0.22))
        draw.line((x, y, x + radius * 1.0, y - radius * 1.2), fill=fuse, width=width)
        spark = (x + radius * 1.0, y - radius * 1.3)
        half = radius * rng.uniform(0.15, 0.4)
        draw.ellipse(
            (spark[0] - half, spark[1] - half, spark[0] + half, spark[1] + half),
            fill=(255, 170, 20),
        )
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
    if rng.random() < 0.7:
        half = radius * rng.uniform(0.15, 0.3)
        sx, sy = x - radius * 0.4, y - radius * 0.4
        draw.ellipse((sx - half, sy - half, sx + half, sy + half), fill=(255, 255, 255))
    return _shrink(picture, size, smooth=smooth)


def cross_glyph(rng: random.Random, size: int, *, smooth: bool) -> Image.Image:
    """Draw the diagonal cross that marks a wrong flag."""
    scale = size * _SUPERSAMPLING
    picture = Image.new("RGBA", (scale, scale), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    colour = rng.choice([(255, 0, 0), (255, 0, 0), (200, 20, 20), (0, 0, 0), (255, 255, 255)])
    low = scale * rng.uniform(0.02, 0.25)
    width = max(1, round(scale * rng.uniform(0.06, 0.16)))
    draw.line((low, low, scale - low, scale - low), fill=colour, width=width)
    draw.line((low, scale - low, scale - low, low), fill=colour, width=width)
    return _shrink(picture, size, smooth=smooth)


def _shrink(picture: Image.Image, size: int, *, smooth: bool) -> Image.Image:
    method = Image.Resampling.BOX if smooth else Image.Resampling.NEAREST
    return picture.resize((size, size), method)


def _finish(mask: Image.Image, colour: Colour, size: int, *, smooth: bool) -> Image.Image:
    small = _shrink(mask, size, smooth=smooth)
    picture = Image.new("RGBA", (size, size), (*colour, 0))
    picture.putalpha(small)
    return picture
