"""Answers questions about positions of Dou Dizhu (``DouDizhuSolver``).

The module also reads the questions and writes the answers as the plain JSON of ``paiju solve``.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import Struct

from paiju.core.errors import NotationError
from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.extras import MissingExtra
from paiju.games.doudizhu.actions import Pass, Play
from paiju.games.doudizhu.cards import RANKS, WildRanks, card_count, parse_ranks, ranks_text
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.notation import parse_action
from paiju.solve.budget import Budget
from paiju.solve.doudizhu.position import Position
from paiju.solve.doudizhu.reference_search import ExactSolver
from paiju.solve.doudizhu.solution import Solution, action_text
from paiju.solve.errors import BadQuestion
from paiju.solve.solvers import AnswerOptions, import_compiled_search

if TYPE_CHECKING:
    from paiju.solve.doudizhu.compiled_solver import CompiledSolver


class PositionJson(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position as JSON: the fields of ``Position``, with cards as text, and the ruleset."""

    rules: str
    landlord: int
    hands: tuple[str, ...]
    turn: int
    to_beat: str | None = None
    by: int | None = None
    wild: str | None = None
    handicap: int = 0
    plays: tuple[int, ...] = ()
    multiplier: int = 1


def question_from_json(compiled: CompiledRuleset, plain: Any) -> Position:
    """Return the position that decoded JSON describes. Raises BadQuestion, NotationError."""
    try:
        asked = msgspec.convert(plain, PositionJson)
    except msgspec.ValidationError as error:
        raise BadQuestion("bad_question", why=str(error)) from error
    wild = None if asked.wild is None else _parse_wild_rank(asked.wild)
    hands = tuple(parse_ranks(hand.replace(" ", "")) for hand in asked.hands)
    position = Position(
        asked.landlord, hands, asked.turn, None, asked.by, wild, asked.handicap, asked.plays, asked.multiplier
    )
    if asked.to_beat is not None:
        position = msgspec.structs.replace(position, to_beat=_read_play(compiled, asked.to_beat, position.wilds))
    position.check(compiled)
    return position


def _parse_wild_rank(letter: str) -> int:
    counts = parse_ranks(letter)
    if card_count(counts) != 1:
        raise BadQuestion("no_wild_here")
    return (counts.bit_length() - 1) >> 3


def _read_play(compiled: CompiledRuleset, text: str, wilds: WildRanks) -> Combination:
    """Return the combination that ``text`` describes. Raises NotationError, BadQuestion.

    ``text`` is a play in the notation of records. The word ``play`` at the beginning may be left out. If the
    cards form exactly one combination, ``text`` may also consist of the cards alone.
    """
    try:
        action = parse_action(text)
    except NotationError:
        found = compiled.readings(parse_ranks(text.replace(" ", "")), wilds)
        if len(found) == 1:
            return found[0]
        raise
    combo = compiled.find_matching_reading(action.what, wilds) if isinstance(action, Play) else None
    if combo is None:
        raise BadQuestion("no_combination", play=text)
    return combo


def question_to_json(rules: str, position: Position) -> dict[str, Any]:
    """Return a position as the plain JSON that ``question_from_json`` reads. ``rules`` is the name of the ruleset."""
    question = PositionJson(
        rules,
        position.landlord,
        tuple(map(ranks_text, position.hands)),
        position.turn,
        None if position.to_beat is None else position.to_beat.text(),
        position.by,
        None if position.wild is None else RANKS[position.wild],
        position.handicap,
        position.plays,
        position.multiplier,
    )
    plain: dict[str, Any] = msgspec.to_builtins(question)
    return plain


