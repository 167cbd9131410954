"""What is counted of finished games: the same numbers one game after the other, and all anew."""

import asyncio
import itertools
import random
import re
from typing import Any

import msgspec
import pytest
from openskill.models import PlackettLuce
from sqlalchemy import Connection, event, insert, select

from formicarium.bots.characters import characters
from formicarium.bots.places import places_of
from formicarium.core.game import game_names
from formicarium.server.store import Store, schema
from formicarium.server.store import figures as store_figures
from formicarium.server.store.engines import parsed, writing_engine
from formicarium.server.store.entries import BOTS, PEOPLE, Act, Ending, Placed, Result
from formicarium.server.store.migrations import upgrade
from formicarium.server.store.ratings import BOT_SIGMA
from formicarium.server.store.results import annul, rebuild
from formicarium.server.store.schema import changes, endings, meetings, ratings, tallies
from tests.server.store.endings import at, drawn, end
from tests.server.store.made import head, with_store
from tests.tiers import SEED, times

FIGURES = (tallies, meetings, ratings, changes)
ADA, BEN, EVE = 1, 2, 3


async def people(store: Store, count: int) -> list[int]:
    return [await store.add_person(1.0, f"Person {number}") for number in range(count)]


async def figures(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All that is counted; numbers of games as the names of their tables."""

    def query(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        names = dict(connection.execute(select(endings.c.number, endings.c.table_id)).all())
        told: dict[str, list[tuple[Any, ...]]] = {}
        for table in FIGURES:
            rows = [
                tuple(
                    names.get(value) if name in ("ending", "best_ending", "last") else value
                    for name, value in row._mapping.items()
                )
                for row in connection.execute(select(table))
            ]
            told[table.name] = sorted(rows, key=repr)
        return told

    return await store._read(query)


async def rated(store: Store, person: int, measure: str = PEOPLE) -> tuple[float, float, int]:
    query = select(ratings.c.mu, ratings.c.sigma, ratings.c.games)
    mine = query.where(ratings.c.person == person, ratings.c.measure == measure)
    mu, sigma, games = await store._one(mine)
    return mu, sigma, games


async def anew(store: Store) -> int:
    return await store._writer.do("anew", lambda connection, _: rebuild(connection))


async def annulled_now(store: Store, table: str) -> None:
    assert await store._writer.do("annul", lambda connection, _: annul(connection, table))


def test_all_is_counted_anew_to_the_same_numbers(database: str) -> None:
    async def test(store: Store) -> None:
        dice = random.Random(SEED)
        persons = await people(store, 9)
        for number in range(times(60, 600)):
            await end(store, f"t{number}", drawn(dice, persons))
            if number == 30:
                await store.forget_person(persons.pop(), 20.0)
        before = await figures(store)
        assert all(before.values())
        assert await anew(store) == times(60, 600)
        assert await figures(store) == before

    with_store(database, test)


def test_games_that_end_in_one_commit_are_counted_one_after_the_other(database_file: str) -> None:
    async def test(store: Store) -> None:
        await people(store, 3)
        games = [end(store, f"t{number}", at(ADA, BEN, measure=PEOPLE)) for number in range(9)]
        await asyncio.gather(*games)
        before = await figures(store)
        assert (await rated(store, ADA))[2] == 9
        await anew(store)
        assert await figures(store) == before

    with_store(database_file, test)


def test_an_annulled_game_leaves_no_trace(database: str) -> None:
    """All numbers are as in a house in which it was never played."""

    async def play(store: Store, left_out: set[int], annulled: set[int]) -> dict[str, Any]:
        dice = random.Random(f"annulled {SEED}")
        persons = await people(store, 6)
        for number in range(40):
            ending = drawn(dice, persons)
            if number not in left_out:
                await end(store, f"t{number}", ending)
        for number in annulled:
            await annulled_now(store, f"t{number}")
        return await figures(store)

    found: list[dict[str, Any]] = []

    async def with_it(store: Store) -> None:
        found.append(await play(store, set(), {3, 17, 30}))
        await anew(store)
        found.append(await figures(store))

    async def without(store: Store) -> None:
        found.append(await play(store, {3, 17, 30}, set()))

    with_store(database, with_it)
    if database.startswith("sqlite"):
        with_store(f"{database}-other", without)
        assert found[0] == found[2]
    assert found[0] == found[1]


def test_a_game_is_annulled_after_somebody_has_gone(database_file: str) -> None:
    """Nothing of her comes back, and the others are rated by all that she has shown."""

    async def test(store: Store) -> None:
        dice = random.Random(f"gone {SEED}")
        persons = await people(store, 5)
        for number in range(times(40, 200)):
            await end(store, f"t{number}", drawn(dice, persons))
        gone = persons[2]
        await store.forget_person(gone, 20.0)
        for number in (30, 9):
            await annulled_now(store, f"t{number}")
            before = await figures(store)
            assert gone not in {row[0] for rows in before.values() for row in rows}
            assert gone not in {row[1] for row in before["meetings"]}
            await anew(store)
            assert await figures(store) == before

    with_store(database_file, test)


@pytest.mark.parametrize("is_annulled", [True, False])
def test_games_that_end_while_others_are_counted_are_counted_once(
    database: str, is_annulled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counting takes long in a large house, and nobody waits for it."""

    async def test(store: Store) -> None:
        dice = random.Random(f"meanwhile {SEED}")
        persons = await people(store, 6)
        games = [drawn(dice, persons) for _ in range(30)]
        for number, game in enumerate(games):
            await end(store, f"t{number}", game)
        rated = next(number for number, game in enumerate(games) if game.measure == PEOPLE)
        asked = store._read

        async def meanwhile(query: Any) -> Any:
            """After everything that is read, more games end."""
            found = await asked(query)
            for game in (games[rated], drawn(dice, persons)):
                await end(store, f"t{next(numbers)}", game)
            return found

        numbers = itertools.count(30)
        with monkeypatch.context() as patch:
            patch.setattr(store, "_read", meanwhile)
            if is_annulled:
                await store.annul_by_act(Act(kind="annul", at=1.0, table=f"t{rated}"))
            else:
                await store.rebuild_figures()
        before = await figures(store)
        await anew(store)
        assert await figures(store) == before

    with_store(database, test)


def test_what_was_found_out_before_another_game_was_annulled_counts_no_more(
    database_file: str,
) -> None:
    async def test(store: Store) -> None:
        dice = random.Random(f"two {SEED}")
        persons = await people(store, 5)
        for number in range(30):
            await end(store, f"t{number}", drawn(dice, persons))
        acts = [Act(kind="annul", at=float(number), table=f"t{number}") for number in (3, 9, 20)]
        await asyncio.gather(*map(store.annul_by_act, acts), store.rebuild_figures())
        before = await figures(store)
        assert await anew(store) == 27
        assert await figures(store) == before

    with_store(database_file, test)


def test_ratings_are_those_of_openskill(database_file: str) -> None:
    async def test(store: Store) -> None:
        await people(store, 3)
        model = PlackettLuce()
        known = {person: model.rating() for person in (ADA, BEN, EVE)}
        for number, order in enumerate([(ADA, BEN, EVE), (EVE, ADA), (BEN, EVE, ADA)]):
            await end(store, f"t{number}", at(*order, measure=PEOPLE))
            after = model.rate([[known[one]] for one in order], ranks=[*range(1, len(order) + 1)])
            known |= {one: mine for one, (mine,) in zip(order, after, strict=True)}
        for person, mine in known.items():
            mu, sigma, _ = await rated(store, person)
            assert (mu, sigma) == pytest.approx((mine.mu, mine.sigma))

    with_store(database_file, test)


def test_who_lets_a_bot_play_has_lost(database_file: str) -> None:
    """Even if the bot has won: she is behind all who stayed, and has neither won nor points."""

    async def test(store: Store) -> None:
        await people(store, 2)
        won = Placed(ADA, "normal", 40, 1, True)
        stayed = Placed(BEN, "", 5, 2, False)
        await end(store, "t", Ending("micropolis", True, PEOPLE, (won, stayed)))
        assert (await rated(store, BEN))[0] > 25 > (await rated(store, ADA))[0]
        told = (await figures(store))["tallies"]
        assert told == [
            (ADA, "micropolis", 2, 1, 0, None, None),
            (BEN, "micropolis", 2, 1, 0, 5, "t"),
        ]

    with_store(database_file, test)


def test_bots_measure_people_and_are_not_measured(database_file: str) -> None:
    async def test(store: Store) -> None:
        await people(store, 1)
        await end(store, "t", at(0, ADA, measure=BOTS))
        model = PlackettLuce()
        bot = model.create_rating([places_of("micropolis")["normal"], BOT_SIGMA])
        (_, (mine,)) = model.rate([[bot], [model.rating()]], ranks=[1, 2])
        mu, sigma, games = await rated(store, ADA, BOTS)
        assert (mu, sigma, games) == pytest.approx((mine.mu, mine.sigma, 1))
        assert len((await figures(store))["ratings"]) == 1  # and none among people

    with_store(database_file, test)


def test_bots_without_a_place_say_nothing_until_they_have_one(
    database_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game itself counts; when contests have given them a place, it is rated as well."""
    lone = Placed(ADA, "", 9, 1, False)
    known, unknown = Placed(0, "normal", 5, 2, False), Placed(0, "stranger", 3, 3, False)

    async def test(store: Store) -> None:
        await people(store, 1)
        await end(store, "t", Ending("micropolis", True, BOTS, (lone, known, unknown)))
        before = await figures(store)
        assert (before["ratings"], before["changes"]) == ([], [])
        assert len(before["tallies"]) == 1
        places = {**places_of("micropolis"), "stranger": 30.0}
        monkeypatch.setattr(store_figures, "places_of", lambda _: places)
        await store.rebuild_figures()
        assert (await rated(store, ADA, BOTS))[2] == 1

    with_store(database_file, test)


@pytest.mark.parametrize("game", game_names())
def test_places_are_of_bots_that_there_are_the_weakest_first(game: str) -> None:
    places = places_of(game)
    ordered = [level for level in characters() if level in places]
    assert {*places} <= {*characters()}
    assert sorted(places, key=lambda level: places[level]) == ordered


def test_who_is_gone_is_counted_nowhere(database_file: str) -> None:
    async def test(store: Store) -> None:
        await people(store, 2)
        await end(store, "t", at(ADA, BEN, measure=PEOPLE))
        await store.forget_person(ADA, 20.0)
        await end(store, "u", at(BEN, ADA, measure=PEOPLE))
        before = await figures(store)
        assert {row[0] for rows in before.values() for row in rows} == {BEN}
        assert not [row for row in before["meetings"] if row[1] == ADA]
        assert (await rated(store, BEN))[2] == 1  # the second had nobody else to be measured by
        await anew(store)
        assert await figures(store) == before

    with_store(database_file, test)


def test_everything_that_is_asked_for_is_found_by_an_index(database_file: str) -> None:
    async def test(store: Store) -> None:
        told: list[tuple[str, Any]] = []
        event.listen(
            store._reading,
            "before_cursor_execute",
            lambda _connection, _cursor, statement, values, *_: told.append((statement, values)),
        )
        await store.totals(ADA)
        await store.acquaintances(ADA)
        await store.games_of(ADA, for_all=True)
        await store.games_of(ADA, for_all=False)
        await store.ratings_of(ADA)
        await store.curve(ADA, "micropolis")
        await store.board("micropolis")
        await store.blocks_of(ADA)
        await store.apart_from(ADA)
        await store.waiting_for(ADA)
        for listing in ("mine", "waiting", "open"):
            await store.summaries(listing, ADA)
        asked = [*told]
        assert len(asked) >= 12

        def plans(connection: Connection) -> list[str]:
            return [
                str(step[3])
                for statement, values in asked
                for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            ]

        steps = await store._read(plans)
        assert any("ix_ratings_board" in step for step in steps)
        names = "|".join(schema.METADATA.tables)
        assert not [step for step in steps if re.fullmatch(rf"SCAN ({names})", step)]

    with_store(database_file, test)


def test_games_that_were_over_before_are_kept_as_their_rows_tell(database: str) -> None:
    engine = writing_engine(parsed(database))
    seats = [("person", ADA, ""), ("bot", 0, "hard"), ("bot", BEN, "normal")]
    with engine.begin() as connection:
        upgrade(connection, "0009")
        for number, name in ((ADA, "Ada"), (BEN, "Ben")):
            row = {"number": number, "name": name, "created": 1.0, "seen": 1.0}
            connection.execute(insert(schema.people), row)
        for table, result in (("old", Result([7, 9, 9], [2])), ("unknown", None)):
            connection.execute(
                insert(schema.tables),
                {
                    "id": table, "head": msgspec.json.encode(head(table)).decode(),
                    "game": "pebbles", "players": 3, "host": ADA, "follows": "", "created": 1.0,
                    "changed": 5.0, "shown": 5.0, "version": 1, "status": "over", "public": True,
                    "locked": False, "to_act": 0, "bots": 0, "open_seats": 0,
                    "result": result and msgspec.json.encode(result).decode(),
                },
            )  # fmt: skip
            for seat, (kind, person, level) in enumerate(seats):
                row = {"table_id": table, "seat": seat, "kind": kind, "person": person}
                connection.execute(insert(schema.seats), {**row, "level": level})
    engine.dispose()

    async def test(store: Store) -> None:
        (game,) = await store.games_of(ADA)
        assert (game.table, game.ended, game.rated) == ("old", 5.0, False)
        assert game.seats == (
            Placed(ADA, "", 7, 3, False),
            Placed(0, "hard", 9, 2, False),
            Placed(BEN, "normal", 9, 1, True),
        )
        assert [(one.played, one.won, one.best) for one in await store.totals(ADA)] == [(1, 0, 7)]
        assert [(one.played, one.won, one.best) for one in await store.totals(BEN)] == [
            (1, 0, None)
        ]
        await end(store, "new", at(ADA, BEN))
        assert [one.table for one in await store.games_of(ADA)] == ["new", "old"]

    with_store(database, test)
