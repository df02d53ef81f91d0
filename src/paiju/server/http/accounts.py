"""The HTTP API of accounts: register, log in, change the password, sessions, API tokens, export, delete."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, get_args

from litestar import Response
from litestar.datastructures import ResponseHeader
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.players.credential_rules import fold_user_name
from paiju.server.app.players.player_service import Authenticated, Kind, short_key_id, token_hash
from paiju.server.app.players.profiles import (
    Part,
    PrivatePart,
    hidden_public_parts,
    read_visibility,
    shown_private_parts,
)
from paiju.server.app.puzzles.puzzle_wire import MadeTry
from paiju.server.app.store import ApiKey, Booking, StoredPlayer
from paiju.server.app.tables import hand_replay as records
from paiju.server.app.tables.lobby_summary import LobbyTable
from paiju.server.http.documented_routes import ANYBODY, IN_PERSON, LATEST, delete, get, post, put
from paiju.server.http.own_player import Me, to_me
from paiju.server.http.user_agent import describe_user_agent
from paiju.server.services import AnyRequest, get_services

UNSEEN = [ResponseHeader(name="cache-control", value="no-store")]
"""Header of responses that browsers and proxies must not store."""


User = Annotated[str, Meta(max_length=100)]
Password = Annotated[str, Meta(max_length=1000)]
"""A password in a request.

A text that is too long is refused here. ``app.players.credential_rules`` checks the password itself.
"""


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """A user name and its password."""

    user: User
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The current password and the new one."""

    old: Password
    password: Password


