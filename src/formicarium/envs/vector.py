"""The old name of `formicarium.envs.batch`, for one version more."""

from typing import Any

from formicarium.core.renamed import warn
from formicarium.envs import batch


def __getattr__(name: str) -> Any:
    if name == "FormicariumVectorEnv":
        from formicarium.envs import gymnasium

        warn(f"formicarium.envs.vector.{name}", f"formicarium.envs.gymnasium.{name}")
        return gymnasium.FormicariumVectorEnv
    found = getattr(batch, name)
    warn(f"formicarium.envs.vector.{name}", f"formicarium.envs.batch.{name}")
    return found
