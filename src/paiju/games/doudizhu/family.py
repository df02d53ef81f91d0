"""Dou Dizhu 斗地主: one landlord against all the farmers, for two, three and four players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paiju.core.family import Casting, Combination, Family
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import ranks_text
from paiju.games.doudizhu.combos import Row, chain, rocket
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.plays import rows_in_force
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Over, Playing, State


def role(state: State, seat: Seat) -> str:
    """Landlord or farmer, once it is settled."""
    landlord = state.public.landlord
    return "" if landlord is None else "landlord" if seat == landlord else "farmer"


def in_play(state: State) -> bool:
    """Whether cards are played."""
    return isinstance(state.phase, Playing | Over)


def combinations(rules: Rules) -> Iterator[Combination]:
    """The rows in force."""
    for row in rows_in_force(rules):
        first = rocket(rules.decks).body if row.category == "rocket" else chain(row.unit, 0, row.shortest)
        body = ranks_text(first)
        kick = chain(row.attach, row.shortest, row.shortest * row.attached) if row.attach else 0
        shown = f"{body}+{ranks_text(kick)}" if kick else body
        yield Combination(row.category, shown, _sizes(row, body), row.clause)


def _sizes(row: Row, body: str) -> str:
    if row.longest == 1:
        return str(row.unit_size if row.category != "rocket" else len(body))
    return f"{row.shortest * row.unit_size}, {(row.shortest + 1) * row.unit_size} …"


FAMILY: Final = Family(
    name="doudizhu",
    title={"zh": "斗地主", "en": "Dou Dizhu"},
    game=DouDizhu,
    bots={"steady": "paiju.bots.doudizhu:play_steady"},
    face="paiju.tui.doudizhu:DouDizhuFace",
    web=True,
    casting=Casting(role=role, in_play=in_play),
    combinations=combinations,
    place=1,
)
