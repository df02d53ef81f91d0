"""Searches for forced wins: plays with which a seat keeps the lead until it has played all its cards.

A forced win succeeds whatever the other seats hold. The search puts all cards outside the seat's hand, seen
or unseen, into one imaginary hand. The seat must play all its cards in a sequence of plays. The win is
forced if the imaginary hand can beat none of these plays, except perhaps the last.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from paiju.games.doudizhu.cards import WildRanks, card_count, count_cards_of_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset

MOST_CARDS_SEARCHED: Final = 12
"""The largest number of cards in a hand for which forced wins are searched.

With more cards, the search would be slow and would rarely find a forced win.
"""


class ForcedWinSearch:
    """Finds forced wins under one ruleset."""

    def __init__(self, compiled: CompiledRuleset) -> None:
        self._compiled = compiled
        self._runs_out = lru_cache(maxsize=1 << 12)(self._can_lead_out)

    def is_forced_win(self, play: Combination, hand: int, elsewhere: int, wilds: WildRanks, spare: int) -> bool:
        """Whether ``play`` from ``hand`` begins a forced win.

        Both ``hand`` and ``elsewhere`` are rank counts. ``hand`` has the cards of the seat, and ``elsewhere`` all
        other cards that have not been played. The seat has won as soon as it has at most ``spare`` cards left
        (DDZ-6.4).
        """
        rest = hand - play.used
        if card_count(rest) <= spare:
            return True
        if card_count(hand) > MOST_CARDS_SEARCHED or self._can_be_beaten(play, elsewhere, wilds):
            return False
        return self._runs_out(rest, elsewhere, wilds, spare)

    def _can_be_beaten(self, play: Combination, elsewhere: int, wilds: WildRanks) -> bool:
        """Whether the cards ``elsewhere`` can beat the play.

        If these cards include a wild card, the answer is always yes.
        """
        if count_cards_of_ranks(elsewhere, wilds):
            return True
        return bool(self._compiled.find_beating_plays(elsewhere, play, wilds))

    def _can_lead_out(self, hand: int, elsewhere: int, wilds: WildRanks, spare: int) -> bool:
        """Whether a seat that leads with this hand has a forced win. The parameters are those of ``is_forced_win``."""
        plays = self._compiled.find_leading_plays(hand, wilds)
        return any(self.is_forced_win(play.what, hand, elsewhere, wilds, spare) for play in plays)
