"""A game told to somebody who wants to play it: a few short sections with something to see, made from its ruleset.

The whole rulebook, clause by clause, is another text. What stands here says nothing that does not hold for the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct

from paiju.core.messages import TranslatableText

SectionName = Literal["goal", "course", "kinds", "beats", "worth", "account"]
"""What is wanted, how a hand goes, what may be played, what beats what, what multiplies, and one hand added up."""


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
    """A family that is told by its rulebook alone."""
    return ()
