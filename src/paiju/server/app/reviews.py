"""Reviews of finished hands.

A review is computed once, can be read before it is complete, and is stored with its hand.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec.structs import asdict

from paiju.core.codec import from_json, to_json
from paiju.records import Record
from paiju.review import Review, format_versions
from paiju.server.app.analysis import Analyst, ReviewKind, has_net_for
from paiju.server.app.fair_queue import FairQueue
from paiju.server.app.finished_hand import FinishedHand, StoredReview
from paiju.server.app.lru_cache import LruCache
from paiju.server.app.store import HandStore
from paiju.server.app.tables.hand_replay import read_record
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import Refusal

MAX_QUICK_WAITING: Final = 200
"""Maximum number of quick reviews that may wait to be computed."""

UPLOADS_KEPT: Final = 200
"""Maximum number of reviews of uploaded records that are kept in memory."""

UPLOADED: Final = "upload"
"""The name of an uploaded hand in the log, in place of a public id."""

MAX_QUICK_WAITING_EACH: Final = 20
"""Maximum number of quick reviews of one asker that may wait to be computed."""

KEEP_ERROR_S: Final = 60.0
"""Seconds for which the error of a failed review is kept for the next request.

When a request has received the error, or when this time is over, the review may be computed again.
"""

FIRST_PART_WAIT_S: Final = 0.6
"""Maximum number of seconds for which a request waits for the first part of a review."""


class HandReview(Review, frozen=True, kw_only=True, omit_defaults=True):
    """The review of a finished hand, with the public id of the hand."""

    id: str


class ReviewAsker(NamedTuple):
    """The player or address that asks for a review.

    ``name`` identifies the asker in the queue. ``admit`` is called before a review is started, and may raise
    RateLimited.
    """

    name: str
    admit: Callable[[], None]


def check_deals_are_over(record: Record) -> None:
    """Raise Refusal if a hand of the record has no outcome. Other people may then still be playing its deal."""
    if any(hand.outcome is None for hand in record.hands):
        raise Refusal("deal_open")


class _Source(NamedTuple):
    """The hand to review.

    ``key`` identifies the review of the hand in memory, and also in the store if ``is_stored`` is true. ``name``
    is the name of the hand in the log.
    """

    key: str
    name: str
    is_stored: bool


class _Running:
    """A review that is being computed: the task that computes it, and the latest intermediate review (``known``).

    ``news`` is set when the first intermediate review is known, and when the task is done.
    """

    def __init__(self) -> None:
        self.known: Review | None = None
        self.news = asyncio.Event()
        self.task: asyncio.Task[Review]

    def on_progress(self, review: Review) -> None:
        """Keep a new intermediate review, unless it is less complete than the last one.

        A new review is less complete if a new worker has replaced the old one and begins the analysis again.
        """
        if self.known is None or review.judged >= self.known.judged:
            self.known = review
            self.news.set()


class Reviews:
    """Finds stored reviews, has the missing ones computed in worker processes, and stores them."""

    def __init__(
        self, store: HandStore, library: RulesetRegistry, analyst: Analyst, queue: FairQueue, clock: Callable[[], int]
    ) -> None:
        self._store = store
        self._library = library
        self._analyst = analyst
        self._queue = queue
        self.quick_queue = FairQueue(1, most=MAX_QUICK_WAITING, most_each=MAX_QUICK_WAITING_EACH)
        self._clock = clock
        self._running: dict[_Key, _Running] = {}
        self._uploaded = LruCache[_Key, Review](UPLOADS_KEPT)
        """Reviews of uploaded records, which are kept only in memory."""

    async def find_or_start_review(
        self, key: str, hand: Callable[[], Awaitable[FinishedHand]], kind: ReviewKind, asker: ReviewAsker
    ) -> Review:
        """Return the review of a stored hand as far as it is known. Start to compute it if that was not done before.

        ``key`` is the hand's internal id, and ``hand`` loads the hand. A quick review is returned only when it is
        complete. If no net plays the rules, the review has no decisions. Raises RateLimited, Refusal, Quarantined.
        """
        if (kept := await self._find_stored_review(key, kind)) is not None:
            return kept
        running = self._running.get((key, kind))
        if running is None:
            asker.admit()
            found = await hand()
            record = await asyncio.to_thread(read_record, self._library, found)
            check_deals_are_over(record)
            if not await asyncio.to_thread(has_net_for, self._library, found.public_id, record):
                steps = sum(len(one.moves) for one in record.hands)
                return Review(state="complete", judged=steps, steps=steps)
            if (kept := await self._find_stored_review(key, kind)) is not None:  # another request has completed it
                return kept
            source = _Source(found.id, found.public_id, is_stored=True)
            running = self._running.get((key, kind)) or self._start_review(source, record, kind, asker.name)
        return await self._wait_for_progress((key, kind), running)

    async def review_upload(self, record: Record, kind: ReviewKind, asker: ReviewAsker) -> Review:
        """Return the review of an uploaded record as far as it is known.

        Start to compute it if that was not done before. The review is not stored, but kept in memory for a while. The
        caller must have checked the record (``check_upload``). Raises RateLimited, Refusal, Quarantined.
        """
        source = _Source(f"{UPLOADED} {hashlib.sha256(to_json(record)).hexdigest()}", UPLOADED, is_stored=False)
        if (kept := self._uploaded.get((source.key, kind))) is not None:
            return kept
        running = self._running.get((source.key, kind))
        if running is None:
            asker.admit()
            running = self._start_review(source, record, kind, asker.name)
        return await self._wait_for_progress((source.key, kind), running)

    async def _find_stored_review(self, key: str, kind: ReviewKind) -> Review | None:
        """Return the stored review of a hand; None if there is none, or if another version of the program made it.

        If ``kind`` is ``quick``, a stored full review is returned too.
        """
        kept = await self._store.review(key, is_open=kind == "open")
        if kept is None or kept.versions not in (usable_versions() if kind == "quick" else (format_versions(),)):
            return None
        return await asyncio.to_thread(decode_review, kept.review)

    def _start_review(self, source: _Source, record: Record, kind: ReviewKind, asker: str) -> _Running:
        running = self._running[source.key, kind] = _Running()
        running.task = asyncio.create_task(self._compute_review(running, source, record, kind, asker))
        running.task.add_done_callback(lambda _: self._on_task_done((source.key, kind), running))
        return running

    def _on_task_done(self, key: _Key, running: _Running) -> None:
        """Forget a review that is complete, and keep a failed one for ``KEEP_ERROR_S`` seconds.

        The next request for the failed review then receives the error.
        """
        running.news.set()
        if running.task.cancelled() or running.task.exception() is None:
            self._forget(key, running)
        else:
            asyncio.get_running_loop().call_later(KEEP_ERROR_S, self._forget, key, running)

    def _forget(self, key: _Key, running: _Running) -> None:
        """Forget a running review, unless another one has replaced it under its key."""
        if self._running.get(key) is running:
            del self._running[key]

    async def _compute_review(
        self, running: _Running, source: _Source, record: Record, kind: ReviewKind, asker: str
    ) -> Review:
        async with (self.quick_queue if kind == "quick" else self._queue).turn(asker):
            review = await self._analyst.review(source.name, record, kind, running.on_progress)
        if not source.is_stored:
            self._uploaded.put((source.key, kind), review)
            return review
        body = await asyncio.to_thread(encode_review, review)
        versions = quick_versions() if kind == "quick" else format_versions()
        kept = StoredReview(
            hand=source.key, is_open=int(kind == "open"), versions=versions, at=self._clock(), review=body
        )
        await self._store.put_review(kept, unless=format_versions() if kind == "quick" else "")
        return review

    async def _wait_for_progress(self, key: _Key, running: _Running) -> Review:
        """Return the review of a hand as far as it is known, after waiting for its first part.

        The wait lasts at most ``FIRST_PART_WAIT_S`` seconds; for a quick review, it lasts until the review is
        complete. If no part is known yet, the result is a ``pending`` review. If the review failed, raises the
        exception that ended it.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(None if key[1] == "quick" or running.known else FIRST_PART_WAIT_S):
                await (asyncio.wait([running.task]) if key[1] == "quick" else running.news.wait())
        if running.task.done():
            self._forget(key, running)
            return running.task.result()
        return running.known or Review(state="pending", judged=0, steps=0)


_Key = tuple[str, ReviewKind]


def quick_versions() -> str:
    """Return the text that this process stores as ``versions`` of quick reviews.

    Full reviews with the same versions have another text. The store can therefore recognise a full review that is
    up to date, and keep it when a quick review arrives (``HandStore.put_review``).
    """
    return f"quick {format_versions()}"


def usable_versions() -> tuple[str, str]:
    """Return two texts: the ``versions`` of full reviews and of quick reviews that this process stores.

    If a stored review has one of these texts, it judges every decision as this process would.
    """
    return format_versions(), quick_versions()


def encode_review(review: Review) -> bytes:
    """Return a review in the form in which it is stored: compressed JSON."""
    return gzip.compress(to_json(review), mtime=0)


def decode_review(body: bytes) -> Review:
    """Decode a stored review."""
    review: Review = from_json(gzip.decompress(body), Review)
    return review


def to_hand_review(public_id: str, review: Review) -> HandReview:
    """Return a review with the public id of its hand."""
    return HandReview(id=public_id, **asdict(review))
