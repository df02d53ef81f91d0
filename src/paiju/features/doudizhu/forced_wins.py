"""Searches for forced wins: plays after which a seat keeps the lead until it is out, whatever the other seats hold.

The search treats all cards that lie elsewhere, seen or unseen, as one hand. A win is forced if that hand cannot beat any
play of the sequence except the last.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from paiju.games.doudizhu.cards import WildRanks, card_count, count_of_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.rule_tables import RuleTables

MOST: Final = 12
"""Larger hands are not searched: the search would be slow and would rarely find a forced win."""


class ForcedWinSearch:
    """Finds forced wins under one ruleset."""

    def __init__(self, compiled: RuleTables) -> None:
        self._compiled = compiled
        self._runs_out = lru_cache(maxsize=1 << 12)(self._can_lead_out)

    def is_forced_win(self, play: Combination, hand: int, elsewhere: int, wilds: WildRanks, spare: int) -> bool:
        """Whether playing ``play`` from ``hand`` forces a win.

        Hands are rank counts. The seat has won once at most ``spare`` of its cards are left (DDZ-6.4).
        """
        rest = hand - play.used
        if card_count(rest) <= spare:
            return True
        if card_count(hand) > MOST or self._can_be_beaten(play, elsewhere, wilds):
            return False
        return self._runs_out(rest, elsewhere, wilds, spare)

    def _can_be_beaten(self, play: Combination, elsewhere: int, wilds: WildRanks) -> bool:
        """Whether the cards elsewhere can beat the play. If they contain a wild card the answer is taken to be yes."""
        if count_of_ranks(elsewhere, wilds):
            return True
        return bool(self._compiled.answering(elsewhere, play, wilds))

    def _can_lead_out(self, hand: int, elsewhere: int, wilds: WildRanks, spare: int) -> bool:
        """Whether a seat that leads with this hand can force a win."""
        plays = self._compiled.leading(hand, wilds)
        return any(self.is_forced_win(play.what, hand, elsewhere, wilds, spare) for play in plays)
