"""Quick match 快速匹配: whoever looks for a seat gets one, with others who look for the same, in whichever process they ask.

They wait in a queue that the processes share, and ask again every few seconds; who does not has gone. One process at a time
looks who sits down together. Who was brought to a table and does not come, or goes before the first hand, is not matched
again at once, and the others do not wait for them.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import from_json, to_json
from paiju.core.errors import NotationError, PaijuError
from paiju.server.app.live import LiveTable
from paiju.server.app.rating import NEW, Rating, shown
from paiju.server.app.room import Room, is_alike
from paiju.server.app.store import Player
from paiju.server.app.verdict import pool_of
from paiju.server.domain import coins, seating
from paiju.server.domain.draft import Draft
from paiju.server.domain.matching import Company, Seeker, parties
from paiju.server.domain.setup import Setup, Wanted, setup_of
from paiju.server.errors import Refusal

ROUND: Final = 0.25
"""Seconds from one look at the queue to the next."""

HOLD: Final = 2.0
"""Seconds for which somebody who asks is kept waiting for an answer."""

GONE: Final = 5_000
"""Milliseconds after which who has not asked again has gone."""

KNOWN: Final = 60_000
"""Milliseconds for which it is known how strong somebody is."""

CLASS: Final = NEW.mu / 6
"""One class, in points of the rating: whoever is so much better wins about three hands of four."""

FEW: Final = 20
"""Of somebody with fewer hands the share that was left is reckoned as if there were so many."""

LATER: Final = 30_000
"""Milliseconds for which who let others wait is not matched again."""

FORGET: Final = 600_000
"""Milliseconds after which nothing is known any more of who looked for a seat."""


class Found(Struct, frozen=True, kw_only=True):
    """How far the search for a seat is. Without a ``table`` one asks again. Milliseconds."""

    table: str | None = None
    waited: int = 0
    bots: int | None = None
    """So long, and bots take the other seats; null: they do not."""
    others: int = 0
    """Others who look for the same."""


class _Wish(Struct, frozen=True):
    """What a seeker wants to play, and whether it is a program."""

    wanted: Wanted
    bot: bool = False


class _Party(NamedTuple):
    """Those who were brought to a table, until they have come or their time is up."""

    players: frozenset[str]
    until: int


class Matching:
    """The queue as this process serves it. ``begins`` says whether a player may begin to look; it raises PaijuError."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._queue = room.house.peers.line.queue
        self._clock: Callable[[], int] = room.house.clock
        self._known: dict[str, Seeker] = {}
        """Players who were looked up lately."""
        self._asking: dict[str, asyncio.Event] = {}
        """Those whose request is held here."""
        self._parties: dict[str, _Party] = {}
        """The players who were brought together here, by table."""

    async def seek(self, player: Player, wanted: Wanted, begins: Callable[[], Awaitable[None]]) -> Found:
        """Look for a seat for a while. ``begins`` may refuse a new search. Raises PaijuError."""
        setup = setup_of(self._room.house.library, wanted)
        if (table := await self._seat_of(player, setup)) is not None:
            return await self._got(player, table)
        await self._admit(player, setup)
        now = self._clock()
        seeker = await self._queue.ask(
            await self._seeker(player, setup, _written(_Wish(wanted, player.bot)), now), now - GONE
        )
        if seeker.since == now:
            await self._begin(player, begins)
        await self._hold(player.id)
        table = (await self._queue.found([player.id])).get(player.id)
        return await self._told(seeker, setup) if table is None else await self._got(player, table)

    async def _seeker(self, player: Player, setup: Setup, wish: str, now: int) -> Seeker:
        """A player as one looks for a seat: how strong in this ruleset, and how often leaving. Looked up once a search."""
        known = self._known.get(player.id)
        if known is None or known.wish != wish or now - known.since >= KNOWN:
            store = self._room.house.store
            stands = (await store.standings(pool_of(setup.ruleset.id, bots=player.bot), [player.id])).get(player.id)
            tally = await store.tally(player.id)
            left, hands = sum(one.left for one in tally), sum(one.hands for one in tally)
            level = (NEW.mu if stands is None else stands.mu) / CLASS
            known = Seeker(player=player.id, wish=wish, since=now, level=level, leaves=left / max(hands, FEW))
            self._known = {name: one for name, one in self._known.items() if now - one.since < KNOWN}
            self._known[player.id] = known
        return replace(known, since=now)

    async def _begin(self, player: Player, begins: Callable[[], Awaitable[None]]) -> None:
        try:
            await begins()
        except PaijuError:
            await self._queue.part(player.id)
            raise

    async def _hold(self, player: str) -> None:
        """Wait a while, or until a table is found."""
        event = self._asking[player] = asyncio.Event()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(HOLD):
                    await event.wait()
        finally:
            if self._asking.get(player) is event:
                del self._asking[player]

    async def _got(self, player: Player, table: str) -> Found:
        await self._queue.part(player.id)
        return Found(table=table)

    async def _admit(self, player: Player, setup: Setup) -> None:
        """Raises Refusal: the player may not sit down to this now."""
        await self._room.admit(player, setup, "")
        till = await self._room.house.bank.till_of(setup, [player.id], self._clock())
        coins.enter(setup.stakes, till, player.id)

    def _patience(self, setup: Setup) -> int | None:
        """How long somebody waits for others before bots sit in; None: they do not. A room 场 says so itself."""
        if not setup.room:
            return self._room.house.tempo.seek
        return None if setup.bots is None else setup.bots * 1000

    async def _told(self, seeker: Seeker, setup: Setup) -> Found:
        now, patience = self._clock(), self._patience(setup)
        others = [one for one in await self._queue.asking(now - GONE) if one.wish == seeker.wish]
        waited = now - seeker.since
        bots = None if patience is None else max(0, patience - waited)
        return Found(waited=waited, bots=bots, others=len(others) - 1)

    async def cancel(self, player: Player) -> None:
        """Look no longer. If a table was found meanwhile, that seat is given up."""
        table = await self._queue.part(player.id)
        if table is not None and (live := await self._room.readable(table)):
            await live.do(player.id, None, lambda draft: seating.rise(draft, player.id))
            await self._queue.put_off([player.id], self._clock() + LATER)

    async def _seat_of(self, player: Player, setup: Setup) -> str | None:
        """A public table where the player sits already, and the same is played."""
        for summary in await self._room.house.store.tables_of(player.id):
            live = await self._room.readable(summary.table)
            if live and _sits(live, player.id) and _is_open(live) and is_alike(live.table.setup, setup):
                return live.table.id
        return None

    # ---- bringing them together

    async def watch(self) -> None:
        """Wait a moment, then look who has come, and who sits down together."""
        await asyncio.sleep(ROUND)
        for table, party in tuple(self._parties.items()):
            if await self._has_come(table, party):
                del self._parties[table]
        if self._asking:
            async with self._room.house.peers.line.turn():
                await self._match(self._clock())
            for player in await self._queue.found(tuple(self._asking)):
                if player in self._asking:
                    self._asking[player].set()

    async def _match(self, now: int) -> None:
        for wanted, setup, seekers in self._wishes(await self._queue.asking(now - GONE)):
            left = await self._with_those_who_wait(setup, [one for one in seekers if one.later <= now], now)
            seats = self._room.house.library.game(setup.ruleset).seats
            fit = await self._fit(setup, left, now)
            for party in parties(left, seats, now, self._patience(setup), fit):
                await self._open(wanted, setup, [one.player for one in party], short=len(party) < seats)
        await self._queue.clear(now - FORGET)

    def _wishes(self, seekers: Sequence[Seeker]) -> list[tuple[Wanted, Setup, list[Seeker]]]:
        """Those who want the same, together. What this process cannot read, a newer one beside it has written and serves."""
        found = defaultdict[bytes, list[Seeker]](list)
        for seeker in seekers:
            with suppress(NotationError):
                found[to_json(_wish(seeker).wanted)].append(seeker)
        wishes = []
        for wish, alike in found.items():
            wanted: Wanted = from_json(wish, Wanted)
            with suppress(PaijuError):
                wishes.append((wanted, setup_of(self._room.house.library, wanted), alike))
        return wishes

    async def _fit(self, setup: Setup, seekers: Sequence[Seeker], now: int) -> Company:
        """Who may sit together: nobody beside somebody whom they block, and no program beside a person before bots may."""
        ties = await self._room.house.store.blocks([one.player for one in seekers])
        apart = {frozenset((tie.player, tie.other)) for tie in ties}
        bots = {one.player for one in seekers if _wish(one).bot}
        mix = {one.player for one in seekers if self._takes_bots(setup, one, now)}

        def fit(one: str, other: str) -> bool:
            return frozenset((one, other)) not in apart and (
                (one in bots) == (other in bots) or one in mix or other in mix
            )

        return fit

    def _takes_bots(self, setup: Setup, seeker: Seeker, now: int) -> bool:
        """Whether somebody has waited so long that bots may sit beside them."""
        patience = self._patience(setup)
        return patience is not None and now - seeker.since >= patience

    async def _with_those_who_wait(self, setup: Setup, seekers: Sequence[Seeker], now: int) -> list[Seeker]:
        """Fill the seats beside people who wait at a table. Answers those for whom there is none."""
        left = sorted(seekers, key=lambda one: one.since)
        for live in await self._room.waiting(setup):
            for one in tuple(left):
                likes = _are_alike(live, one) or self._takes_bots(setup, one, now)
                if likes and await self._sit(live, one):
                    left.remove(one)
        return left

    async def _sit(self, live: LiveTable, seeker: Seeker) -> bool:
        if not any(chair.empty for chair in live.table.chairs) or await self._room.ties(live, seeker.player):
            return False
        player = await self._admitted(seeker.player, live.table.setup)
        if player is None:
            return False
        try:
            await live.do(
                player.id, None, lambda draft: seating.sit(draft, player.id, player.name, None, program=player.bot)
            )
        except Refusal:
            return False  # the last seat was taken, or somebody was sent away from here
        await self._bring([player], live)
        return True

    async def _open(self, wanted: Wanted, setup: Setup, party: Sequence[str], *, short: bool) -> None:
        """A table for a party, if all of it may sit down; who may not any more is told so when they ask again."""
        players = [player for name in party if (player := await self._admitted(name, setup))]
        if len(players) == len(party):
            bot = "" if short else None
            live = await self._room.open_table(players[0], wanted, private=False, bot=bot, others=players[1:])
            await self._bring(players, live)

    async def _admitted(self, name: str, setup: Setup) -> Player | None:
        player = await self._room.house.store.player(name)
        try:
            if player is not None:
                await self._admit(player, setup)
        except Refusal:
            player = None
        if player is None:
            await self._queue.part(name)
        return player

    async def _bring(self, players: Sequence[Player], live: LiveTable) -> None:
        names = [player.id for player in players]
        await self._queue.give(names, live.table.id)
        before = self._parties.get(live.table.id)
        together = frozenset(names) | (before.players if before else frozenset())
        self._parties[live.table.id] = _Party(together, self._clock() + self._room.house.tempo.come)

    async def _has_come(self, table: str, party: _Party) -> bool:
        """Whether nothing more is to be done for a party: the hand has begun, or its time is up."""
        live = await self._room.readable(table)
        if live is None or live.table.phase != "waiting" or live.table.played:
            return True
        now = self._clock()
        late = now >= party.until
        gone = [one for one in party.players if not _sits(live, one) or (late and not _is_ready(live, one))]
        if gone:
            await self._queue.put_off(gone, now + LATER)
            self._parties[table] = party._replace(players=party.players.difference(gone))
        if late:
            with suppress(Refusal):  # it has begun just now
                await live.do("", None, lambda draft: self._complete(draft, gone))
        return late

    def _complete(self, draft: Draft, gone: Sequence[str]) -> None:
        """Whoever has not come gives up the seat. If nobody else is waited for, bots take all empty ones."""
        for player in gone:
            seating.rise(draft, player)
        chairs = draft.table.chairs
        waits = any(chair.ready for chair in chairs) and all(chair.set or chair.empty for chair in chairs)
        if waits and self._patience(draft.table.setup) is not None:
            seating.fill(draft, self._level(draft))

    def _level(self, draft: Draft) -> str:
        """The bot that is rated nearest to those who sit there, as far as they are known here."""
        there = [self._known[chair.player].level for chair in draft.table.chairs if chair.player in self._known]
        if not there:
            return self._room.house.thinker.usual
        number = shown(Rating(CLASS * sum(there) / len(there))).number
        levels = self._room.house.thinker.levels(draft.game)
        return min(levels, key=lambda name: abs(levels[name] - number))


def _written(wish: _Wish) -> str:
    return to_json(wish).decode()


def _wish(seeker: Seeker) -> _Wish:
    wish: _Wish = from_json(seeker.wish.encode(), _Wish)
    return wish


def _are_alike(live: LiveTable, seeker: Seeker) -> bool:
    """Whether those who sit there are all people or all programs, as who comes."""
    bot = _wish(seeker).bot
    return all(chair.program == bot for chair in live.table.chairs if chair.player is not None)


def _sits(live: LiveTable, player: str) -> bool:
    seat = live.table.seat_of(player)
    return seat is not None and not live.table.chairs[seat].leaving


def _is_ready(live: LiveTable, player: str) -> bool:
    seat = live.table.seat_of(player)
    return seat is not None and live.table.chairs[seat].ready


def _is_open(live: LiveTable) -> bool:
    """Whether everybody may come to a table, and there is more to play."""
    return not live.table.private and live.table.phase not in ("over", "closed")
