"""The command line: play, replay, simulate, count and check from a terminal."""

from formicarium.cli.app import main

__all__ = ["main"]
