"""Wins that nothing can stop: plays after which a seat leads and leads until it is out, whatever the others hold.

All cards that the seat has not seen are taken for one hand, and every play but the last must be one that this hand cannot beat.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from paiju.games.doudizhu.cards import count_of, total
from paiju.games.doudizhu.combos import Combo
from paiju.games.doudizhu.compiled import Compiled

MOST: Final = 12
"""Of hands with more cards it is not asked: it would take long, and there is seldom anything to find."""


class Sure:
    """The sure wins of one ruleset."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._runs_out = lru_cache(maxsize=1 << 12)(self._leads_out)

    def wins(self, play: Combo, hand: int, unseen: int, wild: int | None, spare: int) -> bool:
        """Whether a play of this hand surely wins; cards are counts, and ``spare`` many may be left over (DDZ-6.4)."""
        rest = hand - play.used
        if total(rest) <= spare:
            return True
        if total(hand) > MOST or self._may_be_beaten(play, unseen, wild):
            return False
        return self._runs_out(rest, unseen, wild, spare)

    def _may_be_beaten(self, play: Combo, unseen: int, wild: int | None) -> bool:
        """Whether these cards hold something higher; where wild ones are among them they nearly always do, and are not asked."""
        if wild is not None and count_of(unseen, wild):
            return True
        return bool(self._compiled.answering(unseen, play, wild))

    def _leads_out(self, hand: int, unseen: int, wild: int | None, spare: int) -> bool:
        """Whether a seat that leads with this hand surely wins."""
        plays = self._compiled.leading(hand, wild)
        return any(self.wins(play.what, hand, unseen, wild, spare) for play in plays)
