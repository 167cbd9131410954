"""A rule that others call from another file."""

from formicarium.core.compiled import rule


@rule
def most_at_once() -> int:
    return 3
