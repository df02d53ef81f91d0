"""What the room needs of a database, in eight parts. What a call has returned from is on disk.

Every implementation passes ``tests/integration/store_contract.py``, which has a part for each.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from paiju.server.app.finished_hand import FinishedHand, HandAccess
from paiju.server.app.players.credentials import fold_user_name
from paiju.server.app.ranking_store import RankingStore
from paiju.server.domain.coins import Wallet


class Entry(Struct, frozen=True, kw_only=True):
    """One entry of a table's log: what one command did. ``facts`` is JSON in a format of this number."""

    table: str
    version: int
    """1, 2, 3 … without gaps."""
    at: int
    actor: str
    """The player whose command it was; empty for the server itself."""
    command: str | None
    """The command's id, unique for its actor at its table."""
    format: int
    facts: bytes


class TableSummary(Struct, frozen=True, kw_only=True):
    """What the lobby knows of a table. It follows from the log, and is written with it.

    From one entry to the next of a hand in play only ``due``, ``format`` and ``info`` change.
    """

    table: str
    ruleset: str
    phase: str
    private: bool
    open_seats: int
    due: int | None
    """When something will happen by itself, in milliseconds; None: never."""
    players: tuple[str, ...]
    """The ids of those who sit there."""
    format: int
    info: bytes
    """JSON for the lobby, in a format of this number."""


class Snapshot(Struct, frozen=True, kw_only=True):
    """A table at a version of its log, from which it follows. ``build`` says who can read it."""

    table: str
    version: int
    build: str
    state: bytes


class Stake(Struct, frozen=True):
    """Coins of a player that are reserved for a hand. Until it is over, nothing else lowers the wallet."""

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
    """Nothing was written, since a stake could not be put down: there are fewer coins by now, or some are at stake already."""


class Append(Struct, frozen=True, kw_only=True):
    """An entry, and all that must be written with it or not at all. A snapshot takes the place of the table's last one.

    ``settled`` is a hand's booking; with it, its stakes are the players' own again.
    """

    entry: Entry
    summary: TableSummary
    finished: FinishedHand | None = None
    snapshot: Snapshot | None = None
    stakes: tuple[Stake, ...] = ()
    settled: Booking | None = None


class StoredPlayer(Struct, frozen=True):
    """Somebody who plays. ``created`` in milliseconds. ``bot``: a program plays as this one, and has from the first hand on."""

    id: str
    name: str
    created: int
    bot: bool = False

    @property
    def folded(self) -> str | None:
        """What the player is found by: the same for all ways of writing the name; None: there is no name."""
        return fold_user_name(self.name) or None


class ApiKey(Struct, frozen=True):
    """A credential of a player, stored as the SHA-256 of its text: a browser session or a bot's API token."""

    digest: str
    player: str
    kind: str
    label: str
    created: int
    seen: int
    """When it was last noted that it is in use, in milliseconds."""


class Account(Struct, frozen=True):
    """What lets a player come back from anywhere. ``fold_user_name``: the user name, the same for all ways of writing it."""

    player: str
    user: str
    folded: str
    secret: str
    """What is kept of the password, salt and parameters in it."""
    created: int


class ModerationAction(Struct, frozen=True, kw_only=True):
    """Something that a host of the room has done. All of them are kept, in order."""

    number: int = 0
    """1, 2, 3 … without gaps; the store gives it."""
    at: int
    actor: str
    """The host, a player's id; empty: somebody on the machine itself."""
    act: str
    subject: str
    """Whom or what it was done to: a player's or a table's id; empty: everybody."""
    detail: str = ""
    why: str = ""


class PlayerEntry(Struct, frozen=True, kw_only=True):
    """A player as hosts know them. ``seen``: when a key of theirs was last noted to be in use."""

    player: StoredPlayer
    user: str | None
    seen: int


RelationKind = Literal["follow", "block"]


class Relation(Struct, frozen=True):
    """What one player has to do with another: to follow them, or to have nothing to do with them."""

    player: str
    other: str
    bond: RelationKind
    at: int


class HiddenPresence(NamedTuple):
    """Somebody who sits at a table, and hides where they are."""

    table: str
    player: str
    name: str


class Invitation(Struct, frozen=True):
    """Somebody asks a player to come to a table."""

    player: str
    sender: str
    table: str
    at: int


