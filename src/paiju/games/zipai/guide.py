"""Da Zi Pai for somebody who wants to play it, by the parameters of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiju.core.guide import Figure, Section
from paiju.core.voice import Words
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
"""What a hand is made of, with an example of each (ZP-4.2, 5, 7.1, 8.1)."""

_WORTH: Final = (
    ("two_seven_ten", "3 / 6"),
    ("three", "3 / 6"),
    ("pong_black", "1 / 3"),
    ("pong_red", "3 / 6"),
    ("dragon", "9 / 12"),
    ("open", "6 / 9"),
)
"""Points of a meld with small and with big numerals (ZP-8.1)."""


def guide(rules: Rules) -> Iterator[Section]:
    """See ``paiju.core.guide``."""
    yield Section("goal", (Words("guide.goal"),))
    minimum = Words("guide.minimum", {"low": rules.minimum_from, "high": rules.minimum_to})
    steps = (minimum, *(Words(f"guide.course.{name}") for name in ("deal", "turn", "claim", "must", "win")))
    yield Section("course", figures=tuple(map(Figure, steps)))
    kinds = (Figure(Words(f"guide.name.{name}"), Words(f"guide.kind.{name}"), cards) for name, cards in _KINDS)
    yield Section("kinds", figures=tuple(kinds))
    yield Section("beats", (Words("guide.first"),))
    worth = (Figure(Words(f"guide.worth.{name}"), Words("guide.points", {"points": points})) for name, points in _WORTH)
    yield Section("worth", (Words("guide.big"),), tuple(worth))
    yield Section("account", (Words("guide.paid.self_drawn"), Words("guide.paid.discard")))
