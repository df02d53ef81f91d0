"""RLCard: when it leads, its judger gives the plays; when it answers, a search through its table of plays."""

from __future__ import annotations

from importlib.metadata import version as installed
from types import SimpleNamespace
from typing import Any

from rlcard.games.base import Card
from rlcard.games.doudizhu.judger import DoudizhuJudger
from rlcard.games.doudizhu.utils import get_gt_cards

from bench.peers.adapters.base import CannotAnswer, in_order

NAME = "rlcard"


def version() -> str:
    return installed("rlcard")


def answers(hand: str, beat: str) -> list[str]:
    cards = in_order(hand)
    found = answering(cards, beat) if beat else legal_leads(cards)
    return sorted({in_order(play) for play in found if play != "pass"})


def legal_leads(hand: str) -> set[str]:
    """Return the plays with which a hand can lead. RLCard computes them once for each hand, and then keeps them up to date."""
    found: set[str] = DoudizhuJudger.playable_cards_from_hand(hand)
    return found


def answering(hand: str, beat: str) -> list[str]:
    try:
        found: list[str] = get_gt_cards(player(hand), table(beat))
    except KeyError as error:
        raise CannotAnswer(f"KeyError: {error}") from error
    return found


def player(hand: str) -> Any:
    """Return a stand-in for RLCard's player, with the part that its search reads."""
    return SimpleNamespace(current_hand=[card(rank) for rank in hand])


def table(beat: str) -> Any:
    """Return a stand-in for the player to beat, with the part that RLCard's search reads."""
    return SimpleNamespace(played_cards=in_order(beat.replace("+", "")))


def card(rank: str) -> Any:
    """Return RLCard's card of a rank. A joker has a suit and no rank."""
    return Card(f"{rank}J", "") if rank in "BR" else Card("S", rank)
