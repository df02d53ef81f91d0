"""Estimates how often an action wins, by solving sampled deals with open hands.

The deals are samples of those that fit what the seat knows. With open hands, all seats know more than they
do in the game. The seat itself can then choose the best plan for each deal (strategy fusion), so the
estimated winning rate is slightly too high. The estimate is meant for hints and bots. Do not use it to
compare the strength of programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Struct

from paiju.core.seats import Seat
from paiju.games.doudizhu.state import Playing, State
from paiju.solve.budget import Budget
from paiju.solve.doudizhu.compiled_solver import CompiledSolver
from paiju.solve.doudizhu.position import Position
from paiju.solve.errors import BadQuestion


class SampledWins(Struct, frozen=True):
    """How often an action wins and loses in the sampled deals."""

    action: Any
    wins: int
    """Number of deals in which the action is proved to win."""
    losses: int
    """Number of deals in which the action is proved to lose.

    Some deals count neither as wins nor as losses: they were not solved, because the budget was too small.
    """

    @property
    def win_rate(self) -> float:
        """The fraction of wins, 0 to 1, among the deals that were solved; 0.5 if none was solved."""
        settled = self.wins + self.losses
        return self.wins / settled if settled else 0.5


class SampleSize(NamedTuple):
    """The number of deals to sample, and the maximum number of search nodes, which is divided equally among the deals."""

    deals: int = 8
    nodes: int = 8000


USUAL_SIZE: Final = SampleSize()


def sample_wins(
    solver: CompiledSolver,
    view: State,
    seat: Seat,
    legal: Sequence[Any],
    random: Random,
    size: SampleSize = USUAL_SIZE,
) -> list[SampledWins]:
    """Return, for each action of ``legal``, in how many sampled deals it wins and in how many it loses.

    An action wins a deal if the side of ``seat`` wins with it. ``view`` is the view of ``seat``, which must be
    the seat to move. The sampled deals depend only on the arguments and on the state of ``random``. Raises
    BadQuestion outside the play phase.
    """
    game = solver.game
    if not isinstance(view.phase, Playing):
        raise BadQuestion("not_in_play")
    wins, losses = [0] * len(legal), [0] * len(legal)
    for _ in range(size.deals):
        position = Position.of_state(game.compiled, game.determinize(view, seat, random))
        for number, result in enumerate(solver.results_of_actions(position, legal, Budget(size.nodes // size.deals))):
            wins[number] += result is True
            losses[number] += result is False
    return [SampledWins(action, won, lost) for action, won, lost in zip(legal, wins, losses, strict=True)]
