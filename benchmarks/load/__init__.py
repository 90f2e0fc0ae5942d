"""Many players on a real server: how fast, how much memory, and what a crash loses.

    python -m benchmarks.load --players 200 --rate 4 --seconds 30
    python -m benchmarks.load.kills --kills 50

Both start a real server on a real database, SQLite or PostgreSQL, and play games over HTTP that
Sapper's own player has played before: whoever loads the server must not need the processor itself.
"""
