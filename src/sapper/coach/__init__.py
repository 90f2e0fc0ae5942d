"""The coach: readable proofs, graded hints, game reviews and puzzles."""
