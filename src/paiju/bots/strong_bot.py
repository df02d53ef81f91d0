"""The strong bot: the best action by the networks of the package, corrected near the end where the family can solve endings."""

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
        """Return the action to take: the net's, or a better one."""

    @staticmethod
    def is_sure_win(game: Any, view: Any, seat: Seat, action: Any) -> bool:
        """Return whether an action wins in every deal that fits what the seat sees; False if not all of them can be solved."""


class StrongPlayer(NetPlayer, frozen=True):
    """``NetPlayer``, with the correction of a family's endings; it uses no randomness."""

    def __call__(self, game: AnyGame, view: Any, seat: Seat, legal: Sequence[Any], random: Random) -> Any:
        """Return the best action."""
        if len(legal) == 1:
            return legal[0]
        weighed = evaluate_actions(self.path, game, view, seat, legal)
        endings = _endings_of(type(game))
        return weighed.actions[weighed.best] if endings is None else endings.correct_choice(game, view, seat, weighed)


def is_sure_win(game: AnyGame, view: Any, seat: Seat, action: Any) -> bool:
    """Return whether an action wins whatever the other seats hold; False if the family cannot tell."""
    endings = _endings_of(type(game))
    return endings is not None and endings.is_sure_win(game, view, seat, action)


@cache
def _endings_of(kind: type[AnyGame]) -> Endings | None:
    """Return the endings of the family that plays this game; None if the family has none."""
    family = family_playing(kind)
    found: Endings | None = load_part(family.endings) if family and family.endings else None
    return found


play_strong: Final = StrongPlayer("")
"""The bot that plays by the networks of the package."""
