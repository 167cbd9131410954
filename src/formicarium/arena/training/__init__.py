"""Networks that learn from games between searches: see docs/training.md."""
