"""What all games share: states and actions, compiled rules, chance, positions and records."""
