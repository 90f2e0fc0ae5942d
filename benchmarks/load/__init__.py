"""Load tests with many simulated players on a real server.

    python -m benchmarks.load --players 200 --rate 4 --seconds 30
    python -m benchmarks.load.kill_benchmark --kills 50

The first command measures throughput, latency and memory. The second kills the server at random
moments and checks that no acknowledged move is lost. Both commands start a real server with a real
SQLite or PostgreSQL database. The simulated players replay games that a strategy has played in
advance, so they need little processor time themselves.
"""