class EventLogStore(Protocol):
    """The logs of the tables and what follows from them, and the signs of life of whoever writes them. The arbiter."""

    async def append(self, append: Append) -> bool:
        """Write an entry if the log ends just before it, and its command is new; else change nothing and answer False.

        Of two writers of the same version, one wins. Raises NoStake.
        """

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log after a version, in order."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The table's last snapshot."""

    async def all_tables(self) -> list[TableSummary]:
        """All tables, closed ones too, the newest change first."""

    async def overdue_tables(self, before: int) -> list[str]:
        """Tables at which something was due before a time, the most overdue first."""

    async def running_tables(self) -> list[str]:
        """Tables with a hand in play."""

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[TableSummary]:
        """Public tables that are not closed, those with open seats first, then the newest."""

    async def deserted_tables(self, before: int, limit: int = 100) -> list[str]:
        """Public tables that are not closed, have no hand in play, and have not changed since a time; oldest first."""

    async def unused_tables(self, before: int, limit: int = 100, *, empty: bool = False) -> list[str]:
        """Tables, closed or not, that have no hand in play and have not changed since a time; oldest first.

        ``empty``: only those that are closed, or where nobody sits.
        """

    async def purge_table(self, table: str, before: int) -> bool:
        """Delete such a table with its log and snapshot, if it is one still; else change nothing and answer False.

        Finished hands stay.
        """

    async def drop_table(self, table: str) -> None:
        """Delete a table with its log and snapshot, whatever goes on there. What is at stake is the players' own again."""

    async def tables_of(self, player: str) -> list[TableSummary]:
        """Tables at which a player sits."""

    async def heartbeat(self, now: int) -> None:
        """Note that the server lives."""

    async def last_heartbeat(self) -> int | None:
        """When it last did."""


class HandStore(Protocol):
    """Finished hands, to be read. Each was written with the entry that ended it."""

    async def hand(self, hand: str) -> FinishedHand | None:
        """A finished hand, by its id and not its public one."""

    async def hand_access(self, name: str, player: str) -> HandAccess | None:
        """The hand that has this public id, or this id, as far as it concerns this player; empty: nobody who is known."""

    async def withdraw_hand(self, hand: str, now: int) -> None:
        """Note that a hand's link is withdrawn, if it is not yet."""

    async def hands_of(self, player: str, before: int, limit: int = 50) -> list[FinishedHand]:
        """A player's finished hands that ended before a time, the newest first, without their records."""

    async def hands_at(self, table: str, limit: int = 100) -> list[FinishedHand]:
        """A table's finished hands, the newest first, without their records."""


class PlayerStore(Protocol):
    """Players and their keys."""

    async def put_player(self, player: StoredPlayer) -> bool:
        """Write a player, new or renamed, if nobody else has that name; else change nothing and answer False."""

    async def make_bot(self, player: str) -> bool:
        """Note that a program plays as this one, if they have played no hand and sit nowhere; else answer False."""

    async def player(self, player: str) -> StoredPlayer | None:
        """A player by id."""

    async def players(self, players: Collection[str]) -> dict[str, StoredPlayer]:
        """Those of them who are there still, by id."""

    async def player_by_name(self, folded: str) -> StoredPlayer | None:
        """A player by folded name."""

    async def unindexed_players(self, limit: int = 100) -> list[StoredPlayer]:
        """Players who have a name and are not found by it, from before names were unique; the oldest first."""

    async def index_player(self, player: StoredPlayer) -> bool:
        """Let one of those be called and found by this name; False: somebody else has it. Who is found already stays so."""

    async def add_key(self, key: ApiKey) -> None:
        """Write a session or token."""

    async def key(self, digest: str) -> ApiKey | None:
        """A session or token."""

    async def keys_of(self, player: str, kind: str) -> list[ApiKey]:
        """A player's sessions or tokens."""

    async def touch_key(self, digest: str, seen: int) -> None:
        """Note that a key is in use."""

    async def drop_stale_sessions(self, before: int) -> int:
        """End the sessions that have not been in use since a time; how many. Tokens stay."""

    async def purge_guests(self, before: int, limit: int = 1000) -> int:
        """Delete players who have left nothing, and their sessions; how many.

        They were made, and last seen, before a time. They have no account and no token, sit nowhere and finished no hand, and no
        host has done anything to them.
        """

    async def drop_key(self, digest: str, player: str) -> bool:
        """End a session or token of this player; whether there was one."""

    async def rotate_key(self, digest: str, key: ApiKey) -> bool:
        """Write a session or token in the place of another, if that is there; else change nothing and answer False."""


class AccountStore(Protocol):
    """Accounts, and what must happen to keys and hands together with them."""

    async def add_account(self, account: Account) -> bool:
        """Write an account, if neither its player nor its folded name has one; else change nothing and answer False."""

    async def account_by_name(self, folded: str) -> Account | None:
        """An account by its folded name."""

    async def account_of(self, player: str) -> Account | None:
        """A player's account."""

    async def add_session(self, key: ApiKey, secret: str) -> bool:
        """Write a session, if this is the secret of its player's account; else change nothing and answer False."""

    async def change_secret(self, player: str, old: str, new: str, keep: str | None = None) -> bool:
        """Write a new secret, if the account has the old one; else change nothing and answer False.

        With ``keep``, a digest, all other sessions of the player end with it.
        """

    async def erase(self, player: str, secret: str) -> bool:
        """End an account that has this secret; else change nothing and answer False.

        Its keys and its list of hands end with it, the player's name becomes empty. The hands themselves stay: they are
        the other players' too.
        """


