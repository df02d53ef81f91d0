"""Wins that nothing can stop: plays after which a seat leads and leads until it is out, whatever the others hold.

All cards that lie elsewhere, seen or not, are taken for one hand. It must be unable to beat any play but the last.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from paiju.games.doudizhu.cards import card_count, count_of
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.rule_tables import RuleTables

MOST: Final = 12
"""Of hands with more cards it is not asked: it would take long, and there is seldom anything to find."""


class ForcedWinSearch:
    """The sure wins of one ruleset."""

    def __init__(self, compiled: RuleTables) -> None:
        self._compiled = compiled
        self._runs_out = lru_cache(maxsize=1 << 12)(self._can_lead_out)

    def is_forced_win(self, play: Combination, hand: int, elsewhere: int, wild: int | None, spare: int) -> bool:
        """Whether a play of this hand surely wins; cards are counts, and ``spare`` many may be left over (DDZ-6.4)."""
        rest = hand - play.used
        if card_count(rest) <= spare:
            return True
        if card_count(hand) > MOST or self._can_be_beaten(play, elsewhere, wild):
            return False
        return self._runs_out(rest, elsewhere, wild, spare)

    def _can_be_beaten(self, play: Combination, elsewhere: int, wild: int | None) -> bool:
        """Whether these cards hold something higher; where wild ones are among them they nearly always do, and are not asked."""
        if wild is not None and count_of(elsewhere, wild):
            return True
        return bool(self._compiled.answering(elsewhere, play, wild))

    def _can_lead_out(self, hand: int, elsewhere: int, wild: int | None, spare: int) -> bool:
        """Whether a seat that leads with this hand surely wins."""
        plays = self._compiled.leading(hand, wild)
        return any(self.is_forced_win(play.what, hand, elsewhere, wild, spare) for play in plays)
