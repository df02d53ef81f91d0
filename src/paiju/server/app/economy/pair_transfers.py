"""What pairs of players moved between them where that is limited: by leaving hands, and at private tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct

from paiju.core.breakdown import Outcome
from paiju.core.codec import from_json
from paiju.core.coins import PairFlows, Settled, moved_by_pairs, withheld_by_pairs
from paiju.records import RecordedPlayer
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.quarantine import quarantine_hand_errors
from paiju.server.errors import Quarantined


class WithheldCoins(NamedTuple):
    """Coins that a hand did not move from one player to another, who had moved as much as they may in a day."""

    hand: str
    ended: int
    payer: str
    payee: str
    coins: int
    private: bool


class _CappedHand(Struct, frozen=True):
    """What is read of the info of such a hand (``HandSummary``); there were none before format 4."""

    id: str
    ended: int
    players: tuple[RecordedPlayer, ...]
    outcome: Outcome
    coins: Settled
    private: bool


def moved_by_players(hands: Iterable[FinishedHand]) -> dict[tuple[str, str], int]:
    """What the first of two players moved to the second in these hands."""
    moved: Counter[tuple[str, str]] = Counter()
    for hand in _read(hands):
        for payer, payee, coins in _by_players(hand, moved_by_pairs(hand.coins, hand.outcome)):
            moved[payer, payee] += coins
    return dict(moved)


def withheld_coins(hands: Iterable[FinishedHand]) -> list[WithheldCoins]:
    """What was not moved in these hands, in their order."""
    return [
        WithheldCoins(hand.id, hand.ended, payer, payee, coins, hand.private)
        for hand in _read(hands)
        for payer, payee, coins in _by_players(hand, withheld_by_pairs(hand.coins, hand.outcome))
    ]


def _read(hands: Iterable[FinishedHand]) -> Iterator[_CappedHand]:
    """Those that can be read."""
    for hand in hands:
        with suppress(Quarantined), quarantine_hand_errors(hand.public_id):
            yield from_json(hand.info, _CappedHand)


def _by_players(hand: _CappedHand, flows: PairFlows) -> Iterator[tuple[str, str, int]]:
    for payer, payee, coins in flows:
        one, other = hand.players[payer].id, hand.players[payee].id
        if one is not None and other is not None:
            yield one, other, coins
