"""The web front end: a game page and an HTTP API."""
