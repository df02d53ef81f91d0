"""Estimates how often an action wins, by solving random deals that fit the seat's view, with open hands.

With open hands, all seats know more than they do in the game. The seat itself can then choose the best plan for each deal
(strategy fusion), so the share of wins is slightly too high. The estimate is meant for hints and bots. Do not use it to
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
    """The results of an action in the sampled deals."""

    action: Any
    wins: int
    """Number of deals in which the action is proved to win."""
    losses: int
    """Number of deals in which the action is proved to lose. For the deals in neither number, the budget was too small."""

    @property
    def share(self) -> float:
        """Share of wins among the deals with a proved result; 0.5 if there are none."""
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
    """Return, for each legal action of a seat, in how many sampled deals the seat's side wins and loses with it.

    The result depends on the arguments and the state of ``random`` alone. Raises BadQuestion outside the play phase.
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
