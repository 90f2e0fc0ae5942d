"""Generate the terminal screenshots in docs/images from the real screens."""

import asyncio
import os
import re
import tempfile
from contextlib import aclosing
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURES = (
    ("terminal-hint", (80, 24), "sapper-dark", ("H", "H", "H")),
    ("terminal-odds", (104, 24), "sapper-light", ("o",)),
)
SEED, STEPS = 42, 14


async def draw(name: str, size: tuple[int, int], theme: str, keys: tuple[str, ...]) -> None:
    """Play some moves, press the given keys and save the screen as SVG."""
    from sapper.game.rules import Rules
    from sapper.play.computation import compute_in_thread
    from sapper.play.game_service import PlayerGame
    from sapper.play.local_service import LocalService
    from sapper.play.session import Session
    from sapper.tui.sapper_app import SapperApp
    from sapper.tui.screens.game_screen import GameScreen

    service = LocalService(compute_in_thread)
    game = PlayerGame("", Session(Rules.level("expert"), SEED, now=lambda: 0.0))
    async with aclosing(service.ai_steps(game, "exact")) as steps:
        async for _ in steps:
            if game.version == STEPS:
                break
    app = SapperApp(GameScreen(game, is_resumed=True), service)
    app.theme = theme
    async with app.run_test(size=size) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
        picture = app.export_screenshot(title="sapper play")
    service.close()
    # Remove web fonts and comments, so that the picture loads nothing from other servers.
    picture = re.sub(r"@font-face \{[^}]*\}\s*|<!--.*?-->", "", picture)
    path = ROOT / "docs" / "images" / f"{name}.svg"
    path.write_text(picture, encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.0f} kB")


def main() -> None:
    """Generate all pictures with a temporary data folder."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"SAPPER_DATA": folder, "COLORTERM": "truecolor"}
        for picture in PICTURES:
            asyncio.run(draw(*picture))


if __name__ == "__main__":
    main()
