"""The Minesweeper game with its rules, views, moves and replays."""
