"""What hosts of the room may do: close tables, ban, mute and rename players, give coins, tell everybody something. Never a hand.

Each act is written to the database, whoever does it and wherever: in the page, on the command line, in another process. Every
process of the room reads the new ones once a second. What holds now follows from all of them, in order.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final, Literal, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.errors import PaijuError, UnknownName
from paiju.server.app.credentials import folded
from paiju.server.app.live import LiveTable
from paiju.server.app.names import new_name, shown_text
from paiju.server.app.players import free_name
from paiju.server.app.store import Act, Player, Store
from paiju.server.domain import seating
from paiju.server.domain.draft import Draft
from paiju.server.errors import Refusal, Unfit

What = Literal["close", "ban", "unban", "mute", "unmute", "rename", "coins", "notice"]
"""What a host may do. Who holds the machine may also make hosts ("host", "unhost") and "drop" a table that cannot be read; any
player may "report" another."""

Mark = Literal["banned", "muted", "host", "closing"]
"""What holds of a player, or of a table, until it is taken back."""

NOTICE_MOST: Final = 300
WHY_MOST: Final = 200
COINS_MOST: Final = 1_000_000_000
LOOK: Final = 1.0
"""Seconds between two looks at what others have done."""

_MARKS: Final[dict[str, tuple[Mark, bool]]] = {
    "ban": ("banned", True),
    "unban": ("banned", False),
    "mute": ("muted", True),
    "unmute": ("muted", False),
    "host": ("host", True),
    "unhost": ("host", False),
    "close": ("closing", True),
    "closed": ("closing", False),
}

Work = Callable[[Draft], None]


class WishedAct(Struct, frozen=True, kw_only=True):
    """What somebody wants done: to a player (an id or a user name), to a table (its id), or to everybody."""

    act: str
    subject: str = ""
    detail: str = ""
    why: str = ""


class Marks:
    """What follows from all acts so far."""

    def __init__(self) -> None:
        self.last = 0
        """The number of the last act."""
        self.notice: Act | None = None
        self._marked: defaultdict[Mark, set[str]] = defaultdict(set)

    def take(self, act: Act) -> None:
        """The next one."""
        self.last = act.number
        if act.act == "notice":
            self.notice = act if act.detail else None
        elif act.act in _MARKS:
            mark, on = _MARKS[act.act]
            (self._marked[mark].add if on else self._marked[mark].discard)(act.subject)

    def has(self, subject: str, mark: Mark) -> bool:
        """Whether this holds of a player or table."""
        return subject in self._marked[mark]

    def marks(self, subject: str) -> list[Mark]:
        """All that holds of a player or table."""
        return [mark for mark, subjects in self._marked.items() if subject in subjects]

    def marked(self, mark: Mark) -> list[str]:
        """The player or table that it holds of."""
        return sorted(self._marked[mark])


async def marks_of(store: Store) -> Marks:
    """What follows from all acts that are in the store."""
    marks = Marks()
    for act in await store.acts():
        marks.take(act)
    return marks


async def write_act(store: Store, marks: Marks, now: int, actor: str, wish: WishedAct) -> Act:
    """Write what was wished for, if it may be. Raises Refusal, UnknownName, Unfit."""
    judged = await _JUDGES[wish.act](store, marks, wish)
    why = _text(wish.why, "why", WHY_MOST)
    act = Act(at=now, actor=actor, act=wish.act, subject=judged.subject, detail=judged.detail, why=why)
    if not await store.act(act, judged.renamed, judged.coins):
        if judged.coins:
            raise Refusal("coins_not_there")
        raise Refusal("name_taken", name=act.detail, free=await free_name(store, act.detail))
    return act


async def find_player(store: Store, name: str) -> Player:
    """A player by id or user name. Raises UnknownName."""
    account = await store.account(folded(name))
    player = await store.player(name if account is None else account.player)
    if player is None:
        raise UnknownName("unknown_player", name=name)
    return player


# ---- what may be done


class _Judged(NamedTuple):
    """The subject's id, the detail, the player as it is called from now on, and the coins that it gets."""

    subject: str
    detail: str = ""
    renamed: Player | None = None
    coins: int = 0


async def _player(store: Store, marks: Marks, wish: WishedAct) -> _Judged:
    return _Judged((await find_player(store, wish.subject)).id)


async def _guest(store: Store, marks: Marks, wish: WishedAct) -> _Judged:
    """A player who is no host: hosts do nothing to each other."""
    judged = await _player(store, marks, wish)
    if marks.has(judged.subject, "host"):
        raise Refusal("is_host")
    return judged


async def _reported(store: Store, marks: Marks, wish: WishedAct) -> _Judged:
    """Somebody of whom a player tells the hosts; the detail is the table where it was."""
    return _Judged((await find_player(store, wish.subject)).id, _text(wish.detail, "table", NOTICE_MOST))


async def _owner(store: Store, marks: Marks, wish: WishedAct) -> _Judged:
    """Somebody with an account."""
    account = await store.account(folded(wish.subject))
    if account is None:
        raise UnknownName("unknown_user", name=wish.subject)
    return _Judged(account.player)


async def _renamed(store: Store, marks: Marks, wish: WishedAct) -> _Judged:
    player = await find_player(store, wish.subject)
    name = new_name(wish.detail)
    return _Judged(player.id, name, replace(player, name=name))


