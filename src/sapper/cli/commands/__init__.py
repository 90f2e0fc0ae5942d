"""The commands of `sapper`, one per module."""
