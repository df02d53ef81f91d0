"""What the room needs of a database, in eight parts. What a call has returned from is on disk.

Every implementation passes ``tests/integration/store_contract.py``, which has a part for each.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from paiju.server.app.credentials import folded
from paiju.server.app.finished_hand import FinishedHand, HandAccess
from paiju.server.app.verdict import Result, Verdict
from paiju.server.domain.coins import Purse


class Entry(Struct, frozen=True, kw_only=True):
    """One entry of a table's log: what one command did. ``facts`` is JSON in a format of this number."""

    table: str
    version: int
    """1, 2, 3 … without gaps."""
    at: int
    actor: str
    """The player whose command it was; empty: the house."""
    command: str | None
    """The command's id, unique for its actor at its table."""
    format: int
    facts: bytes


class Summary(Struct, frozen=True, kw_only=True):
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
    """Coins of a player that are at stake in a hand. Until it is over, nothing else lowers the purse."""

    player: str
    hand: str
    coins: int


class Booking(Struct, frozen=True):
    """Coins go from some accounts to others, for one cause, once. ``amounts`` together are zero.

    ``player:ID`` is somebody's purse. The room pays out of ``mint``, ``relief`` and ``bots``; what hands take goes to ``house``,
    and what leaving them costs to ``escape``.
    A cause is ``hand:HAND``, ``start:PLAYER``, ``gone:PLAYER``, ``daily:PLAYER:DAY``, ``relief:PLAYER:DAY:NUMBER``, or a host's
    ``act:NUMBER``.
    """

    cause: str
    at: int
    amounts: dict[str, int]


class NoStake(Exception):
    """Nothing was written, since a stake could not be put down: there are fewer coins by now, or some are at stake already."""


class Append(Struct, frozen=True, kw_only=True):
    """An entry, and all that must be written with it or not at all. A snapshot takes the place of the table's last one.

    ``settled`` is a hand's booking; with it, its stakes are the players' own again.
    """

    entry: Entry
    summary: Summary
    finished: FinishedHand | None = None
    snapshot: Snapshot | None = None
    stakes: tuple[Stake, ...] = ()
    settled: Booking | None = None


class Player(Struct, frozen=True):
    """Somebody who plays. ``created`` in milliseconds. ``bot``: a program plays as this one, and has from the first hand on."""

    id: str
    name: str
    created: int
    bot: bool = False

    @property
    def folded(self) -> str | None:
        """What the player is found by: the same for all ways of writing the name; None: there is no name."""
        return folded(self.name) or None


class Key(Struct, frozen=True):
    """What opens a player's doors, by the SHA-256 of its text: a browser's session or a program's token."""

    digest: str
    player: str
    kind: str
    label: str
    created: int
    seen: int
    """When it was last noted that it is in use, in milliseconds."""


class Account(Struct, frozen=True):
    """What lets a player come back from anywhere. ``folded``: the user name, the same for all ways of writing it."""

    player: str
    user: str
    folded: str
    secret: str
    """What is kept of the password, salt and parameters in it."""
    created: int


class Act(Struct, frozen=True, kw_only=True):
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


class Known(Struct, frozen=True, kw_only=True):
    """A player as hosts know them. ``seen``: when a key of theirs was last noted to be in use."""

    player: Player
    user: str | None
    seen: int


class Played(Struct, frozen=True, kw_only=True):
    """A hand in a player's list, without its record, and what it was to them."""

    hand: FinishedHand
    result: Result
    people: bool
    multiplier: int


class HandFilter(Struct, frozen=True, kw_only=True):
    """Which of a player's hands are asked for; None: all. ``beside``: another player who was there."""

    ruleset: str | None = None
    role: str | None = None
    won: int | None = None
    people: int | None = None
    beside: str | None = None


class Tally(Struct, frozen=True, kw_only=True):
    """A player's hands of one kind, counted."""

    ruleset: str
    role: str
    people: bool
    feats: tuple[str, ...]
    hands: int
    won: int
    lost: int
    left: int
    points: int
    coins: int
    multiplier: int
    """The highest."""


