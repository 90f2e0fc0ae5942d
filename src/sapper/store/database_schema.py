"""The database schema after the latest migration.

The migrations in `sapper.store.migrations` create the tables. A test checks that the migrated
tables match the definitions in this module.
"""

import sqlalchemy as sa

metadata = sa.MetaData()

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    # The setup of the game. Seeds are text because unsigned 64-bit integers exceed the range of
    # BIGINT.
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("size", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("seed", sa.Text),
    sa.Column("layout", sa.Text),
    # The options as the `terms` line of the replay format.
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("no_guess", sa.Integer, nullable=False),
    # The current state of the game. AI moves and undos count as assisted moves.
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("hints", sa.Integer, nullable=False),
    sa.Column("odds", sa.Integer, nullable=False),
    sa.Column("assisted_moves", sa.Integer, nullable=False),
    sa.Column("revealed", sa.Integer, nullable=False),
    sa.Column("pauses", sa.Integer, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("moved_at", sa.Double, nullable=False),
    sa.Column("share_token", sa.Text),
    # The result of a finished game.
    sa.Column("seconds", sa.Double),
    sa.Column("clicks", sa.Integer),
    sa.Column("three_bv", sa.Integer),
    sa.Column("solved_three_bv", sa.Integer),
    sa.Column("accuracy", sa.Double),
    # The final position as one line of symbols, and the digest of the review as JSON.
    sa.Column("picture", sa.Text),
    sa.Column("digest", sa.Text),
)

moves = sa.Table(
    "moves",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

puzzle_cards = sa.Table(
    "puzzle_cards",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("theme", sa.Text, nullable=False),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("marked", sa.Text, nullable=False),
    sa.Column("schedule", sa.Text, nullable=False),
    sa.Column("due", sa.Double, nullable=False),
    sa.Column("shown_at", sa.Double, nullable=False),
)

puzzle_attempts = sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("mode", sa.Text, nullable=False),
    sa.Column("run", sa.Text),
    sa.Column("puzzle", sa.Text, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("theme", sa.Text, nullable=False),
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("shown_at", sa.Double, nullable=False),
    # The result of the attempt, or NULL until the puzzle is answered.
    sa.Column("is_correct", sa.Integer),
    sa.Column("answered_at", sa.Double),
    sa.Column("player_rating", sa.Double),
)

player_ratings = sa.Table(
    "player_ratings",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("rating", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("volatility", sa.Double, nullable=False, server_default="0.06"),
    sa.Column("attempts", sa.Integer, nullable=False),
)

puzzle_ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("puzzle", sa.Text, primary_key=True),
    sa.Column("rating", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("volatility", sa.Double, nullable=False, server_default="0.06"),
    sa.Column("attempts", sa.Integer, nullable=False),
)

puzzle_runs = sa.Table(
    "puzzle_runs",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("started_at", sa.Double, nullable=False),
    sa.Column("lives", sa.Integer, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("is_over", sa.Integer, nullable=False),
)

lesson_steps = sa.Table(
    "lesson_steps",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("lesson", sa.Text, primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("completed_at", sa.Double, nullable=False),
)

daily_attempts = sa.Table(
    "daily_attempts",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("level", sa.Text, primary_key=True),
    # The row outlives its game, because deleting a game must not allow a second attempt.
    sa.Column("game", sa.Text, nullable=False),
)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("hides_result", sa.Integer, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
)

challenge_attempts = sa.Table(
    "challenge_attempts",
    metadata,
    sa.Column("challenge", sa.Text, primary_key=True),
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
)
