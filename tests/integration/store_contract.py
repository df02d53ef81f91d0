"""The tests that every store must pass, with a class for each part of a store. A test module inherits all and sets ``Opener``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from paiju.core.codec import to_json
from paiju.core.coins import Settled, Stakes, Transfer
from paiju.server.app.finished_hand import FinishedHand, HandAccess, PeerFilter, StoredReview
from paiju.server.app.puzzle_store import FirstActionCount, PuzzleAccess, PuzzleStanding, StoredPuzzle, StoredTry
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.app.ranking_store import (
    HandFilter,
    HandTally,
    Pairing,
    RankingFilter,
    RankingKind,
    RatedHand,
    Standing,
)
from paiju.server.app.store import (
    Account,
    ApiKey,
    Append,
    Booking,
    Entry,
    Invitation,
    ModerationAction,
    PlayerEntry,
    Relation,
    Snapshot,
    Stake,
    StakeRefused,
    Store,
    StoredPlayer,
    TableSummary,
)
from paiju.server.domain.table_coins import Wallet
from tests.integration.daily_store_contract import DailyContract

Opener = Callable[[Path], Awaitable[Store]]


def entry(version: int, command: str | None = None, actor: str = "ann", table: str = "t") -> Entry:
    return Entry(table=table, version=version, at=1000 + version, actor=actor, command=command, format=2, facts=b"[]")


def summary(table: str = "t", **changes: object) -> TableSummary:
    plain = TableSummary(
        table=table,
        ruleset="r",
        phase="waiting",
        private=False,
        open_seats=1,
        due=None,
        players=("ann",),
        format=2,
        info=b"{}",
    )
    return replace(plain, **changes)


def append(version: int, command: str | None = None, actor: str = "ann", table: str = "t") -> Append:
    return Append(entry=entry(version, command, actor, table), summary=summary(table))


def hand(number: int, *players: str) -> FinishedHand:
    return FinishedHand(
        id=f"t-{number}",
        public_id=f"public {number}",
        table="t",
        ended=1000 + number,
        players=players,
        format=2,
        info=b"i",
        record=f"{number}".encode(),
    )


def verdict(*results: SeatResult, **changes: object) -> HandResult:
    return replace(HandResult(ruleset="f/r", people=True, ladder="f", multiplier=6, results=results), **changes)


WON = SeatResult(player="ann", role="landlord", won=1, points=12, coins=7, feats=("called", "spring"))
LOST = SeatResult(player="bob", role="farmer", side=1, won=-1, points=-6, coins=-3, left=True)


def standing(player: str, contest: RatedHand, hands: int, mu: float = 25.0, sigma: float = 3.0) -> Standing:
    return Standing(player=player, ended=contest.ended, hand=contest.hand, mu=mu, sigma=sigma, hands=hands, points=12)


def snapshot(version: int, table: str = "t") -> Snapshot:
    return Snapshot(table=table, version=version, build="b", state=f"{table}{version}".encode())


def account(player: str = "ann", folded: str = "ann", secret: str = "s1") -> Account:
    return Account(player, folded.title(), folded, secret, 7)


def session(digest: str, player: str = "ann") -> ApiKey:
    return ApiKey(digest, player, "session", "", 6, 6)


def act(**changes: object) -> ModerationAction:
    return replace(ModerationAction(at=7, actor="host", act="ban", subject="ann", why="so"), **changes)


class Contract:
    """The base class of the tests. A subclass sets how to open a store."""

    open_store: Opener

    def run(self, path: Path, case: Callable[[Store], Awaitable[None]]) -> None:
        async def main() -> None:
            store = await type(self).open_store(path / "store")
            try:
                await case(store)
            finally:
                await store.close()

        asyncio.run(main())


class LogContract(Contract):
    """Tests of ``EventLogStore``."""

    def test_log_entries_are_read_as_written(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for version in (1, 2, 3):
                assert await store.append(append(version))
            assert await store.entries("t") == [entry(1), entry(2), entry(3)]
            assert await store.entries("t", 2) == [entry(3)]
            assert await store.entries("other") == []

        self.run(tmp_path, case)

    def test_latest_snapshot_of_a_table_is_stored(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.snapshot("t") is None
            assert await store.append(replace(append(1), snapshot=snapshot(0)))
            assert await store.append(replace(append(1, table="u"), snapshot=snapshot(0, "u")))
            assert await store.append(append(2))
            assert await store.snapshot("t") == snapshot(0)
            assert await store.append(replace(append(3), snapshot=snapshot(2)))
            assert not await store.append(replace(append(3), snapshot=snapshot(7)))
            assert await store.snapshot("t") == snapshot(2)
            assert await store.snapshot("u") == snapshot(0, "u")

        self.run(tmp_path, case)

    def test_a_version_is_written_once_and_without_gaps(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.append(append(1))
            assert not await store.append(append(1, actor="bob"))
            assert not await store.append(append(3))
            assert await store.entries("t") == [entry(1)]

        self.run(tmp_path, case)

    def test_one_of_many_concurrent_appends_of_a_version_wins(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            rivals = [store.append(append(1, actor=f"p{number}")) for number in range(20)]
            others = [store.append(append(1, table=f"t{number}")) for number in range(20)]
            won = await asyncio.gather(*rivals, *others)
            assert sum(won[:20]) == 1
            assert all(won[20:])

        self.run(tmp_path, case)

    def test_command_id_is_unique_for_table_and_actor(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.append(append(1, "c"))
            assert not await store.append(append(2, "c"))
            assert await store.append(append(2, "c", "bob"))
            assert await store.append(append(1, "c", table="u"))
            assert await store.append(append(3))
            assert await store.append(append(4))

        self.run(tmp_path, case)

    def test_tables_are_found_by_deadline_player_and_ruleset(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            tables = {
                "full": summary("full", open_seats=0),
                "open": summary("open", ruleset="s", due=70, phase="playing"),
                "hidden": summary("hidden", private=True, due=50, players=("bob",)),
                "gone": summary("gone", phase="closed"),
            }
            for name, shown in tables.items():
                assert await store.append(Append(entry=entry(1, table=name), summary=shown))
            assert {one.table for one in await store.all_tables()} == set(tables)
            assert [one.table for one in await store.public_tables()] == ["open", "full"]
            assert await store.idle_public_tables(1002) == ["full"]
            assert await store.idle_public_tables(1001) == []
            assert [one.table for one in await store.public_tables("s")] == ["open"]
            assert await store.overdue_tables(60) == ["hidden"]
            assert await store.overdue_tables(100) == ["hidden", "open"]
            assert await store.tables_in_play() == ["open"]
            assert {one.table for one in await store.tables_of("ann")} == {"full", "open"}
            moved = replace(append(2, table="open"), summary=summary("open", players=("bob", "cat")))
            assert await store.append(moved)
            assert {one.table for one in await store.tables_of("ann")} == {"full"}
            assert {one.table for one in await store.tables_of("bob")} == {"hidden", "open"}
            assert await store.overdue_tables(100) == ["hidden"]

        self.run(tmp_path, case)

    def test_append_of_a_move_updates_only_the_deadline(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            begun = summary(phase="playing", due=70, players=("ann", "bob"))
            assert await store.append(replace(append(1), summary=begun))
            goes_on = replace(append(2, "c"), summary=replace(begun, due=90), is_move=True)
            beside = replace(append(1, table="u"), summary=summary("u", due=95))
            assert all(await asyncio.gather(store.append(goes_on), store.append(beside)))
            assert await store.overdue_tables(91) == ["t"]
            assert await store.overdue_tables(80) == []
            late = replace(append(2), summary=replace(begun, due=10), is_move=True)
            again = replace(append(3, "c"), summary=replace(begun, due=10), is_move=True)
            assert not await store.append(late)
            assert not await store.append(again)
            assert await store.overdue_tables(91) == ["t"]
            assert await store.append(replace(append(3), summary=replace(begun, due=None), is_move=True))
            assert await store.overdue_tables(1000) == ["u"]
            assert [one.version for one in await store.entries("t")] == [1, 2, 3]
            assert await store.tables_in_play() == ["t"]
            assert {one.table for one in await store.tables_of("bob")} == {"t"}

        self.run(tmp_path, case)

    def test_summary_updates_the_deadline_in_a_hand_and_the_seats_after_it(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            shown = (
                summary(),
                summary(phase="playing", open_seats=0, due=50, players=("ann", "bob")),
                summary(phase="playing", open_seats=0, due=70, players=("ann", "bob"), info=b"[]"),
            )
            for version, one in enumerate(shown, 1):
                assert await store.append(replace(append(version), summary=one))
            assert await store.overdue_tables(60) == []
            assert await store.overdue_tables(80) == await store.tables_in_play() == ["t"]
            (found,) = await store.tables_of("bob")
            assert (found.due, found.open_seats, found.info) == (70, 0, b"[]")
            assert await store.append(append(4))
            assert await store.tables_of("bob") == []
            assert await store.tables_in_play() == []
            assert await store.idle_public_tables(1005) == ["t"]
            assert await store.idle_public_tables(1004) == []

        self.run(tmp_path, case)

    def test_idle_table_is_deleted_with_its_log_and_its_hands_stay(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            ended = replace(append(2), finished=hand(1, "ann"), snapshot=snapshot(1))
            assert await store.append(append(1))
            assert await store.append(ended)
            playing = replace(append(1, table="busy"), summary=summary("busy", phase="playing"))
            assert await store.append(playing)
            assert await store.idle_tables(1002) == []
            assert await store.idle_tables(1003) == ["t"]
            assert not await store.purge_idle_table("t", 1002)
            assert not await store.purge_idle_table("busy", 9999)
            assert len(await store.entries("t")) == 2
            assert await store.snapshot("t") == snapshot(1)
            assert await store.purge_idle_table("t", 1003)
            assert not await store.purge_idle_table("t", 1003)
            assert await store.entries("t") == []
            assert await store.snapshot("t") is None
            assert [one.table for one in await store.all_tables()] == ["busy"]
            assert [one.table for one in await store.tables_of("ann")] == ["busy"]
            assert await store.hand("t-1") is not None
            assert len(await store.hands_of("ann", 9999)) == 1
            assert len(await store.entries("busy")) == 1

        self.run(tmp_path, case)

    def test_idle_tables_without_players_are_listed_separately(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name, changes in (("left", {"players": ()}), ("closed", {"phase": "closed"}), ("sits", {})):
                await store.append(replace(append(1, table=name), summary=summary(name, **changes)))
            assert sorted(await store.idle_tables(1002)) == ["closed", "left", "sits"]
            assert sorted(await store.idle_tables(1002, empty=True)) == ["closed", "left"]
            assert await store.idle_tables(1001, empty=True) == []

        self.run(tmp_path, case)

    def test_last_heartbeat_is_stored(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.last_heartbeat() is None
            await store.record_heartbeat(5)
            await store.record_heartbeat(9)
            assert await store.last_heartbeat() == 9

        self.run(tmp_path, case)

    def test_entries_persist_after_reopening_the_store(self, tmp_path: Path) -> None:
        async def write(store: Store) -> None:
            await store.append(append(1, "c"))

        async def read(store: Store) -> None:
            assert await store.entries("t") == [entry(1, "c")]

        self.run(tmp_path, write)
        self.run(tmp_path, read)


class HandsContract(Contract):
    """Tests of ``HandStore``."""

    def test_rejected_append_writes_no_summary_or_hand(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await store.append(append(1))
            lost = replace(append(1), summary=summary(phase="playing", due=5), finished=hand(1, "ann"))
            assert not await store.append(lost)
            assert await store.tables_in_play() == []
            assert await store.overdue_tables(10) == []
            assert await store.hand("t-1") is None

        self.run(tmp_path, case)

    def test_finished_hands_are_found_by_id_player_and_table(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number, players in ((1, ("ann", "bob")), (2, ("bob",)), (3, ("ann",))):
                await store.append(replace(append(number), finished=hand(number, *players)))
            found = await store.hand("t-2")
            assert found is not None
            assert found.record == b"2"
            assert [one.id for one in await store.hands_of("ann", 9999)] == ["t-3", "t-1"]
            assert [one.id for one in await store.hands_of("ann", 1003)] == ["t-1"]
            assert [one.id for one in await store.hands_at_table("t", 2)] == ["t-3", "t-2"]
            assert await store.hand("t-4") is None

        self.run(tmp_path, case)

    def test_latest_hands_and_active_players_exclude_hands_of_bots_alone(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number, players in ((1, ("cat",)), (2, ("ann", "bob")), (3, ()), (4, ("ann",))):
                await store.append(replace(append(number), finished=hand(number, *players)))
            assert [one.id for one in await store.latest_hands(0)] == ["t-4", "t-2", "t-1"]
            assert [(one.id, one.record) for one in await store.latest_hands(1002, 1)] == [("t-4", b"")]
            assert [one.id for one in await store.latest_hands(1002)] == ["t-4", "t-2"]
            assert await store.recently_active_players(1002) == [("ann", 1004), ("bob", 1002)]
            assert await store.recently_active_players(0, 1) == [("ann", 1004)]
            assert await store.recently_active_players(1005) == []

        self.run(tmp_path, case)

    def test_a_hand_has_a_public_id_and_a_link_that_is_withdrawn_once(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number, players in ((1, ("ann", "bob")), (2, ("bob",))):
                await store.append(replace(append(number), finished=hand(number, *players)))
            shown = HandAccess(id="t-2", public_id="public 2", withdrawn=0, played=False)
            for name in ("t-2", "public 2"):
                assert await store.hand_access(name, "ann") == await store.hand_access(name, "") == shown
                assert await store.hand_access(name, "bob") == replace(shown, played=True)
            for name in ("", "t", "t-3", "public", "ann"):
                assert await store.hand_access(name, "ann") is None
            await store.withdraw_hand_link("t-2", 7)
            await store.withdraw_hand_link("t-2", 8)
            await store.withdraw_hand_link("t-3", 8)
            assert await store.hand_access("public 2", "ann") == replace(shown, withdrawn=7)
            assert [(one.public_id, one.withdrawn) for one in await store.hands_at_table("t")] == [
                ("public 2", 7),
                ("public 1", 0),
            ]
            (played,) = await store.find_played_hands("ann", HandFilter(), 9999)
            assert (played.hand.public_id, played.hand.withdrawn) == ("public 1", 0)
            (mine, _) = await store.hands_of("bob", 9999)
            assert (mine.public_id, mine.withdrawn) == ("public 2", 7)
            found = await store.hand("t-2")
            assert found is not None
            assert (found.public_id, found.withdrawn) == ("public 2", 7)

        self.run(tmp_path, case)


class PlayersContract(Contract):
    """Tests of ``PlayerStore``."""

    def test_players_and_keys_are_stored(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            ann = StoredPlayer("ann", "Ann", 5)
            await store.put_player(ann)
            await store.put_player(replace(ann, name="Anna"))
            assert await store.player("ann") == StoredPlayer("ann", "Anna", 5)
            assert await store.player("bob") is None
            await store.put_player(StoredPlayer("cat", "Cat", 6, bot=True))
            await store.put_player(StoredPlayer("gone", "", 7))
            assert await store.players(["ann", "bob", "cat", "gone"]) == {
                "ann": StoredPlayer("ann", "Anna", 5),
                "cat": StoredPlayer("cat", "Cat", 6, bot=True),
            }
            assert await store.players([]) == {}
            key = ApiKey("digest", "ann", "token", "my bot", 6, 6)
            await store.add_key(key)
            assert await store.key("digest") == key
            assert await store.keys_of("ann", "token") == [key]
            assert await store.keys_of("ann", "session") == []
            assert not await store.drop_key("digest", "bob")
            assert await store.drop_key("digest", "ann")
            assert await store.key("digest") is None

        self.run(tmp_path, case)

    def test_only_a_player_without_hands_can_be_marked_as_a_bot(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name in ("ann", "bob", "cat"):
                await store.put_player(StoredPlayer(name, name.title(), 5))
            await store.append(replace(append(1), summary=summary(players=("bob",)), finished=hand(1, "cat")))
            assert [await store.mark_as_bot(name) for name in ("ann", "bob", "cat", "dan")] == [
                True,
                False,
                False,
                False,
            ]
            bots = {name for name, one in (await store.players(["ann", "bob", "cat"])).items() if one.bot}
            assert bots == {"ann"}
            await store.put_player(StoredPlayer("ann", "Anna", 5))
            assert await store.player("ann") == StoredPlayer("ann", "Anna", 5, bot=True)

        self.run(tmp_path, case)

    def test_programs_are_rated_apart(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number, kind in enumerate(({}, {"people": False, "bots": True}, {"people": False}), 1):
                ended = replace(hand(number, "ann", "bob"), verdict=verdict(WON, LOST, **kind))
                await store.append(replace(append(number), finished=ended))
            people, bots = await store.unrated_hands()
            assert (people.result.pool, bots.result.pool) == ("f/r", "bots:f/r")
            assert await store.put_ratings([bots], [standing("ann", bots, 1)], {})
            assert await store.unrated_hands() == [people]
            assert await store.standings_of_players("f/r", ["ann"]) == {}
            assert list(await store.current_standings("ann")) == ["bots:f/r"]
            await store.unrate_after(people)
            assert await store.standings_of_players("bots:f/r", ["ann"])

        self.run(tmp_path, case)

    def test_player_names_are_unique(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.put_player(StoredPlayer("ann", "Ann", 5))
            assert not await store.put_player(StoredPlayer("bob", "ＡＮＮ", 5))
            assert await store.player("bob") is None
            assert await store.put_player(StoredPlayer("bob", "Bob", 6))
            assert not await store.put_player(StoredPlayer("bob", "ann", 6))
            assert await store.put_player(StoredPlayer("ann", "ANN", 5))
            assert await store.player_by_name("ann") == StoredPlayer("ann", "ANN", 5)
            assert await store.player_by_name("ANN") is None
            assert await store.put_player(StoredPlayer("ann", "Anna", 5))
            assert await store.put_player(StoredPlayer("bob", "ann", 6))
            assert not await store.record_action(act(act="rename", detail="anna"), StoredPlayer("bob", "anna", 6))
            assert await store.actions_after() == []
            assert await store.player_by_name("ann") == StoredPlayer("bob", "ann", 6)
            won = await asyncio.gather(
                *(store.put_player(StoredPlayer(f"p{number}", "Cat", 7)) for number in range(10))
            )
            assert sum(won) == 1
            assert await store.players_without_claimed_name() == []

        self.run(tmp_path, case)

    def test_index_player_keeps_a_name_changed_meanwhile(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.put_player(StoredPlayer("ann", "Ann", 5))
            assert await store.put_player(StoredPlayer("bob", "Bob", 6))
            assert await store.put_player(StoredPlayer("gone", "", 7))
            assert await store.players_without_claimed_name() == []
            assert await store.claim_player_name(
                StoredPlayer("ann", "Anna", 5)
            )  # she has a name meanwhile, which stays
            assert await store.claim_player_name(StoredPlayer("ann", "bob", 5))
            assert await store.player("ann") == StoredPlayer("ann", "Ann", 5)

        self.run(tmp_path, case)

    def test_stale_sessions_are_dropped(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            token = ApiKey("token", "ann", "token", "my bot", 6, 6)
            for key in (session("old"), session("used"), token):
                await store.add_key(key)
            await store.touch_key("used", 20)
            assert await store.drop_stale_sessions(6) == 0
            assert await store.drop_stale_sessions(20) == 1
            assert await store.keys_of("ann", "session") == [replace(session("used"), seen=20)]
            assert await store.keys_of("ann", "token") == [token]

        self.run(tmp_path, case)

    def test_guest_without_data_is_purged(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            names = ("gone", "young", "seen", "token", "owner", "sits", "played")
            for name in names:
                await store.put_player(StoredPlayer(name, name.title(), 50 if name == "young" else 1))
            await store.add_key(session("k1", "gone"))
            await store.add_key(replace(session("k2", "seen"), seen=10))
            await store.add_key(replace(session("k3", "token"), kind="token"))
            assert await store.add_account(account("owner"))
            shown = summary(players=("sits",))
            assert await store.append(replace(append(1), summary=shown, finished=hand(1, "played")))
            assert await store.purge_guests(1) == 0
            assert await store.purge_guests(10) == 1
            assert [name for name in names if await store.player(name) is None] == ["gone"]
            assert await store.key("k1") is None
            assert await store.key("k2") is not None

        self.run(tmp_path, case)

    def test_key_is_rotated_once(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await store.add_key(session("old"))
            swapped = await asyncio.gather(*(store.rotate_key("old", session(f"new{number}")) for number in range(5)))
            assert sum(swapped) == 1
            assert len(await store.keys_of("ann", "session")) == 1
            assert await store.key("old") is None

        self.run(tmp_path, case)


class AccountsContract(Contract):
    """Tests of ``AccountStore``."""

    def test_player_has_one_account_and_user_names_are_unique(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.account_by_name("ann") is None
            assert await store.account_of("ann") is None
            assert await store.add_account(account())
            assert not await store.add_account(account("bob"))
            assert not await store.add_account(account(folded="other"))
            assert await store.account_by_name("ann") == await store.account_of("ann") == account()
            assert await store.account_by_name("other") is None
            won = await asyncio.gather(*(store.add_account(account(f"p{number}", "cat")) for number in range(10)))
            assert sum(won) == 1

        self.run(tmp_path, case)

    def test_session_is_added_only_with_the_current_secret(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert not await store.add_session(session("d1"), "s1")
            await store.add_account(account())
            await store.add_account(account("bob", "bob", "s9"))
            assert not await store.add_session(session("d1"), "s9")
            assert await store.key("d1") is None
            assert await store.add_session(session("d1"), "s1")
            assert await store.key("d1") == session("d1")

        self.run(tmp_path, case)

    def test_secret_is_replaced_conditionally_and_may_end_sessions(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await store.add_account(account())
            token = ApiKey("token", "ann", "token", "my bot", 6, 6)
            for key in (session("d1"), session("d2"), session("bobs", "bob"), token):
                await store.add_key(key)
            assert not await store.change_password_hash("ann", "s0", "s2", "d1")
            assert not await store.change_password_hash("bob", "s1", "s2", "d1")
            assert await store.change_password_hash("ann", "s1", "s2")
            assert await store.keys_of("ann", "session") == [session("d1"), session("d2")]
            assert await store.change_password_hash("ann", "s2", "s3", "d1")
            assert await store.keys_of("ann", "session") == [session("d1")]
            assert await store.keys_of("ann", "token") == [token]
            assert await store.keys_of("bob", "session") == [session("bobs", "bob")]
            assert await store.account_by_name("ann") == account(secret="s3")

        self.run(tmp_path, case)

    def test_deleted_account_loses_its_keys_and_name_and_its_hands_stay(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for player in ("ann", "bob"):
                await store.put_player(StoredPlayer(player, player.title(), 5))
                await store.add_account(account(player, player))
                await store.add_key(session(f"d-{player}", player))
            await store.append(replace(append(1), finished=hand(1, "ann", "bob")))
            assert not await store.erase("ann", "s0")
            assert await store.account_by_name("ann") == account()
            assert await store.erase("ann", "s1")
            assert await store.account_by_name("ann") is None
            assert await store.key("d-ann") is None
            assert await store.player("ann") == StoredPlayer("ann", "", 5)
            assert await store.player_by_name("ann") is None
            assert await store.put_player(StoredPlayer("dan", "Ann", 8))
            assert await store.hands_of("ann", 9999) == []
            assert [one.id for one in await store.hands_of("bob", 9999)] == ["t-1"]
            assert await store.hand("t-1") is not None
            assert await store.player("bob") == StoredPlayer("bob", "Bob", 5)
            assert await store.key("d-bob") is not None
            assert await store.add_account(account("cat", "ann"))

        self.run(tmp_path, case)


class HostsContract(Contract):
    """Tests of ``ModerationStore``."""

    def test_moderation_actions_are_read_in_order(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.actions_after() == await store.actions_before(99) == []
            await asyncio.gather(*(store.record_action(act(subject=f"p{number}")) for number in range(8)))
            done = await store.actions_after()
            assert [one.number for one in done] == list(range(1, 9))
            assert sorted(one.subject for one in done) == [f"p{number}" for number in range(8)]
            assert done[0] == act(number=1, subject=done[0].subject)
            assert await store.actions_after(6) == done[6:]
            assert await store.actions_before(9) == done[::-1]
            assert await store.actions_before(8, limit=2) == [done[6], done[5]]

        self.run(tmp_path, case)

    def test_a_player_is_renamed_with_the_act(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await store.put_player(StoredPlayer("ann", "Ann", 5))
            assert await store.record_action(act(act="rename", detail="Anna"), StoredPlayer("ann", "Anna", 5))
            assert await store.player_by_name("anna") == StoredPlayer("ann", "Anna", 5)
            assert await store.player("ann") == StoredPlayer("ann", "Anna", 5)
            assert [one.detail for one in await store.actions_after()] == ["Anna"]

        self.run(tmp_path, case)

    def test_players_are_found_by_name_or_id(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name, seen in (("ann", 7), ("joanna", 9), ("bob", 8)):
                await store.put_player(StoredPlayer(name, name.title(), 5))
                await store.add_key(ApiKey(f"k-{name}", name, "session", "", 6, seen))
            await store.put_player(StoredPlayer("0123", "游客100%", 5))
            await store.add_account(account("bob", "hanna"))
            found = await store.find_players("ANN")
            assert [one.player.id for one in found] == ["joanna", "bob", "ann"]
            assert found[1] == PlayerEntry(player=StoredPlayer("bob", "Bob", 5), user="Hanna", seen=8)
            assert await store.find_players("0%") == [
                PlayerEntry(player=StoredPlayer("0123", "游客100%", 5), user=None, seen=5)
            ]
            assert [one.player.name for one in await store.find_players("0123")] == ["游客100%"]
            assert await store.find_players("a_n") == []
            assert len(await store.find_players("")) == 4
            assert len(await store.find_players("", limit=2)) == 2

        self.run(tmp_path, case)

    def test_open_tables_are_listed_with_their_players(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            private = summary("a", private=True, players=("bob", "ann"))
            await store.append(replace(append(1, table="a"), summary=private))
            await store.append(
                replace(append(2, table="b"), entry=entry(1, table="b"), summary=summary("b", players=()))
            )
            await store.append(replace(append(1, table="c"), summary=summary("c", phase="closed")))
            found = {one.table: one.players for one in await store.list_open_tables()}
            assert found == {"a": ("ann", "bob"), "b": ()}
            assert len(await store.list_open_tables(1)) == 1

        self.run(tmp_path, case)

    def test_guest_with_a_moderation_action_is_not_purged(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name in ("ann", "bob"):
                await store.put_player(StoredPlayer(name, name, 5))
            await store.record_action(act(subject="ann"))
            assert await store.purge_guests(10) == 1
            assert await store.player("ann") is not None

        self.run(tmp_path, case)


def given(cause: str, player: str = "ann", coins: int = 100, source: str = "mint", at: int = 5) -> Booking:
    return Booking(cause, at, {f"player:{player}": coins, source: -coins})


def stakes(hand: str, **coins: int) -> tuple[Stake, ...]:
    return tuple(Stake(player, hand, amount) for player, amount in coins.items())


class CoinsContract(Contract):
    """Tests of ``CoinStore``, and of the coins that are written together with an entry of the log."""

    def test_booking_of_a_cause_is_written_once(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.wallets(["ann"]) == {}
            assert not await store.is_booked("start:ann")
            done = await asyncio.gather(*(store.put_booking(given("start:ann")) for _ in range(5)))
            assert sum(done) == 1
            assert await store.is_booked("start:ann")
            assert await store.put_booking(given("daily:ann:1", coins=20))
            assert await store.put_booking(given("start:bob", "bob", 7))
            assert await store.wallets(["ann", "bob", "cat"]) == {"ann": Wallet(120), "bob": Wallet(7)}
            assert await store.wallets([]) == {}
            assert await store.list_bookings() == [
                given("daily:ann:1", coins=20),
                given("start:ann"),
                given("start:bob", "bob", 7),
            ]
            assert await store.list_bookings("daily:ann:1", limit=1) == [given("start:ann")]
            assert [one.cause for one in await store.bookings_of_player("ann")] == ["daily:ann:1", "start:ann"]
            assert [one.amounts for one in await store.bookings_of_player("bob")] == [{"player:bob": 7}]
            assert await store.bookings_with_causes(["start:bob", "start:cat"]) == [given("start:bob", "bob", 7)]
            assert await store.balances_by_account() == {"mint": -127, "players": 127}

        self.run(tmp_path, case)

    def test_unbalanced_booking_is_refused(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            wrong = Booking("start:ann", 5, {"player:ann": 100, "mint": -99})
            with pytest.raises(ValueError, match="out of balance"):
                await store.put_booking(wrong)
            with pytest.raises(ValueError, match="out of balance"):
                await store.append(replace(append(1), settled=wrong))
            assert await store.wallets(["ann"]) == {}
            assert await store.entries("t") == []

        self.run(tmp_path, case)

    def test_booking_cannot_overdraw_a_wallet(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.put_booking(given("start:ann"))
            assert not await store.put_booking(given("act:1", coins=-101))
            assert await store.put_booking(given("act:1", coins=-99))
            assert await store.wallets(["ann"]) == {"ann": Wallet(1)}
            assert not await store.put_booking(given("act:2", "nobody", -1))
            assert await store.wallets(["nobody"]) == {}

        self.run(tmp_path, case)

    def test_relief_is_booked_only_below_the_limit(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.put_booking(given("start:ann", coins=9))
            tries = [
                store.put_booking(given(f"relief:ann:1:{number}", coins=50, source="relief"), below=10)
                for number in (1, 2)
            ]
            assert sorted(await asyncio.gather(*tries)) == [False, True]
            assert await store.wallets(["ann"]) == {"ann": Wallet(59)}

        self.run(tmp_path, case)

    def test_a_hand_is_staked_and_settled_with_its_entries(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name in ("ann", "bob"):
                assert await store.put_booking(given(f"start:{name}", name))
            assert await store.append(replace(append(1), stakes=stakes("t-1", ann=100, bob=80)))
            assert await store.wallets(["ann", "bob"]) == {"ann": Wallet(100, "t-1"), "bob": Wallet(100, "t-1")}
            assert not await store.put_booking(given("act:1", coins=-1))
            assert await store.put_booking(given("daily:ann:1", coins=5))
            moved = Booking("hand:t-1", 9, {"player:ann": -100, "player:bob": 90, "house": 10})
            assert not await store.append(replace(append(1), settled=moved))
            assert await store.append(replace(append(2), settled=moved))
            assert await store.wallets(["ann", "bob"]) == {"ann": Wallet(5), "bob": Wallet(190)}
            assert moved in await store.list_bookings()
            assert await store.put_booking(given("act:1", coins=-1))

        self.run(tmp_path, case)

    def test_hand_without_transfers_releases_its_stakes(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.put_booking(given("start:ann"))
            assert await store.append(replace(append(1), stakes=stakes("t-1", ann=100)))
            assert await store.append(replace(append(2), settled=Booking("hand:t-1", 9, {})))
            assert await store.wallets(["ann"]) == {"ann": Wallet(100)}
            assert len(await store.list_bookings()) == 1

        self.run(tmp_path, case)

    def test_append_with_an_uncovered_stake_is_refused(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name in ("ann", "bob"):
                assert await store.put_booking(given(f"start:{name}", name))
            for wrong in (stakes("t-1", ann=101), stakes("t-1", bob=100, nobody=1)):
                with pytest.raises(StakeRefused):
                    await store.append(replace(append(1), stakes=wrong))
            assert await store.entries("t") == []
            assert await store.wallets(["ann", "bob"]) == {"ann": Wallet(100), "bob": Wallet(100)}
            assert await store.append(replace(append(1), stakes=stakes("t-1", ann=50)))
            with pytest.raises(StakeRefused):
                await store.append(replace(append(1, table="u"), stakes=stakes("u-1", ann=50)))
            assert await store.entries("u") == []

        self.run(tmp_path, case)

    def test_stake_is_taken_by_one_of_several_concurrent_hands(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.put_booking(given("start:ann"))
            tables = [f"t{number}" for number in range(6)]
            rivals = [
                store.append(replace(append(1, table=name), stakes=stakes(f"{name}-1", ann=9))) for name in tables
            ]
            others = [store.append(append(1, table=f"u{number}")) for number in range(6)]
            done = await asyncio.gather(*rivals, *others, return_exceptions=True)
            assert sorted(isinstance(one, StakeRefused) for one in done[:6]) == [False, *[True] * 5]
            assert done[6:] == [True] * 6

        self.run(tmp_path, case)

    def test_coins_won_from_bots_are_summed_by_player(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            hands: tuple[tuple[int, dict[str, int]], ...] = (
                (1, {"player:ann": 40, "bots": -50, "house": 10}),
                (10, {"player:ann": 30, "player:bob": -20, "bots": -10}),
                (11, {"player:ann": 5, "bots": -6, "house": 1}),
                (12, {"player:ann": -60, "bots": 60}),
                (13, {"player:ann": 20, "player:bob": -20}),
            )
            for name in ("ann", "bob"):
                assert await store.put_booking(given(f"start:{name}", name, 1000))
            for number, (at, amounts) in enumerate(hands, 1):
                assert await store.append(replace(append(number), settled=Booking(f"hand:t-{number}", at, amounts)))
            assert await store.coins_won_from_bots(["ann", "bob"], 10) == {"ann": 15}
            assert await store.coins_won_from_bots(["ann"], 1) == {"ann": 55}
            assert await store.coins_won_from_bots([], 1) == {}

        self.run(tmp_path, case)

    def test_hands_with_capped_transfers_are_found(self, tmp_path: Path) -> None:
        def settled(number: int, *players: str, limited: bool) -> FinishedHand:
            coins = Settled(Stakes(coefficient=1), (9, 9), Transfer((0, 0), 0), () if limited else None)
            return replace(hand(number, *players), info=to_json({"name": '"limits":[', "coins": coins}))

        async def case(store: Store) -> None:
            hands = [
                settled(1, "ann", "bob", limited=True),
                settled(2, "ann", "bob", limited=False),
                settled(3, "bob", "cat", limited=True),
                settled(4, "cat", "eve", limited=True),
            ]
            for number, finished in enumerate(hands, 1):
                assert await store.append(replace(append(number), finished=finished))

            async def found(since: int, players: list[str] | None = None, limit: int = 9) -> list[str]:
                return [one.id for one in await store.hands_with_limited_transfers(since, players, limit)]

            assert await found(0) == ["t-4", "t-3", "t-1"]
            assert await found(1003) == ["t-4", "t-3"]
            assert await found(0, ["ann"]) == ["t-1"]
            assert await found(0, ["ann", "cat"]) == ["t-4", "t-3", "t-1"]
            assert await found(1002, ["ann", "bob"]) == ["t-3"]
            assert await found(0, []) == []
            assert await found(0, None, 2) == ["t-4", "t-3"]
            (first, *_) = await store.hands_with_limited_transfers(0)
            assert (first.info, first.record) == (hands[3].info, b"")

        self.run(tmp_path, case)

    def test_coins_of_deleted_players_are_reclaimed(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name, shown in (("ann", "Ann"), ("bob", ""), ("cat", ""), ("eve", "")):
                await store.put_player(StoredPlayer(name, shown, 5))
            names = ("ann", "bob", "cat", "forgotten")
            for name in names:
                assert await store.put_booking(given(f"start:{name}", name))
            assert await store.append(replace(append(1), stakes=stakes("t-1", cat=100)))
            assert await store.reclaim_deleted_players_coins(7) == 2
            assert await store.reclaim_deleted_players_coins(7) == 0
            assert await store.wallets(names) == {"ann": Wallet(100), "cat": Wallet(100, "t-1")}
            assert given("gone:bob", "bob", -100, at=7) in await store.list_bookings()
            settled = Booking("hand:t-1", 9, {"player:cat": -100, "house": 100})
            assert await store.append(replace(append(2), settled=settled))
            assert await store.reclaim_deleted_players_coins(8) == 1
            assert await store.wallets(names) == {"ann": Wallet(100)}
            assert not await store.is_booked("gone:cat")

        self.run(tmp_path, case)

    def test_stakes_without_a_hand_are_found(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name in ("ann", "bob", "cat"):
                assert await store.put_booking(given(f"start:{name}", name))
            for number, phase in ((1, "playing"), (2, "revealing"), (3, "waiting")):
                shown = summary(f"t{number}", phase=phase)
                put = replace(append(1, table=f"t{number}"), summary=shown, stakes=stakes(f"t{number}-1", **{phase: 0}))
                assert await store.put_booking(given(f"start:{phase}", phase, 1))
                assert await store.append(put)
            assert [stake.player for stake in await store.wrong_stakes()] == ["waiting"]
            assert await store.wrong_wallets() == {}

        self.run(tmp_path, case)

    def test_all_hands_are_read_in_the_order_of_their_ids(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number in (1, 2, 3):
                await store.append(replace(append(number), finished=hand(number, "ann")))
            assert [one.id for one in await store.list_finished_hands()] == ["t-1", "t-2", "t-3"]
            assert [(one.id, one.record) for one in await store.list_finished_hands("t-1", limit=1)] == [("t-2", b"2")]

        self.run(tmp_path, case)

    def test_moderation_action_adds_and_removes_only_unstaked_coins(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            assert await store.record_action(act(act="coins", detail="+70"), coins=70)
            assert not await store.record_action(act(act="coins", detail="-71"), coins=-71)
            assert await store.record_action(act(act="coins", detail="-20"), coins=-20)
            assert await store.wallets(["ann"]) == {"ann": Wallet(50)}
            assert [(one.cause, one.amounts) for one in await store.list_bookings()] == [
                ("act:1", {"player:ann": 70, "mint": -70}),
                ("act:2", {"player:ann": -20, "mint": 20}),
            ]
            assert [one.detail for one in await store.actions_after()] == ["+70", "-20"]
            await store.append(replace(append(1), stakes=stakes("t-1", ann=50)))
            assert not await store.record_action(act(act="coins", detail="-1"), coins=-1)
            assert await store.record_action(act(act="coins", detail="+1"), coins=1)

        self.run(tmp_path, case)

    def test_dropped_table_releases_its_stakes(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await store.put_booking(given("start:ann"))
            playing = summary(phase="playing", players=("ann",))
            await store.append(replace(append(1), summary=playing, stakes=stakes("t-1", ann=50)))
            await store.append(replace(append(1, table="u"), summary=summary("u", players=())))
            await store.drop_table("t")
            assert await store.entries("t") == []
            assert [one.table for one in await store.all_tables()] == ["u"]
            assert await store.tables_of("ann") == []
            assert await store.wallets(["ann"]) == {"ann": Wallet(100)}
            assert await store.wrong_stakes() == []

        self.run(tmp_path, case)


class StandingContract(Contract):
    """Tests of ``RankingStore``."""

    def test_result_is_written_once_with_its_hand_or_later(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            ended = replace(hand(1, "ann", "bob"), verdict=verdict(WON, LOST))
            await store.append(replace(append(1), finished=ended))
            assert not await store.append(replace(append(1), finished=replace(ended, id="t-9")))
            for version, number in ((2, 3), (3, 2)):
                await store.append(replace(append(version), finished=hand(number, "ann", "bob")))
            unjudged = await store.hands_without_result()
            assert [(one.id, one.record) for one in unjudged] == [("t-2", b"2"), ("t-3", b"3")]
            assert [one.id for one in await store.hands_without_result(1)] == ["t-2"]
            assert len(await store.find_played_hands("ann", HandFilter(ruleset="f/r"), 9999)) == 1
            assert await store.put_result("t-2", verdict(LOST, replace(WON, points=1)))
            assert not await store.put_result("t-2", verdict(WON))
            assert not await store.put_result("t-1", verdict(LOST))
            found = {one.hand.id: one for one in await store.find_played_hands("ann", HandFilter(ruleset="f/r"), 9999)}
            assert {name: one.result for name, one in found.items()} == {"t-1": WON, "t-2": replace(WON, points=1)}
            assert (found["t-1"].people, found["t-1"].multiplier) == (True, 6)
            assert [one.result for one in await store.find_played_hands("bob", HandFilter(ruleset="f/r"), 9999)] == [
                LOST,
                LOST,
            ]
            await store.drop_all_results()
            assert [one.id for one in await store.hands_without_result()] == ["t-1", "t-2", "t-3"]
            assert await store.put_result("t-2", verdict(WON))

        self.run(tmp_path, case)

    def test_hands_of_a_player_are_filtered_by_ruleset_role_result_and_opponent(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            kinds = (
                (("ann", "bob"), verdict(WON, LOST)),
                (("ann", "cat"), verdict(replace(WON, won=-1, role="farmer"))),
                (("ann",), verdict(replace(WON, won=0), people=False, ruleset="f/s")),
            )
            for number, (players, one) in enumerate(kinds, 1):
                ended = replace(hand(number, *players), verdict=one)
                await store.append(replace(append(number), finished=ended))

            async def found(before: int = 9999, limit: int = 50, **wish: object) -> str:
                played = await store.find_played_hands("ann", HandFilter(**wish), before, limit)  # type: ignore[arg-type]
                return " ".join(one.hand.id for one in played)

            assert await found() == "t-3 t-2 t-1"
            assert await found(before=1003) == "t-2 t-1"
            assert await found(limit=1) == "t-3"
            assert await found(ruleset="f/r") == "t-2 t-1"
            assert await found(role="farmer") == "t-2"
            assert (await found(won=1), await found(won=-1), await found(won=0)) == ("t-1", "t-2", "t-3")
            assert (await found(people=1), await found(people=0)) == ("t-2 t-1", "t-3")
            assert (await found(beside="cat"), await found(beside="bob", won=-1)) == ("t-2", "")

        self.run(tmp_path, case)

    def test_a_players_hands_are_counted_by_kind(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            again = replace(WON, points=-20, won=-1, left=True, coins=0)
            for number, one in enumerate((verdict(WON, LOST), verdict(again, multiplier=96), verdict(LOST)), 1):
                ended = replace(hand(number, "ann", "bob"), verdict=one)
                await store.append(replace(append(number), finished=ended))
            await store.append(replace(append(4), finished=hand(4, "ann", "bob")))
            (tally,) = await store.tallies("ann")
            assert tally == HandTally(
                ruleset="f/r",
                role="landlord",
                people=True,
                feats=("called", "spring"),
                hands=2,
                won=1,
                lost=1,
                left=1,
                points=-8,
                coins=7,
                multiplier=96,
            )
            assert [one.hands for one in await store.tallies("bob")] == [2]
            assert await store.tallies("cat") == []

        self.run(tmp_path, case)

    def test_points_for_titles_are_added_up(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number, ladder in enumerate(("f", "f", "", "g"), 1):
                ended = replace(hand(number, "ann", "bob"), verdict=verdict(WON, LOST, ladder=ladder))
                await store.append(replace(append(number), finished=ended))
            assert await store.title_points(["ann", "bob", "cat"], "f") == {"ann": 24, "bob": -12}
            assert await store.title_points(["ann"], "g") == {"ann": 12}
            assert await store.title_points(["ann"], "") == {}
            assert await store.title_points([], "f") == {}

        self.run(tmp_path, case)

    def test_hidden_parts_are_stored_until_the_player_is_deleted(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await store.put_visibility_exceptions("ann", {"rating", "history"})
            await store.put_visibility_exceptions("bob", {"rating"})
            both = {"ann": frozenset({"rating", "history"}), "bob": frozenset({"rating"})}
            assert await store.visibility_exceptions(["ann", "bob", "cat"]) == both
            await store.put_visibility_exceptions("ann", {"history"})
            assert await store.visibility_exceptions(["ann"]) == {"ann": frozenset({"history"})}
            await store.put_visibility_exceptions("ann", ())
            assert await store.visibility_exceptions(["ann"]) == {}
            await store.put_player(StoredPlayer("bob", "Bob", 5))
            await store.add_account(account("bob", "bob"))
            assert await store.erase("bob", "s1")
            await store.put_player(StoredPlayer("cat", "Cat", 5))
            await store.put_visibility_exceptions("cat", {"rating"})
            assert await store.purge_guests(10) == 2
            assert await store.visibility_exceptions(["bob", "cat"]) == {}

        self.run(tmp_path, case)

    def test_quick_review_is_replaced_by_a_full_one(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            quick = StoredReview(hand="t-1", is_open=0, versions="quick v1", at=5, review=b"q")
            full = replace(quick, versions="v1", review=b"f")
            await store.put_review(quick, unless="v1")
            assert await store.review("t-1", is_open=False) == quick
            assert await store.review("t-1", is_open=True) is None
            await store.put_review(full)
            await store.put_review(quick, unless="v1")
            assert await store.review("t-1", is_open=False) == full
            await store.put_review(replace(quick, versions="quick v2"), unless="v2")
            await store.put_review(replace(full, hand="t-2", review=b"2"))
            await store.put_review(replace(full, is_open=1, review=b"o"))
            assert await store.reviews_of_hands(["t-1", "t-2", "t-3"], ("v1", "quick v1")) == {"t-2": b"2"}
            assert await store.reviews_of_hands(["t-1", "t-2"], ("quick v2", "v1")) == {"t-1": b"q", "t-2": b"2"}
            assert await store.reviews_of_hands([], ("v1",)) == {}

        self.run(tmp_path, case)

    def test_peer_reviews_are_selected_by_rating_and_hands_among_people(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number in (1, 2, 3):
                people = number != 3
                ended = replace(hand(number, "ann", "bob"), verdict=verdict(WON, LOST, people=people))
                await store.append(replace(append(number), finished=ended))
            one, two = await store.unrated_hands()
            moved = [standing("ann", two, 1, mu=25.0), standing("bob", two, 1, mu=31.0)]
            assert await store.put_ratings([one, two], moved, {})
            for number in (1, 2, 3):
                await store.put_review(
                    StoredReview(hand=f"t-{number}", is_open=0, versions="v1", at=5, review=b"%d" % number)
                )
            await store.put_review(StoredReview(hand="t-1", is_open=1, versions="v1", at=5, review=b"open"))
            peers = PeerFilter(ruleset="f/r", pool="f/r", lowest=24, highest=32, since=0)

            async def found(which: PeerFilter, *versions: str, limit: int = 9) -> list[tuple[str, str, bytes]]:
                return [
                    (one.player, one.hand.id, one.review) for one in await store.peer_reviews(which, versions, limit)
                ]

            both = [("ann", "t-2", b"2"), ("bob", "t-2", b"2"), ("ann", "t-1", b"1"), ("bob", "t-1", b"1")]
            assert await found(peers, "v1", "v0") == both
            assert await found(peers, "v1", limit=1) == both[:1]
            assert await found(peers, "v0") == []
            assert await found(replace(peers, highest=30), "v1") == both[::2]
            assert await found(replace(peers, since=1002), "v1") == both[:2]
            assert await found(replace(peers, ruleset="f/other"), "v1") == []
            assert await found(replace(peers, pool="f/other"), "v1") == []

        self.run(tmp_path, case)

    def test_hand_is_rated_once_and_in_order(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for version, number in ((1, 2), (2, 1), (3, 3)):
                ended = replace(hand(number, "ann", "bob"), verdict=verdict(WON, LOST))
                await store.append(replace(append(version), finished=ended))
            void = replace(hand(4, "ann"), verdict=verdict(replace(WON, won=0)))
            await store.append(replace(append(4), finished=void))
            one, two, three = await store.unrated_hands()
            assert [each.hand for each in (one, two, three)] == ["t-1", "t-2", "t-3"]
            assert one.result == verdict(WON, LOST)
            assert await store.unrated_hands(1) == [one]
            assert await store.standings_of_players("f/r", {"ann"}) == {}
            first, second = standing("ann", two, 1), standing("ann", three, 2)
            assert await store.put_ratings([two, three], [first, second], {})
            assert await store.unrated_hands() == [one]
            assert await store.standings_of_players("f/r", {"ann", "bob"}) == {"ann": second}
            assert await store.rating_history("ann", "f/r") == [second, first]
            assert await store.rating_history("ann", "f/r", 1) == [second]
            assert await store.current_standings("ann") == {"f/r": second}
            assert not await store.put_ratings([one], [standing("bob", one, 1)], {})
            assert not await store.put_ratings([three], [standing("bob", three, 1)], {})
            await store.unrate_after(three)
            assert await store.unrated_hands() == [one]
            await store.unrate_after(one)
            assert await store.unrated_hands() == [one, two, three]
            assert await store.standings_of_players("f/r", {"ann"}) == {}
            began = standing("ann", one, 1)
            assert await store.put_ratings([one], [began], {})
            assert not await store.put_ratings([two], [replace(first, hands=2)], {})
            assert await store.put_ratings([two], [replace(first, hands=2)], {"ann": began})
            assert await store.standings_of_players("f/r", {"ann"}) == {"ann": replace(first, hands=2)}
            await store.drop_all_results()
            assert await store.unrated_hands() == []
            assert await store.rating_history("ann", "f/r") == []
            assert len(await store.hands_without_result()) == 4

        self.run(tmp_path, case)

    def test_ratings_computed_from_outdated_standings_are_refused(self, tmp_path: Path) -> None:
        """By the same contest, but after another that came late: only the values tell."""

        async def case(store: Store) -> None:
            for number in (1, 2, 3):
                ended = replace(hand(number, "ann", "bob"), verdict=verdict(WON, LOST))
                await store.append(replace(append(number), finished=ended))
            one, two, three = await store.unrated_hands()
            was = standing("ann", two, 1)
            assert await store.put_ratings([two], [was], {})
            await store.unrate_after(one)
            assert await store.put_ratings([one, two], [standing("ann", one, 1), replace(was, hands=2)], {})
            assert not await store.put_ratings([three], [standing("ann", three, 2)], {"ann": was})
            assert not await store.put_ratings([three], [standing("ann", three, 1)], {})
            assert await store.put_ratings([three], [standing("ann", three, 3)], {"ann": replace(was, hands=2)})
            assert (await store.standings_of_players("f/r", {"ann"}))["ann"].hands == 3

        self.run(tmp_path, case)

    def test_unrate_after_restores_the_earlier_standings(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number in (1, 2, 3):
                ended = replace(hand(number, "ann", "bob"), verdict=verdict(WON, LOST))
                await store.append(replace(append(number), finished=ended))
            one, two, three = await store.unrated_hands()
            first, last = standing("ann", one, 1), standing("ann", three, 2)
            assert await store.put_ratings([one, three], [first, last], {})
            await store.unrate_after(two)
            assert await store.unrated_hands() == [two, three]
            assert await store.standings_of_players("f/r", {"ann"}) == {"ann": first}
            assert await store.rating_history("ann", "f/r") == [first]

        self.run(tmp_path, case)

    def test_pairings_are_stored_and_dropped_with_the_ratings(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number in (1, 2, 3):
                ended = replace(hand(number, "ann", "bob"), verdict=verdict(WON, LOST))
                await store.append(replace(append(number), finished=ended))
            assert await store.is_hand_unrated("t-1")
            one, two, three = await store.unrated_hands()
            met = [
                Pairing(
                    player="ann", other="bob", ended=each.ended, hand=each.hand, pool="f/r", weight=weight, first=first
                )
                for each, weight, first in ((one, 2, True), (two, 1, False), (three, 0, False))
            ]
            contests = [one, replace(two, weight=1), replace(three, weight=0)]
            standings = [standing("ann", one, 1), standing("ann", two, 2)]
            assert await store.put_ratings(contests, standings, {}, met)
            assert not await store.is_hand_unrated("t-1")
            assert await store.pairings(["ann", "bob"], 0, 2000) == met
            assert await store.pairings(["ann", "bob"], two.ended, three.ended) == met[1:2]
            assert await store.pairings(["ann", "cat"], 0, 2000) == []
            assert await store.met_pairs("f/r", ["ann", "bob", "cat"]) == {("ann", "bob")}
            assert await store.met_pairs("f/s", ["ann", "bob"]) == set()
            played = await store.find_played_hands("ann", HandFilter(), 2000)
            assert [(one.weight, one.uncounted) for one in played] == [(0, "daily_limit"), (1, ""), (2, "")]
            half = WON.points + int(WON.points / 2)
            assert await store.title_points(["ann"], "f") == {"ann": half}
            await store.unrate_from("f/r", two.ended, two.hand)
            assert await store.pairings(["ann", "bob"], 0, 2000) == met[:1]
            assert await store.unrated_hands() == [two, three]
            await store.drop_all_results()
            assert await store.pairings(["ann", "bob"], 0, 2000) == []
            assert await store.is_private_table("t") is False
            assert await store.is_private_table("gone") is None

        self.run(tmp_path, case)

    def test_ranking_requires_a_minimum_of_opponents(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name in ("ann", "bob"):
                await store.put_player(StoredPlayer(name, name.title(), 5))
            await store.append(replace(append(1), finished=replace(hand(1, "ann", "bob"), verdict=verdict(WON, LOST))))
            (one,) = await store.unrated_hands()
            known = {"points": 12, "climbs": 1, "coins": 7, "coined": 1}
            standings = [
                replace(standing(name, one, 1), opponents=met, **known) for name, met in (("ann", 8), ("bob", 7))
            ]
            assert await store.put_ratings([one], standings, {})
            for kind in get_args(RankingKind):
                for since in (0, 1):
                    which = RankingFilter(sigma=99, opponents=8)
                    ranked = await store.ranking(kind, "f/r", since, 9, which)
                    assert [line.player for line in ranked] == ["ann"], (kind, since)

        self.run(tmp_path, case)

    def test_hand_with_a_later_result_can_be_rated(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            await store.append(replace(append(1), finished=hand(1, "ann", "bob")))
            assert await store.unrated_hands() == []
            assert await store.put_result("t-1", verdict(WON, LOST))
            (contest,) = await store.unrated_hands()
            assert contest == RatedHand(hand="t-1", ended=1001, result=verdict(WON, LOST))

        self.run(tmp_path, case)

    def test_players_are_ranked_by_rating_points_and_coins(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for name in ("ann", "bob", "cat"):
                await store.put_player(StoredPlayer(name, name.title(), 5))
            both = verdict(WON, LOST)
            for number, one in enumerate((both, both, replace(both, people=False), replace(both, ladder="")), 1):
                ended = replace(hand(number, "ann", "bob"), verdict=one)
                await store.append(replace(append(number), finished=ended))
            contest, *_ = await store.unrated_hands()
            ann = replace(standing("ann", contest, 1, 20.0), points=24, climbs=2, coins=21, coined=3)
            bob = replace(standing("bob", contest, 1, 30.0, 2.0), points=-12, climbs=2, coins=-9, coined=3)
            stood = [ann, bob, replace(standing("cat", contest, 1, sigma=9.0), points=0)]
            assert await store.put_ratings([contest], [*stood, standing("role:x", contest, 1)], {})

            async def found(
                kind: RankingKind,
                since: int = 0,
                limit: int = 9,
                sigma: float = 5,
                among: Collection[str] | None = None,
            ) -> list[tuple[str, float]]:
                ranked = await store.ranking(kind, "f/r", since, limit, RankingFilter(sigma=sigma, among=among))
                return [(one.name, one.value) for one in ranked]

            assert await found("rating") == [("Bob", 30.0), ("Ann", 20.0)]
            assert await found("rating", sigma=2.5) == [("Bob", 30.0)]
            assert await found("rating", since=1002) == []
            assert await found("rating", limit=1) == [("Bob", 30.0)]
            assert await found("title") == [("Ann", 24), ("Bob", -12)]
            assert await found("title", since=1002) == [("Ann", 12), ("Bob", -6)]
            assert await found("coins") == [("Ann", 21), ("Bob", -9)]
            assert await found("coins", since=1) == [("Ann", 21), ("Bob", -9)]
            assert [one.hands for since in (0, 1) for one in await store.ranking("title", "f/r", since, 9)] == [2] * 4
            assert [one.hands for since in (0, 1) for one in await store.ranking("coins", "f/r", since, 9)] == [3] * 4
            assert await store.ranking("coins", "f/s", 0, 9) == []
            for kind in ("rating", "coins"):
                assert [name for name, _ in await found(kind, among=["ann", "cat"])] == ["Ann"]
                assert await found(kind, among=[]) == []
            await store.put_visibility_exceptions("ann", {"title"})
            assert await found("title") == [("Bob", -12)]
            assert await found("coins") == [("Ann", 21), ("Bob", -9)]
            await store.add_account(account("bob", "bob"))
            assert await store.erase("bob", "s1")
            assert await found("rating") == [("Ann", 20.0)]

        self.run(tmp_path, case)


class PeopleContract(Contract):
    """Tests of ``RelationStore``."""

    def test_follows_and_blocks_are_stored(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            follows, back = Relation("ann", "bob", "follow", 5), Relation("bob", "ann", "follow", 6)
            blocks = Relation("cat", "ann", "block", 7)
            for tie in (blocks, back, follows):
                await store.put_relation(tie)
            assert await store.relations_of("ann") == [follows, back, blocks]
            assert await store.relations_of("bob") == [follows, back]
            assert await store.relations_of("dan") == []
            assert await store.blocks_among(["ann", "bob", "cat"]) == [blocks]
            assert await store.blocks_among(["ann", "bob"]) == await store.blocks_among(["cat"]) == []
            await store.put_relation(Relation("ann", "bob", "block", 8))
            assert await store.relations_of("bob") == [back, Relation("ann", "bob", "block", 8)]
            assert not await store.drop_relation("ann", "bob", "follow")
            assert await store.drop_relation("ann", "bob", "block")
            assert not await store.drop_relation("ann", "bob", "block")
            assert await store.relations_of("ann") == [back, blocks]

        self.run(tmp_path, case)

    def test_hidden_presence_lists_seated_players_who_hide_it(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for player in ("ann", "bob"):
                await store.put_player(StoredPlayer(player, player.title(), 5))
            await store.append(replace(append(1), summary=summary(players=("ann", "bob"))))
            await store.put_visibility_exceptions("bob", ["title"])
            assert await store.seated_hidden_players() == []
            await store.put_visibility_exceptions("ann", ["presence", "title"])
            assert await store.seated_hidden_players() == [("t", "ann", "Ann")]

        self.run(tmp_path, case)

    def test_invitations_are_stored_and_expire(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            first, again = Invitation("ann", "bob", "t", 5), Invitation("ann", "cat", "t", 7)
            other = Invitation("ann", "bob", "u", 6)
            for one in (first, other, again, Invitation("bob", "ann", "t", 9)):
                await store.put_invitation(one)
            assert await store.invitations_of("ann", 0) == [again, other]
            assert await store.invitations_of("ann", 7) == [again]
            assert await store.drop_old_invitations(7) == 1
            assert await store.invitations_of("ann", 0) == [again]

        self.run(tmp_path, case)

    def test_deleted_player_loses_relations_and_invitations(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for player in ("ann", "bob"):
                await store.put_player(StoredPlayer(player, player.title(), 5))
            await store.add_account(account())
            for tie in (
                Relation("ann", "bob", "follow", 5),
                Relation("bob", "ann", "follow", 5),
                Relation("bob", "cat", "follow", 5),
            ):
                await store.put_relation(tie)
            await store.put_invitation(Invitation("ann", "bob", "t", 5))
            await store.put_invitation(Invitation("cat", "ann", "t", 5))
            assert await store.erase("ann", "s1")
            assert await store.relations_of("bob") == [Relation("bob", "cat", "follow", 5)]
            assert await store.invitations_of("ann", 0) == await store.invitations_of("cat", 0) == []
            assert await store.purge_guests(10) == 2
            assert await store.relations_of("cat") == []

        self.run(tmp_path, case)


def puzzle(name: str, number: int = 1, at: int = 5, *, private: bool = False) -> StoredPuzzle:
    """Return a puzzle that was made from a hand."""
    return StoredPuzzle(id=name, family="f", at=at, hand=f"t-{number}", is_private=int(private), puzzle=name.encode())


def first_try(player: str, name: str, result: str = "missed", **changes: object) -> StoredTry:
    made = StoredTry(
        player=player,
        puzzle=name,
        family="f",
        try_id=f"try {name}",
        at=7,
        day="",
        result=result,
        first="3",
        ms=900,
        solved=int(result == "solved"),
        before=1500.0,
        after=1480.5,
    )
    return replace(made, **changes)


def puzzle_standing(subject: str, family: str = "", tries: int = 1) -> PuzzleStanding:
    return PuzzleStanding(
        subject=subject, family=family, rating=1480.5, deviation=200.0, volatility=0.06, tries=tries, solved=0, at=7
    )


class PuzzlesContract(Contract):
    """Tests of ``PuzzleStore``."""

    def test_puzzle_is_public_or_only_for_players_of_its_hand(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number in (1, 2, 3):
                await store.append(replace(append(number), finished=hand(number, "ann")))
            secret = puzzle("c", 3, private=True)
            assert await store.add_puzzles([puzzle("a"), puzzle("b", 2, 6), secret]) == 3
            assert await store.add_puzzles([puzzle("a", 2)]) == 0
            open_one = PuzzleAccess(puzzle("a"), "public 1", True, False)
            assert await store.public_puzzles(0) == [open_one, PuzzleAccess(puzzle("b", 2, 6), "public 2", True, False)]
            assert [one.stored.id for one in await store.public_puzzles(6)] == ["b"]
            assert await store.puzzle_access("a", "") == await store.puzzle_access("a", "bob") == open_one
            assert await store.puzzle_access("c", "bob") == PuzzleAccess(secret, "public 3", False, False)
            assert await store.puzzle_access("c", "ann") == PuzzleAccess(secret, "public 3", False, True)
            assert await store.puzzle_access("d", "ann") is None
            await store.withdraw_hand_link("t-2", 9)
            assert await store.withdrawn_puzzles() == ["b"]
            assert await store.public_puzzles(0) == [open_one]
            assert [(one.stored.id, one.is_open) for one in await store.puzzles_from_hands_of("ann")] == [
                ("c", False),
                ("b", False),
                ("a", True),
            ]
            assert [one.stored.id for one in await store.puzzles_from_hands_of("ann", 1)] == ["c"]
            assert await store.puzzles_from_hands_of("bob") == []

        self.run(tmp_path, case)

    def test_hands_are_searched_for_puzzles_once_and_in_order(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for number, players in ((1, ("ann",)), (2, ()), (3, ("ann", "bob")), (4, ("bob",))):
                await store.append(replace(append(number), finished=hand(number, *players)))
            assert await store.hands_unsearched_for_puzzles(2) == [("t-1", 1001), ("t-3", 1003)]
            await store.skip_old_hands_for_puzzles(1001)
            await store.skip_old_hands_for_puzzles(9999)
            assert await store.hands_unsearched_for_puzzles() == [("t-3", 1003), ("t-4", 1004)]
            await store.mark_hands_searched_for_puzzles(1003)
            await store.mark_hands_searched_for_puzzles(1001)
            assert await store.hands_unsearched_for_puzzles() == [("t-4", 1004)]

        self.run(tmp_path, case)

    def test_puzzle_try_counts_once_and_only_from_current_ratings(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            first = first_try("ann", "a")
            assert await store.put_first_try(first, puzzle_standing("ann", "f"), puzzle_standing("a"))
            assert not await store.put_first_try(first, puzzle_standing("ann", "f", 2), puzzle_standing("a", tries=2))
            second = first_try("ann", "b", "solved", at=8)
            assert not await store.put_first_try(second, puzzle_standing("ann", "f"), puzzle_standing("b"))
            assert await store.first_puzzle_tries("ann") == [first]
            assert await store.puzzle_ratings_by_subject(["a", "b", "ann"]) == {"a": puzzle_standing("a")}
            assert await store.put_first_try(second, puzzle_standing("ann", "f", 2), puzzle_standing("b"))
            assert await store.first_puzzle_tries("ann") == [first, second]
            assert await store.player_puzzle_ratings("ann") == {"f": puzzle_standing("ann", "f", 2)}
            assert await store.puzzle_ratings_by_subject(["ann", "bob"], "f") == {"ann": puzzle_standing("ann", "f", 2)}
            assert await store.player_puzzle_ratings("bob") == {}
            await store.mark_solved("ann", "a")
            await store.mark_solved("bob", "a")
            assert [one.solved for one in await store.first_puzzle_tries("ann")] == [1, 1]

        self.run(tmp_path, case)

    def test_puzzle_statistics_count_first_tries_of_players(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            made = [
                first_try("ann", "a", first="4"),
                first_try("bob", "a"),
                first_try("cat", "a"),
                first_try("dan", "a", "solved", first="5", ms=100, at=8),
                first_try("eve", "a", "solved", first="5", ms=300, at=9),
                first_try("fay", "a", "given_up", first=""),
                first_try("ann", "b", first="9"),
            ]
            seen: dict[str, int] = {}
            for one in made:
                tries = {name: seen.get(name, 0) + 1 for name in (one.player, one.puzzle)}
                seen |= tries
                standings = (
                    puzzle_standing(one.player, "f", tries[one.player]),
                    puzzle_standing(one.puzzle, tries=tries[one.puzzle]),
                )
                assert await store.put_first_try(one, *standings)
            assert await store.solving_times("a") == [300, 100]
            assert await store.solving_times("a", 1) == [300]
            assert await store.wrong_first_actions("a") == [FirstActionCount("3", 2), FirstActionCount("4", 1)]
            assert await store.wrong_first_actions("c") == []

        self.run(tmp_path, case)

    def test_deleted_player_loses_tries_and_puzzle_ratings_stay(self, tmp_path: Path) -> None:
        async def case(store: Store) -> None:
            for player in ("ann", "bob"):
                await store.put_player(StoredPlayer(player, player.title(), 5))
                assert await store.put_first_try(
                    first_try(player, player[0]), puzzle_standing(player, "f"), puzzle_standing(player[0])
                )
            await store.add_account(account())
            assert await store.erase("ann", "s1")
            assert await store.purge_guests(10) == 2
            for player in ("ann", "bob"):
                assert await store.first_puzzle_tries(player) == []
                assert await store.player_puzzle_ratings(player) == {}
            assert set(await store.puzzle_ratings_by_subject(["a", "b"])) == {"a", "b"}

        self.run(tmp_path, case)


class StoreContract(
    LogContract,
    HandsContract,
    PlayersContract,
    AccountsContract,
    HostsContract,
    CoinsContract,
    StandingContract,
    PeopleContract,
    PuzzlesContract,
    DailyContract,
):
    """The tests of all parts of a store."""
