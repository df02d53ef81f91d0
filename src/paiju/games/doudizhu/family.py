"""Dou Dizhu 斗地主: one landlord against all the farmers, for two, three and four players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from paiju.core.family import Casting, Combination, Family
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import RANKS, cards_of, count_of, holds, pack, ranks_of, ranks_text
from paiju.games.doudizhu.combos import Row, chain, rocket, windows
from paiju.games.doudizhu.events import BidMade, Called, Robbed
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.plays import rows_in_force
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Over, Playing, State
from paiju.games.doudizhu.titles import LADDER

SPRINGS: Final = ("spring", "reverse_spring")


def role(state: State, seat: Seat) -> str:
    """Landlord or farmer, once it is settled."""
    landlord = state.public.landlord
    return "" if landlord is None else "landlord" if seat == landlord else "farmer"


def in_play(state: State) -> bool:
    """Whether cards are played."""
    return isinstance(state.phase, Playing | Over)


def feats(events: Sequence[Any], state: State, seat: Seat) -> Iterator[str]:
    """Who wanted to be the landlord, and who won by a spring or reverse spring."""
    if any(event.seat == seat and _wants(event) for event in events if isinstance(event, BidMade | Called | Robbed)):
        yield "called"
    outcome = state.phase.outcome if isinstance(state.phase, Over) else None
    if outcome and seat in outcome.winners and any(line.code in SPRINGS for line in outcome.account):
        yield "spring"


def _wants(event: BidMade | Called | Robbed) -> bool:
    return event.points > 0 if isinstance(event, BidMade) else event.yes


def combinations(rules: Rules) -> Iterator[Combination]:
    """The rows in force, each with the lowest cards of the pack that are one."""
    held = ranks_of(cards_of(pack(rules.decks, rules.stripped_ranks)))
    for row in rows_in_force(rules):
        bodies = [rocket(rules.decks).body] if row.category == "rocket" else _bodies(row)
        body = next((body for body in bodies if holds(held, body)), 0)
        if body:
            shown = "+".join(filter(None, map(ranks_text, (body, _attached(row, body, held)))))
            yield Combination(row.category, shown, _sizes(row, ranks_text(body)), row.clause)


def _bodies(row: Row) -> Iterator[int]:
    """The shortest bodies of a row, the lowest first."""
    return (chain(row.unit, first, length) for length, first in windows(row, row.shortest))


def _attached(row: Row, body: int, held: int) -> int:
    """The lowest cards above a body that can be attached to it."""
    ranks = [rank for rank in range(body.bit_length() // 8 + 1, len(RANKS)) if count_of(held, rank) >= row.attach]
    return sum(chain(row.attach, rank) for rank in ranks[: row.shortest * row.attached])


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
    questions={"legal": "paiju.cli.doudizhu:legal", "readings": "paiju.cli.doudizhu:readings"},
    casting=Casting(role=role, in_play=in_play, feats=feats),
    combinations=combinations,
    ladder=LADDER,
    place=1,
)
