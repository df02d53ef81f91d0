"""The strong bot: it takes the action that the packaged networks rate best.

Near the end of a hand it may take another action, in families that can solve endings (``Endings``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final, Protocol

from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.registry import family_of_game
from paiju.nets.policy import ActionValues, NetPlayer, evaluate_actions


class Endings(Protocol):
    """The functions by which a family solves the endings of its hands (``Family.endings``)."""

    @staticmethod
    def improve_choice(game: Any, view: Any, seat: Seat, weighed: ActionValues) -> Any:
        """Return the action that the network rates best, or another one that does better in the solved endings.

        ``weighed`` contains the legal actions and the network's values of them.
        """

    @staticmethod
    def is_sure_win(game: Any, view: Any, seat: Seat, action: Any) -> bool:
        """Return whether an action wins in every deal that fits the seat's view; False if not all deals can be solved."""


class StrongPlayer(NetPlayer, frozen=True):
    """A ``NetPlayer`` that also uses solved endings, if the family solves endings.

    It replaces the network's best action by another action if that action does better in the solved endings. It
    uses no randomness.
    """

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the action that the network rates best, or another one that does better in the solved endings."""
        if len(legal) == 1:
            return legal[0]
        weighed = evaluate_actions(self.path, game, view, seat, legal)
        endings = _endings_of(type(game))
        return weighed.actions[weighed.best] if endings is None else endings.improve_choice(game, view, seat, weighed)


def is_sure_win(game: AnyGame, view: Any, seat: Seat, action: Any) -> bool:
    """Return whether an action wins whatever cards the other seats hold.

    The result is False if the family has no solved endings, or if not all deals can be solved.
    """
    endings = _endings_of(type(game))
    return endings is not None and endings.is_sure_win(game, view, seat, action)


@cache
def _endings_of(kind: type[AnyGame]) -> Endings | None:
    """Return the ``Endings`` of the family of this game; None if the family does not solve endings."""
    family = family_of_game(kind)
    found: Endings | None = load_object(family.endings) if family and family.endings else None
    return found


play_strong: Final = StrongPlayer("")
"""The strong bot, with the packaged networks."""
