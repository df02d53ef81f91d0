"""A stored finished hand, and who may open it."""

from __future__ import annotations

from msgspec import Struct

from paiju.server.app.ranking.hand_result import HandResult


class FinishedHand(Struct, frozen=True, kw_only=True):
    """A finished hand. Everything in it is public except ``id``, which contains the table's id and is for its players only.

    ``record`` is JSON, and ``info`` a summary for lists. ``format`` is the format number of both.
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
    """None if it must be computed from the record."""
    withdrawn: int = 0
    """When a player withdrew the link (Unix milliseconds), 0 if never; since then only players of the hand may open it."""


class HandAccess(Struct, frozen=True, kw_only=True):
    """Who may open a finished hand under a given id."""

    id: str
    public_id: str
    withdrawn: int
    played: bool
    """Whether the caller played the hand."""


class StoredReview(Struct, frozen=True, kw_only=True):
    """A complete or quick review of a finished hand, kept until other versions would review it differently.

    ``is_open`` is 1 for the review with all hands open. ``versions`` names what made it; ``review`` is compressed JSON.
    """

    hand: str
    is_open: int
    versions: str
    at: int
    review: bytes


class PeerFilter(Struct, frozen=True, kw_only=True):
    """Players whose rating in ``pool`` is from ``lowest`` to ``highest``, and their hands of a ruleset since a time.

    Ratings are means on the scale of the store.
    """

    ruleset: str
    pool: str
    lowest: float
    highest: float
    since: int


class PeerReview(Struct, frozen=True, kw_only=True):
    """A stored review of a hand that ``player`` played. ``hand`` has no record."""

    player: str
    hand: FinishedHand
    review: bytes
