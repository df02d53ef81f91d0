"""Stored finished hands and their reviews, and who may open them."""

from __future__ import annotations

from msgspec import Struct

from paiju.server.app.ranking.hand_result import HandResult


class FinishedHand(Struct, frozen=True, kw_only=True):
    """A finished hand as it is stored.

    - ``id``, ``table``: these reveal the id of the table, so only players of the hand receive them
    - ``players``: the ids of the people who played the hand
    - ``record``: the record of the hand, as JSON
    - ``info``: a summary of the hand for lists, as JSON
    - ``format``: the number of the format of ``record`` and ``info``
    - ``ended``: when the hand ended, in Unix milliseconds
    """

    id: str
    public_id: str
    """The id for links: random, and independent of the table."""
    table: str
    ended: int
    players: tuple[str, ...]
    format: int
    info: bytes
    record: bytes
    verdict: HandResult | None = None
    """The result of the hand for each player; None if it must be computed from the record."""
    withdrawn: int = 0
    """The time at which a player withdrew the hand's public link (Unix milliseconds); 0 if nobody did.

    After that, only players of the hand may open the link.
    """


class HandAccess(Struct, frozen=True, kw_only=True):
    """The facts that decide whether a caller may open a finished hand.

    ``withdrawn`` is when a player withdrew the public link (Unix milliseconds); 0 if nobody did.
    """

    id: str
    public_id: str
    withdrawn: int
    played: bool
    """Whether the caller played the hand."""


class StoredReview(Struct, frozen=True, kw_only=True):
    """A stored review of a finished hand.

    ``is_open`` is 1 for the review with all hands open, otherwise 0. ``review`` is compressed JSON.
    ``versions`` names the versions of the analysis that made the review. If the room now has other versions, it
    makes the review again.
    """

    hand: str
    is_open: int
    versions: str
    at: int
    review: bytes


class PeerFilter(Struct, frozen=True, kw_only=True):
    """Selects players by rating, and hands of these players by ruleset and date.

    The players have a rating from ``lowest`` to ``highest`` in ``pool``, on the scale of ``Standing.mu``. Their
    hands were played with ``ruleset``, and since the time ``since`` (Unix milliseconds).
    """

    ruleset: str
    pool: str
    lowest: float
    highest: float
    since: int


class PeerReview(Struct, frozen=True, kw_only=True):
    """A stored review of a hand that ``player`` played. The record of ``hand`` is left out."""

    player: str
    hand: FinishedHand
    review: bytes
