"""Sapper inside other tools: the CS50 AI course's classes, Gymnasium, file formats."""
