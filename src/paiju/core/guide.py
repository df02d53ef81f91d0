"""The types of a short illustrated guide for new players, which a family builds for each ruleset.

Everything in a guide holds for its ruleset. The rulebook is a separate text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct

from paiju.core.messages import TranslatableText

SectionName = Literal["goal", "course", "kinds", "beats", "worth", "account", "leaving", "room"]
"""The codes of the sections of a guide.

``goal``, ``course`` (of a hand), ``kinds`` (of combinations), ``beats`` (which combination beats which), ``worth``
(multipliers), ``account`` (an example of scoring), ``leaving`` (a hand), and ``room`` (titles and coins).
"""


class GuideFigure(Struct, frozen=True):
    """A figure of a guide: its caption (``words``), cards in the family's notation (may be empty), and a remark."""

    words: TranslatableText
    note: TranslatableText | None = None
    cards: str = ""


class GuideSection(Struct, frozen=True):
    """A section of a guide: sentences, and the figures below them."""

    name: SectionName
    says: tuple[TranslatableText, ...] = ()
    figures: tuple[GuideFigure, ...] = ()


Guide = Callable[[Any], Iterable[GuideSection]]
"""``guide(rules)`` returns the sections of a guide."""


def no_guide(_rules: Any) -> Iterable[GuideSection]:
    """Return no sections, for families without a guide."""
    return ()
