"""RLCard: its judger when leading, its search through a table of plays when answering."""

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
    found = answering(cards, beat) if beat else leading(cards)
    return sorted({in_order(play) for play in found if play != "pass"})


def leading(hand: str) -> set[str]:
    """RLCard works this out once a game and keeps it up to date."""
    found: set[str] = DoudizhuJudger.playable_cards_from_hand(hand)
    return found


def answering(hand: str, beat: str) -> list[str]:
    try:
        found: list[str] = get_gt_cards(player(hand), table(beat))
    except KeyError as error:
        raise CannotAnswer(f"KeyError: {error}") from error
    return found


def player(hand: str) -> Any:
    """As much of RLCard's player as its search looks at."""
    return SimpleNamespace(current_hand=[card(rank) for rank in hand])


def table(beat: str) -> Any:
    """As much of the player to beat."""
    return SimpleNamespace(played_cards=in_order(beat.replace("+", "")))


def card(rank: str) -> Any:
    """RLCard's card: a joker is a suit without a rank."""
    return Card(f"{rank}J", "") if rank in "BR" else Card("S", rank)
