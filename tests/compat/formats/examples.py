"""Example files and games for the tests of file formats."""

from pathlib import Path

from sapper import Game, Rules

DATA = Path(__file__).parents[2] / "data" / "formats"
GAMES = ["clicks.rawvf", "clicks.replay", "written.rawvf"]


def golden(name: str) -> bytes:
    """Return the contents of an example file."""
    return (DATA / name).read_bytes()


def play_moves(rules: Rules, seed: int, moves: list[tuple[str, int]]) -> Game:
    """Return a game with moves of any kind at the given cell numbers, up to its end."""
    clock = iter(range(1_000_000))
    game = Game(rules, seed, now=lambda: float(next(clock)) / 8)
    game.reveal(rules.centre)
    for kind, number in moves:
        if not game.is_over:
            getattr(game, kind)(divmod(number % rules.cell_count, rules.width))
    return game