Bond = Literal["follow", "block"]


class Tie(Struct, frozen=True):
    """What one player has to do with another: to follow them, or to have nothing to do with them."""

    player: str
    other: str
    bond: Bond
    at: int


class Unseen(NamedTuple):
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


Ranking = Literal["rating", "title", "coins"]
"""What players are ranked by. A player who hides that part is not ranked."""


class Contest(Struct, frozen=True, kw_only=True):
    """A hand that was won or lost among people, or among programs. Those of a pool are rated in the order in which they ended."""

    hand: str
    ended: int
    verdict: Verdict


class Standing(Struct, frozen=True, kw_only=True):
    """How somebody stands in a pool after a contest: the rating, and what it has come to since the first one.

    The ``points`` of so many hands (``climbs``) count for titles, the ``coins`` of so many (``coined``) for the ranking.
    """

    player: str
    ended: int
    hand: str
    mu: float
    sigma: float
    hands: int
    points: int = 0
    climbs: int = 0
    coins: int = 0
    coined: int = 0


class Ranked(Struct, frozen=True, kw_only=True):
    """A line of a ranking."""

    player: str
    name: str
    value: float
    """Points, coins, or the middle of a rating."""
    sigma: float
    """The doubt of a rating."""
    hands: int


class LogStore(Protocol):
    """The logs of the tables and what follows from them, and the signs of life of whoever writes them. The arbiter."""

    async def append(self, append: Append) -> bool:
        """Write an entry if the log ends just before it, and its command is new; else change nothing and answer False.

        Of two writers of the same version, one wins. Raises NoStake.
        """

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log after a version, in order."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The table's last snapshot."""

    async def tables(self) -> list[Summary]:
        """All tables, closed ones too, the newest change first."""

    async def overdue(self, before: int) -> list[str]:
        """Tables at which something was due before a time, the most overdue first."""

    async def running(self) -> list[str]:
        """Tables with a hand in play."""

    async def public_tables(self, ruleset: str | None = None, limit: int = 50) -> list[Summary]:
        """Public tables that are not closed, those with open seats first, then the newest."""

    async def deserted(self, before: int, limit: int = 100) -> list[str]:
        """Public tables that are not closed, have no hand in play, and have not changed since a time; oldest first."""

    async def unused(self, before: int, limit: int = 100, *, empty: bool = False) -> list[str]:
        """Tables, closed or not, that have no hand in play and have not changed since a time; oldest first.

        ``empty``: only those that are closed, or where nobody sits.
        """

    async def forget_table(self, table: str, before: int) -> bool:
        """Delete such a table with its log and snapshot, if it is one still; else change nothing and answer False.

        Finished hands stay.
        """

    async def drop_table(self, table: str) -> None:
        """Delete a table with its log and snapshot, whatever goes on there. What is at stake is the players' own again."""

    async def tables_of(self, player: str) -> list[Summary]:
        """Tables at which a player sits."""

    async def beat(self, now: int) -> None:
        """Note that the server lives."""

    async def last_beat(self) -> int | None:
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

    async def put_player(self, player: Player) -> bool:
        """Write a player, new or renamed, if nobody else has that name; else change nothing and answer False."""

    async def make_bot(self, player: str) -> bool:
        """Note that a program plays as this one, if they have played no hand and sit nowhere; else answer False."""

    async def player(self, player: str) -> Player | None:
        """A player by id."""

    async def players(self, players: Collection[str]) -> dict[str, Player]:
        """Those of them who are there still, by id."""

    async def player_named(self, folded: str) -> Player | None:
        """A player by folded name."""

    async def unfound(self, limit: int = 100) -> list[Player]:
        """Players who have a name and are not found by it, from before names were unique; the oldest first."""

    async def found_by(self, player: Player) -> bool:
        """Let one of those be called and found by this name; False: somebody else has it. Who is found already stays so."""

    async def add_key(self, key: Key) -> None:
        """Write a session or token."""

    async def key(self, digest: str) -> Key | None:
        """A session or token."""

    async def keys_of(self, player: str, kind: str) -> list[Key]:
        """A player's sessions or tokens."""

    async def touch_key(self, digest: str, seen: int) -> None:
        """Note that a key is in use."""

    async def drop_unseen(self, before: int) -> int:
        """End the sessions that have not been in use since a time; how many. Tokens stay."""

    async def forget_guests(self, before: int, limit: int = 1000) -> int:
        """Delete players who have left nothing, and their sessions; how many.

        They were made, and last seen, before a time. They have no account and no token, sit nowhere and finished no hand, and no
        host has done anything to them.
        """

    async def drop_key(self, digest: str, player: str) -> bool:
        """End a session or token of this player; whether there was one."""

    async def swap_key(self, digest: str, key: Key) -> bool:
        """Write a session or token in the place of another, if that is there; else change nothing and answer False."""


