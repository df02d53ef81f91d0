"""The interface of the room's database, in nine parts. When a method that writes returns, its changes are on disk.

Every implementation passes ``tests/integration/store_contract.py``, which has tests for each part.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from paiju.server.app.daily_store import DailyStore, DuplicateResult
from paiju.server.app.finished_hand import FinishedHand, HandAccess, PeerFilter, PeerReview, StoredReview
from paiju.server.app.players.credentials import fold_user_name
from paiju.server.app.puzzle_store import PuzzleStore
from paiju.server.app.ranking_store import RankingStore
from paiju.server.domain.coins import Wallet


class Entry(Struct, frozen=True, kw_only=True):
    """An entry of a table's log: the events of one command. ``facts``: JSON in the format with the number ``format``."""

    table: str
    version: int
    """1, 2, 3 … without gaps."""
    at: int
    actor: str
    """Id of the player who sent the command; empty: the server itself."""
    command: str | None
    """The command's id, unique for its actor at its table."""
    format: int
    facts: bytes


class TableSummary(Struct, frozen=True, kw_only=True):
    """The lobby's summary of a table. It is derived from the log, and written with it.

    Within a hand, an entry changes only ``due``, ``format`` and ``info``.
    """

    table: str
    ruleset: str
    phase: str
    private: bool
    open_seats: int
    due: int | None
    """Time of the next deadline in milliseconds; None: none."""
    players: tuple[str, ...]
    """Ids of the seated players."""
    format: int
    info: bytes
    """JSON for the lobby, in the format with the number ``format``."""


class Snapshot(Struct, frozen=True, kw_only=True):
    """The state of a table at a version of its log. ``build``: the schema hash that a reader must have."""

    table: str
    version: int
    build: str
    state: bytes


class Stake(Struct, frozen=True):
    """Coins of a player that are reserved for a hand. Until the hand is over, nothing else lowers the wallet."""

    player: str
    hand: str
    coins: int


class Booking(Struct, frozen=True):
    """A transfer of coins between accounts for one cause, booked once. ``amounts`` sum to zero.

    ``player:ID`` is a player's wallet. The room pays from ``mint``, ``relief`` and ``bots``; the rake of hands goes to ``house``,
    and the cost of leaving them to ``escape``.
    A cause is ``hand:HAND``, ``start:PLAYER``, ``gone:PLAYER``, ``daily:PLAYER:DAY``, ``relief:PLAYER:DAY:NUMBER``, or an admin's
    ``act:NUMBER``.
    """

    cause: str
    at: int
    amounts: dict[str, int]


class StakeRefused(Exception):
    """A stake was refused, and nothing written: the wallet has too few coins, or has a stake already."""


class Append(Struct, frozen=True, kw_only=True):
    """An entry, and everything that must be written together with it. A snapshot replaces the last one of the table.

    ``duplicate`` is the result of a duplicate deal, in place of ``finished``. ``settled`` is the booking of a hand; it also
    releases the stakes of the hand. ``only_due``: the hand in play goes on, the stored summary changes only in its due time,
    and nothing else is written.
    """

    entry: Entry
    summary: TableSummary
    only_due: bool = False
    finished: FinishedHand | None = None
    duplicate: DuplicateResult | None = None
    snapshot: Snapshot | None = None
    stakes: tuple[Stake, ...] = ()
    settled: Booking | None = None


class StoredPlayer(Struct, frozen=True):
    """A player. ``created`` is in milliseconds. ``bot``: a program plays as this player, and did so from the first hand on."""

    id: str
    name: str
    created: int
    bot: bool = False

    @property
    def folded_name(self) -> str | None:
        """The name's canonical form, for lookups; None: the player has no name."""
        return fold_user_name(self.name) or None


class ApiKey(Struct, frozen=True):
    """A credential of a player, stored as the SHA-256 of its text: a browser session or a bot's API token."""

    digest: str
    player: str
    kind: str
    label: str
    created: int
    seen: int
    """Time of the last recorded use in milliseconds."""


class Account(Struct, frozen=True):
    """A player's login. ``folded``: the user name's canonical form (``fold_user_name``)."""

    player: str
    user: str
    folded: str
    secret: str
    """Hash of the password, with salt and parameters."""
    created: int


