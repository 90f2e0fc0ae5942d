"""The `sapper cs50` command, which opens the CS50 AI course's Minesweeper game in a window."""

from typing import Annotated

import typer

from sapper.cli.shared_options import LevelArgument, read_rules, read_whole_number
from sapper.extras import requires_extra


def cs50(
    level: LevelArgument = "cs50",
    total_mines: Annotated[
        bool, typer.Option("--total-mines", help="Tell the AI the total number of mines.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            help="Seed Python's random number generator; these seeds differ from Sapper's board "
            "seeds.",
            show_default="random",
            parser=read_whole_number,
        ),
    ] = None,
) -> None:
    """Play the CS50 AI course's Minesweeper game in a window.

    The window shows the AI's knowledge next to the board.
    """
    rules = read_rules(level, "any")
    with requires_extra("cs50", "the game window"):
        from sapper.compat.cs50.window import Window
    from sapper.compat.cs50.course_game import CourseGame

    if seed is not None:
        import random

        random.seed(seed)
    Window(CourseGame(rules, total_mines=total_mines)).run()
