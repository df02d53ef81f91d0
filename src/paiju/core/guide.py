"""A guide for somebody who wants to learn a game: a few short illustrated sections, built from the ruleset.

The rulebook, clause by clause, is another text. The guide states nothing that does not hold for the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct

from paiju.core.messages import TranslatableText

SectionName = Literal["goal", "course", "kinds", "beats", "worth", "account", "room"]
"""What is wanted, how a hand goes, what may be played, what beats what, what multiplies, one hand added up, and in a room."""


class GuideFigure(Struct, frozen=True):
    """Something with a name: cards in the family's notation (none: nothing to see), and a word about it."""

    words: TranslatableText
    note: TranslatableText | None = None
    cards: str = ""


class GuideSection(Struct, frozen=True):
    """Sentences, then figures."""

    name: SectionName
    says: tuple[TranslatableText, ...] = ()
    figures: tuple[GuideFigure, ...] = ()


Guide = Callable[[Any], Iterable[GuideSection]]
"""The sections of a game, in order, by its rules."""


def no_guide(_rules: Any) -> Iterable[GuideSection]:
    """The guide of a family that has only its rulebook."""
    return ()
