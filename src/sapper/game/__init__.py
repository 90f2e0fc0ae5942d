"""The Minesweeper game, including its rules, views, moves and replays."""
