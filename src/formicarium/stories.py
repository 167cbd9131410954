"""The old name of `formicarium.analysis.stories`, for one version more."""

from formicarium.core.renamed import leading_on

__getattr__ = leading_on(__name__, to="formicarium.analysis.stories")
