"""Quick match (快速匹配): brings players together who look for the same game.

The searches of all processes are tickets in one shared queue. A client renews its ticket every few seconds, and a ticket that
is not renewed expires. One process at a time forms parties from the tickets and seats them at tables. A table does not wait for
a player who does not come, or who leaves before the first hand; such a player is not matched again for a while.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import from_json, to_json
from paiju.core.errors import NotationError, PaijuError
from paiju.core.ruleset import Title
from paiju.core.seats import Seat
from paiju.server.app.matchmaking.ip_network_hashes import NetworkHashes
from paiju.server.app.ranking.hand_result import rating_pool
from paiju.server.app.ranking.rating import NEW, Rating, to_displayed
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.app.tables.table_manager import TableManager, is_same_game
from paiju.server.domain import table_coins, table_commands
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.matchmaking import Compatible, Ticket, Unit, assign_seats, form_parties, form_units
from paiju.server.domain.table_setup import Setup, SetupRequest, resolve_setup
from paiju.server.domain.table_state import Table
from paiju.server.errors import Refusal

ROUND_SECONDS: Final = 0.25
"""Seconds between two rounds of matching."""

MAX_WAIT: Final = 2.0
"""Maximum number of seconds for which a request waits for a match."""

TICKET_LIFETIME: Final = 5_000
"""Milliseconds without renewal after which a ticket expires."""

STRENGTH_CACHE_MS: Final = 60_000
"""Milliseconds for which a player's strength is cached."""

CLASS_WIDTH: Final = NEW.mu / 6
"""Width of a rating class, on the scale of ``Rating.mu``. A player one class above another wins about three hands of four."""

MIN_HANDS_FOR_LEAVE_SHARE: Final = 20
"""Minimum divisor of the share of hands that a player left.

The share is the number of hands that the player left, divided by the number of the player's hands or, if that
is smaller, by this number. So a new player who left one hand does not count as one who leaves often.
"""

NO_SHOW_PAUSE: Final = 30_000
"""Milliseconds for which a player is not matched again after failing to appear at a table.

Leaving the table before the first hand has the same effect.
"""

TICKET_RETENTION: Final = 600_000
"""Milliseconds after which an unused ticket is deleted."""


class MatchStatus(Struct, frozen=True, kw_only=True):
    """Progress of a search: the table that was found, and how long the player has waited. Times are in milliseconds.

    While ``table`` is null, the client must repeat the request.
    """

    table: str | None = None
    waited: int = 0
    bots: int | None = None
    """Milliseconds until bots fill the table; null if they never do."""
    others: int = 0
    """Number of other players who search with the same criteria."""
    friend_missing: bool = False
    """Whether the player looks for a table with a friend who is not searching yet."""


class PartnerRequest(Struct, frozen=True, kw_only=True):
    """A search in which a friend named the caller as partner, and for which no table is found yet."""

    sender: str
    """Name of the friend."""
    title: Title
    wanted: SetupRequest


class _Criteria(Struct, frozen=True):
    """The criteria of a ticket: what to play, with which friend to play, and whether the player is a bot account."""

    wanted: SetupRequest
    bot: bool = False
    partner: str = ""
    """Id of the friend who must sit at the same table; "" for none."""


class _PendingParty(NamedTuple):
    """Matched players who must come to a table and be ready by the time ``until`` (Unix milliseconds)."""

    players: frozenset[str]
    until: int


