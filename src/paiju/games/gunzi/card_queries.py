"""Questions that can be asked without a hand being played: may these cards be played to that lead?"""

from __future__ import annotations

from paiju.core.errors import NotationError
from paiju.games.gunzi.cards import Cards, size
from paiju.games.gunzi.choices import shape_of
from paiju.games.gunzi.notation import parse_call, parse_level
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.tricks import LEADS, check_following
from paiju.games.gunzi.trumps import trumps


def check_follow(rules: Rules, level: str, trump: str, hand: str, lead: str, play: str) -> None:
    """Whether a play may answer a lead (GZ-6), all of it as text: ``"7"``, ``"s"`` or ``"none"``, ``"4s 4s Th"`` …

    Raises IllegalAction, with what had to be played, if it may not; NotationError for what cannot be read or cannot be.
    """
    held, led = Cards.parse(hand), Cards.parse(lead)
    Cards.of((*held.kinds(), *led.kinds()))
    if shape_of(led) not in LEADS:
        raise NotationError("bad_lead", text=lead, at=0)
    if size(held) < size(led):
        raise NotationError("short_hand", text=hand, needed=size(led))
    check_following(rules, trumps(parse_level(level), parse_call(trump)), held, led, Cards.parse(play))
