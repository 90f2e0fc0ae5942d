"""Pictures of whole screens: a drawn board in its frame, window and surroundings."""

from __future__ import annotations

import io
import random
import string
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageOps

from . import drawn_glyphs as glyphs
from .drawn_colours import Colour, luma, random_colour, shade
from .drawn_skins import Skin, random_skin
from .game_positions import random_position

_FULL = [min(255, value * 6) for value in range(256)]  # a mask from a difference of pictures


@dataclass
class Scene:
    """A picture with the place and contents of its board."""

    picture: np.ndarray
    rows: list[str]
    origin: tuple[float, float]  # x, y of the board's corner
    pitch: tuple[float, float]  # cell width and height
    counter: int | None = None  # the number shown by the mine counter


def draw_board(rng: random.Random, skin: Skin, rows: list[str]) -> Image.Image:
    """Draw a position with a skin."""
    size, height, width = skin.size, len(rows), len(rows[0])
    board = Image.new("RGB", (width * size, height * size), skin.background)
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            sprite = rng.choice(skin.sprites[text, (r + c) % 2])
            if skin.dim and text in "12345678" and rng.random() < skin.dim_share:
                sprite = _dimmed(sprite, skin, (r + c) % 2)
            board.paste(sprite, (c * size, r * size))
    if skin.wallpaper:
        board = _with_wallpaper(rng, board, skin.wallpaper)
    if skin.light:
        board = _lit(rng, board, skin, rows)
    if skin.corner:
        _round_hidden_areas(board, skin, rows)
    if skin.outline is not None:
        draw = ImageDraw.Draw(board)
        is_hidden = [[text in "#F?" for text in row] for row in rows]
        for r in range(height):
            for c in range(width):
                x, y = c * size, r * size
                if c and is_hidden[r][c] != is_hidden[r][c - 1]:
                    draw.line((x, y, x, y + size), fill=skin.outline, width=skin.outline_width)
                if r and is_hidden[r][c] != is_hidden[r - 1][c]:
                    draw.line((x, y, x + size, y), fill=skin.outline, width=skin.outline_width)
    return board


def _dimmed(sprite: Image.Image, skin: Skin, parity: int) -> Image.Image:
    """Return a clue's sprite with less contrast, as for a clue that has all its flags."""
    empty = skin.sprites[".", parity][0]
    if not skin.dim_to_grey:
        return Image.blend(sprite, empty, skin.dim)
    difference = ImageChops.difference(sprite, empty).convert("L").point(_FULL)
    tone = shade(skin.revealed.colour, 0.3 if luma(skin.revealed.colour) < 128 else -0.3)
    return Image.composite(Image.new("RGB", sprite.size, tone), empty, difference)


def _with_wallpaper(rng: random.Random, board: Image.Image, opacity: float) -> Image.Image:
    """Return the board, mixed with smooth random colours."""
    blobs = np.random.default_rng(rng.getrandbits(32)).integers(0, 256, (4, 5, 3), np.uint8)
    wallpaper = Image.fromarray(blobs).resize(board.size, Image.Resampling.BICUBIC)
    return Image.blend(board, wallpaper, opacity)


def _lit(rng: random.Random, board: Image.Image, skin: Skin, rows: list[str]) -> Image.Image:
    """Return the board with light that falls from one side, on all cells or the hidden ones."""
    down = np.linspace(-1, 1, board.height, dtype=np.float32)[:, None]
    across = np.linspace(-1, 1, board.width, dtype=np.float32)[None, :]
    ramp = rng.choice([down + 0 * across, (down + across) / 2, across + 0 * down])
    ramp = ramp * rng.choice([-1, 1]) * skin.light
    if skin.lit == "hidden":
        covered = np.array([[text in "#F?" for text in row] for row in rows])
        ramp = ramp * np.kron(covered, np.ones((skin.size, skin.size), np.float32))
    values = np.asarray(board).astype(np.float32)
    values += np.where(ramp > 0, 255 - values.max(2), values.min(2))[:, :, None] * ramp[:, :, None]
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


