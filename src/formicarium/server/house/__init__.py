"""The tables of a process, and all that goes on around them without a request."""
