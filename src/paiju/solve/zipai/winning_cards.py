"""Exact counts for Da Zi Pai with a hidden stock: which discard leaves how many winning cards, and the chance to win.

The hands of others are hidden, so nothing is searched: every unseen card is equally likely to be the next one drawn.
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
from paiju.games.zipai.waits import Wait, ready_discards, winning_cards
from paiju.solve.errors import BadQuestion

ALL: Final = COPIES * KINDS
"""Cards in the pack."""


class WaitJson(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about one hand. Cards and melds are text, as ``paiju win`` reads them.

    ``gone`` are the cards seen elsewhere: discards, and the melds of others. ``draws`` is the number of cards to be drawn, by
    whoever, within which the chance is computed; ``minimum`` is what a hand must be worth (ZP-2.2).
    """

    rules: str
    hand: str
    laid: str = ""
    gone: str = ""
    draws: int = 1
    minimum: int = 1


def count_waits(asked: WaitJson) -> dict[str, Any]:
    """Return the winning cards of a hand as it is, and after each discard that leaves it ready. Raises PaijuError.

    ``discards`` are in order of the winning cards that they leave, the most first.
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
    """Return by kind how many cards are neither held nor seen. Raises NotationError."""
    seen = [held + away for held, away in zip(hand, gone, strict=True)]
    for meld in laid:
        for kind in meld.cards or ():
            seen[kind] += 1
    for kind in range(KINDS):
        if seen[kind] > COPIES:
            raise NotationError("too_many", card=NAMES[kind], copies=seen[kind])
    return tuple(COPIES - cards for cards in seen)


def _waits_json(asked: WaitJson, waits: Iterable[Wait], unseen: Counts) -> dict[str, Any]:
    """Return the cards that win when they are drawn, how many of them are unseen, and the chance."""
    enough = [wait for wait in waits if wait.drawn is not None and wait.drawn >= asked.minimum]
    winning = sum(unseen[wait.card] for wait in enough)
    cards = [{"card": NAMES[wait.card], "unseen": unseen[wait.card], "points": wait.drawn} for wait in enough]
    return {"waits": cards, "winning": winning, "chance": chance_of_drawing(winning, sum(unseen), asked.draws)}


def chance_of_drawing(winning: int, unseen: int, draws: int) -> float:
    """Return the chance that one of the next cards drawn is a winning one, each unseen card being equally likely."""
    return 1 - comb(unseen - winning, draws) / comb(unseen, draws)
