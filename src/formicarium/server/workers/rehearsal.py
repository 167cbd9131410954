"""The games that are installed, and rehearsals: they compile or load what tables ask of one."""

import contextlib
import functools
import platform
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from formicarium.bots.settings import TEMPLATE
from formicarium.core.compiled import INTERPRETED, cache_folder, key_of, rules_of
from formicarium.core.errors import BadRulebook, FormicariumError, IllegalAction
from formicarium.core.game import Game, game_names, rulebook
from formicarium.core.rulebook import STEPPING, Rulebook
from formicarium.core.state import State

FIRST = 0.7  # the share of a rehearsal that its first steps take


class RulesChanged(FormicariumError):
    """A table was made with other rules or components than are installed."""


# --- What is installed ----------------------------------------------------------------------------


def installed() -> tuple[str, ...]:
    """The games that people choose from; `NAME@VERSION` are older rules, for older tables."""
    return tuple(name for name in game_names() if "@" not in name)


@functools.cache
def entry_of(name: str, rules: int | None) -> str:
    """The name that a version of a game's rules is installed under."""
    newest = rulebook(name).version
    if rules in (None, newest, *rulebook(name).earlier):
        return name
    if f"{name}@{rules}" in game_names():
        return f"{name}@{rules}"
    raise RulesChanged(
        f"this table was made with rules {rules} of {name}, and these are {newest}; it rests, "
        f"and can be gone on with where rules {rules} are installed (as {name}@{rules})"
    )


def is_compiled(entry: str, bots: bool) -> bool:
    """Whether the disk cache of this machine holds all that a game needs.

    If it does not after all, nothing worse happens than that loading takes long.
    """
    try:
        return INTERPRETED or _mark(rulebook(entry), bots).read_text("utf-8") == platform.node()
    except OSError:
        return False
    except Exception:
        return not bots  # loading it will say what is wrong


def mark_compiled(book: Rulebook, bots: bool) -> None:
    """Note that all that a game needs lies in the disk cache."""
    if not INTERPRETED:
        mark = _mark(book, bots)
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.write_text(platform.node(), "utf-8")


def _mark(book: Rulebook, bots: bool) -> Path:
    """The file that says so. Its name is another one when anything that rules can reach changes."""
    templates = map(book.bound, (STEPPING, TEMPLATE) if bots else (STEPPING,))
    key = key_of(*rules_of(book.package, *templates))
    return cache_folder(book.package) / f"complete-{key}"


# --- Rehearsals -----------------------------------------------------------------------------------


def rehearse(
    game: Game, looks: int, progress: Callable[[float], None] = lambda share: None
) -> None:
    """Do once whatever a table may ask of a game: what was not used yet is compiled or loaded."""
    state = game.start(seed=0)
    seat = state.to_act[0]
    steps: tuple[Callable[[], object], ...] = (
        lambda: state.codes(seat),
        lambda: state.copy().play(seat, state.codes(seat)[0]),
        lambda: state.redetermined(seat, seed=0),
        lambda: state.observe(seat),
        state.standings,
    )
    for number, step in enumerate(steps, 1):
        progress(FIRST * number / len(steps))
        step()
    dice = Random(0)
    course = _random_course(state, dice)
    for number in range(looks):
        _look_at(course[len(course) * number // looks], dice)
        progress(FIRST + (1 - FIRST) * (number + 1) / looks)
    _look_at(course[-1], dice)


def _random_course(state: State, dice: Random) -> list[State]:
    """Every position of a random game; what is seen at its beginning is what was declared."""
    _check_view(state)
    course = [state.copy()]
    while not state.is_over:
        seat = dice.choice(state.to_act)
        state.play(seat, dice.choice(state.codes(seat)))
        course.append(state.copy())
    return course


def _check_view(state: State) -> None:
    """A view has the form that the game declares for it."""
    declared = state.game.book.view_type
    for seat in (None, *range(state.game.players)) if declared is not None else ():
        try:
            msgspec.convert(state.view(seat), declared)
        except msgspec.ValidationError as error:
            raise BadRulebook(f"its view is not what its view_type says: {error}") from error


def _look_at(state: State, dice: Random) -> None:
    """Ask all that can be asked about a position."""
    state.game.position(state.to_position())
    state.breakdown()
    state.winners()
    state.view(None)
    for seat in state.to_act:
        state.view(seat)
        for action in state.actions(seat):
            action.describe("en")
        for code in dice.sample(range(state.game.actions_size), min(10, state.game.actions_size)):
            with contextlib.suppress(IllegalAction):
                state.copy().play(seat, code)