class AccountStore(Protocol):
    """Accounts, and what must happen to keys and hands together with them."""

    async def add_account(self, account: Account) -> bool:
        """Write an account, if neither its player nor its folded name has one; else change nothing and answer False."""

    async def account(self, folded: str) -> Account | None:
        """An account by its folded name."""

    async def account_of(self, player: str) -> Account | None:
        """A player's account."""

    async def add_session(self, key: Key, secret: str) -> bool:
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


class HostStore(Protocol):
    """What hosts of the room do, and what they look up."""

    async def act(self, act: Act, renamed: Player | None = None, coins: int = 0) -> bool:
        """Write what was done after all that was done before, and with it a player under another name, or coins given or taken.

        If somebody else has that name, or the coins cannot be taken, change nothing and answer False.
        """

    async def acts(self, after: int = 0) -> list[Act]:
        """What was done after an act, in order."""

    async def last_acts(self, before: int, limit: int = 100) -> list[Act]:
        """What was done before an act, the last first."""

    async def find_players(self, text: str, limit: int = 100) -> list[Known]:
        """Players whose id is this, or in whose name or user name it is; the last seen first."""

    async def open_tables(self, limit: int = 200) -> list[Summary]:
        """Tables that are not closed, the newest change first, with who sits there."""


class PeopleStore(Protocol):
    """Who follows whom, who blocks whom, and who is invited where."""

    async def tie(self, tie: Tie) -> None:
        """Write a tie, in the place of the one that was there."""

    async def untie(self, player: str, other: str, bond: Bond) -> bool:
        """End a tie of this kind; whether there was one."""

    async def ties(self, player: str) -> list[Tie]:
        """A player's ties to others and theirs to this one, the first made first."""

    async def blocks(self, players: Collection[str]) -> list[Tie]:
        """The ties among these players by which one blocks another."""

    async def unseen(self) -> list[Unseen]:
        """Those who hide where they are, at each table at which they sit."""

    async def invite(self, invitation: Invitation) -> None:
        """Write an invitation, in the place of an earlier one to the same table."""

    async def invitations(self, player: str, since: int) -> list[Invitation]:
        """A player's invitations since a time, the last first."""

    async def drop_invitations(self, before: int) -> int:
        """Forget the invitations from before a time; how many."""


