"""Adapters to other programs: the CS50 AI course, Gymnasium and file formats."""
