"""Settings of all tests: examples are the same on every machine and nothing is timed."""

from hypothesis import settings

settings.register_profile("sapper", derandomize=True, deadline=None, database=None)
settings.load_profile("sapper")
