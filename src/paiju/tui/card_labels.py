"""What cards of four suits with jokers have on them, whoever plays with them."""

from __future__ import annotations

from typing import Final

from paiju.locale import translate

SIGNS: Final = "♠♥♣♦"
RED_SUITS: Final = (1, 3)
TEN_KEYS: Final = {"0": "t", "1": "t"}


def joker_words(lang: str, joker: str) -> tuple[str, str]:
    """What stands on a joker, B or R, where other cards have rank and suit."""
    return translate(lang, f"joker.{joker}"), translate(lang, f"joker.{joker}_sign")
