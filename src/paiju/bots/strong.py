"""The strong bot: the best action by the networks of the package, corrected near the end where the family can solve endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.registry import families
from paiju.nets.policy import ActionValues, NetPlayer, evaluate_actions

CorrectChoice = Callable[[Any, Any, Seat, ActionValues], Any]
"""``correct_choice(game, view, seat, weighed)`` returns the action to take, the net's or a better one (``Family.endings``)."""


class StrongPlayer(NetPlayer, frozen=True):
    """``NetPlayer``, with the correction of a family's endings; it uses no randomness."""

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the best action."""
        if len(legal) == 1:
            return legal[0]
        weighed = evaluate_actions(self.path, game, view, seat, legal)
        correct = _correction_for(type(game))
        return weighed.actions[weighed.best] if correct is None else correct(game, view, seat, weighed)


@cache
def _correction_for(kind: type[AnyGame]) -> CorrectChoice | None:
    """Return the correction of the family that plays this game; None if the family has none."""
    named = next((family.endings for family in families().values() if family.game is kind), "")
    found: CorrectChoice | None = load_part(named) if named else None
    return found


play_strong: Final = StrongPlayer("")
"""The bot that plays by the networks of the package."""
