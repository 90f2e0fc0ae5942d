"""Load tests with many simulated players on a real server.

    python -m benchmarks.load --players 200 --rate 4 --seconds 30
    python -m benchmarks.load.kills --kills 50

The first command measures throughput, latency and memory. The second kills the server at random
moments and checks that no acknowledged move is lost. Both start a real server on a real database,
SQLite or PostgreSQL. The simulated players replay games that a strategy has played in advance, so
they need little processor time themselves.
"""
