"""The old name of `formicarium.arena.summary`, for one version more."""

from formicarium.core.old_names import leading_on

NAMES = ("costs", "rate", "results", "summary")

__getattr__ = leading_on(__name__, **{name: f"formicarium.arena.summary.{name}" for name in NAMES})
