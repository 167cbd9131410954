"""Tournaments between bots: every pairing on every seat, with ratings and their uncertainty."""
