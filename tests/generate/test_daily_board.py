"""The daily boards, which must be the same on every server forever."""

import hashlib
from datetime import date, timedelta

import pytest

from sapper.errors import InvalidRules
from sapper.generate import check
from sapper.generate.daily_board import DAILY_LEVELS, daily_board, daily_seed

GOLDEN = [
    ("2026-01-01", "beginner", 10776881718701339347, (4, 4), "9d55d6ce905cabbe"),
    ("2026-01-01", "intermediate", 2137182086382373865, (8, 8), "ea645ac2e77c24cf"),
    ("2026-01-01", "expert", 17691991076034451762, (8, 15), "78c4379b8d309bfb"),
    ("2026-11-18", "beginner", 7355312260928161481, (4, 4), "c15d69e47a78c692"),
    ("2026-11-18", "intermediate", 3065487555356592509, (8, 8), "49a1ad127cd8ed58"),
    ("2026-11-18", "expert", 6617562481600385262, (8, 15), "21ed7f71150ce25f"),
    ("2030-12-31", "beginner", 3821047030815169490, (4, 4), "a51aecbf47692e93"),
    ("2030-12-31", "intermediate", 13287796670006692049, (8, 8), "6295d4bcb00acbea"),
    ("2030-12-31", "expert", 15436222130222736872, (8, 15), "81d18ee21f68ced7"),
]


@pytest.mark.parametrize(("day", "level", "seed", "first", "digest"), GOLDEN)
def test_the_boards_match_the_golden_values(
    day: str, level: str, seed: int, first: tuple[int, int], digest: str
) -> None:
    board = daily_board(date.fromisoformat(day), level)
    assert (board.seed, board.first) == (seed, first)
    text = " ".join(f"{row},{column}" for row, column in sorted(board.layout))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


def test_the_seed_follows_the_written_rule() -> None:
    digest = hashlib.sha256(b"sapper daily 1 2026-01-01 expert").hexdigest()
    assert daily_seed(date(2026, 1, 1), "expert") == int(digest[:16], 16)


def test_every_board_of_a_year_needs_no_guess_and_starts_with_an_opening() -> None:
    for number in range(0, 365, 30):
        day = date(2027, 1, 1) + timedelta(days=number)
        for level in DAILY_LEVELS:
            board = daily_board(day, level)
            check(board.rules, board.layout, board.certificate)
            game = board.game()
            assert game.reveal(board.first) > 1


def test_other_levels_have_no_daily_board() -> None:
    with pytest.raises(InvalidRules, match="no daily board for level 'small'"):
        daily_board(date(2026, 1, 1), "small")
