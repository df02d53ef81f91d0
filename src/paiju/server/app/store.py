"""The interface of the room's store, in parts. When a method that writes returns, its changes are on disk.

Every implementation passes ``tests/integration/store_contract.py``, which has tests for each part.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from paiju.server.app.daily_store import DailyStore, DuplicateResult
from paiju.server.app.finished_hand import FinishedHand, HandAccess, PeerFilter, PeerReview, StoredReview
from paiju.server.app.players.credential_rules import fold_user_name
from paiju.server.app.puzzle_store import PuzzleStore
from paiju.server.app.ranking_store import RankingStore
from paiju.server.domain.table_coins import Wallet


class Entry(Struct, frozen=True, kw_only=True):
    """An entry of a table's log: the events of one command.

    ``facts`` is the JSON of the events, in the format with the number ``format``. ``at`` is in Unix milliseconds.
    """

    table: str
    version: int
    """The number of the entry in its table's log: 1, 2, 3 … without gaps."""
    at: int
    actor: str
    """Id of the player who sent the command; "" for the server itself."""
    command: str | None
    """The command's id, unique for its actor at its table; None for commands of the server."""
    format: int
    facts: bytes


class TableSummary(Struct, frozen=True, kw_only=True):
    """A summary of a table for the lobby.

    It is derived from the table's log, and written together with each log entry. A move within a hand changes
    only ``due`` (``Append.is_move``).
    """

    table: str
    ruleset: str
    phase: str
    private: bool
    open_seats: int
    due: int | None
    """Time of the next deadline, in Unix milliseconds; None if there is none."""
    players: tuple[str, ...]
    """Ids of the seated players."""
    format: int
    info: bytes
    """JSON for the lobby, in the format with the number ``format``."""


class Snapshot(Struct, frozen=True, kw_only=True):
    """The state of a table at a version of its log, so that loading the table need not read the whole log.

    ``build`` identifies the schema of the state; a process with another schema ignores the snapshot.
    """

    table: str
    version: int
    build: str
    state: bytes


class Stake(Struct, frozen=True):
    """Coins of a player that are reserved for a running hand.

    Until the hand is over, only its settlement can lower the player's wallet.
    """

    player: str
    hand: str
    coins: int


class Booking(Struct, frozen=True):
    """A transfer of coins between accounts. Each cause is booked only once.

    ``amounts`` has the amount of each account, and the amounts sum to zero. These are the accounts:

    - ``player:ID``: the wallet of a player
    - ``mint``, ``relief``: the room pays gifts from these accounts
    - ``bots``: the account that the server's bots share
    - ``house``: receives the rake of hands
    - ``escape``: receives the cost of leaving a hand

    A cause is ``hand:HAND``, ``start:PLAYER``, ``gone:PLAYER``, ``daily:PLAYER:DAY``,
    ``relief:PLAYER:DAY:NUMBER``, or ``act:NUMBER`` for the action of an admin.
    """

    cause: str
    at: int
    amounts: dict[str, int]


class StakeRefused(Exception):
    """A stake was refused, because the wallet has too few coins or another stake. Nothing was written."""


class Append(Struct, frozen=True, kw_only=True):
    """A log entry, and everything that must be written in the same transaction.

    - ``is_move``: whether the entry is a move within a hand. If it is, only the entry is written, and the due
      time in the stored summary
    - ``finished``: the hand that the entry ends, unless the hand belongs to a duplicate deal
    - ``duplicate``: the result of the duplicate deal that the entry ends
    - ``snapshot``: replaces the table's previous snapshot
    - ``stakes``: the coins to reserve for a hand
    - ``settled``: the booking of a hand, which also releases the stakes of the hand
    """

    entry: Entry
    summary: TableSummary
    is_move: bool = False
    finished: FinishedHand | None = None
    duplicate: DuplicateResult | None = None
    snapshot: Snapshot | None = None
    stakes: tuple[Stake, ...] = ()
    settled: Booking | None = None