class DouDizhuSolver:
    """Answers questions about one ruleset (a ``paiju.solve.solvers.FamilySolver``).

    It uses the compiled search; without Numba, it uses the slow search over the exact rules.
    """

    kernel: ClassVar[str] = "paiju.solve.doudizhu.search.search:search"
    usual_nodes: ClassVar[int] = 20_000_000
    node_cost: ClassVar[int] = 1

    def __init__(self, game: AnyGame) -> None:
        assert isinstance(game, DouDizhu)
        self._game = game
        search = import_compiled_search("paiju.solve.doudizhu.compiled_solver:CompiledSolver") or ExactSolver
        self._solver: CompiledSolver | ExactSolver = search(game)

    def solve(self, position: Position, budget: Budget | None = None) -> Solution:
        """Return who wins, and all winning actions of the seat to move. Raises BadQuestion.

        The winning actions are empty if the side of the seat to move loses. Without ``budget``, the search is
        unlimited.
        """
        return self._solver.solve(position, budget)

    def landlord_wins(self, position: Position, budget: Budget | None = None) -> bool | None:
        """Return whether the landlord wins; None if the budget is too small. Raises BadQuestion."""
        return self._solver.landlord_wins(position, budget)

    def find_points(self, position: Position, budget: Budget | None = None) -> tuple[int, ...] | None:
        """Return the points of each seat if both sides play for points; None if the budget is too small.

        The stake is ``position.multiplier`` now. Each later bomb or rocket, and a spring at the end, doubles it. Raises
        BadQuestion, and MissingExtra if the compiled search is not installed.
        """
        return self._require_compiled_solver().find_points(position, budget)

    def make_proof(self, position: Position, budget: Budget | None = None) -> tuple[bool, list[Any]] | None:
        """Return whether the landlord wins, and a proof of this result (``paiju.solve.doudizhu.proof``).

        Returns None if the budget is too small, or the proof too large. Raises BadQuestion, and MissingExtra if the
        compiled search is not installed.
        """
        solver = self._require_compiled_solver()
        proof = import_module("paiju.solve.doudizhu.proof")
        made: tuple[bool, list[Any]] | None = proof.make_proof(self._game, solver, position, budget or Budget())
        return made

    def _require_compiled_solver(self) -> CompiledSolver:
        if isinstance(self._solver, ExactSolver):
            raise MissingExtra("needs_extra", command="paiju.solve", package="paiju[batch]")
        return self._solver

    def answer(self, question: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Return the answer to ``question``, which is decoded JSON in the form of ``PositionJson``.

        Raises PaijuError.
        """
        return self._solve_to_json(question_from_json(self._game.compiled, question), budget, options)

    def answer_state(self, state: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Return the answer for a complete state. Raises BadQuestion outside the play phase."""
        return self._solve_to_json(Position.of_state(self._game.compiled, state), budget, options)

    def results_of_actions(
        self, state: Any, seat: Seat, actions: Sequence[Play | Pass], budget: Budget
    ) -> list[bool | None]:
        """Return, for each of ``actions``, whether the side of the seat to move wins with it.

        All results are None if the budget is too small to find all winning actions. ``seat`` must be the seat to move.
        Raises BadQuestion.
        """
        solution = self.solve(Position.of_state(self._game.compiled, state), budget)
        if not solution.is_proved:
            return [None] * len(actions)
        return [action_text(action) in solution.winning for action in actions]

    def _solve_to_json(self, position: Position, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        solution = self.solve(position, budget)
        more: dict[str, Any] = {}
        if options.points:
            more["points"] = self.find_points(position, budget)
        if options.proof:
            made = self.make_proof(position, budget)
            more["proof"] = None if made is None else made[1]
        whole = Solution(solution.is_proved, solution.winner, solution.winning, budget.nodes, budget.elapsed_ms)
        return solution_to_json(whole) | more


def solution_to_json(solution: Solution) -> dict[str, Any]:
    """Return a solution as plain JSON.

    If the winner is unknown, ``winner`` and ``winning`` are left out. ``proved`` is then false. It is also false
    if the winner is known but ``winning`` may be incomplete.
    """
    known = {"winner": solution.winner, "winning": list(solution.winning)} if solution.winner is not None else {}
    return {"proved": solution.is_proved, **known, "nodes": solution.nodes, "ms": round(solution.ms, 3)}
