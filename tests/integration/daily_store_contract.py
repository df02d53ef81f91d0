"""The tests that every ``DailyStore`` must pass, on any database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from paiju.server.app.daily_store import DailyResult, DuplicateResult, StoredDailySet
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.players.credential_rules import fold_user_name
from paiju.server.app.store import Account, Append, Entry, Store, StoredPlayer, TableSummary

if TYPE_CHECKING:
    from tests.integration.store_contract import Contract
else:
    Contract = object

DAY = "2026-11-25"
CLOSES = 1000


def a_set(day: str = DAY, family: str = "f", closes: int = CLOSES) -> StoredDailySet:
    return StoredDailySet(day=day, family=family, opens=0, closes=closes, content=b"{}")


def place(player: str = "ann", deal: int = 1, **changes: object) -> DailyResult:
    plain = DailyResult(day=DAY, family="f", deal=deal, player=player, house=0, table=f"{player}{deal}", began=1)
    return replace(plain, **changes)


def ended(one: DailyResult, points: int = 6, at: int = 500) -> DuplicateResult:
    """The result of a deal, with a hand."""
    name = f"{one.player}-{one.deal}"
    done = replace(
        one, ended=at, points=points, won=1, role="r", bid="b", first_play="p", hand=name, public_id=f"public {name}"
    )
    players = () if one.house else (one.player,)
    hand = FinishedHand(
        id=name, public_id=done.public_id, table=one.table, ended=at, players=players, format=5, info=b"i", record=b"r"
    )
    return DuplicateResult(result=done, finished=hand)


def ending(one: DailyResult, version: int = 1, **how: int) -> Append:
    """The entry that ends the hand of a deal."""
    entry = Entry(table=one.table, version=version, at=5, actor=one.player, command=None, format=5, facts=b"[]")
    summary = TableSummary(
        table=one.table, ruleset="f/r", phase="over", private=True, open_seats=0, due=None, players=(one.player,), format=5,
        info=b"{}",
    )  # fmt: skip
    return Append(entry=entry, summary=summary, duplicate=ended(one, **how))


async def with_people(store: Store, *names: str) -> None:
    """Players with these names; those in capitals have an account."""
    for name in names:
        await store.put_player(StoredPlayer(name.lower(), name, 1))
        if name.isupper():
            await store.add_account(Account(name.lower(), name, fold_user_name(name), "s", 1))


class DailyContract(Contract):
    """``DailyStore``."""

    def test_daily_set_is_stored_once(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.put_daily_set(a_set())
            assert not await store.put_daily_set(replace(a_set(), content=b"other"))
            assert not await store.put_daily_set(replace(a_set(), content=b"other"), instead_of=b"elsewise")
            assert await store.put_daily_set(replace(a_set(), content=b"new"), instead_of=b"{}")
            assert await store.put_daily_set(a_set(), instead_of=b"new")
            assert await store.put_daily_set(a_set(family="e"))
            assert await store.put_daily_set(a_set("2026-11-24", closes=10))
            assert await store.daily_sets(DAY) == [a_set(family="e"), a_set()]
            assert await store.daily_sets("2026-11-26") == []
            assert await store.daily_sets_closing_after(10) == [a_set(family="e"), a_set()]
            assert await store.daily_sets_before(DAY) == [a_set("2026-11-24", closes=10)]
            assert await store.daily_sets_before("2026-11-26", 1) == [a_set(family="e")]

        self.run(tmp_path, case)

    def test_concurrently_drawn_sets_are_stored_as_one(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            drawn = [replace(a_set(), content=b"%d" % number) for number in range(8)]
            written = await asyncio.gather(*map(store.put_daily_set, drawn))
            assert sum(written) == 1
            (kept,) = await store.daily_sets(DAY)
            assert kept == drawn[written.index(True)]

        self.run(tmp_path, case)

    def test_player_gets_one_table_for_each_deal(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            tables = [place(table=f"t{number}") for number in range(8)]
            found = await asyncio.gather(*map(store.begin_daily_deal, tables))
            assert set(found) <= set(tables)
            assert len(set(found)) == 1
            other = await store.begin_daily_deal(place(deal=2))
            assert other == place(deal=2)
            assert await store.daily_results_of("ann", DAY) == [found[0], other]
            assert await store.daily_results_of("ann", "2026-11-26") == []

        self.run(tmp_path, case)

    def test_result_is_written_once_with_the_end_of_its_hand(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            mine = await store.begin_daily_deal(place())
            assert await store.append(ending(mine, points=6))
            assert not await store.append(ending(mine, points=99))  # another process was first
            await store.append(ending(mine, version=2, points=99))
            (result,) = await store.daily_results_of("ann", DAY)
            assert result == ended(mine).result
            assert await store.begin_daily_deal(place(table="again")) == result

        self.run(tmp_path, case)

    def test_hand_played_across_an_upgrade_names_both_versions(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for player, versions in (("ann", ("1", "2")), ("bob", ("2", "2")), ("cat", ("", "2"))):
                began = await store.begin_daily_deal(place(player, played_by=versions[0]))
                await store.append(ending(replace(began, played_by=versions[1])))
            found = await store.daily_results(DAY, "f")
            assert [one.result.played_by for one in found] == ["1; 2", "2", "2"]

        self.run(tmp_path, case)

    def test_hand_is_not_public_before_its_set_closes(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await with_people(store, "ANN", "Bob")
            await store.put_daily_set(a_set())
            for player in ("ann", "bob", "gone"):
                await store.append(ending(await store.begin_daily_deal(place(player))))
            await store.put_house_result(ended(place("house:x", house=1, table="")))
            mine = ended(place())
            assert await store.publish_daily_hands(CLOSES - 1) == 0
            assert await store.hand("ann-1") is None
            assert await store.hand_access("public ann-1", "ann") is None
            assert (
                await store.hands_of("ann", 9999)
                == await store.hands_at_table("ann1")
                == await store.latest_hands(0)
                == []
            )
            assert await store.daily_hand_by_public_id("public ann-1") == (mine.result, mine.finished)
            assert await store.publish_daily_hands(CLOSES, 2) == 2
            assert await store.publish_daily_hands(CLOSES, 2) == 1
            assert await store.publish_daily_hands(CLOSES) == 0
            found = await store.hand("ann-1")
            assert found is not None
            assert (found.record, found.public_id) == (b"r", "public ann-1")
            assert [one.id for one in await store.hands_of("ann", 9999)] == ["ann-1"]
            assert await store.hands_of("gone", 9999) == []  # a deleted player has no list
            assert await store.daily_hand_by_public_id("public ann-1") == (mine.result, mine.finished)
            hands = await store.daily_hands(DAY, "f")
            assert [hand.record for _, hand in hands] == [b"r"] * 4

        self.run(tmp_path, case)

    def test_a_hand_that_ends_after_its_set_is_published_too(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await with_people(store, "ANN")
            await store.put_daily_set(a_set())
            late = await store.begin_daily_deal(place())
            assert await store.publish_daily_hands(CLOSES) == 0
            await store.append(ending(late, at=CLOSES + 1))
            assert await store.publish_daily_hands(CLOSES + 2) == 1

        self.run(tmp_path, case)

    def test_only_account_holders_and_house_players_are_ranked(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await with_people(store, "ANN", "Bob", "CAT", "BOT")
            await store.put_visibility_exceptions("cat", ["rating"])
            assert await store.mark_as_bot("bot")
            for player in ("ann", "bob", "bot", "cat"):
                await store.begin_daily_deal(place(player))
            assert await store.put_house_result(ended(place("house:x", house=1, table="")))
            assert not await store.put_house_result(ended(place("house:x", house=1, table=""), points=99))
            assert [(one.result.player, one.name, one.ranked) for one in await store.daily_results(DAY, "f")] == [
                ("ann", "ANN", True),
                ("bob", "Bob", False),
                ("bot", "BOT", False),
                ("cat", "", True),
                ("house:x", "", True),
            ]
            assert await store.daily_hand_by_public_id("") is None

        self.run(tmp_path, case)

    def test_a_deleted_account_stays_in_its_rankings_without_a_name(self, tmp_path: Path) -> None:
        """Of the day that is open, what was finished; and who gets an account when a set has closed is not ranked in it."""

        async def case(store: Store) -> None:
            await with_people(store, "ANN", "Bob", "CAT", "BOT")
            assert await store.mark_as_bot("bot")
            await store.put_daily_set(a_set())
            for player in ("ann", "bob"):
                await store.append(ending(await store.begin_daily_deal(place(player))))
            await store.begin_daily_deal(place("cat"))
            assert await store.publish_daily_hands(CLOSES) == 2
            await store.add_account(Account("bob", "Bob", fold_user_name("Bob"), "s", 2))
            for player in ("ann", "cat"):
                assert await store.erase(player, "s")
            found = [(one.result.player, one.name, one.ranked) for one in await store.daily_results(DAY, "f")]
            assert found == [("ann", "", True), ("bob", "Bob", False), ("cat", "", False)]
            await store.append(ending(await store.begin_daily_deal(place("bob", deal=2))))
            assert await store.erase("bob", "s")  # while the set is open, as far as the store knows
            assert [one.ranked for one in await store.daily_results(DAY, "f")] == [True, False, False, True]
            await store.append(ending(await store.begin_daily_deal(place("bot", deal=3))))
            assert await store.erase("bot", "s")
            assert [one.ranked for one in await store.daily_results(DAY, "f")] == [True, False, False, True, False]

        self.run(tmp_path, case)
