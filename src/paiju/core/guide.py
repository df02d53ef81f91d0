"""A short illustrated guide for new players, built from a ruleset.

The rulebook is a separate text. The guide states nothing that does not hold for the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct

from paiju.core.messages import TranslatableText

SectionName = Literal["goal", "course", "kinds", "beats", "worth", "account", "leaving", "room"]
"""Goal, course of a hand, combinations, comparison, multipliers, an example of scoring, leaving, and titles and coins."""


class GuideFigure(Struct, frozen=True):
    """A named example: cards in the family's notation (may be empty), and a remark."""

    words: TranslatableText
    note: TranslatableText | None = None
    cards: str = ""


class GuideSection(Struct, frozen=True):
    """A section: sentences, then figures."""

    name: SectionName
    says: tuple[TranslatableText, ...] = ()
    figures: tuple[GuideFigure, ...] = ()


Guide = Callable[[Any], Iterable[GuideSection]]
"""Returns the sections of a game's guide for its rules."""


def no_guide(_rules: Any) -> Iterable[GuideSection]:
    """Return no sections, for families without a guide."""
    return ()