class Matchmaker:
    """Serves the searches of this process's clients, and takes turns with other processes in forming tables."""

    def __init__(self, room: TableManager, *, is_club: bool = False) -> None:
        self._room = room
        self._tickets_deleted_at = 0
        """The time at which old tickets were last deleted, in Unix milliseconds."""
        self._queue = room.context.peers.coordinator.queue
        self._clock: Callable[[], int] = room.context.clock
        self.networks = NetworkHashes(room.context.store, self._queue, self._clock, is_club=is_club)
        """Hashes of the computer networks from which players connect.

        Players on the same network are not matched (``is_network_conflict``). In a club's room the hashes are empty,
        so this rule does not apply.
        """
        self._known: dict[str, Ticket] = {}
        """Cached tickets by player. They hold the players' strengths, and are valid for ``STRENGTH_CACHE_MS`` milliseconds."""
        self._waiting_requests: dict[str, asyncio.Event] = {}
        """Maps each player whose request waits in this process to an event.

        The event is set when a table is found for the player.
        """
        self._parties: dict[str, _PendingParty] = {}
        """The parties that this process has seated, by the id of their table.

        A party is removed when the first hand at its table has begun, or when the party's time is up.
        """

    async def seek(
        self,
        player: StoredPlayer,
        wanted: SetupRequest,
        check_may_begin: Callable[[], Awaitable[None]],
        address: str = "",
        partner: StoredPlayer | None = None,
    ) -> MatchStatus:
        """Search for a seat, alone or with a friend, and return the progress after at most ``MAX_WAIT`` seconds.

        ``partner`` is the friend. ``check_may_begin`` is called when a search begins. It raises PaijuError if the
        player may not begin one. ``address`` is the IP address of the client. The ticket keeps only a hash of the
        network to which this address belongs. Raises PaijuError if the player may not search for such a seat.
        """
        setup = resolve_setup(self._room.context.registry, wanted)
        if partner is not None:
            await self._require_pair(player, partner, setup)
        if (table := await self._find_joined_table(player, setup)) is not None:
            return await self._finish_search(player, table)
        await self._require_admissible(player, setup)
        now = self._clock()
        wish = _encode_criteria(_Criteria(wanted, player.bot, partner.id if partner else ""))
        ticket = await self._make_ticket(player, setup, wish, now)
        ticket = await self._queue.enqueue(
            replace(ticket, network=await self.networks.hash_of(address)), now - TICKET_LIFETIME
        )
        if ticket.since == now:
            await self._check_or_withdraw_ticket(player, check_may_begin)
        await self._wait_for_match_or_timeout(player.id)
        table = (await self._queue.assigned_tables([player.id])).get(player.id)
        return await self._search_status(ticket, setup) if table is None else await self._finish_search(player, table)

    async def _make_ticket(self, player: StoredPlayer, setup: Setup, wish: str, now: int) -> Ticket:
        """Return a ticket with the player's strength in this ruleset, and the share of hands that the player left.

        Both values are cached. They are read from the store again after ``STRENGTH_CACHE_MS`` milliseconds, or if the
        player's criteria (``wish``) have changed.
        """
        known = self._known.get(player.id)
        if known is None or known.wish != wish or now - known.since >= STRENGTH_CACHE_MS:
            store = self._room.context.store
            stands = (
                await store.standings_of_players(rating_pool(setup.ruleset.id, bots=player.bot), [player.id])
            ).get(player.id)
            tally = await store.tallies(player.id)
            left, hands = sum(one.left for one in tally), sum(one.hands for one in tally)
            level = (NEW.mu if stands is None else stands.mu) / CLASS_WIDTH
            known = Ticket(
                player=player.id, wish=wish, since=now, level=level, leaves=left / max(hands, MIN_HANDS_FOR_LEAVE_SHARE)
            )
            self._known = {name: one for name, one in self._known.items() if now - one.since < STRENGTH_CACHE_MS}
            self._known[player.id] = known
        return replace(known, since=now)

    async def _check_or_withdraw_ticket(
        self, player: StoredPlayer, check_may_begin: Callable[[], Awaitable[None]]
    ) -> None:
        """Check with ``check_may_begin`` that the player may begin a search.

        If the check raises PaijuError, the player's new ticket is withdrawn, and the error is raised again.
        """
        try:
            await check_may_begin()
        except PaijuError:
            await self._queue.withdraw(player.id)
            raise

    async def _wait_for_match_or_timeout(self, player: str) -> None:
        """Wait until a table is found for the player, at most ``MAX_WAIT`` seconds."""
        event = self._waiting_requests[player] = asyncio.Event()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(MAX_WAIT):
                    await event.wait()
        finally:
            if self._waiting_requests.get(player) is event:
                del self._waiting_requests[player]

    async def _finish_search(self, player: StoredPlayer, table: str) -> MatchStatus:
        """Withdraw the player's ticket, and return the table as the result of the search."""
        await self._queue.withdraw(player.id)
        # A withdrawn ticket is deleted soon, but a postponed one stays, so that the network of the seated player remains known.
        await self._queue.postpone([player.id], self._clock())
        return MatchStatus(table=table)

    async def _require_admissible(self, player: StoredPlayer, setup: Setup) -> None:
        """Raise Refusal unless the player may now sit down at a table with this setup."""
        await self._room.require_may_join_coin_table(player, setup, "")
        wallets = await self._room.context.bank.wallets_of(setup, [player.id], self._clock())
        table_coins.check_may_sit(setup.stakes, wallets, player.id)

    async def _require_pair(self, player: StoredPlayer, partner: StoredPlayer, setup: Setup) -> None:
        """Raise Refusal unless two players may look for a table with this setup together.

        They may if they follow each other and neither blocks the other. There are two exceptions. In a game of two
        seats, they would play against each other. In a game for coins without fixed teams, they could help each
        other.
        """
        game = self._room.context.registry.game(setup.ruleset)
        if game.seats == 2 or (setup.stakes is not None and not game.sides):
            raise Refusal("no_pairs")
        if player.id == partner.id:
            raise Refusal("it_is_you")
        ties = await self._room.context.store.relations_of(player.id)
        follows = {(one.player, one.other) for one in ties if one.bond == "follow"}
        blocks = {frozenset((one.player, one.other)) for one in ties if one.bond == "block"}
        pair = (player.id, partner.id)
        if not {pair, pair[::-1]} <= follows or frozenset(pair) in blocks:
            raise Refusal("not_friends", name=partner.name)

    async def partner_requests(self, player: StoredPlayer) -> tuple[PartnerRequest, ...]:
        """Return the searches without a table in which friends named this player as partner."""
        found, registry = [], self._room.context.registry
        for ticket in await self._queue.waiting_tickets(self._clock() - TICKET_LIFETIME):
            with suppress(PaijuError):
                wish = _decode_criteria(ticket)
                sender = await self._room.context.store.player(ticket.player) if wish.partner == player.id else None
                if sender is not None:
                    title = resolve_setup(registry, wish.wanted).ruleset.title
                    found.append(PartnerRequest(sender=sender.name, title=title, wanted=wish.wanted))
        return tuple(found)

    def _bot_fill_delay(self, setup: Setup) -> int | None:
        """Return how long a player waits until bots fill the table, in milliseconds; None if bots never do.

        Each stake room (金币场) has its own value (``Setup.bots``).
        """
        if not setup.room:
            return self._room.context.table_delays.seek
        return None if setup.bots is None else setup.bots * 1000

    async def _search_status(self, ticket: Ticket, setup: Setup) -> MatchStatus:
        now, patience = self._clock(), self._bot_fill_delay(setup)
        wish, found = _decode_criteria(ticket), await self._queue.waiting_tickets(now - TICKET_LIFETIME)
        others = [one for one in found if one.player != ticket.player and _has_same_criteria(one, wish)]
        missing = wish.partner != "" and ticket.player not in {
            _decode_criteria(one).partner for one in others if one.player == wish.partner
        }
        waited = now - ticket.since
        bots = None if patience is None else max(0, patience - waited)
        return MatchStatus(waited=waited, bots=bots, others=len(others), friend_missing=missing)

    async def cancel(self, player: StoredPlayer) -> None:
        """Cancel a search. If a table was found in the meantime, give up the seat there."""
        table = await self._queue.withdraw(player.id)
        if table is not None and (live := await self._room.find_readable(table)):
            await live.execute(player.id, None, lambda draft: table_commands.vacate_seat_of(draft, player.id))
            await self._queue.postpone([player.id], self._clock() + NO_SHOW_PAUSE)

    async def _find_joined_table(self, player: StoredPlayer, setup: Setup) -> str | None:
        """Return the id of an open public table with this setup at which the player already sits; None if there is none."""
        for summary in await self._room.context.store.tables_of(player.id):
            live = await self._room.find_readable(summary.table)
            if (
                live
                and _is_seated(live, player.id)
                and _is_public_and_unfinished(live)
                and is_same_game(live.table.setup, setup)
            ):
                return live.table.id
        return None

    # ---- matching

    async def poll(self) -> None:
        """Wait for ``ROUND_SECONDS`` seconds, then run one round of matching."""
        await asyncio.sleep(ROUND_SECONDS)
        await self._drop_expired_data(self._clock())
        for table, party in tuple(self._parties.items()):
            if await self._handle_no_shows(table, party):
                del self._parties[table]
        if self._waiting_requests:
            async with self._room.context.peers.coordinator.lock():
                await self._match_tickets(self._clock())
            for player in await self._queue.assigned_tables(tuple(self._waiting_requests)):
                if player in self._waiting_requests:
                    self._waiting_requests[player].set()

    async def _drop_expired_data(self, now: int) -> None:
        """Delete expired tickets, old hashes of networks, and the keys of earlier days, even while nobody searches.

        This happens at most once in ``TICKET_RETENTION`` milliseconds.
        """
        if now - self._tickets_deleted_at >= TICKET_RETENTION:
            self._tickets_deleted_at = now
            await self._queue.drop_expired(now - TICKET_RETENTION)
            await self.networks.delete_old()

    async def _match_tickets(self, now: int) -> None:
        for wanted, setup, tickets in self._group_by_criteria(await self._queue.waiting_tickets(now - TICKET_LIFETIME)):
            ready = [one for one in tickets if one.later <= now]
            partners = {one.player: friend for one in ready if (friend := _decode_criteria(one).partner)}
            left = await self._fill_waiting_tables(setup, form_units(ready, partners), now)
            seats = self._room.context.registry.game(setup.ruleset).seats
            are_compatible = await self._make_compatibility_test(setup, ready, partners, now)
            for party in form_parties(left, seats, now, self._bot_fill_delay(setup), are_compatible):
                await self._open_table(wanted, setup, party, short=sum(map(len, party)) < seats)
        await self._queue.drop_expired(now - TICKET_RETENTION)

    def _group_by_criteria(self, tickets: Sequence[Ticket]) -> list[tuple[SetupRequest, Setup, list[Ticket]]]:
        """Return the tickets in groups, one for each requested setup.

        Each item has the request, the setup that it describes, and the tickets of the players who made this request.
        Tickets that only a newer version of paiju can read are left to processes of that version.
        """
        found = defaultdict[bytes, list[Ticket]](list)
        for ticket in tickets:
            with suppress(NotationError):
                found[to_json(_decode_criteria(ticket).wanted)].append(ticket)
        wishes = []
        for wish, alike in found.items():
            wanted: SetupRequest = from_json(wish, SetupRequest)
            with suppress(PaijuError):
                wishes.append((wanted, resolve_setup(self._room.context.registry, wanted), alike))
        return wishes

    async def _make_compatibility_test(
        self, setup: Setup, tickets: Sequence[Ticket], partners: Mapping[str, str], now: int
    ) -> Compatible:
        """Return a function that tells whether two players may sit at one table.

        Two players may not sit together in these cases:

        - one of them blocks the other
        - they are on the same network (``is_network_conflict``), and do not search as a pair of friends
        - one is a bot account and the other a person, and neither has waited so long that bots would fill a table
        """
        relations = await self._room.context.store.blocks_among([one.player for one in tickets])
        apart = {frozenset((relation.player, relation.other)) for relation in relations}
        bots = {one.player for one in tickets if _decode_criteria(one).bot}
        mix = {one.player for one in tickets if self._is_bot_fill_due(setup, one, now)}
        networks = {one.player: one.network for one in tickets}

        def are_compatible(one: str, other: str) -> bool:
            return (
                frozenset((one, other)) not in apart
                and ((one in bots) == (other in bots) or one in mix or other in mix)
                and (
                    partners.get(one) == other
                    or not is_network_conflict(networks[one], networks[other], networks.values())
                )
            )

        return are_compatible

    def _is_bot_fill_due(self, setup: Setup, ticket: Ticket, now: int) -> bool:
        """Whether a ticket has waited so long that bots would fill its table."""
        patience = self._bot_fill_delay(setup)
        return patience is not None and now - ticket.since >= patience

    async def _fill_waiting_tables(self, setup: Setup, units: Sequence[Unit], now: int) -> list[Unit]:
        """Seat units (single players and pairs) at tables that wait for players. Returns the units that found no seats."""
        left, looking = list(units), [one.network for unit in units for one in unit]
        for live in await self._room.waiting_tables(setup) if left else ():
            there = await self._network_hashes_at(live)
            for unit in tuple(left):
                likes = all(_is_same_player_kind(live, one) or self._is_bot_fill_due(setup, one, now) for one in unit)
                close = any(
                    is_network_conflict(one.network, other, (*there, *looking)) for one in unit for other in there
                )
                if likes and not close and await self._seat_unit(live, unit):
                    left.remove(unit)
                    there = await self._network_hashes_at(live)
        return left

    async def _network_hashes_at(self, live: LiveTable) -> list[str]:
        """Return, for each player at a table, a hash of the player's computer network (``network_hashes``).

        The hash is "" if the network is unknown.
        """
        seated = [chair.player for chair in live.table.chairs if chair.player is not None]
        known = await self._queue.network_hashes(seated)
        return [known.get(player, "") for player in seated]

    async def _seat_unit(self, live: LiveTable, unit: Unit) -> bool:
        """Seat the players of a unit at a table. Returns False if not all of them may sit down there."""
        if _find_unit_seats(live.table, unit) is None:
            return False
        if any([await self._room.blocks_at(live, one.player) for one in unit]):
            return False
        players = [await self._admit_or_withdraw(one.player, live.table.setup) for one in unit]
        there = [player for player in players if player is not None]
        if len(there) < len(unit):
            return False

        def seat_players(draft: CommandContext) -> None:
            seats = _find_unit_seats(draft.table, unit)
            if seats is None:
                raise Refusal("no_empty_seat")
            for player in there:
                table_commands.sit(draft, player.id, player.name, seats[player.id], program=player.bot)

        try:
            await live.execute("", None, seat_players)
        except Refusal:
            return False  # somebody took the last seat, or the host has removed one of these players
        await self._assign_table(there, live)
        return True

    async def _open_table(self, wanted: SetupRequest, setup: Setup, party: Sequence[Unit], *, short: bool) -> None:
        """Open a table for a party, if all its players may sit down.

        If one of them may not sit down, no table is opened. The next request of this player returns the reason.
        ``short`` says that the party has fewer players than the game has seats. Bots then take the other seats.
        """
        names = [one.player for unit in party for one in unit]
        game = self._room.context.registry.game(setup.ruleset)
        seats = assign_seats(party, range(game.seats), game.teams)
        players = [player for name in names if (player := await self._admit_or_withdraw(name, setup))]
        if seats is not None and len(players) == len(names):
            bot = "" if short else None
            live = await self._room.open_table(
                players[0],
                wanted,
                private=False,
                bot=bot,
                others=players[1:],
                seats=[seats[player.id] for player in players],
            )
            await self._assign_table(players, live)

    async def _admit_or_withdraw(self, name: str, setup: Setup) -> StoredPlayer | None:
        """Return a player who may sit down at a table with this setup.

        If the player may not, withdraw the ticket and return None.
        """
        player = await self._room.context.store.player(name)
        try:
            if player is not None:
                await self._require_admissible(player, setup)
        except Refusal:
            player = None
        if player is None:
            await self._queue.withdraw(name)
        return player

    async def _assign_table(self, players: Sequence[StoredPlayer], live: LiveTable) -> None:
        """Record the table in the tickets of these players, and register them as a party.

        ``_handle_no_shows`` then checks whether the players of the party come.
        """
        names = [player.id for player in players]
        await self._queue.assign_table(names, live.table.id)
        before = self._parties.get(live.table.id)
        together = frozenset(names) | (before.players if before else frozenset())
        self._parties[live.table.id] = _PendingParty(together, self._clock() + self._room.context.table_delays.come)

    async def _handle_no_shows(self, table: str, party: _PendingParty) -> bool:
        """Check whether the players of a party have come to their table. Returns True if no further check is needed.

        A player fails to appear by leaving the table, or by not being ready when the party's time is up. Such a
        player is not matched for a while. When the time is up, these players lose their seats, and bots may take the
        seats (``_fill_with_bots``).

        No further check is needed once the first hand has begun, or the party's time is up.
        """
        live = await self._room.find_readable(table)
        if live is None or live.table.phase != "waiting" or live.table.played:
            return True
        now = self._clock()
        late = now >= party.until
        gone = [one for one in party.players if not _is_seated(live, one) or (late and not _is_player_ready(live, one))]
        if gone:
            await self._queue.postpone(gone, now + NO_SHOW_PAUSE)
            self._parties[table] = party._replace(players=party.players.difference(gone))
        if late:
            with suppress(Refusal):  # the hand has begun just now
                await live.execute("", None, lambda draft: self._fill_with_bots(draft, gone))
        return late

    def _fill_with_bots(self, draft: CommandContext, gone: Sequence[str]) -> None:
        """Vacate the seats of the players ``gone``. If the other players are all ready, fill the empty seats with bots."""
        for player in gone:
            table_commands.vacate_seat_of(draft, player)
        chairs = draft.table.chairs
        waits = any(chair.ready for chair in chairs) and all(
            chair.is_ready_or_bot or chair.is_vacant for chair in chairs
        )
        if waits and self._bot_fill_delay(draft.table.setup) is not None:
            table_commands.fill_with_bots(draft, self._nearest_bot(draft))

    def _nearest_bot(self, draft: CommandContext) -> str:
        """Return the name of the bot whose rating is nearest to the mean rating of the table's players.

        Players whose strength this process has not cached are ignored. If all are ignored, the default bot is returned.
        """
        there = [self._known[chair.player].level for chair in draft.table.chairs if chair.player in self._known]
        if not there:
            return self._room.context.bot_runner.default_bot_name
        number = to_displayed(Rating(CLASS_WIDTH * sum(there) / len(there))).number
        levels = self._room.context.bot_runner.level_ratings(draft.game)
        return min(levels, key=lambda name: abs(levels[name] - number))


