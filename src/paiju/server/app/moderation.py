"""Moderation: what admins can do, and its effects.

Admins close tables, ban, mute, rename and unrank players, give coins, and send notices. They never see the cards of a running
hand. Every action is first written to the database, whether it comes from the admin page, the command line or another
process. Each process reads new actions once a second. The sanctions in force (bans, mutes …) follow from all actions in order.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final, Literal, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.errors import PaijuError, UnknownName
from paiju.server.app.players.credential_rules import fold_user_name
from paiju.server.app.players.player_name_rules import clean_text, validate_name
from paiju.server.app.players.player_service import find_free_name
from paiju.server.app.store import ModerationAction, Store, StoredPlayer
from paiju.server.app.tables.live_table import LiveTable
from paiju.server.domain import table_commands
from paiju.server.domain.command_context import CommandContext
from paiju.server.errors import InvalidField, Refusal

ActionKind = Literal["close", "ban", "unban", "mute", "unmute", "unrank", "rank", "rename", "coins", "notice"]
"""The kinds of actions that an admin can take on the admin page.

There are other kinds of moderation actions. The command line can also make and unmake admins ("admin",
"unadmin"), and delete a table that cannot be read ("drop"). Any player may "report" another player.
"""

SanctionKind = Literal["banned", "muted", "unranked", "admin", "closing"]
"""A state of a player or table that one action begins and another action ends.