class PasswordConfirmation(Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the account, by which the player confirms a request."""

    password: Password


Scope = Literal["play", "read"]
"""What an API token permits: to play as its player, or only to read."""

_KINDS: Final[dict[Scope, Kind]] = {"play": "token", "read": "reader"}


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for an API token, with a label of the player's choice and the token's scope."""

    label: Annotated[str, Meta(max_length=40)] = ""
    scope: Scope = "play"


class Token(Struct, frozen=True, kw_only=True):
    """An API token for a program.

    Only the response to the request that creates the token contains its text (``token``).
    """

    id: str
    label: str
    created: int
    token: str | None = None
    scope: Scope = "play"


class Session(Struct, frozen=True, kw_only=True):
    """A session in a browser. ``label`` names the browser and the operating system that were used at login.

    ``seen`` is when the session was last used, in Unix milliseconds, accurate to a day. ``here`` says whether
    this session sent the current request.
    """

    id: str
    label: str
    created: int
    seen: int
    here: bool


class WalletChange(Struct, frozen=True):
    """A change of the player's wallet: its cause, its time (Unix milliseconds), and the number of coins.

    The number is positive for coins gained, and negative for coins lost.
    """

    cause: str
    at: int
    coins: int


class DataExport(Struct, frozen=True, kw_only=True):
    """All data that the room stores about a player. ``account_created`` is null for a guest."""

    me: Me
    created: int
    account_created: int | None
    sessions: list[Session]
    tokens: list[Token]
    tables: list[LobbyTable]
    hands: list[records.HandSummary]
    coins: int
    bookings: list[WalletChange]
    hides: tuple[Part, ...]
    shows: tuple[PrivatePart, ...]
    puzzles: list[MadeTry]


@post("/api/account", tags=["account"], response_headers=UNSEEN, security=IN_PERSON)
async def register_account(request: AnyRequest, data: JSONBody[Login]) -> Response[Me]:
    """Give the guest an account with a user name and a password. The player's id, tables, hands and tokens stay.

    The response sets a new session cookie. The old one is no longer valid.

    Errors: ``has_account``, ``user_taken``, ``user_length``, ``user_characters``, ``password_short``,
    ``password_long``, ``password_silly``, ``password_is_user``, ``too_many_requests``.
    """
    services = get_services(request)
    visit = await services.authenticate_in_person(request)
    await services.rate_limiter.admit_name_check(services.client_address(request))
    await services.rate_limiter.admit_password(services.client_address(request))
    await services.rate_limiter.admit_new_account(services.client_address(request))
    return await _respond_with_rotated_session(
        request, visit, await services.accounts.register(visit, data.user, data.password)
    )


@post("/api/login", tags=["account"], status_code=200, response_headers=UNSEEN, security=ANYBODY)
async def log_in(request: AnyRequest, data: JSONBody[Login]) -> Response[Me]:
    """Log in to an account in this browser. If the browser had a session, that session ends.

    Errors: ``wrong_login``, ``banned``, ``too_many_requests``.
    """
    services = get_services(request)
    await services.rate_limiter.admit_password(services.client_address(request), fold_user_name(data.user))
    player, text, ended = await services.accounts.log_in(data.user, data.password, describe_user_agent(request))
    services.close_sessions(ended)
    left = await services.players.try_authenticate(services.get_session_cookie(request))
    if left is not None and left.key.kind == "session":
        await _revoke_key(request, left.key)
    return await _respond_with_session_cookie(request, player, text)


@post("/api/logout", tags=["account"], status_code=204, security=IN_PERSON)
async def log_out(request: AnyRequest) -> Response[None]:
    """End this session. A guest who logs out cannot come back."""
    services = get_services(request)
    visit = await services.authenticate_in_person(request)
    await _revoke_key(request, visit.key)
    return Response(None, status_code=204, cookies=[services.make_session_cookie(request, None)])


@put("/api/account/password", tags=["account"], response_headers=UNSEEN, security=IN_PERSON)
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> Response[Me]:
    """Change the password. All other sessions end; this session gets a new cookie. API tokens stay valid.

    Errors: ``no_account``, ``wrong_password``, ``password_short``, ``password_long``, ``password_silly``,
    ``password_is_user``, ``too_many_requests``.
    """
    services = get_services(request)
    visit = await _authenticate_for_password(request)
    others = [key.digest for key in await services.players.list_keys(visit.player, "session")]
    text = await services.accounts.change_password(visit, data.old, data.password)
    answer = await _respond_with_rotated_session(request, visit, text)
    services.close_sessions(others)
    return answer


@post("/api/account/deletion", tags=["account"], status_code=204, security=IN_PERSON)
async def erase(request: AnyRequest, data: JSONBody[PasswordConfirmation]) -> Response[None]:
    """Delete the account for good: user name, password, sessions, API tokens, shown name and list of hands.

    The player's seats are given up. Finished hands stay as they were played, because they belong to the other players too.

    Errors: ``no_account``, ``wrong_password``, ``too_many_requests``.
    """
    services = get_services(request)
    visit = await _authenticate_for_password(request)
    keys = [key for kind in get_args(Kind) for key in await services.players.list_keys(visit.player, kind)]
    await services.accounts.erase(visit, data.password)
    services.close_sessions({key.digest for key in keys})
    return Response(None, status_code=204, cookies=[services.make_session_cookie(request, None)])


@get("/api/me/sessions", tags=["account"], response_headers=UNSEEN, security=IN_PERSON)
async def sessions(request: AnyRequest) -> list[Session]:
    """List the sessions of the player, the oldest first."""
    return await _list_sessions(request, await get_services(request).authenticate_in_person(request))


@delete("/api/me/sessions", tags=["account"], security=IN_PERSON)
async def end_other_sessions(request: AnyRequest) -> None:
    """End all sessions of the player except this one."""
    services = get_services(request)
    services.close_sessions(
        await services.players.revoke_other_sessions(await services.authenticate_in_person(request))
    )


@delete("/api/me/sessions/{session:str}", tags=["account"], security=IN_PERSON)
async def end_session(request: AnyRequest, session: FromPath[str]) -> None:
    """End one session, by its id."""
    services = get_services(request)
    visit = await services.authenticate_in_person(request)
    services.close_sessions([await services.players.revoke_key(visit.player, "session", session)])


@get("/api/me/tokens", tags=["account"], response_headers=UNSEEN, security=IN_PERSON)
async def tokens(request: AnyRequest) -> list[Token]:
    """List the player's API tokens, without their text."""
    return await _list_tokens(request, await get_services(request).authenticate_in_person(request))


@post("/api/me/tokens", tags=["account"], response_headers=UNSEEN, security=IN_PERSON)
async def create_token(request: AnyRequest, data: JSONBody[NewToken]) -> Token:
    """Create an API token for a program (``Authorization: Bearer …``). Only this response contains its text.

    With a token of the scope ``play``, the program plays as this player; with the scope ``read``, it only reads.

    Errors: ``too_many_requests``.
    """
    services = get_services(request)
    visit = await services.authenticate_in_person(request)
    await services.rate_limiter.admit_token_or_export(visit.player, services.client_address(request))
    text = await services.players.create_key(visit.player, _KINDS[data.scope], data.label)
    now = services.tables.context.clock()
    return Token(id=short_key_id(token_hash(text)), label=data.label, created=now, token=text, scope=data.scope)


@delete("/api/me/tokens/{token:str}", tags=["account"], security=IN_PERSON)
async def end_token(request: AnyRequest, token: FromPath[str]) -> None:
    """Revoke an API token, by its id."""
    services = get_services(request)
    visit = await services.authenticate_in_person(request)
    scope: Scope = next((one.scope for one in await _list_tokens(request, visit) if one.id == token), "play")
    services.close_sessions([await services.players.revoke_key(visit.player, _KINDS[scope], token)])


@get("/api/me/export", tags=["account"], response_headers=UNSEEN, security=IN_PERSON)
async def export_data(request: AnyRequest) -> Response[DataExport]:
    """Download all data that the room stores about the player, except the password, cookies and the texts of tokens.

    Errors: ``too_many_requests``.
    """
    services, store = get_services(request), get_services(request).tables.context.store
    visit = await services.authenticate_in_person(request)
    await services.rate_limiter.admit_token_or_export(visit.player, services.client_address(request))
    account = await services.accounts.find_account(visit.player)
    hands = await store.hands_of(visit.player.id, LATEST, limit=LATEST)
    hidden = await read_visibility(store, visit.player)
    everything = DataExport(
        me=await to_me(services, visit.player),
        created=visit.player.created,
        account_created=None if account is None else account.created,
        sessions=await _list_sessions(request, visit),
        tokens=await _list_tokens(request, visit),
        tables=await services.tables.to_lobby_tables(await store.tables_of(visit.player.id)),
        hands=records.read_summaries(hands),
        coins=(await services.tables.context.bank.get_wallet(visit.player.id)).coins,
        bookings=_to_wallet_changes(await store.bookings_of_player(visit.player.id), hands),
        hides=hidden_public_parts(hidden),
        shows=shown_private_parts(hidden),
        puzzles=await services.puzzle_tries.list_first_tries(visit.player.id),
    )
    return Response(everything, headers={"content-disposition": 'attachment; filename="paiju.json"'})


def _to_wallet_changes(bookings: Iterable[Booking], hands: Iterable[FinishedHand]) -> list[WalletChange]:
    """Return bookings as the owner of the wallet may see them, with the public ids of hands.

    The internal ids in the stored causes would reveal the ids of private tables.
    """
    public = {f"hand:{hand.id}": f"hand:{hand.public_id}" for hand in hands}
    return [
        WalletChange(public.get(one.cause, _without_hand_id(one.cause)), one.at, sum(one.amounts.values())) for one in bookings
    ]  # fmt: skip


def _without_hand_id(cause: str) -> str:
    """Return a booking's cause without the id of its hand, which no longer exists."""
    return "hand" if cause.startswith("hand:") else cause


async def _authenticate_for_password(request: AnyRequest) -> Authenticated:
    """Return the player who sent a request that contains the password. The request counts as a login attempt.

    Raises NoSession, Refusal, RateLimited.
    """
    services = get_services(request)
    visit = await services.authenticate_in_person(request)
    account = await services.accounts.require_account(visit.player)
    await services.rate_limiter.admit_password(services.client_address(request), account.folded)
    return visit


async def _respond_with_session_cookie(request: AnyRequest, player: StoredPlayer, text: str) -> Response[Me]:
    services = get_services(request)
    return Response(await to_me(services, player), cookies=[services.make_session_cookie(request, text)])


async def _respond_with_rotated_session(request: AnyRequest, visit: Authenticated, text: str) -> Response[Me]:
    get_services(request).reassign_sockets(visit.key.digest, token_hash(text))
    return await _respond_with_session_cookie(request, visit.player, text)


async def _revoke_key(request: AnyRequest, key: ApiKey) -> None:
    services = get_services(request)
    await services.tables.context.store.drop_key(key.digest, key.player)
    services.close_sessions([key.digest])


async def _list_sessions(request: AnyRequest, visit: Authenticated) -> list[Session]:
    keys = await get_services(request).players.list_keys(visit.player, "session")
    return [
        Session(
            id=short_key_id(key.digest),
            label=key.label,
            created=key.created,
            seen=key.seen,
            here=key.digest == visit.key.digest,
        )
        for key in keys
    ]


async def _list_tokens(request: AnyRequest, visit: Authenticated) -> list[Token]:
    players = get_services(request).players
    return [
        Token(id=short_key_id(key.digest), label=key.label, created=key.created, scope=scope)
        for scope, kind in _KINDS.items()
        for key in await players.list_keys(visit.player, kind)
    ]


HANDLERS = [
    register_account, log_in, log_out, change_password, erase, sessions, end_other_sessions, end_session, tokens, create_token,
    end_token, export_data,
]  # fmt: skip