class ModerationStore(Protocol):
    """What hosts of the room do, and what they look up."""

    async def record_action(self, act: ModerationAction, renamed: StoredPlayer | None = None, coins: int = 0) -> bool:
        """Write what was done after all that was done before, and with it a player under another name, or coins given or taken.

        If somebody else has that name, or the coins cannot be taken, change nothing and answer False.
        """

    async def actions_after(self, after: int = 0) -> list[ModerationAction]:
        """What was done after an act, in order."""

    async def actions_before(self, before: int, limit: int = 100) -> list[ModerationAction]:
        """What was done before an act, the last first."""

    async def find_players(self, text: str, limit: int = 100) -> list[PlayerEntry]:
        """Players whose id is this, or in whose name or user name it is; the last seen first."""

    async def open_tables(self, limit: int = 200) -> list[TableSummary]:
        """Tables that are not closed, the newest change first, with who sits there."""


class RelationStore(Protocol):
    """Who follows whom, who blocks whom, and who is invited where."""

    async def put_relation(self, tie: Relation) -> None:
        """Store a relation, replacing an older one of the same players and kind."""

    async def drop_relation(self, player: str, other: str, bond: RelationKind) -> bool:
        """Delete a relation of this kind; returns whether there was one."""

    async def relations_of(self, player: str) -> list[Relation]:
        """A player's relations to others and theirs to the player, the oldest first."""

    async def blocks_among(self, players: Collection[str]) -> list[Relation]:
        """The blocks among these players."""

    async def hidden_presence(self) -> list[HiddenPresence]:
        """Those who hide where they are, at each table at which they sit."""

    async def put_invitation(self, invitation: Invitation) -> None:
        """Write an invitation, in the place of an earlier one to the same table."""

    async def invitations_of(self, player: str, since: int) -> list[Invitation]:
        """A player's invitations since a time, the last first."""

    async def drop_invitations(self, before: int) -> int:
        """Forget the invitations from before a time; how many."""


class CoinStore(Protocol):
    """Wallets and their bookings. A hand's booking is stored with the log entry that ends the hand (``Append``)."""

    async def wallets(self, players: Collection[str]) -> dict[str, Wallet]:
        """The wallets of these players, by player. A player who never had coins has no wallet."""

    async def put_booking(self, booking: Booking, below: int | None = None) -> bool:
        """Write a booking if its cause is new and all who lose can pay, nothing of theirs at stake; else answer False.

        No booking is written that is out of balance: that raises ValueError.
        ``below``: only if those who gain have fewer coins than this.
        """

    async def is_booked(self, cause: str) -> bool:
        """Whether there is a booking for this cause."""

    async def coins_won_from_bots(self, players: Collection[str], since: int) -> dict[str, int]:
        """What these players have won in hands in which bots lost, since a time."""

    async def reclaim_coins(self, now: int, limit: int = 1000) -> int:
        """The coins of players who are gone, but what is at stake, go back to the mint; how many players."""

    async def bookings(self, after: str = "", limit: int = 1000) -> list[Booking]:
        """All bookings in the order of their causes, after one of them."""

    async def bookings_for(self, causes: Collection[str]) -> list[Booking]:
        """The bookings for these causes, as far as there are any."""

    async def bookings_of(self, player: str) -> list[Booking]:
        """The bookings of a player's wallet, the oldest first, each with the player's own amount only."""

    async def wrong_wallets(self) -> dict[str, tuple[int, int]]:
        """Wallets that differ from the sum of their bookings, by player: that sum, and what the wallet holds."""

    async def loose_stakes(self) -> list[Stake]:
        """Stakes of hands that are over, of no table, or above what the wallet holds."""

    async def balances(self) -> dict[str, int]:
        """What each account comes to; of all players together, as ``players``."""

    async def all_hands(self, after: str = "", limit: int = 100) -> list[FinishedHand]:
        """All finished hands in the order of their ids, after one of them."""


class Store(
    EventLogStore,
    HandStore,
    PlayerStore,
    AccountStore,
    ModerationStore,
    CoinStore,
    RankingStore,
    RelationStore,
    Protocol,
):
    """All of it, over one database."""

    async def close(self) -> None:
        """Finish what is under way and let go of the files."""
