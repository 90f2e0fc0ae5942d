"""Generators for uniformly random boards and for no-guess boards with certificates."""

from sapper.generate.certificate import Certificate, Step
from sapper.generate.certificate_checker import check
from sapper.generate.generator import Board, Method, difficulty, no_guess, uniform

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
