"""The coach: proofs that people can follow, hints, reviews of games and drills."""
