"""Random skins: the sprites of a Minesweeper program that does not exist."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from PIL import Image, ImageFilter

from . import drawn_glyphs as glyphs
from .drawn_colours import (
    MATERIAL,
    PASTEL,
    Colour,
    contrast,
    digit_colours,
    distance,
    luma,
    random_colour,
    shade,
)
from .drawn_faces import Face, draw_face, random_face
from .symbol_choice import random_flag, random_mine

_HALF = [value // 2 for value in range(256)]


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
    dim: float = 0.0  # of satisfied clues
    dim_share: float = 0.3
    dim_to_grey: bool = False
    corner: int = 0  # the radius of the corners of merged hidden areas
    light: float = 0.0  # the strength of a gradient over the whole board
    lit: str = "all"  # the cells that this gradient covers
    wallpaper: float = 0.0  # the opacity of a picture behind the cells


def random_skin(rng: random.Random, size: int, *, held_out: bool = False) -> Skin:
    """Return a random skin; a held-out skin uses the fonts of the validation set."""
    classic = rng.random() < 0.35
    if classic:
        grey = rng.randint(180, 205)
        hidden_colour = (grey, grey, grey)
        if rng.random() < 0.25:
            hidden_colour = shade(random_colour(rng), rng.uniform(0.3, 0.7))
        revealed_colour = shade(
            hidden_colour, rng.choice([0.0, 0.0, 0.0, -0.04, -0.1, 0.1, 0.3, 1.0])
        )
    else:
        while True:
            hidden_colour, revealed_colour = random_colour(rng), random_colour(rng)
            if rng.random() < 0.3:
                revealed_colour = shade(hidden_colour, rng.choice([-1, 1]) * rng.uniform(0.08, 0.6))
            if rng.random() < 0.25:
                revealed_colour = rng.choice(
                    [(255, 255, 255), (240, 240, 240), (30, 30, 30), (0, 0, 0)]
                )
            if distance(hidden_colour, revealed_colour) > 9:
                break
    background = rng.choice(
        [
            random_colour(rng),
            shade(hidden_colour, -0.4),
            (255, 255, 255),
            shade(revealed_colour, 0.3),
            revealed_colour,
            hidden_colour,
        ]
    )
    hidden = random_face(rng, hidden_colour, size, hidden=True)
    revealed = random_face(rng, revealed_colour, size, hidden=False)
    same = distance(hidden_colour, revealed_colour) < 24
    if classic or same:
        hidden.style = "bevel"
        hidden.gap = 0
        hidden.width = max(1, round(size * rng.uniform(0.06, 0.16)))
        hidden.light, hidden.dark = (
            shade(hidden_colour, rng.uniform(0.5, 1)),
            shade(hidden_colour, -rng.uniform(0.25, 0.5)),
        )
        hidden.second = hidden.colour
        revealed.second = revealed.colour
    if classic:
        revealed.style, revealed.gap = rng.choice(["line", "line", "line", "flat", "bevel-in"]), 0
        revealed.dark = shade(revealed_colour, -rng.uniform(0.2, 0.5))
        revealed.light = shade(revealed_colour, 0.5)
    if not (classic or same) and rng.random() < 0.18:
        _make_checkerboard(rng, hidden, revealed)
    skin = Skin(size, hidden, revealed, background)
    if rng.random() < 0.08:
        skin.outline = shade(rng.choice([hidden_colour, revealed_colour]), -rng.uniform(0.2, 0.5))
        skin.outline_width = max(1, round(size * rng.uniform(0.03, 0.09)))
    if rng.random() < 0.1:
        skin.dim = rng.uniform(0.5, 0.88)
        skin.dim_share = rng.choice([0.3, 0.6, 0.9])
        skin.dim_to_grey = rng.random() < 0.4
    if hidden.style == "flat" and rng.random() < 0.25:
        skin.corner = round(size * rng.uniform(0.1, 0.35))
    if rng.random() < 0.07:
        skin.light = rng.uniform(0.15, 0.5)
        skin.lit = rng.choice(["all", "hidden", "hidden"])
    if rng.random() < 0.05:
        skin.wallpaper = rng.uniform(0.15, 0.5)
    _add_sprites(rng, skin, classic=classic, held_out=held_out)
    return skin


def _make_checkerboard(rng: random.Random, hidden: Face, revealed: Face) -> None:
    """Give cells of one or both kinds a second colour."""
    amount = rng.choice([-1, 1]) * rng.choice([rng.uniform(0.03, 0.2), rng.uniform(0.1, 0.65)])
    which = rng.choice(["both", "both", "both", "hidden", "revealed"])
    flat = rng.random() < 0.8
    for face in (hidden, revealed):
        if flat:
            face.style, face.gap = "flat", 0
    if which != "revealed":
        hidden.second = shade(hidden.colour, amount)
    if which != "hidden":
        share = rng.choice([rng.uniform(0.3, 1), 1.0]) * rng.choice([1, 1, 1, -1])
        revealed.second = shade(revealed.colour, amount * share)


def _add_sprites(rng: random.Random, skin: Skin, *, classic: bool, held_out: bool) -> None:
    size = skin.size
    families = glyphs.font_files(held_out=held_out)
    file = rng.choice(families[rng.choice(sorted(families))])
    smooth = size > 40 or rng.random() < 0.75
    chunky = rng.random() < (0.55 if classic else 0.12)
    height = rng.uniform(0.5, 0.8)
    if not chunky:
        height = rng.uniform(0.24, 0.4) if rng.random() < 0.2 else rng.uniform(0.38, 0.78)
    if size < 14:
        height = max(height, 0.5)
    heavier = max(1, round(size * rng.uniform(0.01, 0.05))) if rng.random() < 0.12 else 0
    weight = rng.uniform(0.14, 0.3)
    colours = digit_colours(rng, skin.revealed.colour, classic=classic)
    tint = rng.choice([0.0] * 14 + [0.25, 0.5, 0.85])
    tints = rng.choice([PASTEL, MATERIAL, [random_colour(rng) for _ in range(8)]])
    if tint > 0.8:
        grey = rng.choice([(255, 255, 255), (0, 0, 0), (40, 40, 40)])
        colours = [contrast(grey, each, 60) for each in tints]
    numbered = (
        shade(skin.revealed.colour, rng.choice([-1, 1]) * rng.uniform(0.05, 0.2))
        if rng.random() < 0.08
        else None
    )
    shadow = rng.random() < 0.06
    stroke = rng.random() < 0.05
    shift = (rng.uniform(-0.06, 0.06), rng.uniform(-0.1, 0.1)) if rng.random() < 0.4 else (0.0, 0.0)
    zero = rng.random() < 0.05
    dot = not zero and rng.random() < 0.03

    def digit(text: str, colour: Colour) -> Image.Image:
        if chunky:
            return glyphs.chunky_glyph(text, size, height, weight, colour, smooth=smooth)
        return glyphs.text_glyph(
            text, file, size, height, colour, smooth=smooth, extra_weight=heavier
        )

    cross = glyphs.cross_glyph(rng, size, smooth=smooth)
    question_colour = contrast(
        rng.choice([(0, 0, 0), (0, 0, 0), (255, 255, 255), (0, 0, 255), random_colour(rng)]),
        skin.hidden.colour,
        60,
    )
    question = digit("?", question_colour)
    if rng.random() < 0.1:
        question = glyphs.emoji_glyph("❓", size, rng.uniform(0.5, 0.8), rng) or question
    flag_behind = rng.choice(["hidden"] * 9 + ["colour", "revealed"])
    flag_colour = random_colour(rng)
    mine_behind = rng.choice(["revealed"] * 4 + ["hidden"] * 3 + ["colour"])
    mine_colour = rng.choice([(255, 90, 80), (240, 60, 60), (255, 150, 60), random_colour(rng)])
    red = rng.choice(
        [(255, 0, 0), (255, 0, 0), (220, 40, 40), (255, 100, 80), (200, 0, 0), (255, 120, 0)]
    )
    wrong_style = rng.choice(["mine-cross", "flag-cross", "flag-cross", "cross", "flag-pink"])
    pink = rng.choice([(255, 170, 180), (255, 110, 110), (255, 60, 60), (200, 30, 30)])
    pink_face = skin.hidden if rng.random() < 0.7 else skin.revealed
    plain = {"hidden": skin.hidden.colour, "revealed": skin.revealed.colour}
    flag = random_flag(rng, size, file, plain.get(flag_behind, flag_colour), smooth=smooth)
    mine = random_mine(rng, size, file, plain.get(mine_behind, mine_colour), smooth=smooth)

    mark_on_hidden = None
    if not classic and rng.random() < 0.02:
        tone = shade(skin.hidden.colour, rng.choice([-0.4, 0.4]))
        mark_on_hidden = glyphs.text_glyph(
            rng.choice("■□#▢-·"), glyphs.symbol_file() or file, size, 0.5, tone
        )

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
                            (255, 255, 255) if luma(colours[int(text) - 1]) < 128 else (0, 0, 0),
                        )
                        picture.paste(edge, at, wide)
                    picture.paste(layer, at, layer)
            skin.sprites.setdefault((text, parity), []).append(picture)

        put("#", hidden, mark_on_hidden)
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
                        tints[clue - 1],
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
            mine if rng.random() < 0.85 else glyphs.emoji_glyph("💥", size, 0.8, rng) or mine,
        )
        if wrong_style == "mine-cross":
            put("X", mine_base, mine, cross)
        elif wrong_style == "flag-cross":
            put("X", flag_base, flag, cross)
        elif wrong_style == "cross":
            put("X", rng.choice([hidden, revealed]), cross)
        else:
            put("X", recolour(pink_face, pink), flag)
