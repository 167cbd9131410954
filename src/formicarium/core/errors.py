"""What can go wrong, each with a sentence that says what to do."""

from collections.abc import Sequence


class FormicariumError(Exception):
    """The root of every error that this package raises on purpose."""


def shown(value: object) -> str:
    """A value as a message shows it. Python refuses to write out numbers of thousands of digits.

    >>> shown("take 1"), shown(10**5000)
    ("'take 1'", 'a huge number')
    """
    return "a huge number" if is_huge(value) else repr(value)


def one_line(what: object) -> str:
    r"""A message or an error without line breaks; an error that is not ours names its kind.

    >>> one_line(FormicariumError("no such\n game")), one_line(KeyError("x"))
    ('no such game', "KeyError: 'x'")
    """
    is_foreign = isinstance(what, BaseException) and not isinstance(what, FormicariumError)
    text = f"{type(what).__name__}: {what}" if is_foreign else str(what)
    return " ".join(text.split())


def is_huge(value: object) -> bool:
    """Whether a number has hundreds of digits."""
    return isinstance(value, int) and abs(value) >= 1 << 1000


class UnknownGame(FormicariumError):
    """No game of that name is installed."""


class BadRulebook(FormicariumError):
    """What is installed as a game is none, or is called as another one."""


class BadOption(FormicariumError):
    """An option, a player count or a seed that the game does not know."""


class BadComponents(FormicariumError):
    """A component file that cannot be played with; `faults` lists every fault found."""

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


class BadPosition(FormicariumError):
    """A position that breaks the form or an invariant of the game."""


def require(holds: object, otherwise: str) -> None:
    """What must hold in a position; `BadPosition` says what is wrong instead."""
    if not holds:
        raise BadPosition(otherwise)


class BadRecord(FormicariumError):
    """A game record that is damaged, cut short, or plays something illegal."""


class BadLanguage(FormicariumError):
    """A language that the product does not speak."""


class MissingExtra(FormicariumError):
    """A part of the package needs a library that is not installed."""


class IllegalAction(FormicariumError):
    """An action that the rules forbid: by which rule, and what would be legal instead."""

    def __init__(self, message: str, rule: str = "", legal: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.rule = rule
        self.legal = list(legal)
