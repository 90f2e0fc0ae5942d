"""Tests of Sapper, which share modules through this package."""
