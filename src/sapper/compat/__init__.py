"""Adapters for the CS50 AI course, Gymnasium and the file formats of other programs."""