A table in the state ``closing`` will be closed as soon as no hand is running there.
"""

NOTICE_MOST: Final = 300
"""Maximum number of characters of a notice."""
WHY_MOST: Final = 200
"""Maximum number of characters of the reason for an action."""
COINS_MOST: Final = 1_000_000_000
"""Maximum number of coins that one action gives or takes."""
POLL_INTERVAL: Final = 1.0
"""Seconds between two checks for actions that other processes have stored."""

_SANCTION_CHANGES: Final[dict[str, tuple[SanctionKind, bool]]] = {
    "ban": ("banned", True),
    "unban": ("banned", False),
    "mute": ("muted", True),
    "unmute": ("muted", False),
    "unrank": ("unranked", True),
    "rank": ("unranked", False),
    "host": ("admin", True),
    "unhost": ("admin", False),
    "close": ("closing", True),
    "closed": ("closing", False),
}
"""The sanction that each kind of stored action begins (True) or ends (False)."""

_STORED_NAMES: Final = {"admin": "host", "unadmin": "unhost"}
"""Actions that are stored under another name, because admins were once called hosts."""

_ACTION_NAMES: Final = {stored: name for name, stored in _STORED_NAMES.items()}

Work = Callable[[CommandContext], None]


class ModerationRequest(Struct, frozen=True, kw_only=True):
    """A request for a moderation action.

    - ``act``: the kind of action
    - ``subject``: a player's id or user name, a table's id or link, or "" for everybody
    - ``detail``: the new name, the text of the notice, the number of coins, or the table of a report, depending
      on the kind of action
    - ``why``: the reason, which only admins see
    """

    act: str
    subject: str = ""
    detail: str = ""
    why: str = ""


class Sanctions:
    """The sanctions in force, and the current notice.

    Both follow from the actions that have been applied until now.
    """

    def __init__(self) -> None:
        self.last = 0
        """The number of the last action that was applied."""
        self.notice: ModerationAction | None = None
        self._marked: defaultdict[SanctionKind, set[str]] = defaultdict(set)

    def apply(self, act: ModerationAction) -> None:
        """Update the sanctions with the next action of the log."""
        self.last = act.number
        if act.act == "notice":
            self.notice = act if act.detail else None
        elif act.act in _SANCTION_CHANGES:
            mark, on = _SANCTION_CHANGES[act.act]
            (self._marked[mark].add if on else self._marked[mark].discard)(act.subject)

    def is_active(self, subject: str, mark: SanctionKind) -> bool:
        """Return whether a sanction is in force for a player or table."""
        return subject in self._marked[mark]

    def active_for(self, subject: str) -> list[SanctionKind]:
        """Return all sanctions in force for a player or table."""
        return [mark for mark, subjects in self._marked.items() if subject in subjects]

    def subjects_of(self, mark: SanctionKind) -> list[str]:
        """Return the players or tables for which a sanction is in force."""
        return sorted(self._marked[mark])


async def load_sanctions(store: Store) -> Sanctions:
    """Return the sanctions in force after all stored actions."""
    sanctions = Sanctions()
    for act in await store.actions_after():
        sanctions.apply(act)
    return sanctions


async def record_action(
    store: Store, sanctions: Sanctions, now: int, actor: str, wish: ModerationRequest
) -> ModerationAction:
    """Validate a requested action, store it, and return it. Raises Refusal, UnknownName, InvalidField."""
    judged = await _VALIDATORS[wish.act](store, sanctions, wish)
    why = _validate_text_field(wish.why, "why", WHY_MOST)
    stored = _STORED_NAMES.get(wish.act, wish.act)
    act = ModerationAction(at=now, actor=actor, act=stored, subject=judged.subject, detail=judged.detail, why=why)
    if not await store.record_action(act, judged.renamed, judged.coins):
        if judged.coins:
            raise Refusal("coins_not_there")
        raise Refusal("name_taken", name=act.detail, free=await find_free_name(store, act.detail))
    return act


def action_name(act: ModerationAction) -> str:
    """Return the name of an action as people see it, which may differ from the stored one."""
    return _ACTION_NAMES.get(act.act, act.act)


async def find_player(store: Store, name: str) -> StoredPlayer:
    """Return a player by id or user name. Raises UnknownName."""
    account = await store.account_by_name(fold_user_name(name))
    player = await store.player(name if account is None else account.player)
    if player is None:
        raise UnknownName("unknown_player", name=name)
    return player


# ---- validation of actions


class _ValidatedAction(NamedTuple):
    """A valid action of an admin, or a valid report.

    ``subject`` is the id of the player or table concerned; "" if everybody is concerned. ``detail`` is the text
    to store (``ModerationRequest.detail``). ``renamed`` is the player with the new name, if the action changes a
    name. ``coins`` is the number of coins that the action gives.
    """

    subject: str
    detail: str = ""
    renamed: StoredPlayer | None = None
    coins: int = 0


async def _validate_player(store: Store, sanctions: Sanctions, wish: ModerationRequest) -> _ValidatedAction:
    return _ValidatedAction((await find_player(store, wish.subject)).id)


async def _validate_non_admin(store: Store, sanctions: Sanctions, wish: ModerationRequest) -> _ValidatedAction:
    """Validate an action on a player who is not an admin. Raises Refusal for an admin.

    Admins cannot ban or mute each other.
    """
    judged = await _validate_player(store, sanctions, wish)
    if sanctions.is_active(judged.subject, "admin"):
        raise Refusal("is_admin")
    return judged


async def _validate_player_report(store: Store, sanctions: Sanctions, wish: ModerationRequest) -> _ValidatedAction:
    """Validate a report in which a player reports another player to the admins.

    ``ModerationRequest.detail`` names the table at which the other player misbehaved.
    """
    return _ValidatedAction(
        (await find_player(store, wish.subject)).id, _validate_text_field(wish.detail, "table", NOTICE_MOST)
    )


async def _validate_account(store: Store, sanctions: Sanctions, wish: ModerationRequest) -> _ValidatedAction:
    """Validate an action on a player, given by a user name. Raises UnknownName if no account has that name."""
    account = await store.account_by_name(fold_user_name(wish.subject))
    if account is None:
        raise UnknownName("unknown_user", name=wish.subject)
    return _ValidatedAction(account.player)


async def _validate_rename(store: Store, sanctions: Sanctions, wish: ModerationRequest) -> _ValidatedAction:
    player = await find_player(store, wish.subject)
    name = validate_name(wish.detail)
    return _ValidatedAction(player.id, name, replace(player, name=name))


async def _validate_coins(store: Store, sanctions: Sanctions, wish: ModerationRequest) -> _ValidatedAction:
    """Validate a gift of coins to a player; with a negative number, coins are taken away."""
    player = await find_player(store, wish.subject)
    try:
        coins = int(wish.detail)
    except ValueError:
        coins = 0
    if not 0 < abs(coins) <= COINS_MOST:
        raise InvalidField("wrong_value", field="detail", allowed=f"-{COINS_MOST} … {COINS_MOST}")
    if player.id not in await store.wallets([player.id]):
        raise Refusal("no_purse")
    return _ValidatedAction(player.id, f"{coins:+}", coins=coins)


async def _validate_table(store: Store, sanctions: Sanctions, wish: ModerationRequest) -> _ValidatedAction:
    name = wish.subject.rstrip("/").rpartition("/")[2]  # the subject may be the table's link
    if not await store.entries(name):
        raise UnknownName("unknown_table", name=name)
    return _ValidatedAction(name)


async def _validate_notice(store: Store, sanctions: Sanctions, wish: ModerationRequest) -> _ValidatedAction:
    return _ValidatedAction("", _validate_text_field(wish.detail, "detail", NOTICE_MOST))


def _validate_text_field(text: str, field: str, most: int) -> str:
    clean = clean_text(text)
    if len(clean) > most:
        raise InvalidField("wrong_value", field=field, allowed=f"0 … {most}")
    return clean


_VALIDATORS: Final[dict[str, Callable[[Store, Sanctions, ModerationRequest], Awaitable[_ValidatedAction]]]] = {
    "close": _validate_table,
    "ban": _validate_non_admin,
    "unban": _validate_player,
    "mute": _validate_non_admin,
    "unmute": _validate_player,
    "unrank": _validate_player,
    "rank": _validate_player,
    "rename": _validate_rename,
    "coins": _validate_coins,
    "drop": _validate_table,
    "report": _validate_player_report,
    "notice": _validate_notice,
    "admin": _validate_account,
    "unadmin": _validate_account,
}


# ---- effects in the running room


class TableLookup(Protocol):
    """Finds a table of the room by its id; ``TableManager`` is the implementation."""

    async def table(self, name: str) -> LiveTable:
        """Return a table by its id. Raises UnknownName if there is none, and PaijuError if this process cannot read it."""


class Moderation:
    """Applies the actions of admins in this process.

    Some actions lead to a command at a table. If a hand is running there, the command is kept until the hand is over.
    """

    def __init__(self, store: Store, clock: Callable[[], int], tables: TableLookup) -> None:
        self.sanctions = Sanctions()
        self.listeners: list[Callable[[ModerationAction], None]] = []
        """Functions that are called with each action when this process applies it."""
        self._store = store
        self._clock = clock
        self._tables = tables
        self._pending_commands: dict[str, list[Work]] = {}
        """Commands, by table, that wait until no hand is running at the table."""
        self._looking = asyncio.Lock()

    async def open(self) -> None:
        """Load the sanctions in force, and schedule the closing of every table in the state ``closing``.

        An admin has ordered these tables to be closed, but no process has recorded that this was done. Each table
        closes as soon as no hand is running at it.
        """
        self.sanctions = await load_sanctions(self._store)
        for table in self.sanctions.subjects_of("closing"):
            self._add_table_work(table, _close_table)

    def is_banned(self, player: str) -> bool:
        """Return whether a player is banned from the room."""
        return self.sanctions.is_active(player, "banned")

    def subjects_of(self, mark: SanctionKind) -> list[str]:
        """Return the players or tables for which a sanction is in force."""
        return self.sanctions.subjects_of(mark)

    async def perform_action(self, actor: str, wish: ModerationRequest) -> None:
        """Store an admin's action and apply it at once. Raises Refusal, UnknownName, InvalidField."""
        await record_action(self._store, self.sanctions, self._clock(), actor, wish)
        await self.apply_new_actions()

    async def poll(self) -> None:
        """Wait for ``POLL_INTERVAL`` seconds, then apply the actions that any process has stored in the meantime."""
        await asyncio.sleep(POLL_INTERVAL)
        await self.apply_new_actions()

    async def apply_new_actions(self) -> None:
        """Read and apply the new actions, and retry the commands that still wait at tables."""
        async with self._looking:
            for act in await self._store.actions_after(self.sanctions.last):
                await self._schedule_work(act)
                self.sanctions.apply(act)
                for listener in self.listeners:
                    listener(act)
            for table in tuple(self._pending_commands):
                await self._run_table_work(table)

    async def _schedule_work(self, act: ModerationAction) -> None:
        subject = act.subject
        if act.act == "close":
            self._add_table_work(subject, _close_table)
        elif act.act == "ban":
            await self._add_player_work(subject, lambda draft: table_commands.vacate_seat_of(draft, subject))
        elif act.act == "rename":
            await self.rename_seated(StoredPlayer(subject, act.detail, 0))

    async def rename_seated(self, player: StoredPlayer) -> None:
        """Change a player's name at the tables where the player sits, at each table as soon as no hand is running there."""
        await self._add_player_work(player.id, lambda draft: table_commands.rename(draft, player.id, player.name))

    async def _add_player_work(self, player: str, work: Work) -> None:
        for summary in await self._store.tables_of(player):
            self._add_table_work(summary.table, work)

    def _add_table_work(self, table: str, work: Work) -> None:
        self._pending_commands.setdefault(table, []).append(work)

    async def _run_table_work(self, table: str) -> None:
        """Execute the commands that wait at a table, except those that a running hand prevents."""
        try:
            live = await self._tables.table(table)
            left = [work for work in self._pending_commands[table] if not await _try_work(live, work)]
        except UnknownName:
            left = []  # the table was deleted in the meantime
        except PaijuError:
            return  # the table cannot be read in this process at present
        if left:
            self._pending_commands[table] = left
            return
        del self._pending_commands[table]
        if self.sanctions.is_active(table, "closing"):
            await self._store.record_action(ModerationAction(at=self._clock(), actor="", act="closed", subject=table))


async def _try_work(live: LiveTable, work: Work) -> bool:
    """Execute a command at a table. Returns False if it must wait until the running hand is over.

    Returns True if the command was executed, or if the table refuses it for another reason.
    """
    try:
        await live.execute("", None, work)
    except PaijuError as error:
        return error.code != "hand_running"
    return True


def _close_table(draft: CommandContext) -> None:
    if draft.table.phase != "closed":
        table_commands.close_table(draft)


def require_not_closing(sanctions: Sanctions, table: str) -> None:
    """Raise Refusal if an admin is closing the table, so that no new hand begins."""
    if sanctions.is_active(table, "closing"):
        raise Refusal("table_closing")
