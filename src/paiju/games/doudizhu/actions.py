"""The actions of Dou Dizhu."""

from __future__ import annotations

from typing import Final

from paiju.core.codec import Tagged
from paiju.games.doudizhu.cards import Cards
from paiju.games.doudizhu.combinations import Combination


class ContinueDealing(Tagged, frozen=True, tag="go_on"):
    """DEALER's only action: deal the next packet of cards."""


class Choose(Tagged, frozen=True):
    """Answer yes or no to the question ``what``, a key of ``yes_no_questions.QUESTIONS``."""

    what: str
    yes: bool


class Bid(Tagged, frozen=True):
    """Bid 1, 2 or 3 points; 0 is a pass (DDZ-3.1, 3.2)."""

    points: int


class ThrowAway(Tagged, frozen=True, tag="throw"):
    """Throw cards away before the play (DDZ-7.10).

    ``ranks`` contains the rank of each card as text; empty to throw nothing away.
    """

    ranks: str


class Play(Tagged, frozen=True):
    """Play a combination.

    ``cards`` may contain the exact cards. If it is None, the rules choose the suits: of each rank, spades are played
    first, then hearts, clubs, diamonds.
    """

    what: Combination
    cards: Cards | None = None


class Pass(Tagged, frozen=True):
    """Pass: do not beat the standing play (DDZ-6.1)."""


Action = ContinueDealing | Choose | Bid | ThrowAway | Play | Pass

HistoryAction = Bid | Choose | Play | Pass
"""The actions that the history of a hand can contain (``State.history``)."""

GO_ON: Final = ContinueDealing()
PASS: Final = Pass()