def _round_hidden_areas(board: Image.Image, skin: Skin, rows: list[str]) -> None:
    """Round the corners of connected areas of hidden cells."""
    size, radius = skin.size, skin.corner
    covered = np.pad(np.array([[text in "#F?" for text in row] for row in rows]), 1)
    corner = Image.new("L", (radius, radius), 255)
    ImageDraw.Draw(corner).ellipse((0, 0, 2 * radius, 2 * radius), fill=0)
    fill = Image.new("RGB", (radius, radius), skin.revealed.colour)
    for r, c in np.argwhere(covered) - 1:
        for down, across in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            beside = covered[r + 1 + down, c + 1] or covered[r + 1, c + 1 + across]
            if not beside:
                mask = corner if across < 0 else ImageOps.mirror(corner)
                mask = mask if down < 0 else ImageOps.flip(mask)
                x = c * size + (0 if across < 0 else size - radius)
                y = r * size + (0 if down < 0 else size - radius)
                board.paste(fill, (int(x), int(y)), mask)


def draw_scene(
    rng: random.Random,
    *,
    size: int | None = None,
    margin: float = 3,
    held_out: bool = False,
    max_cells: int = 300,
    desktop: bool = False,
    legal: bool = False,
) -> Scene:
    """Draw a random board with its surroundings.

    `margin` is the smallest distance to the edge of the picture in cells, unless the picture is
    cropped to the board. A desktop is larger and has windows with text and other rectangles.
    """
    size = size or round(min(120, max(8, rng.lognormvariate(3.35, 0.5))))
    rows = random_position(rng, max_cells, legal=legal)
    skin = random_skin(rng, size, held_out=held_out)
    board = draw_board(rng, skin, rows)
    if rng.random() < 0.12:
        _tint_cells(rng, board, size, rows)
    frame_width = rng.choice(
        [0, 0, 1, 2, *(round(size * share) for share in (0.15, 0.4, 0.8, rng.uniform(0.8, 1.3)))]
    )
    panel = (
        random_colour(rng)
        if rng.random() < 0.35
        else rng.choice(
            [
                skin.background,
                skin.hidden.colour,
                skin.revealed.colour,
                shade(skin.revealed.colour, 0.5),
                (255, 255, 255),
                (192, 192, 192),
            ]
        )
    )
    pad = round(size * margin)
    extra = [
        pad + (rng.randint(0, size * 12) if desktop else rng.randint(0, size)) for _ in range(4)
    ]
    if rng.random() < 0.12:  # cropped to the board
        extra = [rng.choice([0, 0, 0, 1, 2, 3]) for _ in range(4)]
        frame_width = min(frame_width, 2)
    left, top, right, bottom = extra
    if not (left <= 3):
        top += size * 2
    picture = Image.new("RGB", (board.width + left + right, board.height + top + bottom), panel)
    draw = ImageDraw.Draw(picture)
    if desktop or rng.random() < 0.3:
        _draw_surroundings(
            rng,
            picture,
            size,
            window=(left, top, left + board.width, top + board.height),
            desktop=desktop,
        )
    counter = None
    x, y = left, top
    if left > 3 and rng.random() < 0.75:
        counter = _draw_panel(rng, picture, skin, (x, y, board.width), panel)
    if frame_width:
        _draw_frame(rng, draw, (x, y, x + board.width, y + board.height), frame_width, panel)
    elif left > size and rng.random() < 0.08:
        _draw_coordinates(rng, picture, skin, (x, y), rows, panel)
    picture.paste(board, (x, y))
    if rng.random() < 0.04 and left > 3:  # rounded corners of the whole board
        radius = size // 3
        for cx, cy in (
            (x, y),
            (x + board.width - radius, y),
            (x, y + board.height - radius),
            (x + board.width - radius, y + board.height - radius),
        ):
            draw.polygon(
                [
                    (cx if cx == x else cx + radius, cy if cy == y else cy + radius),
                    (cx + radius if cx == x else cx, cy if cy == y else cy + radius),
                    (cx if cx == x else cx + radius, cy + radius if cy == y else cy),
                ],
                fill=panel,
            )
    _draw_overlays(rng, picture, size, (x, y, board.width, board.height))
    return _degrade(rng, Scene(np.asarray(picture), rows, (x, y), (size, size), counter))