class ModerationAction(Struct, frozen=True, kw_only=True):
    """An action of an admin. The store keeps all actions, in order."""

    number: int = 0
    """1, 2, 3 … without gaps, assigned by the store."""
    at: int
    actor: str
    """Player id of the admin; empty: the operator, on the command line."""
    act: str
    subject: str
    """Id of the player or table that the action concerns; empty: everybody."""
    detail: str = ""
    why: str = ""


class PlayerEntry(Struct, frozen=True, kw_only=True):
    """A player as admins see them. ``seen``: last recorded use of a session or token."""

    player: StoredPlayer
    user: str | None
    seen: int


RelationKind = Literal["follow", "block"]


class Relation(Struct, frozen=True):
    """A player follows or blocks another."""

    player: str
    other: str
    bond: RelationKind
    at: int


class HiddenPresence(NamedTuple):
    """A seated player who hides their presence."""

    table: str
    player: str
    name: str


class Invitation(Struct, frozen=True):
    """An invitation of a player to a table."""

    player: str
    sender: str
    table: str
    at: int


class EventLogStore(Protocol):
    """The tables' logs with snapshots and summaries, and the server's heartbeats. It decides between concurrent writers."""

    async def append(self, append: Append) -> bool:
        """Write an entry if it continues the log and its command is new; otherwise change nothing and return False.

        If two writers append the same version, one succeeds. Raises StakeRefused.
        """

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries after a version, in order."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The table's last snapshot."""

    async def all_tables(self) -> list[TableSummary]:
        """All tables, also closed ones, the newest change first."""

    async def overdue_tables(self, before: int) -> list[str]:
        """Tables with a deadline before a time, the most overdue first."""

    async def tables_in_play(self) -> list[str]:
        """Tables with a hand in play."""

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[TableSummary]:
        """Public tables that are not closed, those with open seats first, then the newest."""

    async def deserted_tables(self, before: int, limit: int = 100) -> list[str]:
        """Public tables that are not closed, have no hand in play, and have not changed since a time; oldest first."""

    async def unused_tables(self, before: int, limit: int = 100, *, empty: bool = False) -> list[str]:
        """Return tables that have no hand in play and have not changed since a time, closed or not; the oldest first.

        ``empty``: only those that are closed or have no seated player.
        """

    async def purge_table(self, table: str, before: int) -> bool:
        """Delete an unused table with its log and snapshot; if it is in use by now, change nothing and return False.

        Finished hands stay.
        """

    async def drop_table(self, table: str) -> None:
        """Delete a table with its log and snapshot, even during a hand, and release its stakes."""

    async def tables_of(self, player: str) -> list[TableSummary]:
        """Tables at which a player sits."""

    async def heartbeat(self, now: int) -> None:
        """Record that the server is running."""

    async def last_heartbeat(self) -> int | None:
        """Time of the last heartbeat."""


class HandStore(Protocol):
    """Finished hands, each written with the entry that ended it."""

    async def hand(self, hand: str) -> FinishedHand | None:
        """A finished hand by its id (not the public id)."""

    async def hand_access(self, name: str, player: str) -> HandAccess | None:
        """Return a player's access to the hand with this public or internal id. ``player`` is "" for a visitor."""

    async def withdraw_hand(self, hand: str, now: int) -> None:
        """Withdraw the public link of a hand, unless it is withdrawn already."""

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        """A player's finished hands that ended before a time, the newest first, without their records."""

    async def hands_at(self, table: str, limit: int = 100) -> list[FinishedHand]:
        """A table's finished hands, the newest first, without their records."""

    async def latest_hands(self, since: int, limit: int = 100) -> list[FinishedHand]:
        """Hands of players that ended since a time, the newest first, without their records. Hands of bots alone are left out."""

    async def latest_players(self, since: int, limit: int = 100) -> list[tuple[str, int]]:
        """Return the players of the latest results since a time, and when each player's last hand ended, the latest first.

        ``limit`` is the number of results that are read. A hand has one result for each player.
        """

    async def put_review(self, review: StoredReview, unless: str = "") -> None:
        """Write the review of a hand. It replaces an earlier one, unless that one has the versions ``unless``."""

    async def review(self, hand: str, *, is_open: bool) -> StoredReview | None:
        """The review of a hand by its id (not the public id)."""

    async def reviews_of(self, hands: Collection[str], versions: Collection[str]) -> dict[str, bytes]:
        """Return the stored reviews of these hands, by hand id.

        Only reviews by these versions and without open hands are returned.
        """

    async def peer_reviews(self, peers: PeerFilter, versions: Collection[str], limit: int = 400) -> list[PeerReview]:
        """Return the stored reviews by these versions of hands that such players played among people, the latest first.

        ``peers`` selects the players. A hand that several of them played is returned once for each of them.
        """


