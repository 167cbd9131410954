"""A recorded game, looked at again by bots and told as a story."""
