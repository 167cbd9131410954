"""Processes of our own: they compile and think, so that the server never waits."""
