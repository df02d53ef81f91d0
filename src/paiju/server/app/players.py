"""Who somebody is: guests at once, known by an opaque key of which only the hash is kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

from paiju.server.app.store import Key, Player, Store
from paiju.server.errors import NoSession, Refusal

NAME_LENGTH = 20


class Players:
    """Players and their keys: browser sessions, and tokens for programs."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock

    async def guest(self, name: str) -> tuple[Player, str]:
        """A new player, and the key of its session."""
        name = clean_name(name) or f"Guest {secrets.randbelow(9000) + 1000}"
        player = Player(secrets.token_hex(8), name, self._clock())
        await self._store.put_player(player)
        return player, await self.add_key(player, "session", "")

    async def add_key(self, player: Player, kind: str, label: str) -> str:
        """A new key; its text is told this once."""
        text = secrets.token_hex(24)
        await self._store.add_key(Key(digest_of(text), player.id, kind, label[:40], self._clock()))
        return text

    async def known(self, text: str | None) -> Player:
        """The player whose key this is. Raises NoSession."""
        player = await self.known_or_none(text) if text else None
        if player is None:
            raise NoSession("no_session")
        return player

    async def known_or_none(self, text: str) -> Player | None:
        """The player whose key this is, if it is anyone's."""
        key = await self._store.key(digest_of(text))
        return await self._store.player(key.player) if key is not None else None

    async def rename(self, player: Player, name: str) -> Player:
        """The player under another name, from its next seat on. Raises Refusal."""
        clean = clean_name(name)
        if not clean:
            raise Refusal("bad_name")
        renamed = Player(player.id, clean, player.created)
        await self._store.put_player(renamed)
        return renamed

    async def tokens(self, player: Player) -> list[Key]:
        """The player's tokens for programs."""
        return await self._store.keys_of(player.id, "token")

    async def drop(self, player: Player, digest: str) -> bool:
        """End a key; whether there was one."""
        return await self._store.drop_key(digest, player.id)


def digest_of(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name as it may be shown: printable, single spaces, short."""
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())[:NAME_LENGTH].strip()
