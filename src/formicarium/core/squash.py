"""The old name of `formicarium.core.observing`, for one version more."""

from formicarium.core.old_names import leading_on

__getattr__ = leading_on(__name__, squashed="formicarium.core.observing.squashed")