def _draw_coordinates(
    rng: random.Random,
    picture: Image.Image,
    skin: Skin,
    origin: tuple[int, int],
    rows: list[str],
    panel: Colour,
) -> None:
    """Draw the numbers of the rows and columns beside the board."""
    size, (x, y) = skin.size, origin
    families = glyphs.font_files(held_out=False)
    file = rng.choice(families[rng.choice(sorted(families))])
    colour = (0, 0, 0) if luma(panel) > 128 else (255, 255, 255)
    first = rng.choice([0, 1])
    letters = rng.random() < 0.4
    for c in range(len(rows[0])):
        text = string.ascii_uppercase[c % 26] if letters else str(c + first)
        label = glyphs.text_glyph(text, file, size, 0.35, colour)
        picture.paste(label, (x + c * size, y - size), label)
    for r in range(len(rows)):
        label = glyphs.text_glyph(str(r + first), file, size, 0.35, colour)
        picture.paste(label, (x - size, y + r * size), label)


def _tint_cells(rng: random.Random, board: Image.Image, size: int, rows: list[str]) -> None:
    """Colour some cells as solvers and articles do, with fills, borders or percentages."""
    style = rng.choice(["fill", "border", "percent", "solid"])
    colours = [
        rng.choice(
            [
                (0, 255, 0),
                (255, 0, 0),
                (255, 255, 0),
                (0, 200, 255),
                (255, 150, 0),
                random_colour(rng),
            ]
        )
        for _ in range(rng.choice([1, 2, 3]))
    ]
    draw = ImageDraw.Draw(board)
    share = rng.choice([0.02, 0.08, 0.2])
    families = glyphs.font_files(held_out=False)
    file = rng.choice(families[rng.choice(sorted(families))])
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            if rng.random() > share or (
                style != "border" and text not in "#F" and rng.random() < 0.7
            ):
                continue
            colour = rng.choice(colours)
            box = (c * size, r * size, c * size + size - 1, r * size + size - 1)
            if style == "fill":
                tile = board.crop((box[0], box[1], box[2] + 1, box[3] + 1))
                board.paste(
                    Image.blend(tile, Image.new("RGB", tile.size, colour), rng.uniform(0.2, 0.6)),
                    box[:2],
                )
            elif style == "border":
                draw.rectangle(box, outline=colour, width=max(1, size // 14))
            elif style == "solid" and text == "#":
                inset = size // 8
                draw.rectangle(
                    (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset), fill=colour
                )
            elif style == "percent" and text == "#" and size >= 20:
                label = glyphs.text_glyph(
                    rng.choice([f"{rng.randint(1, 99)}", f"{rng.randint(1, 99)}%"]),
                    file,
                    size,
                    0.24,
                    colour,
                )
                board.paste(label, box[:2], label)


def _draw_frame(
    rng: random.Random,
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    width: int,
    panel: Colour,
) -> None:
    style = rng.choice(["sunken", "flat", "raised"])
    colour = shade(panel, rng.choice([-1, 1]) * rng.uniform(0.2, 0.6))
    other = shade(panel, 0.6) if style != "flat" else colour
    if style == "raised":
        colour, other = other, colour
    for step in range(1, width + 1):
        x0, y0, x1, y1 = box[0] - step, box[1] - step, box[2] + step - 1, box[3] + step - 1
        draw.line((x0, y0, x1, y0), fill=colour)
        draw.line((x0, y0, x0, y1), fill=colour)
        draw.line((x0, y1, x1, y1), fill=other)
        draw.line((x1, y0, x1, y1), fill=other)


def _draw_panel(
    rng: random.Random,
    picture: Image.Image,
    skin: Skin,
    at: tuple[int, int, int],
    panel: Colour,
) -> int:
    """Draw counters and a face above the board, and return the number of mines left."""
    x, y, width = at
    size = skin.size
    number = rng.randint(0, 150)
    height = max(10, round(size * rng.uniform(0.9, 1.7)))
    bottom = y - round(size * rng.uniform(0.3, 0.9))
    top = max(1, bottom - height)
    if rng.random() < 0.6:
        for value, left in ((number, x + 2), (rng.randint(0, 999), x + width - height * 2)):
            text = f"{value:03d}"
            digit = (max(5, round((bottom - top) * 0.55)), bottom - top)
            lit = rng.choice([(255, 0, 0), (255, 30, 20), (0, 255, 80)])
            for index, each in enumerate(text):
                picture.paste(
                    glyphs.segment_glyph(each, digit, lit, rng.choice([(0, 0, 0), (90, 0, 0)])),
                    (left + index * digit[0], top),
                )
    else:
        families = glyphs.font_files(held_out=False)
        file = rng.choice(families[rng.choice(sorted(families))])
        text = (
            rng.choice(["Mines: {}", "{}", "💣{}", "Flags {}/99", "{} mines"])
            .format(number)
            .replace("💣", "")
        )
        label = glyphs.text_glyph(
            text,
            file,
            max(40, len(text) * (bottom - top)),
            0.4 * (bottom - top) / max(40, len(text) * (bottom - top)),
            (0, 0, 0) if luma(panel) > 128 else (255, 255, 255),
        )
        box = label.getbbox()
        if box:
            label = label.crop(box)
            picture.paste(label, (x + 4, top + 2), label)
    if rng.random() < 0.6:
        face = glyphs.emoji_glyph(rng.choice("🙂😎😵😃"), bottom - top, 0.9)
        if face is not None:
            picture.paste(face, (x + width // 2 - (bottom - top) // 2, top), face)
    return number


def _draw_surroundings(
    rng: random.Random,
    picture: Image.Image,
    size: int,
    *,
    window: tuple[int, int, int, int],
    desktop: bool,
) -> None:
    """Draw text, rectangles, lines and gradients behind and beside the board."""
    draw = ImageDraw.Draw(picture)
    if rng.random() < 0.3:
        ramp = np.linspace(0, 1, picture.height)[:, None, None]
        top, bottom = np.array(random_colour(rng)), np.array(random_colour(rng))
        values = np.broadcast_to(
            top * (1 - ramp) + bottom * ramp, (picture.height, picture.width, 3)
        )
        picture.paste(Image.fromarray(values.astype(np.uint8)))
    families = glyphs.font_files(held_out=False)
    for _ in range(rng.randint(2, 30 if desktop else 8)):
        x, y = rng.randint(0, picture.width), rng.randint(0, picture.height)
        kind = rng.random()
        if kind < 0.45:
            file = rng.choice(families[rng.choice(sorted(families))])
            height = rng.randint(9, max(12, size))
            colour = random_colour(rng)
            lines = rng.randint(1, 12 if desktop else 3)
            for line in range(lines):
                text = "".join(
                    rng.choices(
                        string.ascii_letters + string.digits + "      ..,:;()", k=rng.randint(3, 50)
                    )
                )
                draw.text(
                    (x, y + line * height * 1.35),
                    text,
                    fill=colour,
                    font=glyphs._font(file, height),
                )
        elif kind < 0.8:
            w, h = rng.randint(size, size * 10), rng.randint(size // 2, size * 8)
            draw.rectangle(
                (x, y, x + w, y + h),
                fill=random_colour(rng) if rng.random() < 0.7 else None,
                outline=random_colour(rng),
                width=rng.randint(1, 3),
            )
        elif kind < 0.9:  # icons in a row, or a table
            step, count = rng.randint(size // 2 + 4, size * 3), rng.randint(2, 8)
            colour = random_colour(rng)
            for index in range(count):
                draw.rectangle(
                    (x + index * step, y, x + index * step + step * 0.7, y + step * 0.7),
                    outline=colour,
                    fill=rng.choice([None, colour]),
                )
        else:
            radius = rng.randint(size // 2, size * 3)
            draw.ellipse((x, y, x + radius, y + radius), fill=random_colour(rng))
    # The program's own window behind the board.
    if rng.random() < 0.8:
        inset = rng.randint(2, size * 2)
        x0, y0, x1, y1 = window
        draw.rectangle(
            (x0 - inset, y0 - inset - size * 2, x1 + inset, y1 + inset), fill=random_colour(rng)
        )
        if rng.random() < 0.6:
            draw.rectangle(
                (x0 - inset, y0 - inset - size * 3, x1 + inset, y0 - inset - size * 2),
                fill=random_colour(rng),
            )


def _draw_overlays(
    rng: random.Random, picture: Image.Image, size: int, box: tuple[int, int, int, int]
) -> None:
    x, y, width, height = box
    draw = ImageDraw.Draw(picture, "RGBA")
    if rng.random() < 0.08:  # a mouse pointer
        px, py = rng.randint(x, x + width), rng.randint(y, y + height)
        tall = rng.randint(10, 20)
        points = [
            (px, py),
            (px, py + tall),
            (px + tall * 0.28, py + tall * 0.75),
            (px + tall * 0.7, py + tall * 0.7),
        ]
        draw.polygon(points, fill=(255, 255, 255, 255), outline=(0, 0, 0, 255))
    if rng.random() < 0.05:  # a translucent circle
        px, py = rng.randint(x, x + width), rng.randint(y, y + height)
        radius = rng.randint(size // 2, size * 2)
        colour = random_colour(rng)
        draw.ellipse(
            (px - radius, py - radius, px + radius, py + radius),
            fill=(*colour, rng.randint(40, 130)),
            outline=(*colour, 255) if rng.random() < 0.5 else None,
        )
    if rng.random() < 0.02:  # a round button over a corner
        px, py = x + width - rng.randint(-size, size), y + height - rng.randint(-size, size)
        draw.ellipse((px - size, py - size, px + size, py + size), fill=(*random_colour(rng), 255))
    if rng.random() < 0.04:  # a hovered or selected cell
        c, r = rng.randrange(max(1, width // size)), rng.randrange(max(1, height // size))
        colour = (*random_colour(rng), rng.randint(40, 120))
        draw.rectangle(
            (x + c * size, y + r * size, x + (c + 1) * size - 1, y + (r + 1) * size - 1),
            fill=colour,
        )


def _degrade(rng: random.Random, scene: Scene) -> Scene:
    """Rescale, blur, recolour and compress the picture, as screenshots on the Web are."""
    picture = Image.fromarray(scene.picture)
    (ox, oy), (px, py) = scene.origin, scene.pitch
    if rng.random() < 0.45:
        low = 8 / px
        scale = rng.choice([rng.uniform(0.6, 1.6), rng.choice([0.5, 0.75, 1.25, 1.5, 2, 2])])
        scale = max(low, min(scale, 120 / px))
        ratio = (
            1.0
            if rng.random() < 0.7
            else rng.uniform(0.95, 1.05)
            if rng.random() < 0.8
            else rng.uniform(0.82, 1.2)
        )
        width, height = (
            max(1, round(picture.width * scale)),
            max(1, round(picture.height * scale * ratio)),
        )
        method = rng.choice(
            [
                Image.Resampling.BILINEAR,
                Image.Resampling.BICUBIC,
                Image.Resampling.LANCZOS,
                Image.Resampling.BOX,
                Image.Resampling.NEAREST,
            ]
        )
        sx, sy = width / picture.width, height / picture.height
        picture = picture.resize((width, height), method)
        ox, oy, px, py = ox * sx, oy * sy, px * sx, py * sy
    if rng.random() < 0.08:
        sigma = rng.uniform(0.3, 0.8) * max(1, px / 24)
        picture = Image.fromarray(cv2.GaussianBlur(np.asarray(picture), (0, 0), sigma))
    if rng.random() < 0.3:
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=rng.randint(40, 95))
        picture = Image.open(buffer).convert("RGB")
    values = np.asarray(picture)
    if rng.random() < 0.1:
        values = np.clip(
            (values.astype(np.float32) - 128) * rng.uniform(0.7, 1.15) + 128 + rng.uniform(-20, 20),
            0,
            255,
        ).astype(np.uint8)
    return Scene(values, scene.rows, (ox, oy), (px, py), scene.counter)
