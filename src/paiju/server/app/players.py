"""Players and their keys. A visitor becomes a guest at once. Of a key only the hash is kept."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.errors import UnknownName
from paiju.server.app.credentials import folded
from paiju.server.app.names import clean_name, made_up, new_name, numbered, why_not
from paiju.server.app.store import Key, Player, PlayerStore
from paiju.server.errors import NoSession, Refusal

PROPOSED: Final = 3
"""How many names are proposed at once."""

LOOK: Final = 60.0
"""Seconds between two looks for players who are not found by their names yet."""

DAY: Final = 24 * 3600 * 1000
"""Milliseconds."""

LIFE: Final = 365 * DAY
"""Milliseconds after which a session that nobody has used ends."""

Kind = Literal["session", "token", "reader"]
"""A browser has a session, a program a token: one with which it plays, or one with which it only reads."""


class Visit(Struct, frozen=True):
    """Somebody who asks, and the key that they came with."""

    player: Player
    key: Key


class Players:
    """Players and their keys."""

    def __init__(
        self, store: PlayerStore, clock: Callable[[], int], is_banned: Callable[[str], bool] = lambda player: False
    ) -> None:
        self._store = store
        self._clock = clock
        self._is_banned = is_banned

    async def guest(self, name: str, label: str, lang: str = "en", *, bot: bool = False) -> tuple[Player, str]:
        """A new player, and the text of its session's key. Without a name it is given one in this language.

        If somebody has the name, a number is put behind it. ``bot``: a program will play.
        """
        clean = clean_name(name)
        wanted = made_up(lang) if why_not(clean) else clean
        player = await _first(self._store.put_player, Player(secrets.token_hex(8), wanted, self._clock(), bot))
        return player, await self.add_key(player, "session", label)

    async def proposed(self, lang: str) -> list[str]:
        """Names in a language that nobody has."""
        return [await free_name(self._store, made_up(lang)) for _ in range(PROPOSED)]

    async def named(self, name: str) -> Player:
        """A player by name. Raises UnknownName."""
        player = await self._store.player_named(folded(name))
        if player is None:
            raise UnknownName("unknown_player", name=name)
        return player

    def new_key(self, player: str, kind: Kind, label: str) -> tuple[str, Key]:
        """The text of a key, and what is kept of it."""
        text = secrets.token_hex(24)
        now = self._clock()
        return text, Key(digest_of(text), player, kind, label[:40], now, now)

    async def add_key(self, player: Player, kind: Kind, label: str) -> str:
        """A new key. Its text is told only now."""
        text, key = self.new_key(player.id, kind, label)
        await self._store.add_key(key)
        return text

    async def visit(self, text: str | None) -> Visit:
        """The player who comes with this key. Raises NoSession, Refusal."""
        visit = await self.visit_or_none(text)
        if visit is None:
            raise NoSession("no_session")
        self.admit(visit.player.id)
        return visit

    def admit(self, player: str) -> None:
        """Let a player in. Raises Refusal: a host has banned them."""
        if self._is_banned(player):
            raise Refusal("banned")

    async def visit_or_none(self, text: str | None) -> Visit | None:
        """The player who comes with this key, if it is anyone's."""
        key = await self._store.key(digest_of(text)) if text else None
        player = await self._store.player(key.player) if key is not None else None
        return Visit(player, key) if key is not None and player is not None else None

    async def note(self, visit: Visit) -> None:
        """The visitor's session lives on from today."""
        now = self._clock()
        if now - visit.key.seen >= DAY:
            await self._store.touch_key(visit.key.digest, now)

    async def renew(self, visit: Visit) -> str:
        """Replace the visitor's key by a new one, and answer its text. The old key opens nothing any more. Raises NoSession."""
        text, key = self.new_key(visit.player.id, "session", visit.key.label)
        if not await self._store.swap_key(visit.key.digest, key):
            raise NoSession("no_session")
        return text

    async def rename(self, player: Player, name: str) -> Player:
        """The player under another name, from its next seat on. Raises Refusal."""
        renamed = replace(player, name=new_name(name))
        if not await self._store.put_player(renamed):
            raise Refusal("name_taken", name=renamed.name, free=await free_name(self._store, renamed.name))
        return renamed

    async def make_bot(self, player: Player) -> Player:
        """The player as one for whom a program plays. Raises Refusal: there was a hand, or one may begin."""
        if not player.bot and not await self._store.make_bot(player.id):
            raise Refusal("not_new")
        return replace(player, bot=True)

    async def settle(self) -> None:
        """Let players from before names were unique be found by theirs: who came first by the name itself. Then wait a while."""
        while unfound := await self._store.unfound():
            for player in unfound:
                await _first(self._store.found_by, replace(player, name=clean_name(player.name) or made_up("")))
        await asyncio.sleep(LOOK)

    async def keys(self, player: Player, kind: Kind) -> list[Key]:
        """The player's keys of a kind, the oldest first."""
        return await self._store.keys_of(player.id, kind)

    async def end(self, player: Player, kind: Kind, name: str) -> str:
        """End a key by its short name, and answer its digest. Raises UnknownName."""
        for key in await self.keys(player, kind):
            if short(key.digest) == name and await self._store.drop_key(key.digest, player.id):
                return key.digest
        raise UnknownName(f"unknown_{kind}", name=name)

    async def end_others(self, visit: Visit) -> list[str]:
        """End the player's other sessions, and answer their digests."""
        sessions = await self.keys(visit.player, "session")
        return await self.end_all([key for key in sessions if key.digest != visit.key.digest])

    async def end_all(self, keys: Sequence[Key]) -> list[str]:
        """End these keys, and answer their digests."""
        for key in keys:
            await self._store.drop_key(key.digest, key.player)
        return [key.digest for key in keys]


def digest_of(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def short(digest: str) -> str:
    """The name of a key in lists."""
    return digest[:16]


async def free_name(store: PlayerStore, name: str) -> str:
    """The name, with a number behind it if somebody has it."""
    for one in numbered(name):
        if await store.player_named(folded(one)) is None:
            return one
    raise AssertionError  # there is always another number


async def _first(put: Callable[[Player], Awaitable[bool]], player: Player) -> Player:
    """The player under its name, or with the first number behind it that can be put."""
    for name in numbered(player.name):
        called = replace(player, name=name)
        if await put(called):
            return called
    raise AssertionError  # there is always another number