class PlayerStore(Protocol):
    """Players, and their sessions and tokens."""

    async def put_player(self, player: StoredPlayer) -> bool:
        """Write a new or renamed player if the name is free; otherwise change nothing and return False."""

    async def make_bot(self, player: str) -> bool:
        """Mark a player as a bot if they have played no hand and have no seat; otherwise return False."""

    async def player(self, player: str) -> StoredPlayer | None:
        """A player by id."""

    async def players(self, players: Collection[str]) -> dict[str, StoredPlayer]:
        """Those of these players who exist, by id."""

    async def player_by_name(self, folded: str) -> StoredPlayer | None:
        """A player by folded name."""

    async def unindexed_players(self, limit: int = 100) -> list[StoredPlayer]:
        """Return players whose names are not indexed, the oldest first. They were created before names were unique."""

    async def index_player(self, player: StoredPlayer) -> bool:
        """Index a player under this name; returns False if the name is taken. An indexed player keeps the old entry."""

    async def add_key(self, key: ApiKey) -> None:
        """Write a session or token."""

    async def key(self, digest: str) -> ApiKey | None:
        """A session or token."""

    async def keys_of(self, player: str, kind: str) -> list[ApiKey]:
        """A player's sessions or tokens."""

    async def touch_key(self, digest: str, seen: int) -> None:
        """Record the use of a session or token."""

    async def drop_stale_sessions(self, before: int) -> int:
        """Delete the sessions that were last used before a time; returns their number. Tokens stay."""

    async def purge_guests(self, before: int, limit: int = 1000) -> int:
        """Delete guests without any data, with their sessions; returns their number.

        Such a guest was created and last seen before a time, has no account, token or seat, has finished no hand, and
        is not the subject of an admin's action.
        """

    async def drop_key(self, digest: str, player: str) -> bool:
        """Delete a session or token of this player; returns whether there was one."""

    async def rotate_key(self, digest: str, key: ApiKey) -> bool:
        """Replace a session or token by another if it exists; otherwise change nothing and return False."""


class AccountStore(Protocol):
    """Accounts, and changes to sessions and hands in the same transaction."""

    async def add_account(self, account: Account) -> bool:
        """Write an account if its player has none and its folded name is free; otherwise change nothing and return False."""

    async def account_by_name(self, folded: str) -> Account | None:
        """An account by its folded name."""

    async def account_of(self, player: str) -> Account | None:
        """A player's account."""

    async def add_session(self, key: ApiKey, secret: str) -> bool:
        """Write a session if the player's account still has this password hash; otherwise change nothing and return False."""

    async def change_secret(self, player: str, old: str, new: str, keep: str | None = None) -> bool:
        """Replace the password hash of an account if it is ``old``; otherwise change nothing and return False.

        ``keep`` is a token hash. If it is given, all other sessions of the player end too.
        """

    async def erase(self, player: str, secret: str) -> bool:
        """Delete an account if it has this password hash; otherwise change nothing and return False.

        Its sessions, tokens and list of hands are deleted too, and the player's name is emptied. The hands themselves
        stay, because they also belong to the other players.
        """


