"""The part of a report about what was done in the games, rather than about the game."""

from collections.abc import Iterator, Sequence

from formicarium.core.text import Phrases
from formicarium.pages import charts
from formicarium.pages.figures import (
    ActionUse,
    Balance,
    Behaviour,
    Calibration,
    ChanceTenth,
    Clicks,
    NotableGame,
    Spread,
    Standstills,
)
from formicarium.pages.markup import NOTHING, Markup, element, joined
from formicarium.pages.numbers import decimal, percent, whole
from formicarium.pages.page import figure, folded, paragraph, section, table
from formicarium.pages.shares import advantage, fares

NONE = "–"
USUALLY = 0.95  # of the cases


def behaviour_sections(found: Balance, say: Phrases, game: Phrases) -> Iterator[Markup]:
    """All sections about what was done."""
    if found.behaviour is None:
        return
    yield _order(found.behaviour, say)
    yield _clicks(found.behaviour.clicks, say)
    yield _actions(found.behaviour, say, game)
    yield _standstills(found.behaviour.standstills, found.games, say)
    yield _calibration(found.behaviour.calibration, say)


# --- Who begins, and what is asked ----------------------------------------------------------------


def _order(found: Behaviour, say: Phrases) -> Markup:
    """Whether it matters who begins."""
    names = [say("behaviour.nth_player", n=place + 1) for place in range(len(found.order))]
    told = paragraph(advantage(found.order, names, say("behaviour.fair_order"), say))
    return section(
        say("behaviour.order"), told, fares(found.order, names, say("behaviour.place"), say)
    )


def _clicks(found: Clicks, say: Phrases) -> Markup:
    """How often players are asked, and how often for nothing."""
    told = say(
        "behaviour.clicks_told",
        mean=decimal(found.decisions.mean, say),
        usually=whole(found.decisions.reaching(USUALLY), say),
        single=percent(found.single, say, 1),
        most=whole(found.most, say),
    )
    in_a_row = say(
        "behaviour.in_a_row_told",
        mean=decimal(found.in_a_row.mean, say),
        most=whole(max(found.in_a_row.counts), say),
    )
    return section(say("behaviour.clicks"), paragraph(told), paragraph(in_a_row))


# --- What is used ---------------------------------------------------------------------------------


def _actions(found: Behaviour, say: Phrases, game: Phrases) -> Markup:
    """Which actions are taken, and what nobody uses."""
    unused = ", ".join(use.name for use in found.hardly_used)
    silent = ", ".join(game(f"categories.{name}") for name in found.silent)
    details = folded(say("behaviour.details"), _uses(found.details, say))
    return section(
        say("behaviour.actions"),
        paragraph(say("behaviour.actions_note"), "note"),
        _either(unused, "behaviour.hardly_used", "behaviour.all_used", say),
        _either(silent, "behaviour.silent", "behaviour.all_score", say),
        _uses(found.actions, say),
        details if found.details else NOTHING,
    )


def _either(names: str, key: str, otherwise: str, say: Phrases) -> Markup:
    return paragraph(say(key, names=names) if names else say(otherwise))


def _uses(uses: Sequence[ActionUse], say: Phrases) -> Markup:
    columns = ("action", "offered", "taken", "share_taken", "single")
    rows = [
        [
            _marked(element("code", use.name), use.is_hardly_used),
            decimal(use.offered, say, 2),
            decimal(use.taken, say, 2),
            percent(use.taken / use.offered, say),
            percent(use.single, say),
        ]
        for use in uses
    ]
    return table([say(f"behaviour.{name}") for name in columns], rows, numeric=(1, 2, 3, 4, 5))


def _marked(content: object, is_notable: bool) -> Markup:
    """Something that a reader should look at, marked by more than a colour."""
    return element("span", content, " ◆", class_="best") if is_notable else joined(content)


# --- Whether games come to something --------------------------------------------------------------


def _standstills(found: Standstills, games: int, say: Phrases) -> Markup:
    """How long nothing happens, and whether games end as they should."""
    told = say(
        "behaviour.quiet_told",
        mean=_percents(found.quiet.mean, say),
        usually=_percents(found.quiet.reaching(USUALLY), say),
        end=_percents(found.quiet_end.mean, say),
        end_usually=_percents(found.quiet_end.reaching(USUALLY), say),
    )
    counted = say(
        "behaviour.still_told",
        still=whole(found.still, say),
        long=whole(found.long, say),
        games=whole(games, say),
    )
    return section(
        say("behaviour.standstills"),
        paragraph(told),
        paragraph(counted),
        NOTHING if found.rounds is None else _rounds(found.rounds, say),
        _endings(found.endings, say),
        folded(say("behaviour.quietest"), _games(found.quietest, say)),
        folded(say("behaviour.longest"), _games(found.longest, say)),
    )


def _rounds(rounds: Spread, say: Phrases) -> Markup:
    told = say(
        "behaviour.rounds_told",
        middle=whole(rounds.middle, say),
        usually=whole(rounds.reaching(USUALLY), say),
        most=whole(max(rounds.counts), say),
    )
    return paragraph(told)


