"""The terminal application's screens."""
