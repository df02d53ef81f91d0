"""The steady bot of Gunzi, compiled for the batch engine.

``steady_bot`` defines the bot. The compiled code computes the same numbers from a row (the state of one hand in the
engine) instead of a view, so both bots choose the same actions (``tests/bots/gunzi/test_batch_steady.py``).
"""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit
from paiju.batch.kernels import step_row
from paiju.bots.gunzi.batch_choices_before_play import (
    choose_burial,
    choose_cards_to_give_back,
    choose_cards_to_pay,
    choose_cards_to_take_back,
    choose_declaration,
    choose_jokers_to_bury,
)
from paiju.bots.gunzi.batch_play_choice import choose_follow, choose_lead
from paiju.bots.gunzi.batch_workspace import WORKSPACE
from paiju.bots.kernel_bot import KernelBot
from paiju.features.gunzi.bit_encoding import BURYING, BURYING_JOKERS, CLOSING, GIVING_BACK, PAYING, PLAYING


@jit
def choose_rows(rules: Any, rows: Any, workspace: Any, chosen: Any) -> None:
    """For each row, write to ``chosen`` the number of the action that the steady bot takes.

    The number is 0 if the row has at most one legal action or its hand is over.
    """
    for index in range(len(rows)):
        chosen[index] = choose(rules[0], rows[index], workspace[0])


@jit
def play_rows(rules: Any, rows: Any, workspace: Any, seats: int) -> None:
    """In each row, take the steady bot's actions as long as one of ``seats``, a bit mask, must act."""
    for index in range(len(rows)):
        row = rows[index]
        while row.turn >= 0 and seats >> row.turn & 1:
            step_row(rules[0], row, choose(rules[0], row, workspace[0]), False)


@jit
def choose(rules: Any, row: Any, work: Any) -> int:
    """Return the number of the steady bot's action in a row (``GunziSteady``)."""
    phase = row.phase
    if row.count <= 1:
        return 0
    if phase == PLAYING:
        return choose_follow(rules, row, work) if row.laid else choose_lead(row, work)
    if phase <= CLOSING:
        return choose_declaration(rules, row)
    if phase == PAYING:
        return choose_cards_to_pay(rules, row, work)
    if phase == GIVING_BACK:
        return choose_cards_to_give_back(rules, row, work)
    if phase == BURYING:
        return choose_burial(row, work)
    if phase == BURYING_JOKERS:
        return choose_jokers_to_bury(rules, row, work)
    return choose_cards_to_take_back(rules, row, work)


class CompiledGunziSteady(KernelBot):
    """The compiled steady bot. It decides in every row."""

    kernel = staticmethod(choose_rows)
    play_kernel = staticmethod(play_rows)
    workspace_type = WORKSPACE