def _endings(endings: dict[str, int], say: Phrases) -> Markup:
    if not endings:
        return NOTHING
    counts = ", ".join(f"{name} {whole(count, say)}" for name, count in endings.items())
    return paragraph(say("behaviour.endings_told", endings=counts))


def _games(games: Sequence[NotableGame], say: Phrases) -> Markup:
    columns = ("game", "seed", "decisions", "quiet", "quiet_end")
    rows = [
        [
            whole(game.number + 1, say),
            game.seed,
            whole(game.length, say),
            percent(game.quiet, say),
            percent(game.quiet_end, say),
        ]
        for game in games
    ]
    return table([say(f"behaviour.{name}") for name in columns], rows, numeric=(0, 1, 2, 3, 4))


def _percents(number: float, say: Phrases) -> str:
    return percent(number / 100, say)


# --- What was told about the end ------------------------------------------------------------------


def _calibration(found: Calibration | None, say: Phrases) -> Markup:
    """Whether what bots tell is true."""
    if found is None:
        return NOTHING
    return section(
        say("behaviour.calibration"),
        paragraph(say("behaviour.calibration_note"), "note"),
        figure(_curve(found.own, say), _legend(say), say("behaviour.curve_caption")),
        _tenths(found.own, say),
        folded(say("behaviour.of_others"), _tenths(found.others, say)),
        paragraph(say("behaviour.brier_note"), "note"),
        _quarters(found, say),
        paragraph(say("behaviour.lead_note"), "note"),
        _fifths(found, say),
    )


def _legend(say: Phrases) -> Markup:
    return charts.legend([say("behaviour.told"), say("behaviour.won")])


def _curve(tenths: Sequence[ChanceTenth], say: Phrases) -> Markup:
    """What was told and what was won, side by side where anything was told."""
    met = [tenth for tenth in tenths if tenth.told is not None and tenth.won is not None]
    frame = charts.Frame(
        charts.Axis(
            say("behaviour.tenth"),
            -0.5,
            len(met) - 0.5,
            range(len(met)),
            lambda number: percent(met[round(number)].low, say),
        ),
        charts.axis(say("behaviour.chance"), 1, lambda share: percent(share, say)),
        height=300,
    )
    courses = [[tenth.told or 0.0 for tenth in met], [tenth.won or 0.0 for tenth in met]]
    texts = [
        f"{_range(tenth, say)}: {percent(said, say, 1)} → {percent(won, say, 1)}"
        for tenth, said, won in zip(met, *courses, strict=True)
    ]
    return charts.lines(frame, courses, say("behaviour.calibration"), charts.tips(frame, texts))


def _tenths(tenths: Sequence[ChanceTenth], say: Phrases) -> Markup:
    columns = ("tenth", "positions", "games", "told", "won", "luck", "right")
    rows = [
        [
            _marked(_range(tenth, say), tenth.is_right is False),
            whole(tenth.positions, say),
            whole(tenth.games, say),
            _if_known(tenth.told, say),
            _if_known(tenth.won, say),
            NONE if tenth.luck is None else f"± {percent(tenth.luck, say, 1)}",
            NONE if tenth.is_right is None else say(f"behaviour.{_answer(tenth.is_right)}"),
        ]
        for tenth in tenths
    ]
    return table([say(f"behaviour.{name}") for name in columns], rows, numeric=(1, 2, 3, 4))


def _answer(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _quarters(found: Calibration, say: Phrases) -> Markup:
    columns = ("quarter", "positions", "brier", "base", "better")
    rows = []
    for number, quarter in enumerate(found.quarters):
        name, positions = f"{number + 1}/4", whole(quarter.positions, say)
        if quarter.brier is None or quarter.base is None:
            rows.append([name, positions, NONE, NONE, NONE])
            continue
        better = quarter.brier < quarter.base
        figures = (decimal(score, say, 3) for score in (quarter.brier, quarter.base))
        answer = say(f"behaviour.{_answer(better)}")
        rows.append([_marked(name, not better), positions, *figures, answer])
    return table([say(f"behaviour.{name}") for name in columns], rows, numeric=(1, 2, 3))


def _fifths(found: Calibration, say: Phrases) -> Markup:
    columns = ("fifth", "positions", "correlation")
    rows = []
    for number, fifth in enumerate(found.fifths):
        known = NONE if fifth.correlation is None else decimal(fifth.correlation, say, 2)
        rows.append([f"{number + 1}/5", whole(fifth.positions, say), known])
    return table([say(f"behaviour.{name}") for name in columns], rows, numeric=(1, 2))


def _range(tenth: ChanceTenth, say: Phrases) -> str:
    return f"{whole(100 * tenth.low, say)}–{percent(tenth.low + 0.1, say)}"


def _if_known(share: float | None, say: Phrases) -> str:
    return NONE if share is None else percent(share, say, 1)
