"""Inference of certain cells and mine probabilities from a view."""
