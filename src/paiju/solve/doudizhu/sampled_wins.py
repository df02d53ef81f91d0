"""How often an action wins in deals that fit what a seat sees, each solved with open hands.

With open hands, opponents and partners know more than they would (strategy fusion), so the share of wins is slightly
too high. It is meant for hints and bots, not for play whose strength is compared with that of other programs.
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
    """What an action is worth in the sampled deals."""

    action: Any
    wins: int
    """Deals in which the seat's side wins with it, proved."""
    losses: int
    """Deals in which it loses, proved. Deals that are in neither number were not settled."""

    @property
    def share(self) -> float:
        """Share of wins among the settled deals; 0.5 if there is none."""
        settled = self.wins + self.losses
        return self.wins / settled if settled else 0.5


class SampleSize(NamedTuple):
    """How many deals are sampled, and how many nodes all actions in all deals may use together; each gets an equal share."""

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
    """Return for each action of a seat, plays and a pass, in how many sampled deals its side wins with it.

    Equal arguments with an equal ``random`` give equal answers. Raises BadQuestion if no card is being played.
    """
    game = solver.game
    if not isinstance(view.phase, Playing):
        raise BadQuestion("not_in_play")
    wins, losses = [0] * len(legal), [0] * len(legal)
    for _ in range(size.deals):
        position = Position.of_state(game.compiled, game.determinize(view, seat, random))
        for number, result in enumerate(solver.find_results(position, legal, Budget(size.nodes // size.deals))):
            wins[number] += result is True
            losses[number] += result is False
    return [SampledWins(action, won, lost) for action, won, lost in zip(legal, wins, losses, strict=True)]
