"""Where a player loses points: what the player's mistakes cost in each part of play.

The costs are compared with those of players of a similar rating. Everything is computed from stored reviews.
A review judges all seats of its hand, so it also supplies the figures of the other players.

A stored review is complete or quick. Both kinds contain the number and the cost of the mistakes as the net
alone judges them. The statistics of the parts of play use only these figures, so that players can be compared.
The kinds of mistakes follow from the best judgement that a review contains.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from paiju.core.apportionment import round_to_sum
from paiju.review import MistakeCost, ReviewedDecision
from paiju.server.app.finished_hand import FinishedHand, PeerFilter, PeerReview
from paiju.server.app.lru_cache import LruCache
from paiju.server.app.players.evening_review import marked_decisions, seat_of
from paiju.server.app.players.profiles import read_visibility, shown_private_parts
from paiju.server.app.ranking.hand_result import rating_pool
from paiju.server.app.ranking.rating import SCALE
from paiju.server.app.ranking_store import HandFilter
from paiju.server.app.reviews import decode_review, usable_versions
from paiju.server.app.store import Store, StoredPlayer
from paiju.server.app.tables.hand_replay import read_summaries

HANDS: Final = 200
"""Number of a player's last hands of a ruleset that are counted."""

FEWEST: Final = 50
"""Minimum number of reviewed hands for any statistics."""

PEERS: Final = 5
"""Minimum number of other players with whom a player is compared.

The mean of fewer players could reveal the figures of a single one.
"""

EACH: Final = 40
"""Maximum number of hands of one other player that count in the mean with which a player is compared."""

NEAR: Final = 100
"""Maximum difference of displayed ratings at which players are compared."""

PATTERNS: Final = 3
"""Maximum number of kinds of mistakes in the statistics."""

SPAN: Final = 90 * 24 * 60 * 60 * 1000
"""The maximum age of other players' hands that are compared with a player's own hands, in milliseconds."""

PER: Final = 100
"""The number of hands to which losses are scaled."""

BAND: Final = 50
"""Width of a band of displayed ratings. All players of a band are compared with the same group of players."""

KEPT: Final = 10 * 60 * 1000
"""Milliseconds for which the losses of the players in one band of ratings are cached."""

BANDS: Final = 64
"""Maximum number of rating bands for which the losses of players are cached.

A band is a rating pool together with a range of ratings.
"""


class PartMistakes(Struct, frozen=True, kw_only=True):
    """A player's mistakes in a part of play, such as bidding.

    ``points`` are the points that these mistakes cost the player per hundred hands. ``peers`` are the points that such mistakes
    cost players of a similar rating; null if too few such players are known.
    """

    part: str
    """The code of the part of play. The locale key ``review.part.<part>`` has its name.

    Decisions in the endgame count only as ``endgame``.
    """
    mistakes: int
    points: int
    peers: int | None = None


class MistakeExample(Struct, frozen=True, kw_only=True):
    """The most expensive mistake of a kind.

    ``hand`` is the hand in which the mistake was made. ``moves`` is the number of the move in that hand, counted
    from 1. ``cards`` are the cards that this move plays.
    """

    hand: str
    moves: int
    cards: tuple[str, ...] = ()


class MistakePattern(Struct, frozen=True, kw_only=True):
    """Mistakes of one kind, with the points that they cost together. The text ``pattern.<reason>`` names the kind."""

    reason: str
    mistakes: int
    points: int
    example: MistakeExample | None = None
    """The most expensive of these mistakes. Null if the caller is another player."""


class MistakeStatistics(Struct, frozen=True, kw_only=True):
    """Where a player loses points in a ruleset. All fields are empty if the caller may not see the statistics.

    The statistics are about the player's last hands. ``played`` is the number of these hands; only the player
    receives it, and other callers receive 0. ``hands`` is the number of these hands that have a review.
    ``points`` is the loss per hundred hands, summed over ``parts``. With fewer than ``needed`` reviewed hands,
    ``parts`` and ``patterns`` are empty and ``points`` is 0.
    """

    shown: bool
    """Whether the caller may see the statistics."""
    ruleset: str
    rulesets: tuple[str, ...]
    """The rulesets that the player has played, the most played first; only ``ruleset`` if the player hides the others."""
    needed: int
    played: int
    hands: int
    unreviewed: tuple[str, ...]
    """The public ids of hands without a review, the latest first. Only the player receives them."""
    parts: tuple[PartMistakes, ...]
    points: int
    peers: int | None
    """Points that players of a similar rating lose per hundred hands; None if too few are known."""
    patterns: tuple[MistakePattern, ...]


