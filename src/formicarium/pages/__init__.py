"""Pages to keep and to send: one file each, with charts, and nothing fetched from anywhere."""