def _encode_criteria(wish: _Criteria) -> str:
    return to_json(wish).decode()


def _decode_criteria(ticket: Ticket) -> _Criteria:
    wish: _Criteria = from_json(ticket.wish.encode(), _Criteria)
    return wish


def is_network_conflict(one: str, other: str, looking: Iterable[str]) -> bool:
    """Whether two players must not be matched because they are on the same network.

    ``one`` and ``other`` are the hashes of the two players' networks. ``looking`` has the hashes of the networks
    of all players who could be matched: those who search and, for a waiting table, those who sit there. There is
    no conflict if the network is unknown (""), or if all these players are on the same network.
    """
    return one != "" and one == other and any(network != one for network in looking)


def _is_same_player_kind(live: LiveTable, ticket: Ticket) -> bool:
    """Whether everybody at the table is of the ticket's kind: a person, or a bot account. Empty seats are ignored."""
    bot = _decode_criteria(ticket).bot
    return all(chair.program == bot for chair in live.table.chairs if chair.player is not None)


def _has_same_criteria(ticket: Ticket, wish: _Criteria) -> bool:
    """Whether the criteria of a ticket are equal to ``wish``, apart from the friend named as partner."""
    try:
        return replace(_decode_criteria(ticket), partner="") == replace(wish, partner="")
    except NotationError:
        return False  # only a newer version can read the ticket


def _find_unit_seats(table: Table, unit: Unit) -> dict[str, Seat] | None:
    """Return a free seat at a table for each player of a unit; None if the unit does not fit (``assign_seats``)."""
    free = [seat for seat, chair in enumerate(table.chairs) if chair.is_vacant]
    return assign_seats([unit], free, table.game.teams)


def _is_seated(live: LiveTable, player: str) -> bool:
    seat = live.table.seat_of(player)
    return seat is not None and not live.table.chairs[seat].leaving


def _is_player_ready(live: LiveTable, player: str) -> bool:
    seat = live.table.seat_of(player)
    return seat is not None and live.table.chairs[seat].ready


def _is_public_and_unfinished(live: LiveTable) -> bool:
    """Whether the table is public and its match goes on."""
    return not live.table.private and live.table.phase not in ("over", "closed")