class StoredPlayer(Struct, frozen=True):
    """A player: a guest, a person with an account, or a bot account (``bot``). ``created`` is in Unix milliseconds."""

    id: str
    name: str
    created: int
    bot: bool = False

    @property
    def folded_name(self) -> str | None:
        """The canonical form of the name, for lookups; None if the player has no name."""
        return fold_user_name(self.name) or None


class ApiKey(Struct, frozen=True):
    """A credential of a player: a browser session or an API token.

    ``digest`` is the SHA-256 of the token, which itself is not stored.
    """

    digest: str
    player: str
    kind: str
    label: str
    created: int
    seen: int
    """Time of the last recorded use, in Unix milliseconds."""


class Account(Struct, frozen=True):
    """An account: the user name and password with which a player logs in.

    ``folded`` is the canonical form of the user name (``fold_user_name``).
    """

    player: str
    user: str
    folded: str
    secret: str
    """Hash of the password, with its salt and parameters."""
    created: int


class ModerationAction(Struct, frozen=True, kw_only=True):
    """An action of an admin, or a player's report. The store keeps all of them, in order."""

    number: int = 0
    """1, 2, 3 … without gaps, assigned by the store."""
    at: int
    actor: str
    """Id of the player who acted; "" for the operator on the command line."""
    act: str
    subject: str
    """Id of the player or table that the action concerns; "" for everybody."""
    detail: str = ""
    why: str = ""


class PlayerEntry(Struct, frozen=True, kw_only=True):
    """A player in the list for admins. ``user`` is the account's user name, None for a guest.

    ``seen`` is the last recorded use of a session or token, in Unix milliseconds.
    """

    player: StoredPlayer
    user: str | None
    seen: int


RelationKind = Literal["follow", "block"]


class Relation(Struct, frozen=True):
    """Says that ``player`` follows or blocks ``other`` (``bond``), since the time ``at`` (Unix milliseconds)."""

    player: str
    other: str
    bond: RelationKind
    at: int


class HiddenPresence(NamedTuple):
    """A player who hides their presence, and a table at which that player sits."""

    table: str
    player: str
    name: str


class Invitation(Struct, frozen=True):
    """An invitation by ``sender`` to ``player`` to come to a table."""

    player: str
    sender: str
    table: str
    at: int


