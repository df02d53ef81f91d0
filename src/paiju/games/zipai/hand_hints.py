"""Hints for a seat about its own hand: its groups, its points so far, and the cards that win.

They are computed from the seat's own view, so they reveal nothing hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.seats import Seat
from paiju.games.zipai.actions import Action, Eat, Open, Pong
from paiju.games.zipai.cards import COPIES, KINDS, Counts, Kind, cards_of, count_cards, without
from paiju.games.zipai.melds import MIXED_MELDS, WORTH, Meld, meld_of_kind
from paiju.games.zipai.state import (
    Claiming,
    Discarding,
    Drawing,
    Looking,
    Minimum,
    Over,
    State,
    declined_pongs,
    hand_of,
    laid_melds,
)
from paiju.games.zipai.threes_and_fours import event_of_claim
from paiju.games.zipai.waits import ReadyDiscard, Wait, ready_discards, winning_cards


class Hints(Struct, frozen=True):
    """Hints for a seat.

    ``groups`` contains every card of the hand once: melds, then pairs, then single cards. ``points`` is the sum of the
    points of the laid melds and of these groups. ``missing`` is the number of points by which this sum is below the
    minimum. ``laid`` are the points of each laid meld.

    If the seat has to discard, ``ready`` lists the discards after which a single card completes the hand. Otherwise
    ``waits`` lists the cards that complete the hand. ``claims`` rates each way to claim the card on the table.
    """

    groups: tuple[CardGroup, ...]
    points: int
    missing: int
    ready: tuple[ReadyDiscard, ...] = ()
    waits: tuple[Wait, ...] = ()
    laid: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()


class Claim(Struct, frozen=True):
    """A way to claim the card on the table.

    ``brings`` is the change of the seat's points if it makes the claim: those of its laid melds and of the groups
    of its hand. ``breaks`` contains the groups with points that the claim breaks up.
    """

    action: Action
    brings: int
    breaks: tuple[CardGroup, ...] = ()


class CardGroup(Struct, frozen=True):
    """A group of cards in the hand. ``way`` is the kind of group: a ``melds.Way``, or "single" for a single card."""

    way: str
    cards: tuple[Kind, ...]
    points: int = 0


def hints_of(state: State, seat: Seat, legal: Iterable[Action]) -> Hints | None:
    """Return the hints for a seat whose legal actions are ``legal``. ``state`` may be the seat's view.

    Returns None before the deal, after the end of the hand, and for a seat without cards.
    """
    phase, hand = state.phase, hand_of(state, seat)
    if isinstance(phase, Minimum | Over) or not any(hand):
        return None
    points = _points_of_melds_and_groups(state, seat)
    basic_hints = Hints(
        groups=group_hand(hand),
        points=points,
        missing=max(0, (state.public.minimum or 0) - points),
        laid=tuple(WORTH[meld] for meld in laid_melds(state, seat)),
    )
    known = hand, laid_melds(state, seat), declined_pongs(state, seat), cards_seen_elsewhere(state, seat)
    if isinstance(phase, Discarding) and phase.seat == seat:
        return replace(basic_hints, ready=_ready(*known))
    if isinstance(phase, Claiming):
        return replace(basic_hints, waits=_waits(*known), claims=tuple(_rated_claims(state, phase, seat, legal)))
    if isinstance(phase, Drawing | Looking | Discarding):
        return replace(basic_hints, waits=_waits(*known))
    return basic_hints


def _points_of_melds_and_groups(state: State, seat: Seat) -> int:
    """Return the points of a seat's laid melds and of the groups of its hand."""
    groups = group_hand(hand_of(state, seat))
    return sum(WORTH[meld] for meld in laid_melds(state, seat)) + sum(group.points for group in groups)


def _rated_claims(state: State, phase: Claiming, seat: Seat, legal: Iterable[Action]) -> Iterator[Claim]:
    before = _points_of_melds_and_groups(state, seat)
    for action in legal:
        if isinstance(action, Eat | Pong | Open):
            after = event_of_claim(state, phase, seat, action).apply(state)
            yield Claim(
                action, _points_of_melds_and_groups(after, seat) - before, tuple(_broken_groups(state, after, seat))
            )


