"""The actions of Dou Dizhu."""

from __future__ import annotations

from typing import Final

from paiju.core.codec import Tagged
from paiju.games.doudizhu.cards import Cards
from paiju.games.doudizhu.combinations import Combination


class ContinueDealing(Tagged, frozen=True, tag="go_on"):
    """The dealer's action: the next packet of cards, or the start of the hand."""


class Choose(Tagged, frozen=True):
    """The answer yes or no to a question of the phase (``questions.QUESTIONS``)."""

    what: str
    yes: bool


class Bid(Tagged, frozen=True):
    """A bid of 1, 2 or 3, or 0 for a pass (DDZ-3.1, 3.2)."""

    points: int


class ThrowAway(Tagged, frozen=True, tag="throw"):
    """Throw cards away before play: the ranks as text, empty for none (DDZ-7.10)."""

    ranks: str


class Play(Tagged, frozen=True):
    """Play a combination in this reading. ``cards`` may name the exact cards; otherwise spades go first."""

    what: Combination
    cards: Cards | None = None


class Pass(Tagged, frozen=True):
    """Pass: do not beat the standing play (DDZ-6.1)."""


Action = ContinueDealing | Choose | Bid | ThrowAway | Play | Pass

GO_ON: Final = ContinueDealing()
PASS: Final = Pass()