class ModerationStore(Protocol):
    """Actions of admins, and their queries."""

    async def record_action(self, act: ModerationAction, renamed: StoredPlayer | None = None, coins: int = 0) -> bool:
        """Append an action under the next number, and write its effect: a new name, or coins (negative if they are taken).

        If the name is taken, or the player has too few coins, nothing is changed and False is returned.
        """

    async def actions_after(self, after: int = 0) -> list[ModerationAction]:
        """The actions with numbers above ``after``, in order."""

    async def actions_before(self, before: int, limit: int = 100) -> list[ModerationAction]:
        """Return the actions with numbers below ``before``, the latest first."""

    async def find_players(self, text: str, limit: int = 100) -> list[PlayerEntry]:
        """Players with this id, or with this text in their name or user name; the last seen first."""

    async def open_tables(self, limit: int = 200) -> list[TableSummary]:
        """Tables that are not closed, with their seated players, the newest change first."""


class RelationStore(Protocol):
    """Follows, blocks and invitations."""

    async def put_relation(self, tie: Relation) -> None:
        """Store a relation, replacing an older one of the same players and kind."""

    async def drop_relation(self, player: str, other: str, bond: RelationKind) -> bool:
        """Delete a relation of this kind; returns whether there was one."""

    async def relations_of(self, player: str) -> list[Relation]:
        """Return a player's relations to others, and others' relations to the player, the oldest first."""

    async def blocks_among(self, players: Collection[str]) -> list[Relation]:
        """The blocks among these players."""

    async def hidden_presence(self) -> list[HiddenPresence]:
        """Return the seated players who hide their presence, once for each table at which they sit."""

    async def put_invitation(self, invitation: Invitation) -> None:
        """Write an invitation, replacing an earlier one to the same table."""

    async def invitations_of(self, player: str, since: int) -> list[Invitation]:
        """Return the invitations that a player has received since a time, the latest first."""

    async def drop_invitations(self, before: int) -> int:
        """Delete invitations from before a time; returns their number."""


class CoinStore(Protocol):
    """Wallets and their bookings. A hand's booking is stored with the log entry that ends the hand (``Append``)."""

    async def wallets(self, players: Collection[str]) -> dict[str, Wallet]:
        """The wallets of these players, by player. A player who never had coins has no wallet."""

    async def put_booking(self, booking: Booking, below: int | None = None) -> bool:
        """Write a booking if its cause is new and all payers can pay and have no stake; otherwise return False.

        ``below``: also require that the recipients have fewer coins than this. Raises ValueError if the amounts do
        not sum to zero.
        """

    async def is_booked(self, cause: str) -> bool:
        """Whether there is a booking for this cause."""

    async def coins_won_from_bots(self, players: Collection[str], since: int) -> dict[str, int]:
        """Coins that these players have won from bots since a time."""

    async def capped_hands(
        self, since: int, players: Collection[str] | None = None, limit: int = 10_000
    ) -> list[FinishedHand]:
        """Return the hands since a time that have ``Settled.limits``, the latest first, without their records.

        ``players``: only hands that one of these players played; None: all hands.
        """

    async def reclaim_coins(self, now: int, limit: int = 1000) -> int:
        """Return the coins of deleted players to the mint, unless they have a stake; returns the number of players."""

    async def bookings(self, after: str = "", limit: int = 1000) -> list[Booking]:
        """Bookings in the order of their causes, from the first after ``after``."""

    async def bookings_for(self, causes: Collection[str]) -> list[Booking]:
        """The bookings of these causes; causes without a booking are missing."""

    async def bookings_of(self, player: str) -> list[Booking]:
        """Return the bookings that changed a player's wallet, the oldest first. Each contains only the player's own amount."""

    async def wrong_wallets(self) -> dict[str, tuple[int, int]]:
        """Return the wallets that differ from the sum of their bookings, by player: the sum, and the coins in the wallet."""

    async def loose_stakes(self) -> list[Stake]:
        """Return wrong stakes: those of finished hands, those without a table, and those higher than the wallet."""

    async def balances(self) -> dict[str, int]:
        """The balance of each account; those of players are summed as ``players``."""

    async def all_hands(self, after: str = "", limit: int = 100) -> list[FinishedHand]:
        """Finished hands in the order of their ids, from the first after ``after``."""


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
    """The whole store, over one database."""

    async def close(self) -> None:
        """Finish pending work, and close the database."""
