"""Labels for the cards of French packs with jokers, for all families that use such packs."""

from __future__ import annotations

from typing import Final

from paiju.locale import translate

SIGNS: Final = "♠♥♣♦"
RED_SUITS: Final = (1, 3)
TEN_KEYS: Final = {"0": "t", "1": "t"}
"""The keys 0 and 1 also select a ten, whose key is t (``GameRenderer.rank_keys``)."""


def joker_label_parts(lang: str, joker: str) -> tuple[str, str]:
    """Return the two parts of a joker's label: the text in place of the rank, and the sign in place of the suit.

    ``joker`` is ``B`` for the small joker, ``R`` for the big one.
    """
    return translate(lang, f"joker.{joker}"), translate(lang, f"joker.{joker}_sign")
