"""The strong bot: it takes the action that the packaged networks rate best.

Near the end of a hand, a family that can solve endings may correct that action.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final, Protocol

from paiju.core.family import load_part
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.registry import family_playing
from paiju.nets.policy import ActionValues, NetPlayer, evaluate_actions


class Endings(Protocol):
    """The interface of a family's solved endings (``Family.endings``)."""

    @staticmethod
    def correct_choice(game: Any, view: Any, seat: Seat, weighed: ActionValues) -> Any:
        """Return the action to take: the network's best, or one that the solved endings prefer."""

    @staticmethod
    def is_sure_win(game: Any, view: Any, seat: Seat, action: Any) -> bool:
        """Return whether an action wins in every deal that fits the seat's view; False if not all deals can be solved."""


class StrongPlayer(NetPlayer, frozen=True):
    """A ``NetPlayer`` whose actions a family's solved endings may correct. It uses no randomness."""

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the action that the network rates best, or the one with which the solved endings replace it."""
        if len(legal) == 1:
            return legal[0]
        weighed = evaluate_actions(self.path, game, view, seat, legal)
        endings = _endings_of(type(game))
        return weighed.actions[weighed.best] if endings is None else endings.correct_choice(game, view, seat, weighed)


def is_sure_win(game: AnyGame, view: Any, seat: Seat, action: Any) -> bool:
    """Return whether an action wins whatever cards the other seats hold; False if the family has no solved endings."""
    endings = _endings_of(type(game))
    return endings is not None and endings.is_sure_win(game, view, seat, action)


@cache
def _endings_of(kind: type[AnyGame]) -> Endings | None:
    """Return the solved endings of the family that plays this game; None if it has none."""
    family = family_playing(kind)
    found: Endings | None = load_part(family.endings) if family and family.endings else None
    return found


play_strong: Final = StrongPlayer("")
"""The strong bot, with the packaged networks."""
