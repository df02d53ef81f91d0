"""The guide to Gunzi for new players, built from the parameters of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiju.core.guide import GuideFigure, GuideSection
from paiju.core.messages import TranslatableText
from paiju.games.gunzi.notation import format_level
from paiju.games.gunzi.rules import Rules

_KINDS: Final = (("single", "As"), ("pair", "9h 9h"), ("triple", "Qc Qc Qc"), ("quad", "6d 6d 6d 6d"))
"""Pairs of a name and example cards: the sets that may be led (GZ-6.1)."""

_POINTS: Final = (("five", "5s"), ("ten", "Th"), ("king", "Kc"))
"""Pairs of a name and an example card: the cards that are worth points (GZ-1.2)."""


def guide(rules: Rules) -> Iterator[GuideSection]:
    """Yield the sections of the guide for these rules, in order."""
    goal = TranslatableText(
        "guide.goal", {"first": format_level(rules.first_level), "last": format_level(rules.last_level)}
    )
    yield GuideSection("goal", (goal,))
    steps = ("deal", "declare", "bank", "play", "points")
    yield GuideSection("course", figures=tuple(GuideFigure(TranslatableText(f"guide.course.{name}")) for name in steps))
    kinds = (
        GuideFigure(TranslatableText(f"guide.name.{name}"), TranslatableText(f"guide.kind.{name}"), cards)
        for name, cards in _KINDS
    )
    yield GuideSection("kinds", figures=tuple(kinds))
    yield GuideSection(
        "beats", tuple(TranslatableText(f"guide.beats.{name}") for name in ("trumps", "order", "follow"))
    )
    points = (GuideFigure(TranslatableText(f"guide.worth.{name}"), cards=cards) for name, cards in _POINTS)
    yield GuideSection("worth", (TranslatableText("guide.total"),), tuple(points))
    ends = [TranslatableText(f"guide.end.{name}", {"bank": rules.bank_at}) for name in ("stays", "taken")]
    times = rules.bottom_times
    bottom = (
        TranslatableText("guide.end.bottom")
        if times == 1
        else TranslatableText("guide.end.bottom_times", {"times": times})
    )
    yield GuideSection("account", (*ends, bottom))
    leaving = "guide.leaving.gains" if rules.leavers_gain else "guide.leaving.played_out"
    yield GuideSection("leaving", (TranslatableText(leaving),))
    yield GuideSection("room", (TranslatableText("guide.coins"),))
