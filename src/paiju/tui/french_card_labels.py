"""Labels of the cards of a French pack with jokers, shared by all families that use one."""

from __future__ import annotations

from typing import Final

from paiju.locale import translate

SIGNS: Final = "♠♥♣♦"
RED_SUITS: Final = (1, 3)
TEN_KEYS: Final = {"0": "t", "1": "t"}


def joker_words(lang: str, joker: str) -> tuple[str, str]:
    """Return the label of a joker, in place of rank and suit; ``B`` or ``R``."""
    return translate(lang, f"joker.{joker}"), translate(lang, f"joker.{joker}_sign")
