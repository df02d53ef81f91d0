"""``paiju password``: sets a new password for an account."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.database_argument import existing_database
from paiju.core.errors import Conflict, UnknownName
from paiju.locale import translate
from paiju.server.adapters.databases import open_store
from paiju.server.adapters.password_hashing import Argon2Hasher
from paiju.server.app.players.credential_rules import fold_user_name

_CLEAR: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters and digits of new passwords: without those that are easily confused, such as l and 1."""


def run(given: ParsedArguments) -> int:
    """Set and print a new random password, and revoke all sessions of the account.

    Raises UsageError, CannotServe, UnknownName, and Conflict if the account has changed at the same time.
    """
    database = existing_database(given)
    password = "-".join("".join(secrets.choice(_CLEAR) for _ in range(4)) for _ in range(4))
    asyncio.run(_set_password(database, given.user, password))
    print(translate(given.lang, "serve.new_password", user=given.user, password=password))
    return 0


async def _set_password(database: str, user: str, password: str) -> None:
    store, hasher = await open_store(database), Argon2Hasher()
    try:
        account = await store.account_by_name(fold_user_name(user))
        if account is None:
            raise UnknownName("unknown_user", name=user)
        if not await store.change_password_hash(account.player, account.secret, await hasher.hash(password), keep=""):
            raise Conflict("busy")
    finally:
        hasher.close()
        await store.close()
