"""What runs inside a child: it thinks for the server, and leaves when the server does.

The main thread answers the questions. Another one reads them, and so notices at once when the pipe
is closed: however deep the thinking, the process then ends.
"""

import contextlib
import functools
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec
import numpy as np

from formicarium.analysis.analyst import Analyst, Moment
from formicarium.analysis.stories import care, figures, steps_of, story_of
from formicarium.bots import load_bot, prepare
from formicarium.bots.referee import Player
from formicarium.core.compiled import be_quiet
from formicarium.core.errors import FormicariumError, one_line
from formicarium.core.game import Game, load_with, rulebook
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.pages.analysis import analysis_page
from formicarium.server.workers.protocol import (
    LENGTH,
    QUESTIONS,
    Advise,
    Analyse,
    Answer,
    Compile,
    Decide,
    Failure,
    GoOn,
    Progress,
    Question,
    Ready,
    Saying,
    Setting,
    framed,
)
from formicarium.server.workers.rehearsal import installed, mark_compiled, rehearse

MEEKNESS = 5  # how far a child stands back behind the server
LOOKS = 100  # at a game while it is compiled
GAMES = 32  # that are kept,
ANALYSES = 64  # and so many that were begun: nobody says when one is wanted no more


class OtherRules(FormicariumError):
    """The installation has changed since the server was started."""


@dataclass
class Analysis:
    """A finished game, as far as it has been looked at again."""

    record: Record
    seconds: float
    language: str
    rest: Iterator[Moment]
    moments: list[Moment] = field(default_factory=list)


class Worker:
    """Answers questions, one after the other."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._analyses: dict[int, Analysis] = {}

    def say(self, saying: Saying) -> None:
        """Tell the parent something."""
        self._out.write(framed(saying))
        self._out.flush()

    def answer(self, question: Question) -> None:
        """Answer whatever is asked; other people's bots may fail in any way they like."""
        try:
            self.say(self._answered(question))
        except BaseException as error:
            self.say(Failure(one_line(error)))

    def _answered(self, question: Question) -> Answer:
        match question:
            case Compile():
                return self._compile(question)
            case Decide():
                return self._decide(question)
            case Advise():
                return self._advise(question)
            case Analyse():
                return self._begin(question)
            case GoOn(number):
                return self._go_on(number)

    def _compile(self, question: Compile) -> Answer:
        """Fill the disk cache."""
        self.say(Ready())
        game = load_with(question.entry, None, None, {})
        if question.bots:
            for name in ("search", "greedy", "amateur"):
                prepare(load_bot(name), game)
        else:
            rehearse(game, LOOKS, lambda share: self.say(Progress(share)))
        mark_compiled(game.book, question.bots)
        return Answer()

    def _decide(self, question: Decide) -> Answer:
        """What a bot decides; a new one each time, so that it makes no difference who is asked."""
        state = state_of(question.setting, question.state)
        player = Player(question.level, question.seat, question.seed)
        player.prepare(state.game)
        self.say(Ready())
        code = player.decide(state, 0, question.seconds, question.effort)
        stuck = player.thinking is not None and player.thinking.is_alive()
        found = {"code": code, "forfeit": player.fault, "seconds": player.seconds}
        return Answer(found, last=stuck)

    def _advise(self, question: Advise) -> Answer:
        state = state_of(question.setting, question.state)
        prepare(load_bot("search"), state.game)
        self.say(Ready())
        hints = state.hint(question.seat, question.seconds, question.language)
        return Answer(
            [
                {
                    "code": hint.action.code,
                    "text": hint.action.text,
                    "words": hint.action.describe(question.language),
                    "chance": hint.chance,
                    "points": hint.points,
                    "tries": hint.tries,
                    "reasons": hint.reasons,
                    "lights": hint.lights,
                }
                for hint in hints
            ]
        )

    def _begin(self, question: Analyse) -> Answer:
        record = Record(game_of(question.setting), question.seed, question.position)
        for seat, code in question.decisions:
            record.play(seat, code)
        analyst = Analyst(question.seconds)
        analyst.prepare(record.game)
        self._analyses[question.number] = Analysis(
            record, question.seconds, question.language, analyst.moments(record)
        )
        while len(self._analyses) > ANALYSES:
            del self._analyses[min(self._analyses)]
        return Answer()

    def _go_on(self, number: int) -> Answer:
        """How far an analysis is after its next decision; in the end, all that it has found."""
        analysis = self._analyses[number]
        self.say(Ready())
        moment = next(analysis.rest, None)
        if moment is not None:
            analysis.moments.append(moment)
            return Answer({"share": moment.number / len(analysis.record.decisions)})
        del self._analyses[number]
        return Answer({"found": found_by(analysis)})


def found_by(analysis: Analysis) -> dict[str, Any]:
    """All that an analysis has found; `page` is HTML."""
    record, moments, language = analysis.record, analysis.moments, analysis.language
    steps = [*steps_of(record, moments, language)]
    found = figures(record, moments, analysis.seconds)
    for moment, step in zip(found["moments"], steps, strict=True):
        moment |= {"words": step.words, "better_words": step.better or None}
    story = story_of(record, steps, [care(analysis.seconds, None, language)], language)
    return found | {"page": analysis_page(story, language)}


def state_of(setting: Setting, data: bytes) -> State:
    """A state from its bytes."""
    game = game_of(setting)
    if len(data) != game.blank.size:
        raise OtherRules(f"a state of {game.name} has {game.blank.size} bytes, not {len(data)}")
    return State(game, np.frombuffer(data, np.uint8).copy())


@functools.lru_cache(GAMES)
def game_of(setting: Setting) -> Game:
    """The game with its options chosen, if it is the same as the server's."""
    game = load_with(setting.entry, setting.players, None, dict(setting.options))
    if (game.book.version, game.fingerprint) != (setting.rules, setting.components):
        raise OtherRules(
            f"the rules of {game.name} are not those that the server was started with: restart it"
        )
    return game


def main() -> None:
    """Answer until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(MEEKNESS)
    be_quiet()
    # The parent logs what matters; a bot's complaints would only be told twice.
    logging.getLogger("formicarium").addHandler(logging.NullHandler())
    heard, out = _pipes()
    questions: SimpleQueue[Question] = SimpleQueue()
    threading.Thread(target=_listen, args=(heard, questions), daemon=True).start()
    worker = Worker(out)
    worker.say(Ready())
    _read_ahead()
    while True:
        worker.answer(questions.get())


def _read_ahead() -> None:
    """Read all rulebooks, and with the first of them the compiler: somebody will want to play."""
    for name in installed():
        with contextlib.suppress(Exception):  # who asks for that one will be told
            rulebook(name)


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for ourselves alone: a bot that prints must not spoil the talk."""
    heard, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return heard, out


def _listen(heard: BinaryIO, questions: "SimpleQueue[Question]") -> None:
    """Pass questions on; leave at once when there will be no more."""
    while len(head := heard.read(LENGTH.size)) == LENGTH.size:
        body = heard.read(LENGTH.unpack(head)[0])
        try:
            questions.put(QUESTIONS.decode(body))
        except msgspec.MsgspecError:
            break
    sys.stderr.flush()
    os._exit(0)
