"""The kernels: loops over rows, each of which holds one hand. ``Hands`` plays hands only through kernels.

Each family supplies functions for one row, such as ``init_first_hand``, ``deal_hand`` and ``act``. The dtype
of the rows decides which family's functions a kernel calls.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, Final

from numba import types
from numba.extending import overload

from paiju.batch.jit_cache import FOLDERS, cache_folder, jit, jit_inlined_early
from paiju.batch.observation_bits import without_owner
from paiju.batch.rng import uniform_below

_FAMILIES: Final[dict[Any, tuple[ModuleType, ...]]] = {}


def register_family(dtype: Any, *modules: ModuleType) -> None:
    """Register ``modules``, which contain those functions of a family that work on one row of the batch.

    ``dtype`` is the dtype of the family's rows.
    """
    _FAMILIES[dtype] = modules
    FOLDERS[dtype] = cache_folder(Path(str(modules[0].__file__)).parent)


def _dispatch_by_row_type(name: str) -> Any:
    """Return a function that calls the function ``name`` of the family to which its row argument belongs.

    The dtype of the row determines the family.
    """

    def find_function(dtypes: list[Any]) -> Any:
        modules = next(_FAMILIES[dtype] for dtype in dtypes if dtype in _FAMILIES)
        return next(getattr(module, name) for module in modules if hasattr(module, name))

    def dispatch(*arguments: Any) -> Any:
        return find_function([getattr(value, "dtype", None) for value in arguments])(*arguments)

    @overload(dispatch)
    def compile_call(*arguments: Any) -> Any:
        function = find_function([value.dtype for value in arguments if isinstance(value, types.Record)])

        def call_function(*arguments: Any) -> Any:
            return function(*arguments)

        return call_function

    return dispatch


init_first_hand = _dispatch_by_row_type("init_first_hand")
"""``(rules, row)``: prepare a row for the first hand of a match.

No earlier hand determines, for example, the banker of this hand.
"""
deal_hand = _dispatch_by_row_type("deal_hand")
"""``(rules, row)``: shuffle the pack with the random generator of the row, and start a new hand."""
begin_hand = _dispatch_by_row_type("begin_hand")
"""``(rules, row)``: start a hand with the deck and the additional random draws that the row already contains."""
reset_row = _dispatch_by_row_type("reset_row")
"""``(row)``: set the fields that describe the hand to their values before the deal."""
carry_over = _dispatch_by_row_type("carry_over")
"""A function of ``(rules, row)`` that is called after a finished hand.

It sets what the next hand takes over from the finished one, such as the banker.
"""
prepare_actions = _dispatch_by_row_type("prepare_actions")
"""``(rules, row)``: set ``row.count`` to the number of legal actions."""
act = _dispatch_by_row_type("act")
"""``(rules, row, number)``: take the ``number``-th legal action (from 0)."""
decode_action = _dispatch_by_row_type("decode_action")
"""``(rules, row, number, action)``: write the ``number``-th legal action (from 0) to the record ``action``."""
observe = _dispatch_by_row_type("observe")
"""``(rules, row, seat, words)``: write the encoding of what a seat sees to ``words``."""
observe_history = _dispatch_by_row_type("observe_history")
"""``(rules, row, seat, at, words)``: write the history that the seat sees to ``words`` from index ``at`` on."""
describe = _dispatch_by_row_type("describe")
"""``(rules, row, number, words)``: write the encoding of a legal action, and of the hand after it, to ``words``."""


@jit
def init_rows(rules: Any, rows: Any) -> None:
    """Prepare every row for its first hand, which no other hand precedes."""
    for index in range(len(rows)):
        init_first_hand(rules[0], rows[index])


@jit
def deal_rows(rules: Any, rows: Any) -> None:
    """Deal a new hand in every row with the row's own random generator."""
    for index in range(len(rows)):
        deal_hand(rules[0], rows[index])
        prepare_actions(rules[0], rows[index])


@jit
def begin_rows(rules: Any, rows: Any, which: Any) -> None:
    """Start a hand in each of the rows ``which``.

    The deck and the random draws of the hand must already be in the row. If the row contains a finished hand,
    first set what the new hand takes over from the finished one.
    """
    for index in which:
        row = rows[index]
        if row.turn < 0:
            prepare_next_hand(rules[0], row)
        begin_hand(rules[0], row)
        prepare_actions(rules[0], row)


@jit
def deal_next_rows(rules: Any, rows: Any, which: Any) -> None:
    """Deal the next hand in each of the rows ``which`` with the row's own random generator."""
    for index in which:
        deal_next_hand(rules[0], rows[index])
        prepare_actions(rules[0], rows[index])


