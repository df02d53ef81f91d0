"""Cutting cards to determine who receives the first card in the first hand of a match (GZ-3.1)."""

from __future__ import annotations

from typing import Any, Final

from paiju.core.seats import Seat
from paiju.games.gunzi.cards import KINDS, Cards, is_joker, rank_of, single
from paiju.games.gunzi.events import CardsCut, PhaseBegan
from paiju.games.gunzi.phases.base import ChanceRules, Events
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, Cutting, Dealing, State

ROUNDS: Final = 10
"""Maximum number of rounds of cutting.

If seats still tie in the last round, the first of these seats wins. A tie in the last round happens about
once in fifty million matches.
"""


def list_cut_draws() -> tuple[tuple[str, int], ...]:
    """Return the name and the bound of each random number that the cut may need.

    There is one number for each seat in each round, which selects a kind of card. Random numbers for rounds that
    do not take place, and for seats that do not cut again, are ignored.
    """
    return tuple((f"cut-{turn + 1}-{seat}", KINDS) for turn in range(ROUNDS) for seat in range(SEATS))


def cut_value(rules: Rules, kind: int) -> int:
    """Return the value of a cut card (GZ-3.1, R5).

    A joker has the value 0, an ace 1 or 11 (``Rules.cut_ace``), a jack, queen or king 10, any other card its number.
    """
    if is_joker(kind):
        return 0
    rank = rank_of(kind)
    return rules.cut_ace if rank == 14 else min(rank, 10)


class CuttingRules(ChanceRules[Cutting]):
    """Each seat cuts a card, all at the same time. Seats that tie for the highest card cut again."""

    def events_of_action(self, rules: Rules, state: State, phase: Cutting, seat: Seat, action: Any) -> Events:
        drawn = (state.secret.cuts or ())[:SEATS]
        values = {seat: cut_value(rules, drawn[seat]) for seat in phase.tied}
        best = tuple(seat for seat in phase.tied if values[seat] == max(values.values()))
        if len(state.cut) + 1 == ROUNDS:
            best = best[:1]
        cut = CardsCut(phase.tied, tuple(Cards(single(drawn[seat])) for seat in phase.tied), best)
        return (cut,) if len(best) > 1 else (cut, PhaseBegan(Dealing()))
