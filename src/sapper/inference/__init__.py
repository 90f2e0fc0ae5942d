"""Inference of safe cells, known mines and mine probabilities from a view."""