@jit
def count_row_actions(rules: Any, rows: Any) -> None:
    """Set ``count``, the number of legal actions, in every row."""
    for index in range(len(rows)):
        prepare_actions(rules[0], rows[index])


@jit
def reset_first_row(rows: Any) -> None:
    """Set the fields of the first row that describe the hand to their values before the deal."""
    reset_row(rows[0])


@jit
def sample_row_actions(rows: Any, chosen: Any) -> None:
    """Choose a uniformly random legal action for each row, and write its number to ``chosen``.

    If the hand of a row is over, 0 is written. Rows for which ``chosen`` is negative are skipped: the negative
    number stays.
    """
    for index in range(len(rows)):
        if chosen[index] < 0:
            continue
        row = rows[index]
        chosen[index] = uniform_below(row, row.count) if row.count else 0


@jit
def find_illegal_row(rows: Any, chosen: Any) -> int:
    """Return the index of the first row whose number in ``chosen`` is no legal action; -1 if all are legal.

    In a finished hand only 0 is legal.
    """
    for index in range(len(rows)):
        if not 0 <= chosen[index] < max(rows[index].count, 1):
            return index
    return -1


@jit
def step_rows(rules: Any, rows: Any, chosen: Any, anew: bool) -> None:
    """Take the action number ``chosen[i]`` in row ``i``. If the number is negative, leave the row unchanged.

    With ``anew``, a new hand is dealt in each row whose hand ends. Whether the action numbers are legal is not
    checked.
    """
    for index in range(len(rows)):
        if chosen[index] < 0:
            continue
        step_row(rules[0], rows[index], chosen[index], anew)


@jit_inlined_early
def step_row(rules: Any, row: Any, number: int, anew: bool) -> None:
    """Take one action in a row. If the action ends the hand and ``anew`` is set, deal the next hand.

    If the hand of the row is already over, the row does not change.
    """
    if row.turn < 0:
        return
    row.ended = 0
    act(rules, row, number)
    if anew and row.turn < 0:
        deal_next_hand(rules, row)
    prepare_actions(rules, row)


@jit
def deal_next_hand(rules: Any, row: Any) -> None:
    """Deal the next hand of a row with the row's own random generator."""
    prepare_next_hand(rules, row)
    deal_hand(rules, row)


@jit_inlined_early
def prepare_next_hand(rules: Any, row: Any) -> None:
    """Set what the next hand takes over from the finished one, and count the finished hand. Deals no cards."""
    carry_over(rules, row)
    row.number += 1


@jit
def play_rows_at_random(rules: Any, rows: Any, steps: int) -> int:
    """Take ``steps`` random actions in every row. Returns how many hands ended.

    When a hand ends, a new hand follows in its row.
    """
    ended = 0
    for index in range(len(rows)):
        row = rows[index]
        for _ in range(steps):
            step_row(rules[0], row, uniform_below(row, row.count), True)
            ended += row.ended != 0
    return ended


@jit
def list_first_row_actions(rules: Any, rows: Any, numbers: Any, actions: Any) -> None:
    """Write to the records ``actions`` those legal actions of the first row that have the numbers ``numbers``."""
    for index in range(len(numbers)):
        decode_action(rules[0], rows[0], numbers[index], actions[index])


@jit
def observe_rows(rules: Any, rows: Any, seats: Any, out: Any) -> None:
    """Write the encoding of what ``seats[i]`` sees in row ``i`` to ``out[i]``.

    Seat -1 means the seat to act; if no seat is to act, all words of ``out[i]`` are 0.
    """
    out = without_owner(out)
    for index in range(len(rows)):
        row = rows[index]
        seat = seats[index] if seats[index] >= 0 else row.turn
        if seat < 0:
            out[index, :] = 0
        else:
            observe(rules[0], row, seat, out[index])


@jit
def observe_history_rows(rules: Any, rows: Any, seats: Any, at: int, out: Any) -> None:
    """Write the history that ``seats[i]`` sees in row ``i`` to ``out[i]``, from index ``at`` on.

    ``observe_rows`` writes the words before index ``at``. The two kernels are separate, because even a call in
    ``observe`` that is never made would slow observations down.
    """
    out = without_owner(out)
    for index in range(len(rows)):
        row = rows[index]
        seat = seats[index] if seats[index] >= 0 else row.turn
        if seat >= 0:
            observe_history(rules[0], row, seat, at, out[index])


@jit
def encode_row_actions(rules: Any, rows: Any, which: Any, numbers: Any, out: Any) -> None:
    """Write the encoding of the legal action ``numbers[i]`` of row ``which[i]`` to ``out[i]``."""
    for index in range(len(which)):
        describe(rules[0], rows[which[index]], numbers[index], out[index])