_PRIVATE: Final = MistakeStatistics(
    shown=False, ruleset="", rulesets=(), needed=0, played=0, hands=0, unreviewed=(), parts=(), points=0, peers=None, patterns=()
)  # fmt: skip
"""What a caller receives if the player does not show the statistics. It is the same for all players."""


class SeatMistakes(NamedTuple):
    """The mistakes of one seat in one reviewed hand.

    ``decisions`` are the decisions that the review marks as mistakes. ``parts`` has the number and the cost of
    the mistakes in each part of play, as the net alone judges them.
    """

    hand: str
    decisions: tuple[ReviewedDecision, ...]
    parts: Mapping[str, MistakeCost]


class LossSum(NamedTuple):
    """A player's losses in a number of hands.

    ``mistakes`` is the number of mistakes in each part of play, and ``points`` are the points that these mistakes cost.
    """

    hands: int
    mistakes: Mapping[str, int]
    points: Mapping[str, float]


class MistakeCounter:
    """Computes in which parts of play a player loses points.

    The losses of the players with whom the player is compared are cached.
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._peers = LruCache[tuple[str, int], tuple[int, Mapping[str, LossSum]]](BANDS)

    async def statistics(self, player: StoredPlayer, ruleset: str | None, *, own: bool) -> MistakeStatistics:
        """Return where a player loses points in ``ruleset``. None selects the ruleset that the player has played most.

        ``own`` says whether the player is the caller. Other callers receive less, or nothing if the player hides the
        statistics.
        """
        hidden = await read_visibility(self._store, player)
        if not own and "mistakes" not in shown_private_parts(hidden):
            return _PRIVATE
        rulesets = await self._rulesets_played(player)
        chosen = ruleset or next(iter(rulesets), "")
        played = await self._store.find_played_hands(player.id, HandFilter(ruleset=chosen), self._now() + 1, HANDS)
        hands = [one.hand for one in played]
        reviews = await self._store.reviews_of_hands([hand.id for hand in hands], usable_versions())
        seats = await asyncio.to_thread(
            _seat_mistakes, [(player.id, hand, reviews[hand.id]) for hand in hands if hand.id in reviews]
        )
        is_compared = len(seats) >= FEWEST and (own or "rating" not in hidden)
        peers = await self._mean_of_peers(player, chosen) if is_compared else None
        lost = _summarize_lost_points(seats, peers, own=own) if len(seats) >= FEWEST else _NOTHING_LOST
        return MistakeStatistics(
            shown=True,
            ruleset=chosen,
            needed=FEWEST,
            rulesets=rulesets if own or "numbers" not in hidden else (chosen,),
            played=len(hands) if own else 0,
            hands=len(seats),
            unreviewed=tuple(hand.public_id for hand in hands if hand.id not in reviews) if own else (),
            parts=lost.parts,
            points=sum(part.points for part in lost.parts),
            peers=None if peers is None else sum(part.peers or 0 for part in lost.parts),
            patterns=lost.patterns,
        )

    async def _rulesets_played(self, player: StoredPlayer) -> tuple[str, ...]:
        """Return the rulesets that the player has played, the most played first."""
        played = Counter[str]()
        for tally in await self._store.tallies(player.id):
            played[tally.ruleset] += tally.hands
        return tuple(ruleset for ruleset, _ in played.most_common())

    async def _mean_of_peers(self, player: StoredPlayer, ruleset: str) -> Mapping[str, float] | None:
        """Return the mean points that players of a similar rating lose in a hand, by part of play.

        Returns None if too few such players are known, or if the player has no rating in this ruleset.
        """
        pool = rating_pool(ruleset, bots=player.bot)
        standing = (await self._store.current_standings(player.id)).get(pool)
        if standing is None:
            return None
        band = round(standing.mu * SCALE / BAND)
        sums = [one for other, one in (await self._peer_losses(ruleset, pool, band)).items() if other != player.id]
        hands = sum(one.hands for one in sums)
        if len(sums) < PEERS or hands < FEWEST:
            return None
        parts = {part for one in sums for part in one.points}
        return {part: sum(one.points.get(part, 0.0) for one in sums) / hands for part in parts}

    async def _peer_losses(self, ruleset: str, pool: str, band: int) -> Mapping[str, LossSum]:
        """Return, by player, the losses of the players with whom the players in a band of ratings are compared.

        These are the players whose ratings are at most ``NEAR`` away from the middle of the band.
        """
        now, middle = self._now(), band * BAND
        known = self._peers.get((pool, band))
        if known is not None and known[0] > now:
            return known[1]
        peers = PeerFilter(
            ruleset=ruleset,
            pool=pool,
            lowest=(middle - NEAR) / SCALE,
            highest=(middle + NEAR) / SCALE,
            since=now - SPAN,
        )
        found = await asyncio.to_thread(_sums_by_player, await self._store.peer_reviews(peers, usable_versions()))
        self._peers.put((pool, band), (now + KEPT, found))
        return found


def _seat_mistakes(seats: Iterable[tuple[str, FinishedHand, bytes]]) -> list[SeatMistakes]:
    """Return, for each of these hands, the mistakes of one player. Hands that cannot be read are left out.

    Each item of ``seats`` has the id of the player, the hand, and the stored review of the hand.
    """
    found = []
    for player, hand, body in seats:
        for summary in read_summaries([hand]):
            seat, review = seat_of(player, summary), decode_review(body)
            parts = next((one.net_mistakes for one in review.seats if one.seat == seat), {})
            found.append(SeatMistakes(summary.id, tuple(marked_decisions(review, seat)), parts))
    return found


def _sums_by_player(reviews: Sequence[PeerReview]) -> dict[str, LossSum]:
    """Return, for each player, the losses in the player's first ``EACH`` reviews among ``reviews``."""
    counted: defaultdict[str, list[tuple[str, FinishedHand, bytes]]] = defaultdict(list)
    for one in reviews:
        if len(counted[one.player]) < EACH:
            counted[one.player].append((one.player, one.hand, one.review))
    return {player: _sum_of_losses(_seat_mistakes(seats)) for player, seats in counted.items()}


