"""Labels for the cards of French packs with jokers, for all families that use such packs."""

from __future__ import annotations

from typing import Final

from paiju.locale import translate

SIGNS: Final = "♠♥♣♦"
RED_SUITS: Final = (1, 3)
TEN_KEYS: Final = {"0": "t", "1": "t"}
"""Keys that select a ten."""


def joker_label_parts(lang: str, joker: str) -> tuple[str, str]:
    """Return the two parts of a joker's label (``B`` small, ``R`` big), which stand where other cards have rank and suit."""
    return translate(lang, f"joker.{joker}"), translate(lang, f"joker.{joker}_sign")
