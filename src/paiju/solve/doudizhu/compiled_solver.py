"""Solves open positions of Dou Dizhu with the compiled search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from paiju.batch.doudizhu.cards import counts_to_unary
from paiju.batch.doudizhu.layout import rules_row
from paiju.batch.jit_cache import is_cached
from paiju.features.doudizhu.bit_encoding import KINDS, NOTHING
from paiju.games.doudizhu.actions import Pass, Play
from paiju.games.doudizhu.cards import WildRanks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.game import DouDizhu
from paiju.solve.budget import Budget
from paiju.solve.doudizhu.position import Position
from paiju.solve.doudizhu.search import search as at
from paiju.solve.doudizhu.search import transposition_table as entries
from paiju.solve.doudizhu.search.plays import PLAY
from paiju.solve.doudizhu.solution import Solution, action_text, side_name

MEMORY: Final = 64 << 20
"""Default size of the transposition table in bytes."""
DEPTH: Final = 512
"""Maximum depth of a search. A hand of two packs has at most 108 plays, each followed by up to three passes."""
ROWS: Final = 1 << 16
"""Number of rows in the array of listed plays.

The array holds the plays of all positions on the current path of a search.
"""


def is_search_compilation_cached() -> bool:
    """Return whether this process or an earlier one has compiled the search, so that making a solver is fast."""
    return is_cached(at.search)


class CompiledSolver:
    """Solves positions of one ruleset. Its transposition table has at most ``memory`` bytes, and is reused for all positions."""

    def __init__(self, game: DouDizhu, memory: int = MEMORY) -> None:
        self.game = game
        self._compiled = game.compiled
        self._spring = game.rules.spring
        self._rules = rules_row(game.compiled)
        words = game.rules.players * game.rules.decks + 1
        size = entries.WAYS
        while size * 2 * words * 8 <= memory:
            size *= 2
        self._table = np.zeros((size, words), np.int64)
        self._generation = 0
        self._history = np.zeros(8 * 256, np.int64)
        self._words = np.zeros(at.SEAT_WORDS, np.int64)
        self._hands = np.zeros((DEPTH, at.SEAT_WORDS), np.int64)
        self._frame = np.zeros((DEPTH, at.FRAME), np.int64)
        self._plays = np.zeros((ROWS, PLAY), np.int64)
        self._task = np.zeros(at.TASK, np.int64)
        self._load_kernel()

    def _load_kernel(self) -> None:
        """Compile the search now, or load it from the cache, so that no budget includes the time for this.

        The method calls the search with a limit of 0 nodes.
        """
        self._continue_search(self._new_progress(), 0)

    # ---- questions

    def solve(self, position: Position, budget: Budget | None = None) -> Solution:
        """Return who wins, and all winning actions of the seat to move. Raises BadQuestion.

        The winning actions are empty if the side of the seat to move loses. Without ``budget``, the search is
        unlimited.
        """
        budget = budget or Budget()
        landlord_wins = self.landlord_wins(position, budget)
        if landlord_wins is None:
            return Solution(False, None, (), budget.nodes, budget.elapsed_ms)
        winner = side_name(landlord_wins)
        if landlord_wins != (position.turn == position.landlord):
            return Solution(True, winner, (), budget.nodes, budget.elapsed_ms)
        results = [
            (action, self._landlord_wins_after(position, action, budget)) for action in position.legal(self._compiled)
        ]
        winning = tuple(action_text(action) for action, result in results if result == landlord_wins)
        is_proved = all(result is not None for _, result in results)
        return Solution(is_proved, winner, winning, budget.nodes, budget.elapsed_ms)

    def landlord_wins(self, position: Position, budget: Budget | None = None) -> bool | None:
        """Return whether the landlord wins; None if the budget is too small. Raises BadQuestion."""
        position.check(self._compiled)
        self._begin_task(position)
        self._write_position(position)
        return self._search_within_budget(budget or Budget())

    def results_of_actions(
        self, position: Position, actions: Sequence[Play | Pass], budget: Budget
    ) -> list[bool | None]:
        """Return, for each of ``actions``, whether the side of the seat to move wins with it.

        If the budget is too small for an action, its result is None. Raises BadQuestion.
        """
        position.check(self._compiled)
        return list(self.iter_results_of_actions(position, actions, budget))

    def iter_results_of_actions(
        self, position: Position, actions: Iterable[Play | Pass], budget: Budget
    ) -> Iterator[bool | None]:
        """Yield, for each action, whether the side of the seat to move wins with it; None if the budget is too small.

        Unlike ``results_of_actions``, this method does not check the position, and solves each action only when its
        result is taken. The caller must not use the solver for anything else until it has taken the last result that it
        needs.
        """
        self._begin_task(position)
        own = position.turn == position.landlord
        for action in actions:
            wins = self._landlord_wins_after(position, action, budget)
            yield None if wins is None else wins == own

    def result_of_action(self, position: Position, action: Play | Pass, budget: Budget) -> bool | None:
        """Return whether the side of the seat to move wins with ``action``; None if the budget is too small.

        The position is not checked.
        """
        self._begin_task(position)
        wins = self._landlord_wins_after(position, action, budget)
        return None if wins is None else wins == (position.turn == position.landlord)

    def find_winning_action(self, position: Position, budget: Budget) -> Play | Pass | None:
        """Return an action with which the side of the seat to move wins.

        Returns None if no action wins, or if the budget is too small. The search reuses the task and the table
        entries of the last call of ``landlord_wins``. ``position`` must therefore be the position of that call, or be
        reachable from it.
        """
        own = position.turn == position.landlord
        actions = sorted(position.legal(self._compiled), key=lambda action: -_number_of_cards_played(action))
        return next((action for action in actions if self._landlord_wins_after(position, action, budget) == own), None)

    def find_points(self, position: Position, budget: Budget | None = None) -> tuple[int, ...] | None:
        """Return the points of each seat if both sides play for points; None if the budget is too small.

        The stake is ``position.multiplier`` now; each later bomb or rocket, and a spring at the end, doubles it
        (DDZ-7.1 to 7.4). Doubles and kicks between two seats are left out, because they do not change the best play.
        Raises BadQuestion.
        """
        position.check(self._compiled)
        budget = budget or Budget()
        value = self._find_value(position, budget)
        if value is None:
            return None
        stake = position.multiplier << abs(value) - 1
        seats = range(len(position.hands))
        won = stake if value > 0 else -stake
        return tuple(won * (len(seats) - 1) if seat == position.landlord else -won for seat in seats)

    def _find_value(self, position: Position, budget: Budget) -> int | None:
        """Return the value of a position as the module ``search.search`` defines it; None if the budget is too small.

        Null-window searches with increasing or decreasing goals find the value (``_landlord_reaches``).
        """
        reached = self._landlord_reaches(position, 1, budget)
        step = 1 if reached else -1
        value = step
        while reached is not None:
            reached = self._landlord_reaches(position, value + 1 if step > 0 else value, budget)
            if reached == (step < 0):
                return value
            value += step
        return None

    def _landlord_reaches(self, position: Position, goal: int, budget: Budget) -> bool | None:
        """Return whether the landlord can reach a value of at least ``goal``; None if the budget is too small.

        This is found by a null-window search.
        """
        self._begin_task(position, goal, points=True)
        self._write_position(position)
        return self._search_within_budget(budget)

    # ---- the arrays

    def _begin_task(self, position: Position, goal: int = 1, *, points: bool = False) -> None:
        """Write the task for the compiled search: does the landlord reach the value ``goal`` (see ``search.search``)?

        If ``points`` is true, values count doublings; otherwise they only say who wins. The search ignores the table
        entries of earlier tasks.
        """
        self._generation += 1
        if self._generation == entries.GENERATIONS:
            self._table[:] = 0
            self._generation = 1
        wild = NOTHING if position.wild is None else position.wild
        self._history[:] = 128
        self._task[:] = (wild, position.handicap, points, goal, self._generation)

    def _write_position(self, position: Position) -> None:
        """Write a position to frame 0, where the compiled search begins."""
        seats = len(position.hands)
        for seat, hand in enumerate(position.hands):
            place = (seat - position.landlord) % seats
            self._hands[0, place], self._hands[0, place + 4] = counts_to_unary(hand)
        row = self._frame[0]
        row[:] = 0
        row[at.TURN] = row[at.OWNER] = (position.turn - position.landlord) % seats
        row[at.BEAT_KIND] = NOTHING
        row[at.SCORING] = self._scoring_state_of(position)
        if position.to_beat is not None and position.by is not None:
            row[at.OWNER] = (position.by - position.landlord) % seats
            row[at.BEAT_KIND : at.BEAT_POWER + 1] = _encode_combination(position.to_beat, position.wilds)

    def _scoring_state_of(self, position: Position) -> int:
        """Return the scoring state (``search.scoring_state_after_play``) that results from the plays before a position.

        The scoring state is 0 if only the winner counts, or if the rules have no spring. It never counts doublings,
        because ``position.multiplier`` contains the earlier ones.
        """
        if not self._task[at.POINTS] or not self._spring:
            return 0
        own = min(position.plays[position.landlord], 2) if position.plays else 2
        others = sum(position.plays) > position.plays[position.landlord] if position.plays else True
        return at.PLAYED_ONCE * own | (at.FARMERS_PLAYED if others else 0)

    def _landlord_wins_after(self, position: Position, action: Play | Pass, budget: Budget) -> bool | None:
        """Return whether the landlord wins if ``action`` is taken in this position; None if the budget is too small."""
        after = position.after(action)
        ended_by = after.winner
        if ended_by is not None:
            return ended_by == position.landlord
        self._write_position(after)
        return self._search_within_budget(budget)

    def _search_within_budget(self, budget: Budget) -> bool | None:
        progress, before = self._new_progress(), budget.nodes
        result = at.UNKNOWN
        while result == at.UNKNOWN and budget.remaining > 0:
            result = self._continue_search(progress, progress[at.NODES] + budget.next_slice_nodes)
            budget.nodes = before + int(progress[at.NODES])
        return None if result < 0 else bool(result)

    def _new_progress(self) -> NDArray[np.int64]:
        return np.array((0, 0, at.UNKNOWN), np.int64)

    def _continue_search(self, progress: NDArray[np.int64], nodes: int) -> int:
        """Search until the result is known, or until ``nodes`` positions in total have been entered.

        Returns 1 if the landlord reaches the goal of the task, 0 if not, and UNKNOWN or OVERFLOW if this is not known
        (``search.search``).
        """
        return at.search(
            self._rules,
            self._task,
            self._hands,
            self._frame,
            self._plays,
            self._words,
            self._history,
            self._table,
            progress,
            nodes,
        )


def _number_of_cards_played(action: Play | Pass) -> int:
    return action.what.size if isinstance(action, Play) else 0


def _encode_combination(combo: Combination, wilds: WildRanks) -> tuple[int, int, int, int]:
    """Return the kind, length, rank and power of a combination in the encoding of the compiled search."""
    length = 1 if combo.category == "rocket" else combo.length
    return KINDS.index(combo.category), length, combo.rank, combo.power(wilds) if combo.bomb else 0
