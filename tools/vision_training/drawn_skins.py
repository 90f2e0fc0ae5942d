"""Random skins: the sprites of a Minesweeper program that does not exist."""

from __future__ import annotations

import colorsys
import random
from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from . import drawn_glyphs as glyphs

Colour = tuple[int, int, int]

_CLASSIC = [
    (0, 0, 255),
    (0, 128, 0),
    (255, 0, 0),
    (0, 0, 128),
    (128, 0, 0),
    (0, 128, 128),
    (0, 0, 0),
    (128, 128, 128),
]
_MATERIAL = [
    (25, 118, 210),
    (56, 142, 60),
    (211, 47, 47),
    (123, 31, 162),
    (255, 143, 0),
    (0, 151, 167),
    (66, 66, 66),
    (158, 158, 158),
]
_PASTEL = [
    (124, 199, 255),
    (102, 194, 102),
    (255, 119, 136),
    (238, 136, 255),
    (221, 170, 34),
    (102, 204, 204),
    (153, 153, 153),
    (208, 216, 224),
]

_HALF = [value // 2 for value in range(256)]


def _random_colour(rng: random.Random) -> Colour:
    kind = rng.random()
    if kind < 0.35:
        grey = rng.randint(0, 255)
        return (grey, grey, grey)
    saturation = rng.uniform(0.03, 0.3) if kind < 0.65 else rng.uniform(0.3, 1.0)
    rgb = colorsys.hsv_to_rgb(rng.random(), saturation, rng.uniform(0.1, 1.0))
    return tuple(round(255 * each) for each in rgb)  # type: ignore[return-value]


def _distance(a: Colour, b: Colour) -> float:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def _shade(colour: Colour, amount: float) -> Colour:
    """Return a colour that is lighter (amount > 0) or darker (amount < 0)."""
    target = 255 if amount > 0 else 0
    return tuple(round(each + (target - each) * abs(amount)) for each in colour)  # type: ignore[return-value]


def _luma(colour: Colour) -> float:
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


@dataclass
class Face:
    """The background of a cell, hidden or revealed."""

    colour: Colour
    second: Colour  # the other colour of a checkerboard
    style: str
    width: int
    light: Colour
    dark: Colour
    radius: int
    gap: int
    line_sides: str = "tl"
    gradient: float = 0.0
    texture: float = 0.0


@dataclass
class Skin:
    """A look of all cells at one size in pixels."""

    size: int
    hidden: Face
    revealed: Face
    background: Colour
    sprites: dict[tuple[str, int], list[Image.Image]] = field(default_factory=dict)
    outline: Colour | None = None
    outline_width: int = 1
    dim: float = 0.0


def random_skin(rng: random.Random, size: int, *, held_out: bool = False) -> Skin:
    """Return a random skin; a held-out skin uses the fonts of the validation set."""
    classic = rng.random() < 0.35
    if classic:
        grey = rng.randint(180, 205)
        hidden_colour = (grey, grey, grey)
        if rng.random() < 0.25:
            hidden_colour = _shade(_random_colour(rng), rng.uniform(0.3, 0.7))
        revealed_colour = _shade(
            hidden_colour, rng.choice([0.0, 0.0, 0.0, -0.04, -0.1, 0.1, 0.3, 1.0])
        )
    else:
        while True:
            hidden_colour, revealed_colour = _random_colour(rng), _random_colour(rng)
            if rng.random() < 0.3:
                revealed_colour = _shade(
                    hidden_colour, rng.choice([-1, 1]) * rng.uniform(0.08, 0.6)
                )
            if rng.random() < 0.25:
                revealed_colour = rng.choice(
                    [(255, 255, 255), (240, 240, 240), (30, 30, 30), (0, 0, 0)]
                )
            if _distance(hidden_colour, revealed_colour) > 9:
                break
    background = rng.choice(
        [
            _random_colour(rng),
            _shade(hidden_colour, -0.4),
            (255, 255, 255),
            _shade(revealed_colour, 0.3),
            revealed_colour,
            hidden_colour,
        ]
    )
    hidden = _random_face(rng, hidden_colour, size, hidden=True)
    revealed = _random_face(rng, revealed_colour, size, hidden=False)
    same = _distance(hidden_colour, revealed_colour) < 24
    if classic or same:
        hidden.style = "bevel"
        hidden.gap = 0
        hidden.width = max(1, round(size * rng.uniform(0.06, 0.16)))
        hidden.light, hidden.dark = (
            _shade(hidden_colour, rng.uniform(0.5, 1)),
            _shade(hidden_colour, -rng.uniform(0.25, 0.5)),
        )
        hidden.second = hidden.colour
        revealed.second = revealed.colour
    if classic:
        revealed.style, revealed.gap = rng.choice(["line", "line", "line", "flat", "bevel-in"]), 0
        revealed.dark = _shade(revealed_colour, -rng.uniform(0.2, 0.5))
        revealed.light = _shade(revealed_colour, 0.5)
    if not classic and rng.random() < 0.12:  # checkerboards on both
        amount = rng.choice([-1, 1]) * rng.uniform(0.03, 0.3)
        hidden.second, hidden.style = _shade(hidden_colour, amount), "flat"
        revealed.second, revealed.style = (
            _shade(revealed_colour, amount * rng.uniform(0.3, 1)),
            "flat",
        )
        hidden.gap = revealed.gap = 0
    skin = Skin(size, hidden, revealed, background)
    if rng.random() < 0.08:
        skin.outline = _shade(rng.choice([hidden_colour, revealed_colour]), -rng.uniform(0.2, 0.5))
        skin.outline_width = max(1, round(size * rng.uniform(0.03, 0.09)))
    if rng.random() < 0.06:
        skin.dim = rng.uniform(0.6, 0.88)
    _add_sprites(rng, skin, classic=classic, held_out=held_out)
    return skin


def _random_face(rng: random.Random, colour: Colour, size: int, *, hidden: bool) -> Face:
    styles = (
        ["bevel", "bevel", "line", "line", "gap", "gap", "rounded", "flat", "soft"]
        if hidden
        else ["line", "line", "line", "gap", "gap", "flat", "flat", "rounded", "bevel-in"]
    )
    style = rng.choice(styles)
    strength = rng.uniform(0.06, 0.6)
    darker = _luma(colour) > 60 or rng.random() < 0.3
    line = _shade(colour, -strength if darker and rng.random() < 0.75 else strength)
    if rng.random() < 0.15:
        line = _random_colour(rng)
    face = Face(
        colour=colour,
        second=colour,
        style=style,
        width=max(
            1,
            round(
                size
                * (rng.uniform(0.05, 0.2) if style.startswith("bevel") else rng.uniform(0.01, 0.06))
            ),
        ),
        light=_shade(colour, rng.uniform(0.15, 0.9)),
        dark=line if style == "line" else _shade(colour, -rng.uniform(0.15, 0.6)),
        radius=round(size * rng.uniform(0.05, 0.3)),
        gap=max(1, round(size * rng.uniform(0.02, 0.09))) if style in {"gap", "rounded"} else 0,
        line_sides=rng.choice(["tl", "br", "tblr", "tblr"]),
    )
    if rng.random() < 0.2:
        face.gradient = rng.uniform(0.1, 0.45) * rng.choice([-1, 1])
    if rng.random() < 0.05:
        face.texture = rng.uniform(2, 10)
    return face


def draw_face(
    rng: random.Random, face: Face, size: int, background: Colour, parity: int
) -> Image.Image:
    """Draw a cell's background."""
    colour = face.second if parity else face.colour
    picture = Image.new("RGB", (size, size), background if face.gap else colour)
    body = Image.new("RGB", (size, size), colour)
    if face.gradient:
        ramp = np.linspace(-face.gradient / 2, face.gradient / 2, size)[:, None, None]
        if face.width % 2:
            ramp = (ramp + ramp.transpose(1, 0, 2)) / 1.5
        values = np.array(colour)[None, None, :] * (1 + np.broadcast_to(ramp, (size, size, 1)))
        body = Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))
    if face.texture:
        noise = np.random.default_rng(rng.getrandbits(32)).normal(0, face.texture, (size, size, 1))
        body = Image.fromarray(np.clip(np.asarray(body) + noise, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(body)
    last = size - 1
    if face.style in {"bevel", "bevel-in"}:
        light, dark = (face.light, face.dark) if face.style == "bevel" else (face.dark, face.light)
        for step in range(face.width):
            low, high = step, last - step
            draw.line((low, high, high, high), fill=dark)
            draw.line((high, low, high, high), fill=dark)
            draw.line((low, low, high, low), fill=light)
            draw.line((low, low, low, high), fill=light)
    elif face.style == "line":
        for step in range(face.width):
            low, high = step, last - step
            if "t" in face.line_sides:
                draw.line((0, low, last, low), fill=face.dark)
            if "l" in face.line_sides:
                draw.line((low, 0, low, last), fill=face.dark)
            if "b" in face.line_sides:
                draw.line((0, high, last, high), fill=face.dark)
            if "r" in face.line_sides:
                draw.line((high, 0, high, last), fill=face.dark)
    elif face.style == "soft":
        inner = round(size * 0.12)
        draw.rectangle((inner, inner, last - inner, last - inner), fill=_shade(colour, 0.12))
        draw.line((0, last, last, last), fill=face.dark)
        draw.line((last, 0, last, last), fill=face.dark)
    if not face.gap:
        return body
    mask = Image.new("L", (size, size), 0)
    far = last - face.gap
    near = face.gap if face.line_sides == "tblr" else 0
    shape = ImageDraw.Draw(mask)
    if face.style == "rounded":
        shape.rounded_rectangle((near, near, far, far), radius=face.radius, fill=255)
    else:
        shape.rectangle((near, near, far, far), fill=255)
    picture.paste(body, (0, 0), mask)
    return picture


def _contrast(colour: Colour, behind: Colour, minimum: float) -> Colour:
    """Return the colour, made lighter or darker until it stands out from the background."""
    for _ in range(12):
        if (
            _distance(colour, behind) >= minimum
            and abs(_luma(colour) - _luma(behind)) > minimum * 0.25
        ):
            return colour
        colour = _shade(colour, 0.25 if _luma(behind) < 128 else -0.25)
    return (255, 255, 255) if _luma(behind) < 128 else (0, 0, 0)


def _digit_colours(rng: random.Random, behind: Colour, *, classic: bool) -> list[Colour]:
    kind = rng.random()
    if (classic and kind < 0.8) or kind < 0.4:
        colours = list(_CLASSIC)
    elif kind < 0.6:
        colours = list(_MATERIAL)
    elif kind < 0.7:
        colours = list(_PASTEL)
    elif kind < 0.82:
        colours = [rng.choice([(0, 0, 0), (255, 255, 255), (60, 60, 60), _random_colour(rng)])] * 8
    else:
        colours = [_random_colour(rng) for _ in range(8)]
    jitter = rng.choice([0, 0, 12, 30])
    moved = [
        tuple(max(0, min(255, each + rng.randint(-jitter, jitter))) for each in colour)
        for colour in colours
    ]
    minimum = rng.choice([45, 60, 90])
    return [_contrast(colour, behind, minimum) for colour in moved]  # type: ignore[arg-type]


def _add_sprites(rng: random.Random, skin: Skin, *, classic: bool, held_out: bool) -> None:
    size = skin.size
    families = glyphs.font_files(held_out=held_out)
    file = rng.choice(families[rng.choice(sorted(families))])
    smooth = size > 40 or rng.random() < 0.75
    chunky = rng.random() < (0.55 if classic else 0.12)
    height = rng.uniform(0.38, 0.75) if not chunky else rng.uniform(0.5, 0.8)
    weight = rng.uniform(0.14, 0.3)
    colours = _digit_colours(rng, skin.revealed.colour, classic=classic)
    tint = rng.choice([0.0] * 8 + [0.25, 0.5])
    numbered = (
        _shade(skin.revealed.colour, rng.choice([-1, 1]) * rng.uniform(0.05, 0.2))
        if rng.random() < 0.08
        else None
    )
    shadow = rng.random() < 0.06
    stroke = rng.random() < 0.05
    shift = (
        (rng.uniform(-0.06, 0.06), rng.uniform(-0.06, 0.06)) if rng.random() < 0.4 else (0.0, 0.0)
    )
    zero = rng.random() < 0.05
    dot = not zero and rng.random() < 0.03

    def digit(text: str, colour: Colour) -> Image.Image:
        if chunky:
            return glyphs.chunky_glyph(text, size, height, weight, colour, smooth=smooth)
        return glyphs.text_glyph(text, file, size, height, colour, smooth=smooth)

    flag = _flag_maker(rng, size, file, smooth=smooth)
    mine = _mine_maker(rng, size, file, smooth=smooth)
    cross = glyphs.cross_glyph(rng, size, smooth=smooth)
    question_colour = _contrast(
        rng.choice([(0, 0, 0), (0, 0, 0), (255, 255, 255), (0, 0, 255), _random_colour(rng)]),
        skin.hidden.colour,
        60,
    )
    question = digit("?", question_colour)
    if rng.random() < 0.1:
        question = glyphs.emoji_glyph("❓", size, rng.uniform(0.5, 0.8)) or question
    flag_behind = rng.choice(["hidden"] * 9 + ["colour", "revealed"])
    flag_colour = _random_colour(rng)
    mine_behind = rng.choice(["revealed"] * 4 + ["hidden"] * 3 + ["colour"])
    mine_colour = rng.choice([(255, 90, 80), (240, 60, 60), (255, 150, 60), _random_colour(rng)])
    red = rng.choice(
        [(255, 0, 0), (255, 0, 0), (220, 40, 40), (255, 100, 80), (200, 0, 0), (255, 120, 0)]
    )
    wrong_style = rng.choice(["mine-cross", "flag-cross", "flag-cross", "cross", "flag-pink"])

    for parity in (0, 1):
        hidden = draw_face(rng, skin.hidden, size, skin.background, parity)
        revealed = draw_face(rng, skin.revealed, size, skin.background, parity)

        def recolour(face: Face, colour: Colour, parity: int = parity) -> Image.Image:
            changed = Face(**{**face.__dict__, "colour": colour, "second": colour})
            return draw_face(rng, changed, size, skin.background, parity)

        def behind(
            kind: str,
            colour: Colour,
            hidden: Image.Image = hidden,
            revealed: Image.Image = revealed,
        ) -> Image.Image:
            if kind == "hidden":
                return hidden
            return revealed if kind == "revealed" else recolour(skin.revealed, colour)

        def put(
            text: str, base: Image.Image, *layers: Image.Image | None, parity: int = parity
        ) -> None:
            picture = base.copy()
            for layer in layers:
                if layer is not None:
                    at = (
                        (round(shift[0] * size), round(shift[1] * size))
                        if text in "12345678"
                        else (0, 0)
                    )
                    if shadow:
                        dark = Image.new("RGBA", layer.size, (0, 0, 0, 0))
                        dark.putalpha(layer.getchannel("A").point(_HALF))
                        picture.paste(dark, (at[0] + 1, at[1] + 1), dark)
                    if stroke and text in "12345678":
                        wide = layer.getchannel("A").filter(ImageFilter.MaxFilter(3))
                        edge = Image.new(
                            "RGB",
                            layer.size,
                            (255, 255, 255) if _luma(colours[int(text) - 1]) < 128 else (0, 0, 0),
                        )
                        picture.paste(edge, at, wide)
                    picture.paste(layer, at, layer)
            skin.sprites.setdefault((text, parity), []).append(picture)

        put("#", hidden)
        put(
            ".",
            revealed,
            digit("0", colours[0])
            if zero
            else digit(".", colours[0])
            if dot and not chunky
            else None,
        )
        for clue in range(1, 9):
            base = revealed
            if tint:
                mixed = tuple(
                    round(a * (1 - tint) + b * tint)
                    for a, b in zip(
                        skin.revealed.colour,
                        rng.choice([_PASTEL, _MATERIAL])[clue - 1],
                        strict=True,
                    )
                )
                base = recolour(skin.revealed, mixed)  # type: ignore[arg-type]
            elif numbered is not None:
                base = recolour(skin.revealed, numbered)
            put(str(clue), base, digit(str(clue), colours[clue - 1]))
        flag_base = behind(flag_behind, flag_colour)
        put("F", flag_base, flag)
        put("?", hidden, question)
        mine_base = behind(mine_behind, mine_colour)
        put("*", mine_base, mine)
        put(
            "!",
            recolour(skin.revealed, red) if rng.random() < 0.9 else mine_base,
            mine if rng.random() < 0.85 else glyphs.emoji_glyph("💥", size, 0.8) or mine,
        )
        if wrong_style == "mine-cross":
            put("X", mine_base, mine, cross)
        elif wrong_style == "flag-cross":
            put("X", flag_base, flag, cross)
        elif wrong_style == "cross":
            put("X", rng.choice([hidden, revealed]), cross)
        else:
            put(
                "X",
                recolour(
                    skin.hidden, rng.choice([(255, 170, 180), (255, 110, 110), (255, 60, 60)])
                ),
                flag,
            )


def _flag_maker(rng: random.Random, size: int, file: str, *, smooth: bool) -> Image.Image:
    kind = rng.random()
    scale = rng.uniform(0.5, 0.9)
    if kind < 0.66:
        return glyphs.flag_glyph(rng, size, smooth=smooth)
    if kind < 0.8:
        emoji = glyphs.emoji_glyph(
            rng.choice(["🚩", "🚩", "🚩", "🏴", "🏁", "⛳", "⚠️", "📍"]), size, scale
        )
        if emoji is not None:
            return emoji
    symbols = glyphs.symbol_file()
    colour = rng.choice([(255, 0, 0), (230, 30, 30), (0, 0, 0), (255, 255, 255), (255, 140, 0)])
    if kind < 0.88 and symbols:
        return glyphs.text_glyph(
            rng.choice("⚑⚑⚐⛿"), symbols, size, scale * 0.75, colour, smooth=smooth
        )
    if kind < 0.94:
        return glyphs.text_glyph(
            rng.choice("FFFP!"), file, size, scale * 0.7, colour, smooth=smooth
        )
    return glyphs.warning_glyph(rng, size, smooth=smooth)


def _mine_maker(rng: random.Random, size: int, file: str, *, smooth: bool) -> Image.Image:
    kind = rng.random()
    scale = rng.uniform(0.55, 0.9)
    if kind < 0.72:
        return glyphs.mine_glyph(rng, size, smooth=smooth)
    if kind < 0.88:
        emoji = glyphs.emoji_glyph(rng.choice(["💣", "💣", "💣", "💥", "☠️", "🔥"]), size, scale)
        if emoji is not None:
            return emoji
    symbols = glyphs.symbol_file()
    colour = rng.choice([(0, 0, 0), (0, 0, 0), (255, 0, 0), (60, 60, 60)])
    if kind < 0.94 and symbols:
        return glyphs.text_glyph(
            rng.choice("☀✹✸💣☢●"), symbols, size, scale * 0.75, colour, smooth=smooth
        )
    return glyphs.text_glyph(rng.choice("**MB@"), file, size, scale * 0.7, colour, smooth=smooth)