class EventLogStore(Protocol):
    """The tables' logs with snapshots and summaries, and the server's heartbeats.

    If two processes write to the same log at the same time, the store accepts only one entry.
    """

    async def append(self, append: Append) -> bool:
        """Write an entry if it continues the log and its command is new. Otherwise change nothing and return False.

        If two writers append the same version, only one succeeds. Raises StakeRefused.
        """

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Return the entries of a table's log whose version is above ``after``, in order."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """Return the table's last snapshot; None if there is none."""

    async def all_tables(self) -> list[TableSummary]:
        """Return all tables, including closed ones, the last changed first."""

    async def overdue_tables(self, before: int) -> list[str]:
        """Return the ids of tables with a deadline before a time, the most overdue first."""

    async def tables_in_play(self) -> list[str]:
        """Return the ids of tables with a running hand."""

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[TableSummary]:
        """Return public tables that are not closed: those with empty seats first, then the newest.

        ``ruleset`` selects the tables with this ruleset; None selects all.
        """

    async def idle_public_tables(self, before: int, limit: int = 100) -> list[str]:
        """Return the ids of public tables that are not closed, have no running hand, and have not changed since ``before``.

        ``before`` is in Unix milliseconds. The table that has not changed for longest comes first.
        """

    async def idle_tables(self, before: int, limit: int = 100, *, empty: bool = False) -> list[str]:
        """Return the ids of at most ``limit`` tables that have no running hand and have not changed since ``before``.

        ``before`` is in Unix milliseconds. The table that has not changed for longest comes first. Closed tables are included.
        With ``empty``, only tables that are closed or have no seated player are returned.
        """

    async def purge_idle_table(self, table: str, before: int) -> bool:
        """Delete a table that has not changed since ``before``, with its log and snapshot. Finished hands stay.

        Nothing changes, and the result is False, if the table has changed since ``before``, if a hand is running, or
        if a process owns the table.
        """

    async def drop_table(self, table: str) -> None:
        """Delete a table with its log and snapshot, even during a hand, and release its stakes."""

    async def tables_of(self, player: str) -> list[TableSummary]:
        """Return the tables at which a player sits."""

    async def record_heartbeat(self, now: int) -> None:
        """Record that the server was running at the time ``now`` (Unix milliseconds)."""

    async def last_heartbeat(self) -> int | None:
        """Return the time of the last heartbeat, in Unix milliseconds; None if there is none."""


class HandStore(Protocol):
    """Finished hands with their reviews. A hand is written with the log entry that ended it."""

    async def hand(self, hand: str) -> FinishedHand | None:
        """Return a finished hand by its id (not the public id); None if there is none."""

    async def hand_access(self, name: str, player: str) -> HandAccess | None:
        """Return the data that decides whether a player may open a hand; None if there is no such hand.

        ``name`` is the public or internal id of the hand. ``player`` is "" for a visitor without a session.
        """

    async def withdraw_hand_link(self, hand: str, now: int) -> None:
        """Withdraw the public link of a hand, unless it is withdrawn already."""

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        """Return a player's finished hands that ended before ``before``, the newest first, without their records.

        ``before`` is in Unix milliseconds.
        """

    async def hands_at_table(self, table: str, limit: int = 100) -> list[FinishedHand]:
        """Return a table's finished hands, the newest first, without their records."""

    async def latest_hands(self, since: int, limit: int = 100) -> list[FinishedHand]:
        """Return hands that ended since ``since`` (Unix milliseconds), the newest first, without their records.

        Hands that only bots played are left out.
        """

    async def recently_active_players(self, since: int, limit: int = 100) -> list[tuple[str, int]]:
        """Return the players who have finished a hand since ``since``, each with the end of the player's last hand.

        Times are in Unix milliseconds. The player with the latest hand comes first.

        The store keeps one result for each player of a hand. Only the latest ``limit`` results are read. A player may
        have several of them, so there may be fewer than ``limit`` players.
        """

    async def put_review(self, review: StoredReview, unless: str = "") -> None:
        """Store a review. It replaces the stored review of the same hand with the same ``is_open``.

        If the stored review has the versions ``unless``, it is kept, and the new review is dropped.
        """

    async def review(self, hand: str, *, is_open: bool) -> StoredReview | None:
        """Return the stored review of a hand by the hand's id (not the public id); None if there is none.

        ``is_open`` selects the review with all hands open instead of the usual one.
        """

    async def reviews_of_hands(self, hands: Collection[str], versions: Collection[str]) -> dict[str, bytes]:
        """Return the stored reviews of these hands, by hand id.

        Left out are reviews whose versions are not among ``versions``, and reviews with all hands open.
        """

    async def peer_reviews(self, peers: PeerFilter, versions: Collection[str], limit: int = 400) -> list[PeerReview]:
        """Return stored reviews of the hands of players whom ``peers`` selects. Only people played these hands.

        The latest hand comes first. Reviews with other versions than ``versions`` are left out. If several selected
        players played the same hand, its review is returned once for each of them.
        """


