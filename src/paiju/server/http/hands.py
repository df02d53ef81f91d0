"""The HTTP API of finished hands. Anybody with a hand's public id may open it, until one of its players withdraws the link."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final, Literal, NamedTuple

from litestar import Response
from litestar.params import FromPath, FromQuery

from paiju.core.codec import to_json
from paiju.core.errors import UnknownName
from paiju.records import Record
from paiju.records import to_json as record_json
from paiju.records import to_text as record_text
from paiju.server.app.analysis import ReviewKind
from paiju.server.app.daily.daily_sets import SealedHand
from paiju.server.app.finished_hand import FinishedHand, HandAccess
from paiju.server.app.reviews import HandReview, ReviewAsker, to_hand_review
from paiju.server.app.store import StoredPlayer
from paiju.server.app.tables import hand_replay as records
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import Refusal
from paiju.server.http.cached_responses import ASK_OWN, COMPRESSED, cached_response
from paiju.server.http.documented_routes import ANYBODY, PLAYER, delete, get, json_body_responses
from paiju.server.response_cache import CachedResponse, make_cached_response
from paiju.server.services import AnyRequest, Services, get_services


@get(
    "/api/hands/{hand:str}",
    tags=["hands"],
    opt={COMPRESSED: True},
    responses=json_body_responses(Record),
    security=ANYBODY,
)
async def hand_record(request: AnyRequest, hand: FromPath[str]) -> Response[bytes]:
    """Return the record of a finished hand.

    If the link of the hand was withdrawn, only the players of the hand can read the record.

    Errors: ``unknown_record``, ``hand_aside``, ``deal_open``.
    """
    return cached_response(
        request, await _get_or_make_response(await find_requested_hand(request, hand), "json"), ASK_OWN
    )


@get(
    "/api/hands/{hand:str}/replay",
    tags=["hands"],
    opt={COMPRESSED: True},
    responses=json_body_responses(records.Replay),
    security=ANYBODY,
)
async def hand_replay(request: AnyRequest, hand: FromPath[str]) -> Response[bytes]:
    """Return a finished hand step by step: its record, its first state, and the events, state and hints of each move.

    Another version of paiju may return other details.

    Errors: ``unknown_record``, ``hand_aside``, ``deal_open``, ``too_many_requests``.
    """
    return cached_response(
        request, await _get_or_make_response(await find_requested_hand(request, hand), "replay"), ASK_OWN
    )


@get(
    "/api/hands/{hand:str}/review",
    tags=["hands"],
    opt={COMPRESSED: True},
    responses=json_body_responses(HandReview),
    security=ANYBODY,
)
async def hand_review(
    request: AnyRequest, hand: FromPath[str], kind: FromQuery[ReviewKind] = "full"
) -> Response[bytes]:
    """Return the review of a finished hand as far as it is computed, and start to compute it if necessary.

    A client repeats the request until the review is complete. The kinds of reviews are:

    - ``quick``: contains only the net's judgement of each decision. If the ``full`` review is stored, that one is
      returned instead.
    - ``full``: with rollouts and proofs
    - ``open``: judges each decision as if all hands were open

    After an update of paiju, the review of the same hand may differ.

    Errors: ``unknown_record``, ``hand_aside``, ``too_many_requests``, ``analysis_unavailable``, ``deal_open``.
    """
    opened = await find_requested_hand(request, hand)
    services = opened.services
    asker = ReviewAsker(opened.asker, partial(services.rate_limiter.admit_analysis, opened.asker))
    review = await services.reviews.find_or_start_review(opened.access.id, opened.load_hand, kind, asker)
    body = to_json(to_hand_review(opened.access.public_id, review))
    return cached_response(request, await asyncio.to_thread(make_cached_response, body, "application/json"), ASK_OWN)


@get("/api/hands/{hand:str}/record", tags=["hands"], opt={COMPRESSED: True}, security=ANYBODY)
async def hand_download(
    request: AnyRequest, hand: FromPath[str], form: FromQuery[Literal["json", "text"]] = "json"
) -> Response[bytes]:
    """Download the record of a finished hand as a file, JSON or text. ``paiju verify`` can check the deal.

    Errors: ``unknown_record``, ``hand_aside``, ``deal_open``.
    """
    opened = await find_requested_hand(request, hand)
    name = f"{opened.access.public_id}.{'json' if form == 'json' else 'txt'}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return cached_response(request, await _get_or_make_response(opened, form), ASK_OWN, headers)


@delete("/api/hands/{hand:str}/link", tags=["hands"], security=PLAYER)
async def withdraw_link(request: AnyRequest, hand: FromPath[str]) -> None:
    """Withdraw the link to a hand that the player played. This cannot be undone.

    From now on, only the players of the hand can open it.

    Errors: ``unknown_record``, ``not_your_hand``, ``deal_open``.
    """
    services = get_services(request)
    await services.require_player(request)
    opened = await find_requested_hand(request, hand)
    access = opened.access
    if not access.played:
        raise Refusal("not_your_hand")
    if opened.sealed is not None:
        raise Refusal("deal_open")
    context = services.tables.context
    await context.store.withdraw_hand_link(access.id, context.clock())


class RequestedHand(NamedTuple):
    """A finished hand that the sender of a request may open.

    ``asker`` is the name under which the request waits in queues: the player's id, or the address of a visitor.
    """

    services: Services
    access: HandAccess
    asker: str
    sealed: SealedHand | None = None
    """The hand, if it belongs to a daily set and is not among the published hands; otherwise None.

    If it is None, the hand must be read from the store.
    """

    async def load_hand(self) -> FinishedHand:
        """Return the hand, from the store unless it is ``sealed``. Raises UnknownName."""
        if self.sealed is not None:
            return self.sealed.hand
        found = await self.services.tables.context.store.hand(self.access.id)
        if found is None:
            raise UnknownName("unknown_record", name=self.access.public_id)
        return found


async def find_requested_hand(request: AnyRequest, name: str) -> RequestedHand:
    """Find a finished hand that the sender of a request may open.

    ``name`` is the public id or the internal id of the hand. The internal id contains the table's id, so only
    players of the hand may use it.

    Raises UnknownName if there is no such hand, or if the sender may not open it. Raises Refusal if the hand
    belongs to a daily set that is still open, and the sender has not finished the set or has no session.
    """
    services = get_services(request)
    player = await services.find_player(request)
    found = await services.tables.context.store.hand_access(name, "" if player is None else player.id)
    if found is None and (
        sealed := await services.daily.deals.find_visible_hand(name, None if player is None else player.id)
    ):
        own = player is not None and player.id in sealed.hand.players
        found = HandAccess(id=sealed.hand.id, public_id=sealed.hand.public_id, withdrawn=0, played=own)
        return RequestedHand(services, found, _asker_id(request, player), sealed)
    if found is None or not (found.played or (name == found.public_id and not found.withdrawn)):
        raise UnknownName("unknown_record", name=name)
    return RequestedHand(services, found, _asker_id(request, player))


def _asker_id(request: AnyRequest, player: StoredPlayer | None) -> str:
    """Return the name under which a request waits in queues: the player's id, or the address of a visitor."""
    return f"address {get_services(request).client_address(request)}" if player is None else player.id


