"""Checks without a running hand whether given cards may follow a lead."""

from __future__ import annotations

from paiju.core.errors import NotationError
from paiju.games.gunzi.card_choices import shape_of
from paiju.games.gunzi.cards import Cards, size
from paiju.games.gunzi.notation import parse_call, parse_level
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.trick_rules import LEADS, check_following
from paiju.games.gunzi.trumps import make_trumps


def check_follow_from_text(rules: Rules, level: str, trump: str, hand: str, lead: str, play: str) -> None:
    """Raise IllegalAction if a play may not follow a lead (GZ-6). The error's details say what must be played.

    All arguments except ``rules`` are text: ``level`` is ``"7"``, ``trump`` is ``"s"`` or ``"none"``, cards are
    ``"4s 4s Th"``.

    Raises NotationError if a text cannot be read, if the lead is not a set of identical cards, or if the hand has
    fewer cards than the lead. Also raises NotationError if a kind occurs more than four times in the hand and the
    lead together.
    """
    held, led = Cards.parse(hand), Cards.parse(lead)
    Cards.of((*held.kinds(), *led.kinds()))
    if shape_of(led) not in LEADS:
        raise NotationError("bad_lead", text=lead, at=0)
    if size(held) < size(led):
        raise NotationError("short_hand", text=hand, needed=size(led))
    check_following(rules, make_trumps(parse_level(level), parse_call(trump)), held, led, Cards.parse(play))