class PlayerStore(Protocol):
    """Players, and their sessions and tokens."""

    async def put_player(self, player: StoredPlayer) -> bool:
        """Write a new or renamed player. If another player has that name, change nothing and return False."""

    async def mark_as_bot(self, player: str) -> bool:
        """Mark a player as a bot. If the player has played a hand or has a seat, change nothing and return False."""

    async def player(self, player: str) -> StoredPlayer | None:
        """Return a player by id; None if there is none."""

    async def players(self, players: Collection[str]) -> dict[str, StoredPlayer]:
        """Return the players with these ids, by id. Ids without a player are missing."""

    async def player_by_name(self, folded: str) -> StoredPlayer | None:
        """Return a player by ``StoredPlayer.folded_name``; None if there is none."""

    async def players_without_claimed_name(self, limit: int = 100) -> list[StoredPlayer]:
        """Return the players whose names are not indexed yet, the oldest players first.

        These players were created before names were unique.
        """

    async def claim_player_name(self, player: StoredPlayer) -> bool:
        """Index a player under ``player.name``, and return True. If another player has that name, return False.

        If the player is already indexed, change nothing and return True.
        """

    async def add_key(self, key: ApiKey) -> None:
        """Write a session or API token."""

    async def key(self, digest: str) -> ApiKey | None:
        """Return a session or API token by its hash; None if there is none."""

    async def keys_of(self, player: str, kind: str) -> list[ApiKey]:
        """Return a player's sessions or API tokens."""

    async def touch_key(self, digest: str, seen: int) -> None:
        """Record that a session or API token was used at a time, in Unix milliseconds."""

    async def drop_stale_sessions(self, before: int) -> int:
        """Delete sessions that were last used before ``before`` (Unix milliseconds). API tokens stay.

        Returns the number of deleted sessions.
        """

    async def purge_guests(self, before: int, limit: int = 1000) -> int:
        """Delete guests who have left nothing behind, and their sessions. Returns the number of deleted guests.

        Such a guest was created and last seen before ``before``, has no account, API token or seat, has finished no
        hand, and is not the subject of an admin's action.
        """

    async def drop_key(self, digest: str, player: str) -> bool:
        """Delete a session or API token of this player. Returns whether there was one."""

    async def rotate_key(self, digest: str, key: ApiKey) -> bool:
        """Replace a session or API token by another, and return True.

        If the old session or token does not exist, change nothing and return False.
        """


class AccountStore(Protocol):
    """Accounts. If a method also changes sessions or hands, it does so in the same transaction."""

    async def add_account(self, account: Account) -> bool:
        """Write an account.

        If its player already has an account, or its folded name is taken, change nothing and return False.
        """

    async def account_by_name(self, folded: str) -> Account | None:
        """Return an account by its folded name; None if there is none."""

    async def account_of(self, player: str) -> Account | None:
        """Return a player's account; None if the player has none."""

    async def add_session(self, key: ApiKey, secret: str) -> bool:
        """Write a session if the password hash of the player's account is still ``secret``.

        Otherwise change nothing and return False.
        """

    async def change_password_hash(self, player: str, old: str, new: str, keep: str | None = None) -> bool:
        """Replace the password hash of an account if it is ``old``. Otherwise change nothing and return False.

        ``keep`` is the hash of a session. If it is given, all other sessions of the player end.
        """

    async def erase(self, player: str, secret: str) -> bool:
        """Delete an account if its password hash is ``secret``. Otherwise change nothing and return False.

        The player's sessions, API tokens and list of hands are deleted too, and the name is emptied. The hands themselves
        stay, because they also belong to the other players.
        """


class ModerationStore(Protocol):
    """The actions of admins, and the queries that admins need."""

    async def record_action(self, act: ModerationAction, renamed: StoredPlayer | None = None, coins: int = 0) -> bool:
        """Append a moderation action under the next number, and store its effect.

        The effect is a new name of a player (``renamed``), or ``coins`` that the player gets; these are negative if
        taken away. If the name is taken, or the player has too few coins, change nothing and return False.
        """

    async def actions_after(self, after: int = 0) -> list[ModerationAction]:
        """Return the actions of admins and the reports of players with numbers above ``after``, in the order of their numbers."""

    async def actions_before(self, before: int, limit: int = 100) -> list[ModerationAction]:
        """Return the actions of admins and the reports of players with numbers below ``before``, the latest first."""

    async def find_players(self, text: str, limit: int = 100) -> list[PlayerEntry]:
        """Return the players with this id, or with this text in their name or user name.

        The players who were seen most recently come first.
        """

    async def list_open_tables(self, limit: int = 200) -> list[TableSummary]:
        """Return tables that are not closed, with their seated players, the last changed first."""


