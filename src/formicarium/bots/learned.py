"""Judgements that have learned: a hand judgement with a network that corrects it, from two files.

`NAME.npz` holds the weights, as whole numbers; `NAME.json` beside it, the card, says whose they
are, how they were found and how strong they were, and holds the hand judgement that they correct. A
game that has one brings it as `networks/champion.npz`; any other such file may take its place.
"""

import functools
import hashlib
import io
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from formicarium.bots.inputs import (
    FIRST_BITS,
    HIDDEN,
    LATER_BITS,
    MOST_ACTIVE,
    MOST_INPUT,
    ONE,
    WIDTH,
    reads_of,
    sizes_of,
)
from formicarium.bots.judgement import (
    FITTED,
    SUFFIX,
    Judgement,
    ToldChances,
    fault_in,
    judgement_for,
)
from formicarium.bots.settings import TEMPLATE
from formicarium.core.errors import BadOption, one_line
from formicarium.core.game import Game, rulebook
from formicarium.core.reach import shortened
from formicarium.core.rulebook import NETWORK, Rulebook

Array = np.ndarray[Any, Any]
Floats = Mapping[str, np.ndarray[Any, np.dtype[np.float32]]]

CORRECTION = "formicarium.bots.correction"
HAND, LEARNED = "hand", "network"
CHAMPION = "networks/champion.npz"
WEIGHTS = ".npz"
NAMES = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
BITS = {"first": FIRST_BITS, "second": LATER_BITS, "last": LATER_BITS}
MOST_WEIGHT, MOST_SUM = (1 << 15) - 1, (1 << 31) - 1
DAMAGES = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile)


class NetworkCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a network."""

    game: str  # for which it was made
    shape: str  # digest of what it reads and how wide it is
    digest: str  # of the file of weights
    unit: float  # points that seats usually end with
    looks: bool  # whether first looks at actions ask it, too
    found: dict[str, Any]  # how: games, seeds, time, commit; and how strong it was
    judgement: Judgement  # which it corrects


@dataclass(frozen=True, eq=False)
class LearnedJudgement:
    """What takes the place of a judgement in a search."""

    card: NetworkCard  # what is said of it
    weights: Mapping[str, Array]  # whole numbers, by `NAMES`

    @property
    def search(self) -> dict[str, float]:
        """How a search makes use of it."""
        return self.card.judgement.search

    @functools.cached_property
    def _mind(self) -> Array:
        book = rulebook(self.card.game)
        mind = np.zeros(1, template_of(book).MIND)
        mind["worth"] = self.card.judgement.mind
        net = mind[0].net
        net.reads[:] = reads_of(book)
        for name, numbers in self.weights.items():
            net[name][:] = numbers
        net.unit, net.looks = self.card.unit, int(self.card.looks)
        return mind

    @property
    def mind(self) -> Array:
        """All numbers, as compiled code takes them, with room to think: a copy for each thread."""
        return self._mind.copy()

    def telling_for(self, game: Game) -> ToldChances:
        """How chances are told at a table."""
        return self.card.judgement.telling_for(game)

    def with_settings(self, looks: bool | None = None, **search: float) -> "LearnedJudgement":
        """The same network, put to another use."""
        replace, card = msgspec.structs.replace, self.card
        judgement = replace(card.judgement, search={**card.judgement.search, **search})
        looks = card.looks if looks is None else looks
        return LearnedJudgement(replace(card, judgement=judgement, looks=looks), self.weights)


AnyJudgement = Judgement | LearnedJudgement


def any_judgement(book: Rulebook, name: str = FITTED) -> AnyJudgement:
    """What a search is told to judge by: `hand`, `network`, another judgement, or a file.

    >>> import formicarium as fm
    >>> any_judgement(fm.load("micropolis").book, "hand").search["swing"]
    3.0
    """
    if name.endswith(WEIGHTS):
        return read_network(book.name, Path(name))
    if name != LEARNED:
        return judgement_for(book, FITTED if name == HAND else name)
    own = Path(str(files(book.package))) / CHAMPION
    if not own.is_file():
        raise BadOption(
            f"evaluation={name}: {book.name} brings no network; formicarium train {book.name} "
            f"makes one, and evaluation=FILE{WEIGHTS} takes it"
        )
    return read_network(book.name, own)


def tree_for(book: Rulebook, judgement: AnyJudgement) -> ModuleType:
    """The search tree of a game that judges in that way."""
    if isinstance(judgement, Judgement):
        return book.bound(TEMPLATE)
    learned = template_of(book)
    names = {"JUDGEMENT": learned.MIND, "appraise": learned.appraise_corrected}
    return book.bound(TEMPLATE, NETWORK, names | {"glance": learned.glance_corrected})


def template_of(book: Rulebook) -> ModuleType:
    """The compiled part of a network."""
    return book.bound(CORRECTION, NETWORK, sizes_of(book))


# --- Shape and size -------------------------------------------------------------------------------


def shape_of(book: Rulebook) -> str:
    """A short name for what a network of a game reads, and how wide it is."""
    reads = reads_of(book)
    said = (book.name, reads.tolist(), sizes_of(book), WIDTH, HIDDEN, ONE, FIRST_BITS, LATER_BITS)
    return shortened(repr(said))


def sizes_of_weights(book: Rulebook) -> dict[str, tuple[int, ...]]:
    """How many weights there are, by `NAMES`."""
    sizes = sizes_of(book)
    outputs = sizes["SEATS"] + 1
    return {
        "first": (sizes["ROWS"], WIDTH),
        "first_bias": (WIDTH,),
        "second": (HIDDEN, WIDTH),
        "second_bias": (HIDDEN,),
        "last": (outputs, HIDDEN),
        "last_bias": (outputs,),
    }


def quantised(floats: Floats) -> dict[str, Array]:
    """Weights as whole numbers; `BadOption` where one is none, or has grown too large."""
    found = {}
    for name in NAMES:
        numbers = np.asarray(floats[name], np.float64)
        if not np.isfinite(numbers).all():
            raise BadOption(f"the weights {name} are no numbers any more: learn more slowly")
        if name in BITS:
            most, scaled = MOST_WEIGHT, numbers * (1 << BITS[name])
        else:
            most, scaled = MOST_SUM, numbers * (1 << _bias_bits(name.removesuffix("_bias")))
        found[name] = np.clip(np.rint(scaled), -most, most).astype(
            np.int16 if name in BITS else np.int32
        )
    return found


def in_floats(weights: Mapping[str, Array]) -> dict[str, Array]:
    """What whole numbers stand for."""
    bits = {name: BITS.get(name) or _bias_bits(name.removesuffix("_bias")) for name in NAMES}
    return {name: weights[name].astype(np.float32) / (1 << bits[name]) for name in NAMES}


def _bias_bits(layer: str) -> int:
    ahead = ONE if layer == "first" else (MOST_ACTIVE + 1) // 2
    return BITS[layer] + ahead.bit_length() - 1


def largest_sum(weights: Mapping[str, Array], reads: Array) -> int:
    """The largest number that could come up: it must have room in 32 bits."""
    weighed = np.abs(weights["first"].astype(np.int64))
    totals = np.abs(weights["first_bias"].astype(np.int64))
    for read in reads:
        last = int(read["row"]) + (int(read["most"]) if read["usual"] == 0 else 1)
        factor = ONE if read["usual"] == 0 else MOST_INPUT
        totals = totals + factor * weighed[read["row"] : last].max(axis=0, initial=0)
    found = int(totals.max())
    for layer in ("second", "last"):
        weighed = np.abs(weights[layer].astype(np.int64))
        bias = np.abs(weights[f"{layer}_bias"].astype(np.int64))
        found = max(found, int((weighed.sum(axis=1) * MOST_ACTIVE + bias).max()))
    return found


# --- Files ----------------------------------------------------------------------------------------


def made_network(
    judgement: Judgement, weights: Mapping[str, Array], unit: float, found: dict[str, Any]
) -> LearnedJudgement:
    """A network that has not been written yet."""
    game = judgement.game
    card = NetworkCard(game, shape_of(rulebook(game)), "", unit, True, found, judgement)
    return LearnedJudgement(card, dict(weights))


def write_network(file: Path, learned: LearnedJudgement) -> None:
    """Write weights and card, each of them as a whole or not at all; the card last."""
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **learned.weights)
    card = msgspec.structs.replace(
        learned.card, digest=hashlib.sha256(packed.getvalue()).hexdigest()
    )
    said = msgspec.json.format(msgspec.json.encode(card)) + b"\n"
    for target, content in ((file, packed.getvalue()), (file.with_suffix(SUFFIX), said)):
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            part.write_bytes(content)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)


@functools.cache
def read_network(game: str, file: Path) -> LearnedJudgement:
    """A network that is right in every number; it is read once."""
    card_file = file.with_suffix(SUFFIX)
    try:
        card = msgspec.json.decode(card_file.read_bytes(), type=NetworkCard)
        content = file.read_bytes()
        if not (wrong := fault_of_card(card, content, rulebook(game))):
            with np.load(io.BytesIO(content), allow_pickle=False) as packed:
                learned = LearnedJudgement(card, {name: packed[name] for name in NAMES})
            if not (wrong := fault_of_weights(learned.weights, rulebook(game))):
                return learned
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        wrong = f"has no whole card {card_file.name}: {one_line(str(error))}"
    except OSError as error:
        wrong = f"cannot be read: {(error.strerror or str(error)).lower()}: {error.filename}"
    except DAMAGES as error:
        wrong = f"is damaged: {one_line(str(error))}"
    raise BadOption(
        f"{file} {wrong}; evaluation={HAND} judges without it, and formicarium train {game} makes "
        "another network"
    )


def fault_of_card(card: NetworkCard, content: bytes, book: Rulebook) -> str:
    """What keeps a game's bots from using a network with that card; nothing where it fits."""
    if card.game != book.name or card.judgement.game != book.name:
        return f"is a network of {card.game}, and not of {book.name}"
    if card.shape != shape_of(book):
        return "is of another version: it reads other things, or is of another size"
    if card.digest != hashlib.sha256(content).hexdigest():
        return "is not what its card says: it was cut off, changed, or lies beside another's card"
    if not (np.isfinite(card.unit) and card.unit > 0):
        return f"has a unit of {card.unit} points: a number above 0 is needed"
    return fault_in(card.judgement, book)


def fault_of_weights(weights: Mapping[str, Array], book: Rulebook) -> str:
    """What is wrong with weights; nothing where they can be reckoned with."""
    for name, shape in sizes_of_weights(book).items():
        kind = np.dtype(np.int16 if name in BITS else np.int32)
        if weights[name].shape != shape or weights[name].dtype != kind:
            return f"is of another version: {name} is {weights[name].shape}, not {shape}"
    if largest_sum(weights, reads_of(book)) > MOST_SUM:
        return "has weights that are too large"
    return ""
