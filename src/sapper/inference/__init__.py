"""What follows from a view: which cells are certain, and how likely all others are mines."""
