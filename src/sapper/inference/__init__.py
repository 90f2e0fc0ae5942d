"""Inference from a view: the certain cells, and the mine probability of every other cell."""
