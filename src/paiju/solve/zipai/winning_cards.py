"""Computes the winning cards of a Da Zi Pai hand after each discard, and the probability of drawing one of them.

The stock and the other hands are hidden. Every unseen card is equally likely to be the next one drawn. The
counts and probabilities are therefore exact without a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb
from typing import Any

from msgspec import Struct

from paiju.core.errors import NotationError
from paiju.games.zipai.actions import PASS, PONG, Action, Eat
from paiju.games.zipai.cards import COPIES, NAMES, Counts, Kind, count_cards, parse_cards, with_card, without
from paiju.games.zipai.melds import Meld, meld_of_kind
from paiju.games.zipai.notation import parse_action, parse_card, parse_melds
from paiju.games.zipai.waits import (
    ReadyDiscard,
    Wait,
    ready_discards,
    unseen_cards,
    waits_reaching_minimum,
    winning_cards,
)
from paiju.solve.errors import BadQuestion


class WaitJson(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about the winning cards of one hand. Cards and melds are in the text notation of ``paiju win``.

    - ``laid``: the melds of the seat on the table
    - ``gone``: the cards seen elsewhere, which are the discards and the melds of other seats
    - ``draws``: the number of draws of all seats together; the answer contains the probability that a winning card is
      among them
    - ``minimum``: the number of points that a winning hand must have (ZP-2.2)
    - ``offered``: a card that another seat has put out, if the question is how to answer it
    - ``claims``: the answers to ``offered`` to compare, as records write them: ``eat 一二三``, ``pong``, ``pass``
    """

    rules: str
    hand: str
    laid: str = ""
    gone: str = ""
    draws: int = 1
    minimum: int = 1
    offered: str = ""
    claims: tuple[str, ...] = ()


def count_waits(asked: WaitJson) -> dict[str, Any]:
    """Return the winning cards of a hand as it is, and after each discard that leaves the hand ready.

    Raises PaijuError. In the answer, ``discards`` are sorted by the number of winning cards that they leave,
    the highest number first. If a card is offered, ``claims`` has the result of each claim.
    """
    hand, laid = count_cards(parse_cards(asked.hand)), parse_melds(asked.laid)
    gone = count_cards(parse_cards(asked.gone + asked.offered))
    unseen = _unseen_cards(hand, gone, laid)
    if not 0 <= asked.draws <= sum(unseen):
        raise BadQuestion("bad_draws", most=sum(unseen))
    discards = _discards_json(asked, unseen, ready_discards(hand, laid, gone=gone))
    waits = _waits_json(asked, winning_cards(hand, laid, gone=gone), unseen)
    return {"proved": True, "unseen": sum(unseen), **waits, "discards": discards} | (
        {"claims": _compare_claims(asked)} if asked.offered else {}
    )


def _compare_claims(asked: WaitJson) -> list[dict[str, Any]]:
    """Return the result of each claim with the best discard after it. Raises PaijuError.

    The claim that leaves the most winning cards comes first. If ``pong`` is among the claims, every other claim
    declines the pong. A card of the offered kind then no longer completes three equal cards (碰) for the seat
    (ZP-5.5).
    """
    card = parse_card(asked.offered)
    declined = (card,) if PONG in map(parse_action, asked.claims) else ()
    found = [_claim_json(asked, card, claim, declined) for claim in asked.claims]
    return sorted(found, key=lambda one: -one["winning"])


def _claim_json(asked: WaitJson, card: Kind, claim: str, declined: tuple[Kind, ...]) -> dict[str, Any]:
    hand, gone, laid = (
        count_cards(parse_cards(asked.hand)),
        count_cards(parse_cards(asked.gone)),
        parse_melds(asked.laid),
    )
    action = parse_action(claim)
    if action == PASS:
        gone = with_card(gone, card)
        unseen = _unseen_cards(hand, gone, laid)
        return {"claim": claim, **_waits_json(asked, winning_cards(hand, laid, declined, gone), unseen)}
    melds = _melds_of_claim(action, card)
    needed = Counter(kind for meld in melds for kind in meld.cards or ())
    needed[card] -= 1
    if not melds or needed[card] < 0 or any(copies > hand[kind] for kind, copies in needed.items()):
        raise BadQuestion("bad_question", why=f"{claim!r} is no claim of {asked.offered}")
    hand, laid = without(hand, tuple(needed.elements())), (*laid, *melds)
    unseen = _unseen_cards(hand, gone, laid)
    after = _discards_json(asked, unseen, ready_discards(hand, laid, () if action == PONG else declined, gone))
    return {"claim": claim} | (after[0] if after else _waits_json(asked, (), unseen))


def _melds_of_claim(action: Action, card: Kind) -> tuple[Meld, ...]:
    """Return the melds that a claim of ``card`` lays on the table; empty if the action is not a claim."""
    if action == PONG:
        return (meld_of_kind("pong", card),)
    return tuple(Meld("eat", cards) for cards in action.melds) if isinstance(action, Eat) else ()


def _unseen_cards(hand: Counts, gone: Counts, laid: tuple[Meld, ...]) -> Counts:
    """Return, for each kind, how many cards are neither in the hand, nor in ``laid``, nor in ``gone``.

    Raises NotationError if more than four cards of a kind are given.
    """
    unseen = unseen_cards(hand, laid, gone)
    for kind, left in enumerate(unseen):
        if left < 0:
            raise NotationError("too_many", card=NAMES[kind], copies=COPIES - left)
    return unseen


def _discards_json(asked: WaitJson, unseen: Counts, discards: Iterable[ReadyDiscard]) -> list[dict[str, Any]]:
    """Return each discard with the cards that win after it, as plain JSON.

    The discard that leaves the most winning cards comes first.
    """
    found = [{"discard": NAMES[one.discard], **_waits_json(asked, one.waits, unseen)} for one in discards]
    return sorted(found, key=lambda one: -one["winning"])


def _waits_json(asked: WaitJson, waits: Iterable[Wait], unseen: Counts) -> dict[str, Any]:
    """Return the winning cards as plain JSON, with the number of unseen ones and the probability of drawing one.

    A card counts as a winning card only if the seat wins with at least the minimum of points when the card is
    drawn.
    """
    enough = waits_reaching_minimum(waits, asked.minimum)
    winning = sum(unseen[wait.card] for wait in enough)
    cards = [{"card": NAMES[wait.card], "unseen": unseen[wait.card], "points": wait.drawn} for wait in enough]
    return {"waits": cards, "winning": winning, "chance": chance_of_drawing(winning, sum(unseen), asked.draws)}


def chance_of_drawing(winning: int, unseen: int, draws: int) -> float:
    """Return the probability that at least one of the next ``draws`` cards is a winning card.

    ``winning`` is the number of winning cards among the ``unseen`` cards. Each unseen card is equally likely to be
    drawn.
    """
    return 1 - comb(unseen - winning, draws) / comb(unseen, draws)
