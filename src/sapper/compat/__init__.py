"""Adapters for the CS50 AI course, Gymnasium and third-party file formats."""
