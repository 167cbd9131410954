"""The same rules and the same search as WebAssembly: one small module a game."""
