"""Compiled: the cards that complete a hand, and the discards that leave it ready, as ``steady_bot`` counts them.

``work`` is a record of ``batch_workspace.WORKSPACE``.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.jit_cache import jit, popcount
from paiju.batch.zipai.cards import count_copies, lone
from paiju.batch.zipai.winning import DRAWN, FROM_HAND, NO_POINTS, OWN, points_with_card
from paiju.bots.zipai.steady_bot import DISCARD_CHANCE, WEIGHTS
from paiju.features.zipai.action_feature_layout import LONE_WHEN_READY
from paiju.games.zipai.cards import KINDS

READY: Final = WEIGHTS.ready
WINS: Final = WEIGHTS.wins


@jit
def fill_ready_discards(work: Any) -> None:
    """Write to ``work.ready`` the kinds that the seat can discard so that its hand is then ready.

    For each kind, the weighted number of cards that then win is written to ``work.chances``
    (``weigh_winning_cards``).
    """
    work.ready = 0
    work.chances[:] = 0.0
    if popcount(lone(work.hand)) > LONE_WHEN_READY + 1:
        return
    for card in range(KINDS):
        if count_copies(work.hand, card):
            work.chances[card] = weigh_winning_cards(work, work.hand - (1 << 3 * card), work.left - 1)
            if work.chances[card] > 0:
                work.ready |= 1 << 3 * card


@jit
def weigh_winning_cards(work: Any, hand: int, left: int) -> float:
    """Return the weighted number of unseen cards that complete a hand.

    A card counts the more, the more ways there are in which it can win (``weigh_ways_to_win``). ``left`` is the
    number of cards in the hand.
    """
    found = 0.0
    if popcount(lone(hand)) > LONE_WHEN_READY:
        return found
    for card in range(KINDS):
        copies = count_copies(work.unseen, card)
        if copies:
            found += copies * weigh_ways_to_win(work, hand, left, card)
    return found


@jit
def weigh_ways_to_win(work: Any, hand: int, left: int, card: int) -> float:
    """Return the weight of a winning card: the sum of the weights of the sources from which it wins the hand.

    The sources are ``OWN`` (the seat draws the card), ``DRAWN`` (another seat draws it) and ``FROM_HAND`` (another
    seat discards it). A source counts only if the hand then has enough points. If the card does not win when the
    seat itself draws it, it does not win from another source either.
    """
    if not has_enough_points(work, hand, left, card, OWN):
        return 0.0
    from_hand = has_enough_points(work, hand, left, card, FROM_HAND)
    return 1 + has_enough_points(work, hand, left, card, DRAWN) + DISCARD_CHANCE * from_hand


@jit
def has_enough_points(work: Any, hand: int, left: int, card: int, source: int) -> bool:
    """Whether a card from a source completes the hand with at least the minimum of points."""
    points = points_with_card(hand, left, work.melds, work.fours, work.lies, work.declined, card, source)
    return bool(points != NO_POINTS and points + work.worth >= work.minimum)


@jit
def ready_bonus(chance: float) -> float:
    """Return the bonus for a ready hand; 0 if no card can win.

    ``chance`` is the weighted number of the hand's winning cards.
    """
    return READY + WINS * chance if chance else 0.0
