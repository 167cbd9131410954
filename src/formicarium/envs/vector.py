"""The old name of `formicarium.envs.batch`, for one version more."""

from formicarium.core.renamed import leading_on

__getattr__ = leading_on(
    __name__,
    to="formicarium.envs.batch",
    FormicariumVectorEnv="formicarium.envs.gymnasium.FormicariumVectorEnv",
)
