"""Finds the coins that players lost to each other in hands with a daily limit, and the coins withheld by it.

The limit (``CoinSettings.pair``) applies to hands that a player left, and to hands at private tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct

from paiju.core.codec import from_json
from paiju.core.coins import PairFlows, Settled, payments_by_pair, withheld_payments_by_pair
from paiju.core.score_breakdown import Outcome
from paiju.records import RecordedPlayer
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.quarantine import quarantine_hand_errors
from paiju.server.errors import Quarantined


class WithheldCoins(NamedTuple):
    """Coins that ``payer`` did not lose to ``payee`` in a hand, because the two had reached their daily limit.

    ``hand`` is the public id of the hand, and ``ended`` its end in Unix milliseconds. If ``private`` is true, the hand was played
    at a private table; otherwise the limit applied because a player left the hand.
    """

    hand: str
    ended: int
    payer: str
    payee: str
    coins: int
    private: bool


class _CappedHand(Struct, frozen=True):
    """The fields that are read from the stored summary (``HandSummary``) of a hand to which the daily limit applied.

    Only summaries of format 4 or later have all of these fields. Hands of earlier formats had no such limit.
    """

    id: str
    ended: int
    players: tuple[RecordedPlayer, ...]
    outcome: Outcome
    coins: Settled
    private: bool


def moved_coins(hands: Iterable[FinishedHand]) -> dict[tuple[str, str], int]:
    """Return the coins that players lost to each other in these hands, by payer and payee.

    Hands that cannot be read are left out.
    """
    moved: Counter[tuple[str, str]] = Counter()
    for hand in _readable_hands(hands):
        for payer, payee, coins in _flows_by_player(hand, payments_by_pair(hand.coins, hand.outcome)):
            moved[payer, payee] += coins
    return dict(moved)


def withheld_coins(hands: Iterable[FinishedHand]) -> list[WithheldCoins]:
    """Return the coins that the daily limit withheld in these hands, in the order of the hands.

    Unreadable hands are left out.
    """
    return [
        WithheldCoins(hand.id, hand.ended, payer, payee, coins, hand.private)
        for hand in _readable_hands(hands)
        for payer, payee, coins in _flows_by_player(hand, withheld_payments_by_pair(hand.coins, hand.outcome))
    ]


def _readable_hands(hands: Iterable[FinishedHand]) -> Iterator[_CappedHand]:
    """Yield the decoded summaries of these hands. A hand whose summary cannot be decoded is logged and left out."""
    for hand in hands:
        with suppress(Quarantined), quarantine_hand_errors(hand.public_id):
            yield from_json(hand.info, _CappedHand)


def _flows_by_player(hand: _CappedHand, flows: PairFlows) -> Iterator[tuple[str, str, int]]:
    for payer, payee, coins in flows:
        one, other = hand.players[payer].id, hand.players[payee].id
        if one is not None and other is not None:
            yield one, other, coins
