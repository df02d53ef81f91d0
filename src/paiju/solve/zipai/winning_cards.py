"""Counts the winning cards of a Da Zi Pai hand after each discard, and computes the chance to draw one of them.

The stock and the other hands are hidden. Every unseen card is equally likely to be the next one drawn, so the counts and
chances are exact without a search.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Any, Final

from msgspec import Struct

from paiju.core.errors import NotationError
from paiju.games.zipai.cards import COPIES, KINDS, NAMES, Counts, count, parse_cards
from paiju.games.zipai.melds import Meld
from paiju.games.zipai.notation import parse_laid
from paiju.games.zipai.waits import Wait, ready_discards, unseen_cards, waits_worth, winning_cards
from paiju.solve.errors import BadQuestion

ALL: Final = COPIES * KINDS
"""Number of cards in the pack."""


class WaitJson(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about one hand. Cards and melds are in the text notation of ``paiju win``.

    ``gone`` are the cards seen elsewhere: discards, and the melds of other seats. ``draws`` is the number of cards to be drawn,
    by any seat; the chance is that of drawing a winning card among them. ``minimum`` is the number of points that a winning
    hand must have (ZP-2.2).
    """

    rules: str
    hand: str
    laid: str = ""
    gone: str = ""
    draws: int = 1
    minimum: int = 1


def count_waits(asked: WaitJson) -> dict[str, Any]:
    """Return the winning cards of a hand, and those after each discard that leaves the hand ready. Raises PaijuError.

    ``discards`` are sorted by the number of winning cards that they leave, the highest number first.
    """
    hand, gone, laid = count(parse_cards(asked.hand)), count(parse_cards(asked.gone)), parse_laid(asked.laid)
    unseen = _unseen_cards(hand, gone, laid)
    if not 0 <= asked.draws <= sum(unseen):
        raise BadQuestion("bad_draws", most=sum(unseen))
    discards = [
        {"discard": NAMES[ready.discard], **_waits_json(asked, ready.waits, unseen)}
        for ready in ready_discards(hand, laid, gone=gone)
    ]
    discards.sort(key=lambda one: -one["winning"])
    waits = _waits_json(asked, winning_cards(hand, laid, gone=gone), unseen)
    return {"proved": True, "unseen": sum(unseen), **waits, "discards": discards}


def _unseen_cards(hand: Counts, gone: Counts, laid: tuple[Meld, ...]) -> Counts:
    """Return, for each kind, the number of cards that are neither in the hand nor seen elsewhere. Raises NotationError."""
    unseen = unseen_cards(hand, laid, gone)
    for kind, left in enumerate(unseen):
        if left < 0:
            raise NotationError("too_many", card=NAMES[kind], copies=COPIES - left)
    return unseen


def _waits_json(asked: WaitJson, waits: Iterable[Wait], unseen: Counts) -> dict[str, Any]:
    """Return the cards that win when they are drawn, the number of unseen ones, and the chance to draw one, as plain JSON."""
    enough = waits_worth(waits, asked.minimum)
    winning = sum(unseen[wait.card] for wait in enough)
    cards = [{"card": NAMES[wait.card], "unseen": unseen[wait.card], "points": wait.drawn} for wait in enough]
    return {"waits": cards, "winning": winning, "chance": chance_of_drawing(winning, sum(unseen), asked.draws)}


def chance_of_drawing(winning: int, unseen: int, draws: int) -> float:
    """Return the probability that at least one of the next ``draws`` cards is a winning card.

    ``winning`` of the ``unseen`` cards win, and each unseen card is equally likely to be drawn.
    """
    return 1 - comb(unseen - winning, draws) / comb(unseen, draws)
