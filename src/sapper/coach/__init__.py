"""The coach, which provides readable proofs, graded hints, game reviews and puzzles."""