def _sum_of_losses(seats: Sequence[SeatMistakes]) -> LossSum:
    mistakes, points = defaultdict[str, int](int), defaultdict[str, float](float)
    for seat in seats:
        for part, cost in sorted(seat.parts.items()):
            mistakes[part] += cost.mistakes
            points[part] += cost.points
    return LossSum(len(seats), mistakes, points)


class _LostPoints(NamedTuple):
    """The part of the statistics that needs at least ``FEWEST`` reviewed hands."""

    parts: tuple[PartMistakes, ...]
    patterns: tuple[MistakePattern, ...]


_NOTHING_LOST: Final = _LostPoints((), ())


def _summarize_lost_points(
    seats: Sequence[SeatMistakes], peers: Mapping[str, float] | None, *, own: bool
) -> _LostPoints:
    """Return the points lost per hundred hands in each part of play, and the costliest kinds of mistakes.

    The part with the greatest loss comes first. The points of the parts are rounded so that they add up to the
    rounded total. ``peers`` are the points that players of a similar rating lose in a hand, by part. It is None
    if the player is not compared with them. ``own`` says whether the hands are the caller's own; only then do
    the kinds of mistakes have examples.
    """
    lost = _sum_of_losses(seats)
    by_part = {
        **dict.fromkeys(peers or (), 0.0),
        **lost.points,
    }  # a part in which only the peers had decisions belongs to their sum
    shares = [PER * points / lost.hands for points in by_part.values()]
    whole = dict(zip(by_part, round_to_sum(shares, round(sum(shares))), strict=True))
    parts = [
        PartMistakes(
            part=part,
            mistakes=lost.mistakes[part],
            points=points,
            peers=None if peers is None else round(PER * peers.get(part, 0.0)),
        )
        for part, points in whole.items()
    ]
    parts.sort(key=lambda one: (-one.points, one.part))
    return _LostPoints(tuple(parts), tuple(_costliest_patterns(seats, own=own)))


def _costliest_patterns(seats: Sequence[SeatMistakes], *, own: bool) -> Iterator[MistakePattern]:
    """Yield the ``PATTERNS`` kinds of mistakes that cost most points, the costliest first.

    ``own`` says whether the hands are the caller's own; only then does each kind have an example.
    """
    by_reason: defaultdict[str, list[tuple[str, ReviewedDecision]]] = defaultdict(list)
    for seat in seats:
        for decision in seat.decisions:
            if decision.reason is not None:
                by_reason[decision.reason.key.rpartition(".")[2]].append((seat.hand, decision))
    costs = {reason: sum(one.points_lost or 0.0 for _, one in found) for reason, found in by_reason.items()}
    for reason in sorted(costs, key=lambda one: (-costs[one], one))[:PATTERNS]:
        hand, worst = max(by_reason[reason], key=lambda one: one[1].points_lost or 0.0)
        cards = worst.choices[worst.played].cards
        yield MistakePattern(
            reason=reason,
            mistakes=len(by_reason[reason]),
            points=round(costs[reason]),
            example=MistakeExample(hand=hand, moves=worst.step + 1, cards=cards) if own else None,
        )
