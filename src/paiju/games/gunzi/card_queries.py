"""Answers a question about given cards, without a running hand: whether some cards may follow a lead."""

from __future__ import annotations

from paiju.core.errors import NotationError
from paiju.games.gunzi.card_choices import shape_of
from paiju.games.gunzi.cards import Cards, size
from paiju.games.gunzi.notation import parse_call, parse_level
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.tricks import LEADS, check_following
from paiju.games.gunzi.trumps import make_trumps


def check_follow(rules: Rules, level: str, trump: str, hand: str, lead: str, play: str) -> None:
    """Check that a play may follow a lead (GZ-6).

    All arguments are text: level ``"7"``, trumps ``"s"`` or ``"none"``, cards ``"4s 4s Th"``. Raises IllegalAction, with
    details that say what must be played. Raises NotationError for a text that cannot be read, or impossible cards.
    """
    held, led = Cards.parse(hand), Cards.parse(lead)
    Cards.of((*held.kinds(), *led.kinds()))
    if shape_of(led) not in LEADS:
        raise NotationError("bad_lead", text=lead, at=0)
    if size(held) < size(led):
        raise NotationError("short_hand", text=hand, needed=size(led))
    check_following(rules, make_trumps(parse_level(level), parse_call(trump)), held, led, Cards.parse(play))