class CoinStore(Protocol):
    """Purses, and why they hold what they hold. What a hand moves is written with the entry that ends it (``Append``)."""

    async def purses(self, players: Collection[str]) -> dict[str, Purse]:
        """The purses of these players; who never had coins has none."""

    async def book(self, booking: Booking, below: int | None = None) -> bool:
        """Write a booking if its cause is new and all who lose can pay, nothing of theirs at stake; else answer False.

        No booking is written that is out of balance: that raises ValueError.
        ``below``: only if those who gain have fewer coins than this.
        """

    async def is_booked(self, cause: str) -> bool:
        """Whether there is a booking for this cause."""

    async def won_of_bots(self, players: Collection[str], since: int) -> dict[str, int]:
        """What these players have won in hands in which bots lost, since a time."""

    async def take_back(self, now: int, limit: int = 1000) -> int:
        """The coins of players who are gone, but what is at stake, go back to the mint; how many players."""

    async def bookings(self, after: str = "", limit: int = 1000) -> list[Booking]:
        """All bookings in the order of their causes, after one of them."""

    async def bookings_for(self, causes: Collection[str]) -> list[Booking]:
        """The bookings for these causes, as far as there are any."""

    async def bookings_of(self, player: str) -> list[Booking]:
        """What changed a player's purse, the oldest first; each with the player's own amount alone."""

    async def wrong_purses(self) -> dict[str, tuple[int, int]]:
        """The purses that do not hold what the bookings come to, by player: what they come to, and what they hold."""

    async def loose_stakes(self) -> list[Stake]:
        """What is at stake in a hand that is over, or at no table, or is more than its purse holds."""

    async def balances(self) -> dict[str, int]:
        """What each account comes to; of all players together, as ``players``."""

    async def all_hands(self, after: str = "", limit: int = 100) -> list[FinishedHand]:
        """All finished hands in the order of their ids, after one of them."""


class StandingStore(Protocol):
    """What finished hands were to their players. A verdict is written with its hand, or later, from the record."""

    async def unjudged(self, limit: int = 100) -> list[FinishedHand]:
        """Hands without a verdict, the oldest first."""

    async def judge(self, hand: str, verdict: Verdict) -> bool:
        """Write a hand's verdict if it has none; else change nothing and answer False."""

    async def forget_verdicts(self) -> None:
        """Take back all verdicts, and what follows from them."""

    async def unrated(self, limit: int = 100) -> list[Contest]:
        """Contests that are not rated yet, in their order."""

    async def standings(self, pool: str, players: Collection[str]) -> dict[str, Standing]:
        """How these stand in a pool, of those who have been rated."""

    async def rate(
        self, contests: Sequence[Contest], moved: Sequence[Standing], before: Mapping[str, Standing]
    ) -> bool:
        """Write how players stand after contests of one pool, all in their order. ``before``: from where they were rated.

        If one of them is rated already, or a later one is, or somebody stands otherwise by now, change nothing and answer False.
        """

    async def rewind(self, contest: Contest) -> None:
        """Take back the ratings of its pool that come after a contest that is not rated yet."""

    async def course(self, player: str, pool: str, limit: int = 500) -> list[Standing]:
        """How a player stood in a pool, the last first."""

    async def stands(self, player: str) -> dict[str, Standing]:
        """How a player stands, by pool."""

    async def ranking(
        self,
        kind: Ranking,
        pool: str,
        since: int,
        limit: int,
        *,
        sigma: float = 0,
        among: Collection[str] | None = None,
    ) -> list[Ranked]:
        """The best of those who have played a contest since a time and do not hide it. ``among``: of these alone.

        By rating, of those whose doubt is at most ``sigma``; by points that count for titles, or coins, since that time.
        """

    async def played(self, player: str, which: HandFilter, before: int, limit: int = 50) -> list[Played]:
        """A player's finished hands that ended before a time, the newest first."""

    async def tally(self, player: str) -> list[Tally]:
        """A player's hands, counted by their kinds."""

    async def climbed(self, players: Sequence[str], ladder: str) -> dict[str, int]:
        """The sum of points that counts for the titles of a family, of those of these players who have a hand that counts."""

    async def hide(self, player: str, what: Collection[str]) -> None:
        """Note what a player does not show, in the place of what was noted."""

    async def hidden(self, players: Sequence[str]) -> dict[str, frozenset[str]]:
        """What these players do not show, of those who hide something."""


class Store(LogStore, HandStore, PlayerStore, AccountStore, HostStore, CoinStore, StandingStore, PeopleStore, Protocol):
    """All of it, over one database."""

    async def close(self) -> None:
        """Finish what is under way and let go of the files."""
