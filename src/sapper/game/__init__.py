"""The game itself: rules, positions as players see them, and games with flags, undo and a clock."""