def _broken_groups(before: State, after: State, seat: Seat) -> Iterator[CardGroup]:
    """Yield the groups with points that a claim breaks up.

    ``before`` is the state before the claim, and ``after`` the state after it. A group is broken up if two things
    hold after the claim: it is no longer a group of the hand, and no newly laid meld contains all its cards.
    """
    kept = Counter(group.cards for group in group_hand(hand_of(after, seat)))
    laid = Counter(meld.cards for meld in laid_melds(after, seat)) - Counter(
        meld.cards for meld in laid_melds(before, seat)
    )
    for group in group_hand(hand_of(before, seat)):
        if group.points == 0:
            continue
        if kept[group.cards]:
            kept[group.cards] -= 1
        elif not any(Counter(group.cards) <= Counter(cards) for cards in laid):
            yield group


_ready: Final = lru_cache(maxsize=256)(ready_discards)
_waits: Final = lru_cache(maxsize=256)(winning_cards)


def cards_seen_elsewhere(state: State, seat: Seat) -> Counts:
    """Return the counts of the cards that a seat sees in other seats' melds and in the discards."""
    gone = [0] * KINDS
    for other, melds in enumerate(state.public.melds):
        for meld in melds if other != seat else ():
            for kind in meld.cards or ():
                gone[kind] += 1
    for cards in state.public.discards:
        for kind in cards:
            gone[kind] += 1
    return tuple(min(copies, COPIES) for copies in gone)


# ---- grouping a hand


class _Part(NamedTuple):
    """A grouping of some cards of a hand.

    ``melded`` is the number of cards in melds, ``points`` are the points of these melds, and ``paired`` is the number
    of cards in pairs. ``melds`` contains the melds and the pairs.
    """

    melded: int = 0
    points: int = 0
    paired: int = 0
    melds: tuple[Meld, ...] = ()

    def add(self, meld: Meld) -> _Part:
        """Return the grouping with one more meld or pair."""
        size = len(meld.cards or ())
        if meld.way == "pair":
            return _Part(self.melded, self.points, self.paired + size, (*self.melds, meld))
        return _Part(self.melded + size, self.points + WORTH[meld], self.paired, (*self.melds, meld))


def _groups_starting_with(kind: Kind) -> tuple[Meld, ...]:
    """Return the possible groups whose lowest card is of this kind."""
    rows = tuple(Meld("hand", cards) for cards in MIXED_MELDS if cards[0] == kind)
    return (meld_of_kind("dragon", kind), meld_of_kind("three", kind), *rows, meld_of_kind("pair", kind))


_GROUPS: Final = tuple(
    tuple((meld, count_cards(meld.cards or ())) for meld in _groups_starting_with(kind)) for kind in range(KINDS)
)  # fmt: skip


@lru_cache(maxsize=256)
def group_hand(hand: Counts) -> tuple[CardGroup, ...]:
    """Return the cards of a hand in groups.

    The result is the grouping with the most cards in melds. If several groupings have equally many, it is the one
    of these with the most points. If several of these have equally many points, it is the one with the most
    pairs.
    """
    parts: dict[Counts, _Part] = {}
    best = _best_grouping(hand, parts)
    singles = without(hand, (kind for meld in best.melds for kind in meld.cards or ()))
    melds = sorted(best.melds, key=lambda meld: (meld.way == "pair", meld.cards))
    return (
        *(CardGroup(meld.way, meld.cards or (), WORTH[meld]) for meld in melds),
        *(CardGroup("single", (kind,)) for kind in cards_of(singles)),
    )


def _best_grouping(hand: Counts, parts: dict[Counts, _Part]) -> _Part:
    known = parts.get(hand)
    if known is not None:
        return known
    lowest = next((kind for kind in range(KINDS) if hand[kind]), None)
    if lowest is None:
        return _Part()
    best = _best_grouping((*hand[:lowest], 0, *hand[lowest + 1 :]), parts)
    for meld, needs in _GROUPS[lowest]:
        if all(have >= need for have, need in zip(hand, needs, strict=True)):
            found = _best_grouping(without(hand, meld.cards or ()), parts).add(meld)
            if found[:3] > best[:3]:
                best = found
    parts[hand] = best
    return best
