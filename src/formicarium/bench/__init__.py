"""How fast the house is, beside others."""

from formicarium.bench.report import run

__all__ = ["run"]
