"""Solves endings of Gunzi with the compiled search."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiju.batch.gunzi.cards import BEST, UNBROKEN
from paiju.games.gunzi.actions import Play
from paiju.games.gunzi.cards import FIVES, KINDS, TEN_POINT_CARDS, count_of, points_in, single, size
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.state import SEATS, team_of
from paiju.games.gunzi.trick_rules import kind_of_equal_cards, led_suit
from paiju.games.gunzi.trumps import CLASSES, Trumps
from paiju.solve.budget import Budget
from paiju.solve.gunzi.position import TrickPosition
from paiju.solve.gunzi.search import search as at
from paiju.solve.gunzi.search import transposition_table as entries
from paiju.solve.gunzi.search.move_generation import PLAY, SLOTS, Slots
from paiju.solve.gunzi.search_objective import Aim

MEMORY: Final = 64 << 20
"""Default size of the transposition table in bytes."""
DEPTH: Final = SEATS * SLOTS
"""Maximum depth of a search: an upper bound on the number of plays in a hand."""
ROWS: Final = 1 << 16
"""Number of rows in the array of listed plays.

The array has to hold the plays of all positions on the current path of a search.
"""


class CompiledTrickSolver:
    """Solves endings of one ruleset.

    The solver has one transposition table of at most ``memory`` bytes, and reuses it for all endings.
    """

    def __init__(self, game: Gunzi, memory: int = MEMORY) -> None:
        self._way = BEST if game.rules.break_sets else UNBROKEN
        rows = entries.WAYS
        while rows * 2 * entries.ENTRY * 8 <= memory:
            rows *= 2
        self._table = np.zeros((rows, entries.ENTRY), np.int64)
        self._generation = 0
        self._hands = np.zeros((DEPTH + 1, SEATS), np.int64)
        self._frame = np.zeros((DEPTH + 1, at.FRAME), np.int64)
        self._plays = np.zeros((ROWS, PLAY), np.int64)
        self._task = np.zeros(at.TASK, np.int64)
        self._slots = _empty_slots()
        self._known: tuple[TrickPosition, Aim] | None = None
        self._held: list[list[tuple[int, int]]] = []
        self._continue_search(_new_progress(), 0)  # compiles or loads the search, so that no budget includes that time

    def find_value(self, position: TrickPosition, aim: Aim, budget: Budget) -> int | None:
        """Return the value of an ending to the team ``aim.team``; None if the budget is too small.

        ``Aim`` defines the value. The position is not checked.
        """
        self._begin_task(position, aim)
        low, high = self._value_bounds(position, aim)
        while low < high:
            goal = low + aim.step * -(-(high - low) // (2 * aim.step))
            reached = self._search_within_budget(position, goal, budget)
            if reached is None:
                return None
            low, high = (goal, high) if reached else (low, goal - aim.step)
        return low

    def reaches(self, position: TrickPosition, play: Play, aim: Aim, goal: int, budget: Budget) -> bool | None:
        """Return whether the team ``aim.team`` still gets at least ``goal`` if ``play`` is made.

        Returns None if the budget is too small to find out.
        """
        self._begin_task(position, aim)
        taken, after = position.completed_trick_after(play), position.after(play)
        left = goal - (0 if taken is None else aim.trick_value(*taken))
        if after.is_over:
            return aim.last_trick_value(team_of(after.leader)) >= left
        return self._search_within_budget(after, left, budget)

    def _value_bounds(self, position: TrickPosition, aim: Aim) -> tuple[int, int]:
        """Return a lower and an upper bound of the value of an ending, from the points that are still to be taken."""
        left = sum(map(points_in, (*position.hands, *position.plays)))
        tricks, lasts = (aim.own * left, aim.other * left), (aim.last_own, aim.last_other)
        return min(tricks) + min(lasts), max(tricks) + max(lasts)

    # ---- the arrays

    def _begin_task(self, position: TrickPosition, aim: Aim) -> None:
        """Write the task for the compiled search, unless it is already the current one.

        A new task has a new generation, so the search ignores the table entries of earlier tasks.
        """
        if self._known == (position, aim):
            return
        self._known = position, aim
        self._generation += 1
        self._task[:] = (
            aim.team, aim.own, aim.other, aim.last_own, aim.last_other, self._way, self._generation
        )  # fmt: skip
        self._slots = _empty_slots()
        for seat, hand in enumerate(position.hands):
            _fill_slots(self._slots, seat, hand, position.trumps)
        self._held = [_slot_cards(hand, position.trumps) for hand in position.hands]

    def _write_position(self, position: TrickPosition, goal: int) -> None:
        """Write a position to frame 0, where the compiled search begins.

        The position must be that of the current task, or reachable from it. ``goal`` is the value that the team
        must still reach from this position.
        """
        for seat, hand in enumerate(position.hands):
            self._hands[0, seat] = _pack_hand(self._held[seat], hand)
        row = self._frame[0]
        row[:] = 0
        row[at.SEAT], row[at.GOAL], row[at.BEST], row[at.LAID] = position.turn, goal, -1, len(position.plays)
        row[at.TRICK] = sum(map(points_in, position.plays))
        if position.plays:
            lead, best = position.plays[0], position.plays[position.winning_play_index]
            kind = kind_of_equal_cards(best, size(best))
            assert kind is not None
            row[at.LED], row[at.NUMBER] = led_suit(position.trumps, lead), size(lead)
            row[at.BEST], row[at.TAKER] = _ranks_by_kind(position.trumps)[kind], position.taker

    def _search_within_budget(self, position: TrickPosition, goal: int, budget: Budget) -> bool | None:
        self._write_position(position, goal)
        progress, before = _new_progress(), budget.nodes
        result = at.UNKNOWN
        while result == at.UNKNOWN and budget.remaining > 0:
            result = self._continue_search(progress, progress[at.NODES] + budget.next_slice_nodes)
            budget.nodes = before + int(progress[at.NODES])
        return None if result < 0 else bool(result)

    def _continue_search(self, progress: NDArray[np.int64], nodes: int) -> int:
        """Search until the result is known, or until ``nodes`` positions in total have been entered.

        Returns 1 if the team reaches the goal, 0 if not, and UNKNOWN or OVERFLOW if this is not known
        (``search.search``).
        """
        return at.search(self._task, self._slots, self._hands, self._frame, self._plays, self._table, progress, nodes)


def _new_progress() -> NDArray[np.int64]:
    return np.array((0, 0, at.UNKNOWN), np.int64)


def _empty_slots() -> Slots:
    return Slots(
        np.zeros((SEATS, 4), np.int64),
        np.zeros((SEATS, CLASSES), np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros((SEATS, SLOTS), np.int64),
    )


def _ranks_by_kind(trumps: Trumps) -> list[int]:
    """Return the rank of each kind of card, as the compiled search uses it (``search.move_generation``).

    Cards of equal height have equal ranks, and trumps rank above side suits.
    """
    heights = [(trumps.suit[kind], trumps.order[kind]) for kind in range(KINDS)]
    places = {height: place for place, height in enumerate(sorted(set(heights)))}
    return [places[height] for height in heights]


def _slot_cards(hand: int, trumps: Trumps) -> list[tuple[int, int]]:
    """Return the card of each slot of a hand.

    A card is a pair: its kind, and the number of the copy among equal cards, from 0.
    """
    ranks = _ranks_by_kind(trumps)
    kinds = sorted((kind for kind in range(KINDS) if count_of(hand, kind)), key=lambda kind: (ranks[kind], kind))
    return [(kind, copy) for kind in kinds for copy in range(count_of(hand, kind))]


def _pack_hand(held: list[tuple[int, int]], hand: int) -> int:
    """Return ``hand`` as a word: a mask of the slots whose cards the hand still holds.

    ``held`` has the card of each slot: the result of ``_slot_cards`` for the hand at the beginning of the task.
    """
    return sum(1 << slot for slot, (kind, copy) in enumerate(held) if copy < count_of(hand, kind))


def _fill_slots(slots: Slots, seat: int, hand: int, trumps: Trumps) -> None:
    """Write the cards of a seat's hand to the arrays of ``slots``."""
    ranks = _ranks_by_kind(trumps)
    for slot, (kind, copy) in enumerate(_slot_cards(hand, trumps)):
        slots.copies[seat, copy] |= 1 << slot
        slots.classes[seat, trumps.suit[kind]] |= 1 << slot
        slots.ranks[seat, slot] = ranks[kind]
        slots.fives[seat] |= bool(single(kind) & FIVES) << slot
        slots.tens[seat] |= bool(single(kind) & TEN_POINT_CARDS) << slot