async def _get_or_make_response(opened: RequestedHand, form: str) -> CachedResponse:
    """Return the response with a finished hand as JSON (``json``), text (``text``) or a replay (``replay``).

    The response comes from the cache if it is there. Raises Quarantined, RateLimited, UnknownName.
    """
    services, access, library = opened.services, opened.access, opened.services.tables.context.registry
    proven = opened.sealed is None or opened.sealed.has_proof
    name = f"{access.public_id} {form} {access.played:d} {bool(access.withdrawn):d} {proven:d}"

    async def make_response() -> CachedResponse:
        return await asyncio.to_thread(_FORMS[form], library, await opened.load_hand(), access)

    return await services.response_cache.get_or_make(name, make_response, services.reading, opened.asker)


def _make_json_response(library: RulesetRegistry, hand: FinishedHand, access: HandAccess) -> CachedResponse:
    record = records.shown_record(library, hand, played=access.played)
    return make_cached_response(record_json(record).encode(), "application/json")


def _make_text_response(library: RulesetRegistry, hand: FinishedHand, access: HandAccess) -> CachedResponse:
    record = records.shown_record(library, hand, played=access.played)
    return make_cached_response(record_text(record).encode(), "text/plain; charset=utf-8")


def _make_replay_response(library: RulesetRegistry, hand: FinishedHand, access: HandAccess) -> CachedResponse:
    record = records.shown_record(library, hand, played=access.played)
    replay = records.replay_stored_hand(library, hand.public_id, record, withdrawn=bool(access.withdrawn))
    return make_cached_response(to_json(replay), "application/json")


_FORMS: Final = {"json": _make_json_response, "text": _make_text_response, "replay": _make_replay_response}

HANDLERS = [hand_record, hand_replay, hand_review, hand_download, withdraw_link]
