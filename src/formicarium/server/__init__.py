"""A house with tables: games for people and bots over the network. See docs/server.md."""
