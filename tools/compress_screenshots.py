"""Copy screenshots from build/screenshots to docs/images with a reduced palette."""

from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
PICTURES = ("hint", "review", "analyser-fault", "phone-large", "odds", "dark", "challenge-laptop")
SKINS = ("classic", "paper", "neon", "garden")
MAX_COLOURS = 256


def with_reduced_palette(picture: Image.Image) -> Image.Image:
    """Return a picture reduced to its 256 most frequent colours, which remain exact."""
    counts = picture.getcolors(picture.width * picture.height) or []
    frequent: list[tuple[int, tuple[int, ...]]] = sorted(counts, reverse=True)[:MAX_COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in frequent for part in colour])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def skins_side_by_side() -> Image.Image:
    """Return the boards of four skins in one picture."""
    pictures = []
    for skin in SKINS:
        with Image.open(ROOT / "build" / "screenshots" / f"skin-{skin}.png") as picture:
            pictures.append(picture.convert("RGB").crop((0, 50, 900, 800)).resize((600, 500)))
    sheet = Image.new("RGB", (1200, 1000))
    for i, picture in enumerate(pictures):
        sheet.paste(picture, (i % 2 * 600, i // 2 * 500))
    return sheet.quantize(MAX_COLOURS, method=Image.Quantize.FASTOCTREE)


def main() -> None:
    """Compress the screenshots that the browser tests have taken."""
    skins_side_by_side().save(ROOT / "docs" / "images" / "skins.png", optimize=True)
    for name in PICTURES:
        with Image.open(ROOT / "build" / "screenshots" / f"{name}.png") as picture:
            small = with_reduced_palette(picture.convert("RGB"))
            path = ROOT / "docs" / "images" / f"{name}.png"
            small.save(path, optimize=True)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
