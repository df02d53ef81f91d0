"""Gunzi for somebody who wants to play it, by the parameters of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiju.core.guide import Figure, Section
from paiju.core.voice import Words
from paiju.games.gunzi.notation import format_level
from paiju.games.gunzi.rules import Rules

_KINDS: Final = (("single", "As"), ("pair", "9h 9h"), ("triple", "Qc Qc Qc"), ("quad", "6d 6d 6d 6d"))
"""What may be led (GZ-6.1)."""

_POINTS: Final = (("five", "5s"), ("ten", "Th"), ("king", "Kc"))
"""The cards that are worth points (GZ-1.2)."""


def guide(rules: Rules) -> Iterator[Section]:
    """See ``paiju.core.guide``."""
    goal = Words("guide.goal", {"first": format_level(rules.first_level), "last": format_level(rules.last_level)})
    yield Section("goal", (goal,))
    steps = ("deal", "declare", "bank", "play", "points")
    yield Section("course", figures=tuple(Figure(Words(f"guide.course.{name}")) for name in steps))
    kinds = (Figure(Words(f"guide.name.{name}"), Words(f"guide.kind.{name}"), cards) for name, cards in _KINDS)
    yield Section("kinds", figures=tuple(kinds))
    yield Section("beats", tuple(Words(f"guide.beats.{name}") for name in ("trumps", "order", "follow")))
    points = (Figure(Words(f"guide.worth.{name}"), cards=cards) for name, cards in _POINTS)
    yield Section("worth", (Words("guide.total"),), tuple(points))
    ends = [Words(f"guide.end.{name}", {"bank": rules.bank_at}) for name in ("stays", "taken")]
    times = rules.bottom_times
    bottom = Words("guide.end.bottom") if times == 1 else Words("guide.end.bottom_times", {"times": times})
    yield Section("account", (*ends, bottom))
