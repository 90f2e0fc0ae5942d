"""The game: rules, views, and games with flags, undo and a clock."""
