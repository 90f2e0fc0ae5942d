"""Attacks on a server of its own, with the latency of other players before and during each attack.

    python -m benchmarks.attack [--seconds 10] [--attack NAME ...] [--addresses 1]
    python -m benchmarks.attack.timing_leaks [--samples 200]

Both commands start a real server with its default limits on 127.0.0.1 and send requests to no other
server. Every attack has a maximum number of connections and ends after the given time. Clients
have different addresses, which they state in the header `X-Forwarded-For`, as a proxy would.
"""
