"""Converts the calls and moves that a row of Dou Dizhu stores to the history of the exact rules, and back.

It also converts combinations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import astuple

from paiju.batch.doudizhu import layout
from paiju.batch.doudizhu.cards import counts_to_unary, unary_to_counts
from paiju.core.history import PastAction
from paiju.features.doudizhu import bit_encoding as at
from paiju.features.doudizhu.history_layout import CALLS_KEPT, MOVES_KEPT, QUESTION_NUMBERS
from paiju.features.doudizhu.observation_facts import body_length
from paiju.games.doudizhu.actions import PASS, Bid, Choose, HistoryAction, Pass, Play
from paiju.games.doudizhu.cards import Cards, WildRanks
from paiju.games.doudizhu.combinations import Combination, rocket
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset

History = tuple[PastAction[HistoryAction], ...]
CardsOfPlay = Callable[[int, int, int], Cards]
"""The type of a function that returns the cards of a play, with suits.

Its parameters are the seat, the rank counts of all later plays of the seat, and the rank counts of the play.
"""


def wild_ranks(row: Any) -> WildRanks:
    """Return the wild ranks of the hand in a row: none, one or two."""
    return tuple(int(row[name]) for name in ("wild", "second_wild") if row[name] >= 0)


def combination_of(
    compiled: CompiledRuleset, kind: int, length: int, rank: int, used: int, wilds: WildRanks
) -> Combination:
    """Return the combination with this kind, length and rank that the cards form.

    ``used`` are the rank counts of the cards. With wild cards, the same cards may form several combinations.
    """
    if kind == at.ROCKET:
        return rocket(compiled.rules.decks)
    readings = compiled.readings(used, wilds)
    name = at.KINDS[kind]
    return next(one for one in readings if one.category == name and one.rank == rank and one.length == length)


# ---- a row as a history


def to_history(compiled: CompiledRuleset, row: Any, cards: CardsOfPlay) -> History:
    """Return the history that a row stores: its calls and then its plays and passes, both oldest first.

    A row stores the first ``CALLS_KEPT`` calls of the hand and the latest ``MOVES_KEPT`` plays and passes. It does not
    store suits; the function ``cards`` returns the cards of each play with their suits.
    """
    return (*_to_calls(row), *reversed([*_iter_moves_newest_first(compiled, row, cards)]))


_ANSWERS: Final = tuple((Choose(what, False), Choose(what, True)) for what in QUESTION_NUMBERS)
"""For each question, by its number, the actions that answer no and yes to it."""


def _to_calls(row: Any) -> History:
    """Return the first calls of the hand, oldest first."""
    calls = [layout.decode_call(int(code)) for code in row["call"][: row["calls"]]]
    return tuple(PastAction(seat, Bid(rank) if number < 0 else _ANSWERS[number][rank]) for seat, rank, number in calls)


def _iter_moves_newest_first(
    compiled: CompiledRuleset, row: Any, cards: CardsOfPlay
) -> Iterator[PastAction[HistoryAction]]:
    """Yield the latest moves, newest first."""
    later = [0] * compiled.rules.players
    for ago in range(min(int(row["moves"]), MOVES_KEPT)):
        seat = (last_mover(row) - ago) % compiled.rules.players
        move = _to_past_move(compiled, row, ago)
        if isinstance(move, Play):
            used = move.what.used
            move, later[seat] = Play(move.what, cards(seat, later[seat], used)), later[seat] + used
        yield PastAction(seat, move)


def _to_past_move(compiled: CompiledRuleset, row: Any, ago: int) -> Play | Pass:
    """Return the move that was made ``ago`` moves before the latest one; 0 is the latest."""
    place = (int(row["moves"]) - 1 - ago) % MOVES_KEPT
    kind, length, rank = layout.decode_move(int(row["past_code"][place]))
    if kind == at.PASS:
        return PASS
    used = unary_to_counts(row["past"][place], row["past_more"][place])
    return Play(combination_of(compiled, kind, length, rank, used, wild_ranks(row)))


def last_mover(row: Any) -> int:
    """Return the seat that made the last move. The highest seat may be returned as -1.

    Callers therefore take the result modulo the number of seats. When the hand is over, the last mover is the
    winner.
    """
    return int(row["turn"]) - 1 if row["turn"] >= 0 else int(row["by"])


def count_moves_since_seat(row: Any, seat: int, seats: int) -> int:
    """Return how many moves were made after the last move of ``seat``. ``seats`` is the number of seats."""
    return (last_mover(row) - seat) % seats


# ---- a history as a row


def put_history(row: Any, history: History) -> None:
    """Write the first calls and the latest moves of a history to a row."""
    moves = [past.action for past in history if isinstance(past.action, Play | Pass)]
    calls = [_encode_call(seat, call) for seat, call in map(astuple, history) if isinstance(call, Bid | Choose)][
        :CALLS_KEPT
    ]
    row["calls"] = len(calls)
    row["call"][: len(calls)] = calls
    row["moves"] = len(moves)
    for number, move in [*enumerate(moves)][-MOVES_KEPT:]:
        what, place = move.what if isinstance(move, Play) else None, number % MOVES_KEPT
        row["past"][place], row["past_more"][place] = counts_to_unary(0 if what is None else what.used)
        row["past_code"][place] = at.PASS if what is None else encode_combination(what)


def _encode_call(seat: int, call: Bid | Choose) -> int:
    if isinstance(call, Bid):
        return layout.encode_call(seat, call.points, -1)
    return layout.encode_call(seat, call.yes, QUESTION_NUMBERS[call.what])


def encode_combination(what: Combination) -> int:
    """Pack a combination in one number, as a row stores a move (``layout.encode_move``)."""
    return layout.encode_move(at.KINDS.index(what.category), body_length(what), what.rank)
