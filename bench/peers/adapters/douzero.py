"""DouZero: its game environment, which generates the plays of a category and keeps those of a higher rank."""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Any

from douzero.env.game import GameEnv

from bench.peers.adapters.base import RANKS, in_order

NAME = "douzero"
NUMBERS = dict(zip(RANKS, (*range(3, 15), 17, 20, 30), strict=True))
_LETTERS = {number: rank for rank, number in NUMBERS.items()}


def version() -> str:
    return installed("douzero")


def numbers(cards: str) -> list[int]:
    """Convert cards in paiju's text to DouZero's numbers, sorted."""
    return sorted(NUMBERS[rank] for rank in cards)


def letters(move: list[int]) -> str:
    """Convert DouZero's numbers to paiju's text, ascending by rank."""
    return in_order("".join(_LETTERS[card] for card in move))


def at(hand: str, beat: str) -> Any:
    """Return an environment in which a player with the cards `hand` has to beat `beat`, or leads."""
    env = GameEnv([])
    env.acting_player_position = "landlord"
    env.info_sets["landlord"].player_hand_cards = numbers(hand)
    env.card_play_action_seq = [numbers(beat.replace("+", ""))] if beat else []
    return env


def answers(hand: str, beat: str) -> list[str]:
    moves = at(hand, beat).get_legal_card_play_actions()
    return sorted({letters(move) for move in moves if move})
