"""Making boards: uniform ones, and ones that logic alone clears, with a certificate."""

from sapper.generate.boards import Board, Method, difficulty, no_guess, uniform
from sapper.generate.certificate import Certificate, Step
from sapper.generate.checking import check

__all__ = [
    "Board",
    "Certificate",
    "Method",
    "Step",
    "check",
    "difficulty",
    "no_guess",
    "uniform",
]
