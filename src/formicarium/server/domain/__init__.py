"""What a table is: events, what they make of it, what is shown of it. The time is handed in."""
