"""From the exact rules to a row and back.

A row counts cards by rank. Which suits are left follows from the deck, for spades go first (``actions.Play``): a state in which
players chose their very cards comes back with the same ranks and perhaps other suits.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from paiju.core.account import Outcome
from paiju.core.deal import Deal
from paiju.core.seats import round_from
from paiju.games.doudizhu import scoring
from paiju.games.doudizhu.actions import PASS as PASSING
from paiju.games.doudizhu.actions import Action, Bid, Choose, Pass, Play, Throw
from paiju.games.doudizhu.cards import NO_CARDS, Cards, cards_of, count_of, parse_ranks, pick, ranks_of, ranks_text, total
from paiju.games.doudizhu.combos import BOMBS, Combo, chain, rocket
from paiju.games.doudizhu.compiled import Compiled
from paiju.games.doudizhu.events import HandEnded
from paiju.games.doudizhu.phases.dealing import dealt_to
from paiju.games.doudizhu.phases.playing import handicap
from paiju.games.doudizhu.state import (
    Bidding,
    Doubling,
    DouMatch,
    Kicking,
    Opening,
    Over,
    Phase,
    Playing,
    Public,
    Robbing,
    Secret,
    State,
    Throwing,
)

from paiju.batch.doudizhu import layout as at

QUESTIONS = {at.OPENING: "open", at.OPENING_LANDLORD: "open", at.DOUBLING: "double"}


def counts_of(cards: int, more: int = 0) -> int:
    """Thermometers as counts of ranks (``games.doudizhu.cards``)."""
    lanes = [word >> 16 * place & 0x7FFF for word in (int(cards), int(more)) for place in range(4)]
    return sum((mask >> rank & 1) << 8 * rank for mask in lanes for rank in range(15))


def lanes_of(counts: int) -> tuple[int, int]:
    """Counts of ranks as thermometers."""
    bits = [
        (place, rank) for rank in range(15) for place in range(count_of(counts, rank))
    ]
    words = [sum(1 << 16 * (place % 4) + rank for place, rank in bits if place // 4 == word) for word in (0, 1)]
    return words[0], words[1]


# ---- actions


def action_of(compiled: Compiled, row: Any, action: Any) -> Action:
    """An action as the exact rules have it."""
    kind, rank = int(action["kind"]), int(action["rank"])
    if kind == at.PASS:
        return PASSING
    if kind == at.BID:
        return Bid(rank)
    if kind == at.THROW:
        return Throw(ranks_text(counts_of(action["cards"], action["more"])))
    if kind == at.CHOOSE:
        return Choose(question(row), bool(rank))
    wild = None if row["wild"] < 0 else int(row["wild"])
    return Play(combo_of(compiled, kind, int(action["length"]), rank, counts_of(action["cards"], action["more"]), wild))


def question(row: Any) -> str:
    """What is asked for a yes or no."""
    phase = int(row["phase"])
    if phase == at.ROBBING:
        return "call" if row["caller"] < 0 else "rob"
    if phase == at.KICKING:
        return "back" if row["turn"] == row["landlord"] else "kick"
    return QUESTIONS[phase]


def combo_of(compiled: Compiled, kind: int, length: int, rank: int, used: int, wild: int | None) -> Combo:
    """The combination of these cards that is of this kind and ends at this rank."""
    if kind == at.ROCKET:
        return rocket(compiled.rules.decks)
    name = at.KINDS[kind]
    return next(
        combo
        for combo in compiled.readings(used, wild)
        if combo.category == name and combo.rank == rank and combo.length == length
    )


def number_of(compiled: Compiled, actions: Any, row: Any, action: Action) -> int:
    """The number of an action among the legal ones of a row. Raises ValueError if it is none of them."""
    wanted = words_of(compiled, row, action)
    for number, listed in enumerate(actions):
        if tuple(int(listed[name]) for name in at.ACTION.names or ()) == wanted:
            return number
    raise ValueError(action)


def words_of(compiled: Compiled, row: Any, action: Action) -> tuple[int, int, int, int, int]:
    """An action in numbers, in the order of ACTION."""
    match action:
        case Pass():
            return at.PASS, 0, 0, 0, 0
        case Bid(points):
            return at.BID, 0, points, 0, 0
        case Choose(_, yes):
            return at.CHOOSE, 0, int(yes), 0, 0
        case Throw(ranks):
            return at.THROW, 0, 0, *lanes_of(parse_ranks(ranks))
        case Play(what):
            kind = at.KINDS.index(what.category)
            length = 1 if kind == at.ROCKET else what.length
            return kind, length, what.rank, *lanes_of(what.used)
    raise ValueError(action)