async def _coins(store: Store, marks: Marks, wish: WishedAct) -> _Judged:
    """Coins for somebody, or from them where the number is below zero."""
    player = await find_player(store, wish.subject)
    try:
        coins = int(wish.detail)
    except ValueError:
        coins = 0
    if not 0 < abs(coins) <= COINS_MOST:
        raise Unfit("wrong_value", field="detail", allowed=f"-{COINS_MOST} … {COINS_MOST}")
    if player.id not in await store.purses([player.id]):
        raise Refusal("no_purse")
    return _Judged(player.id, f"{coins:+}", coins=coins)


async def _table(store: Store, marks: Marks, wish: WishedAct) -> _Judged:
    name = wish.subject.rstrip("/").rpartition("/")[2]  # its link will do
    if not await store.entries(name):
        raise UnknownName("unknown_table", name=name)
    return _Judged(name)


async def _everybody(store: Store, marks: Marks, wish: WishedAct) -> _Judged:
    return _Judged("", _text(wish.detail, "detail", NOTICE_MOST))


def _text(text: str, field: str, most: int) -> str:
    clean = shown_text(text)
    if len(clean) > most:
        raise Unfit("wrong_value", field=field, allowed=f"0 … {most}")
    return clean


_JUDGES: Final[dict[str, Callable[[Store, Marks, WishedAct], Awaitable[_Judged]]]] = {
    "close": _table, "ban": _guest, "unban": _player, "mute": _guest, "unmute": _player, "rename": _renamed,
    "coins": _coins, "drop": _table, "report": _reported, "notice": _everybody, "host": _owner, "unhost": _owner,
}  # fmt: skip


# ---- what follows in the running room


class Tables(Protocol):
    """The tables of the room."""

    async def table(self, name: str) -> LiveTable:
        """See ``Room.table``."""


class Hosting:
    """What hosts have done, as far as this process knows, and what is still to be done about it."""

    def __init__(self, store: Store, clock: Callable[[], int], tables: Tables) -> None:
        self.marks = Marks()
        self.ears: list[Callable[[Act], None]] = []
        """Called with each act."""
        self._store = store
        self._clock = clock
        self._tables = tables
        self._errands: dict[str, list[Work]] = {}
        """What is done at tables when no hand is in play, by table."""
        self._looking = asyncio.Lock()

    async def open(self) -> None:
        """Learn what holds."""
        self.marks = await marks_of(self._store)
        for table in self.marks.marked("closing"):
            self._errand(table, _close)

    def is_banned(self, player: str) -> bool:
        """Whether nothing here opens to a player."""
        return self.marks.has(player, "banned")

    async def do(self, actor: str, wish: WishedAct) -> None:
        """Do what a host wishes, at once. Raises Refusal, UnknownName, Unfit."""
        await write_act(self._store, self.marks, self._clock(), actor, wish)
        await self.look()

    async def watch(self) -> None:
        """Wait a moment, and see what others have done."""
        await asyncio.sleep(LOOK)
        await self.look()

    async def look(self) -> None:
        """Take in what is new, and do what is still to be done."""
        async with self._looking:
            for act in await self._store.acts(self.marks.last):
                await self._plan(act)
                self.marks.take(act)
                for hear in self.ears:
                    hear(act)
            for table in tuple(self._errands):
                await self._run(table)

    async def _plan(self, act: Act) -> None:
        subject = act.subject
        if act.act == "close":
            self._errand(subject, _close)
        elif act.act == "ban":
            await self._errands_of(subject, lambda draft: seating.rise(draft, subject))
        elif act.act == "rename":
            await self.call(Player(subject, act.detail, 0))

    async def call(self, player: Player) -> None:
        """A player is called so from now on: where they sit too, when no hand is in play there."""
        await self._errands_of(player.id, lambda draft: seating.rename(draft, player.id, player.name))

    async def _errands_of(self, player: str, work: Work) -> None:
        for summary in await self._store.tables_of(player):
            self._errand(summary.table, work)

    def _errand(self, table: str, work: Work) -> None:
        self._errands.setdefault(table, []).append(work)

    async def _run(self, table: str) -> None:
        """Do what there is to do at a table, as far as it can be done now."""
        try:
            live = await self._tables.table(table)
            left = [work for work in self._errands[table] if not await _done(live, work)]
        except UnknownName:
            left = []  # it was deleted meanwhile
        except PaijuError:
            return  # it cannot be read, here and now
        if left:
            self._errands[table] = left
            return
        del self._errands[table]
        if self.marks.has(table, "closing"):
            await self._store.act(Act(at=self._clock(), actor="", act="closed", subject=table))


async def _done(live: LiveTable, work: Work) -> bool:
    """Whether it is done, or cannot be any more; not while a hand is in play."""
    try:
        await live.do("", None, work)
    except PaijuError as error:
        return error.code != "hand_running"
    return True


def _close(draft: Draft) -> None:
    if draft.table.phase != "closed":
        seating.close(draft)


def refuse_going_on(marks: Marks, table: str) -> None:
    """No new hand at a table that a host closes. Raises Refusal."""
    if marks.has(table, "closing"):
        raise Refusal("table_closing")