class RelationStore(Protocol):
    """Who follows, blocks and invites whom."""

    async def put_relation(self, tie: Relation) -> None:
        """Store a relation. It replaces any stored relation of the same kind between the same two players."""

    async def drop_relation(self, player: str, other: str, bond: RelationKind) -> bool:
        """Delete a relation of this kind. Returns whether there was one."""

    async def relations_of(self, player: str) -> list[Relation]:
        """Return a player's relations to others, and others' relations to the player, the oldest first."""

    async def blocks_among(self, players: Collection[str]) -> list[Relation]:
        """Return the relations in which one of these players blocks another of them."""

    async def seated_hidden_players(self) -> list[HiddenPresence]:
        """Return the seated players who hide their presence, once for each table at which they sit."""

    async def put_invitation(self, invitation: Invitation) -> None:
        """Store an invitation. It replaces an earlier one of the same player to the same table."""

    async def invitations_of(self, player: str, since: int) -> list[Invitation]:
        """Return the invitations that a player has received since ``since`` (Unix milliseconds), the latest first."""

    async def drop_old_invitations(self, before: int) -> int:
        """Delete the invitations sent before ``before`` (Unix milliseconds), and return their number."""


class CoinStore(Protocol):
    """The players' wallets, and the bookings that change them.

    The booking of a hand is written in the same transaction as the log entry that ends the hand (``Append``).
    """

    async def wallets(self, players: Collection[str]) -> dict[str, Wallet]:
        """Return the wallets of these players, by player. A player who never had coins has no wallet."""

    async def put_booking(self, booking: Booking, below: int | None = None) -> bool:
        """Write a booking and change the wallets. If a condition does not hold, change nothing and return False.

        The conditions are: the cause is new, and every player who pays has enough coins and no stake. If ``below`` is
        given, every player who receives coins must also have fewer than ``below`` coins. Raises ValueError if the
        amounts do not sum to zero.
        """

    async def is_booked(self, cause: str) -> bool:
        """Whether a booking has this cause."""

    async def coins_won_from_bots(self, players: Collection[str], since: int) -> dict[str, int]:
        """Return the coins that these players have won from bots since ``since`` (Unix milliseconds), by player."""

    async def hands_with_limited_transfers(
        self, since: int, players: Collection[str] | None = None, limit: int = 10_000
    ) -> list[FinishedHand]:
        """Return the hands to which a daily limit applied (``Settled.limits``), the latest first.

        The hands come without their records. Only hands that ended since ``since`` (Unix milliseconds) are returned. If
        ``players`` is not None, only hands that one of these players played are returned.
        """

    async def reclaim_deleted_players_coins(self, now: int, limit: int = 1000) -> int:
        """Book the coins of deleted players back to the account ``mint``, and delete the players' wallets.

        Deleted players who still have a stake are left for a later call. Returns the number of deleted wallets.
        """

    async def list_bookings(self, after: str = "", limit: int = 1000) -> list[Booking]:
        """Return the first ``limit`` bookings whose cause sorts after ``after``, in the order of their causes."""

    async def bookings_with_causes(self, causes: Collection[str]) -> list[Booking]:
        """Return the bookings with these causes. Causes without a booking are missing."""

    async def bookings_of_player(self, player: str) -> list[Booking]:
        """Return the bookings that changed a player's wallet, the oldest first. Each contains only the player's own amount."""

    async def wrong_wallets(self) -> dict[str, tuple[int, int]]:
        """Return the wallets whose coins differ from the sum of the player's bookings, by player.

        The value for each player is a pair: the sum of the bookings, and the coins in the wallet.
        """

    async def wrong_stakes(self) -> list[Stake]:
        """Return the stakes that are wrong.

        A stake is wrong if its hand is finished, if its table is gone, or if it exceeds the player's wallet.
        """

    async def balances_by_account(self) -> dict[str, int]:
        """Return the balance of each account. All players' wallets are one account, ``players``."""

    async def list_finished_hands(self, after: str = "", limit: int = 100) -> list[FinishedHand]:
        """Return finished hands in the order of their ids, beginning after the id ``after``."""


class Store(
    EventLogStore,
    HandStore,
    PlayerStore,
    AccountStore,
    ModerationStore,
    CoinStore,
    RankingStore,
    RelationStore,
    PuzzleStore,
    DailyStore,
    Protocol,
):
    """The whole store, in one database."""

    async def close(self) -> None:
        """Finish pending writes, and close the database."""
