"""The guide to Da Zi Pai for new players, built from the parameters of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiju.core.guide import GuideFigure, GuideSection
from paiju.core.messages import TranslatableText
from paiju.games.zipai.melds import FORMS, WAYS
from paiju.games.zipai.phases.minimum import minimum_choices
from paiju.games.zipai.rules import Rules

_KINDS: Final = (
    ("run", "四五六"),
    ("one_two_three", "一二三"),
    ("two_seven_ten", "贰柒拾"),
    ("mixed", "三三叁"),
    ("pong", "八八八"),
    ("hide", "玖玖玖"),
    ("four", "拾拾拾拾"),
    ("eyes", "五五"),
)
"""Pairs of a name and example cards: the parts of a complete hand (ZP-4.2, 5, 7.1, 8.1)."""

_WORTH: Final = (
    *((form.name, (form.small, form.big)) for form in FORMS if form.name == "two_seven_ten"),
    ("three", WAYS["three"].black),
    ("pong_black", WAYS["pong"].black),
    ("pong_red", WAYS["pong"].red),
    ("dragon", WAYS["dragon"].black),
    ("open", WAYS["open"].black),
)
"""Names of melds, each with two numbers: the points of the meld in small and in big numerals (ZP-8.1)."""


def guide(rules: Rules) -> Iterator[GuideSection]:
    """Yield the sections of the guide for these rules, in order."""
    yield GuideSection("goal", (TranslatableText("guide.goal"),))
    steps = (
        _minimum_text(rules),
        *(TranslatableText(f"guide.course.{name}") for name in ("deal", "turn", "claim", "must", "win")),
    )
    yield GuideSection("course", figures=tuple(map(GuideFigure, steps)))
    kinds = (
        GuideFigure(TranslatableText(f"guide.name.{name}"), TranslatableText(f"guide.kind.{name}"), cards)
        for name, cards in _KINDS
    )
    yield GuideSection("kinds", figures=tuple(kinds))
    yield GuideSection("beats", (TranslatableText("guide.first"),))
    worth = (
        GuideFigure(
            TranslatableText(f"guide.worth.{name}"), TranslatableText("guide.points", {"points": f"{small} / {big}"})
        )
        for name, (small, big) in _WORTH
    )
    yield GuideSection("worth", (TranslatableText("guide.big"),), tuple(worth))
    payers = "_one" if rules.players == 2 else ""
    yield GuideSection(
        "account", tuple(TranslatableText(f"guide.paid.{how}{payers}") for how in ("self_drawn", "discard"))
    )
    leaving = "guide.leaving.gains" if rules.leavers_gain else "guide.leaving.played_out"
    yield GuideSection("leaving", (TranslatableText(leaving),))
    yield GuideSection("room", (TranslatableText("guide.coins"),))


def _minimum_text(rules: Rules) -> TranslatableText:
    choices = minimum_choices(rules)
    if len(choices) == 1:
        return TranslatableText("guide.minimum_one", {"points": choices[0]})
    return TranslatableText("guide.minimum", {"low": choices[0], "high": choices[-1]})
