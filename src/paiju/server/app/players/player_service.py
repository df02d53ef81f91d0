"""Creates and authenticates players. A visitor is a guest from the first request on. Tokens are stored as hashes."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.errors import UnknownName
from paiju.server.app.players.credential_rules import fold_user_name
from paiju.server.app.players.player_name_rules import (
    clean_name,
    numbered_names,
    random_name,
    refusal_code,
    validate_name,
)
from paiju.server.app.store import ApiKey, PlayerStore, StoredPlayer
from paiju.server.errors import NoSession, Refusal

PROPOSED: Final = 3
"""Number of names that ``PlayerService.propose_names`` returns."""

LOOK: Final = 60.0
"""Seconds between two searches for players whose names are not indexed."""

DAY: Final = 24 * 3600 * 1000
"""Milliseconds of a day."""

LIFE: Final = 365 * DAY
"""Milliseconds without use after which a session ends."""

Kind = Literal["session", "token", "reader"]
"""The kind of a key: a browser's session, a program's API token, or a read-only API token."""


class Authenticated(Struct, frozen=True):
    """An authenticated player, and the stored key of the token that the request carried."""

    player: StoredPlayer
    key: ApiKey


class PlayerService:
    """Creates, authenticates and renames players, and manages their keys (sessions and API tokens)."""

    def __init__(
        self, store: PlayerStore, clock: Callable[[], int], is_banned: Callable[[str], bool] = lambda player: False
    ) -> None:
        self._store = store
        self._clock = clock
        self._is_banned = is_banned

    async def create_guest(
        self, name: str, label: str, lang: str = "en", *, bot: bool = False
    ) -> tuple[StoredPlayer, str]:
        """Create a player without an account. Returns the player and the token of a session.

        If the name is not allowed, the player gets a random name in the language ``lang``. If another player has the
        name, a number is appended to it. ``label`` names the browser in the list of sessions. ``bot`` marks a bot
        account.
        """
        clean = clean_name(name)
        wanted = random_name(lang) if refusal_code(clean) else clean
        player = await _put_with_free_name(
            self._store.put_player, StoredPlayer(secrets.token_hex(8), wanted, self._clock(), bot)
        )
        return player, await self.create_key(player, "session", label)

    async def propose_names(self, lang: str) -> list[str]:
        """Return ``PROPOSED`` random names in a language that nobody has yet."""
        return [await find_free_name(self._store, random_name(lang)) for _ in range(PROPOSED)]

    async def find_by_name(self, name: str) -> StoredPlayer:
        """Return a player by name. Raises UnknownName."""
        player = await self._store.player_by_name(fold_user_name(name))
        if player is None:
            raise UnknownName("unknown_player", name=name)
        return player

    def generate_key(self, player: str, kind: Kind, label: str) -> tuple[str, ApiKey]:
        """Return the text of a new random token, and the key to store for it."""
        text = secrets.token_hex(24)
        now = self._clock()
        return text, ApiKey(token_hash(text), player, kind, label[:40], now, now)

    async def create_key(self, player: StoredPlayer, kind: Kind, label: str) -> str:
        """Create a key and return its token, which is not stored and cannot be read again."""
        text, key = self.generate_key(player.id, kind, label)
        await self._store.add_key(key)
        return text

    async def authenticate(self, text: str | None) -> Authenticated:
        """Return the player and the key of a token.

        Raises NoSession if the token is not valid, and Refusal if the player is banned.
        """
        visit = await self.try_authenticate(text)
        if visit is None:
            raise NoSession("no_session")
        self.require_not_banned(visit.player.id)
        return visit

    def require_not_banned(self, player: str) -> None:
        """Raise Refusal if the player is banned."""
        if self._is_banned(player):
            raise Refusal("banned")

    async def try_authenticate(self, text: str | None) -> Authenticated | None:
        """Return the player and the key of a token; None if the token is not valid. Also accepts banned players."""
        key = await self._store.key(token_hash(text)) if text else None
        player = await self._store.player(key.player) if key is not None else None
        return Authenticated(player, key) if key is not None and player is not None else None

    async def touch_session(self, visit: Authenticated) -> None:
        """Record that a session is in use, so that it does not end. Writes to the store at most once a day."""
        now = self._clock()
        if now - visit.key.seen >= DAY:
            await self._store.touch_key(visit.key.digest, now)

    async def rotate_session(self, visit: Authenticated) -> str:
        """Replace a session by a new one, and return its token. The old token is no longer valid. Raises NoSession."""
        text, key = self.generate_key(visit.player.id, "session", visit.key.label)
        if not await self._store.rotate_key(visit.key.digest, key):
            raise NoSession("no_session")
        return text

    async def rename(self, player: StoredPlayer, name: str) -> StoredPlayer:
        """Rename a player. Raises Refusal.

        Tables where the player sits keep the old name until ``Moderation.rename_seated`` is called.
        """
        renamed = replace(player, name=validate_name(name))
        if not await self._store.put_player(renamed):
            raise Refusal("name_taken", name=renamed.name, free=await find_free_name(self._store, renamed.name))
        return renamed

    async def mark_as_bot(self, player: StoredPlayer) -> StoredPlayer:
        """Mark a player as a bot account. Raises Refusal if the player has played a hand or has a seat."""
        if not player.bot and not await self._store.mark_as_bot(player.id):
            raise Refusal("not_new")
        return replace(player, bot=True)

    async def index_old_names(self) -> None:
        """Index the names of players who were created before names were unique.

        If several players have the same name, the oldest player keeps it, and a number is appended to the others'
        names. The method is called in a loop, so at the end it waits ``LOOK`` seconds.
        """
        while unfound := await self._store.players_without_claimed_name():
            for player in unfound:
                await _put_with_free_name(
                    self._store.claim_player_name, replace(player, name=clean_name(player.name) or random_name(""))
                )
        await asyncio.sleep(LOOK)

    async def list_keys(self, player: StoredPlayer, kind: Kind) -> list[ApiKey]:
        """Return the player's keys of a kind, the oldest first."""
        return await self._store.keys_of(player.id, kind)

    async def revoke_key(self, player: StoredPlayer, kind: Kind, name: str) -> str:
        """Revoke a key, given by its short id. Returns its hash. Raises UnknownName."""
        for key in await self.list_keys(player, kind):
            if short_key_id(key.digest) == name and await self._store.drop_key(key.digest, player.id):
                return key.digest
        raise UnknownName(f"unknown_{kind}", name=name)

    async def revoke_other_sessions(self, visit: Authenticated) -> list[str]:
        """Revoke the player's other sessions. Returns their hashes."""
        sessions = await self.list_keys(visit.player, "session")
        return await self.revoke_keys([key for key in sessions if key.digest != visit.key.digest])

    async def revoke_keys(self, keys: Sequence[ApiKey]) -> list[str]:
        """Revoke these keys. Returns their hashes."""
        for key in keys:
            await self._store.drop_key(key.digest, key.player)
        return [key.digest for key in keys]


def token_hash(key: str) -> str:
    """Return the hash under which a token is stored."""
    return hashlib.sha256(key.encode()).hexdigest()


def short_key_id(digest: str) -> str:
    """Return the short id of a key for lists, given its hash."""
    return digest[:16]


async def find_free_name(store: PlayerStore, name: str) -> str:
    """Return the name if nobody has it, otherwise the name with a number appended."""
    for one in numbered_names(name):
        if await store.player_by_name(fold_user_name(one)) is None:
            return one
    raise AssertionError  # there is always another number


async def _put_with_free_name(put: Callable[[StoredPlayer], Awaitable[bool]], player: StoredPlayer) -> StoredPlayer:
    """Store a player with ``put``, under a name that is free.

    This is the player's own name or, if that is taken, the name with the first free number appended.
    """
    for name in numbered_names(player.name):
        called = replace(player, name=name)
        if await put(called):
            return called
    raise AssertionError  # there is always another number
