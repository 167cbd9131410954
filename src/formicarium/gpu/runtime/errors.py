"""What can go wrong on a GPU, each with a sentence that says what to do."""

try:
    from formicarium.core.errors import FormicariumError as Root
except ImportError:  # a bundle runs where the package is not installed

    class Root(Exception):  # type: ignore[no-redef]
        """The root of every error that is raised on purpose."""


class GpuError(Root):
    """Something that this GPU, its driver or what was handed to it does not allow."""
