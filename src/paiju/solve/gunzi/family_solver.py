"""Answers questions about endings of Gunzi (``GunziSolver``).

The module also reads the questions and writes the answers as the plain JSON of ``paiju solve``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import Struct

from paiju.core.game import AnyGame
from paiju.core.seats import Seat
from paiju.games.gunzi.cards import Cards
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.notation import format_level, parse_call, parse_level
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import TEAMS, team_of
from paiju.solve.budget import Budget
from paiju.solve.errors import BadQuestion
from paiju.solve.gunzi.points_to_win import win_goal
from paiju.solve.gunzi.position import TrickPosition
from paiju.solve.gunzi.reference_search import ExactTrickSolver
from paiju.solve.gunzi.search_objective import Aim, last_trick_aim, points_aim
from paiju.solve.gunzi.solution import Guarantee
from paiju.solve.solvers import AnswerOptions, import_compiled_search

if TYPE_CHECKING:
    from paiju.solve.gunzi.compiled_solver import CompiledTrickSolver


class TrickPositionJson(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question as JSON.

    It has the fields of ``TrickPosition``, with cards as text, and the ruleset. ``team`` is the team that the
    question is about. If it is None, the question is about the team of the seat to move.
    """

    rules: str
    level: str
    trump: str
    banker: int
    hands: tuple[str, ...]
    leader: int
    plays: tuple[str, ...] = ()
    bottom: str = ""
    team: int | None = None


def question_from_json(rules: Rules, plain: Any) -> tuple[TrickPosition, int]:
    """Return the ending that decoded JSON describes, and the team that the question is about.

    Raises BadQuestion, NotationError, IllegalAction.
    """
    try:
        asked = msgspec.convert(plain, TrickPositionJson)
    except msgspec.ValidationError as error:
        raise BadQuestion("bad_question", why=str(error)) from error
    position = TrickPosition(
        tuple(map(Cards.parse, asked.hands)),
        asked.leader,
        parse_level(asked.level),
        parse_call(asked.trump),
        asked.banker,
        tuple(map(Cards.parse, asked.plays)),
        Cards.parse(asked.bottom),
    )
    position.check(rules)
    if asked.team is not None and not 0 <= asked.team < TEAMS:
        raise BadQuestion("no_such_team")
    return position, team_of(position.turn) if asked.team is None else asked.team


def question_to_json(rules: str, position: TrickPosition, team: int | None = None) -> dict[str, Any]:
    """Return a question about an ending as the plain JSON that ``question_from_json`` reads.

    ``rules`` is the name of the ruleset. ``team`` is the team that the question is about; if it is None, this is the
    team of the seat to move.
    """
    plain: dict[str, Any] = msgspec.to_builtins(
        TrickPositionJson(
            rules,
            format_level(position.level),
            position.call,
            position.banker,
            tuple(hand.text() for hand in position.hands),
            position.leader,
            tuple(cards.text() for cards in position.plays),
            position.bottom.text(),
            team,
        )
    )
    return plain


class GunziSolver:
    """Answers questions about one ruleset (a ``paiju.solve.solvers.FamilySolver``).

    It uses the compiled search; without Numba, it uses the slow search over the exact rules.
    """

    kernel: ClassVar[str] = "paiju.solve.gunzi.search.search:search"
    usual_nodes: ClassVar[int] = 20_000_000
    node_cost: ClassVar[int] = 1

    def __init__(self, game: AnyGame) -> None:
        assert isinstance(game, Gunzi)
        self._rules = game.rules
        search = import_compiled_search("paiju.solve.gunzi.compiled_solver:CompiledTrickSolver") or ExactTrickSolver
        self._solver: CompiledTrickSolver | ExactTrickSolver = search(game)

    def solve(self, position: TrickPosition, team: int | None = None, budget: Budget | None = None) -> Guarantee:
        """Return what a team can guarantee itself. Raises BadQuestion, IllegalAction.

        If ``team`` is None, it is the team of the seat to move. Without ``budget``, the search is unlimited.
        """
        position.check(self._rules)
        budget = budget or Budget()
        asked = team_of(position.turn) if team is None else team
        points, points_with = self._solve_aim(position, points_aim(self._rules, position, asked), budget)
        last, last_with = self._solve_aim(position, last_trick_aim(asked), budget)
        is_proved = None not in (points, points_with, last, last_with)
        kept = (last_with or ()) if last else ()
        known = None if points is None else abs(points), points_with or (), None if last is None else bool(last), kept
        is_banker = asked == team_of(position.banker)
        return Guarantee(is_proved, asked, is_banker, *known, budget.nodes, budget.elapsed_ms)

    def find_points(self, position: TrickPosition, team: int, budget: Budget | None = None) -> int | None:
        """Return ``Guarantee.points`` of a team, and compute nothing else; None if the budget is too small.

        Raises BadQuestion, IllegalAction.
        """
        position.check(self._rules)
        value = self._solver.find_value(position, points_aim(self._rules, position, team), budget or Budget())
        return None if value is None else abs(value)

    def _solve_aim(
        self, position: TrickPosition, aim: Aim, budget: Budget
    ) -> tuple[int | None, tuple[str, ...] | None]:
        """Return the value of an ending to ``aim.team``, and the plays after which this team still gets this value.

        The value is None if the budget was too small to find it. The plays are None if the budget was too small to
        find them, and empty if another team is to move.
        """
        value = self._solver.find_value(position, aim, budget)
        if value is None or team_of(position.turn) != aim.team:
            return value, None if value is None else ()
        found = []
        for play in position.legal(self._rules):
            reached = self._solver.reaches(position, play, aim, value, budget)
            if reached is None:
                return value, None
            if reached:
                found.append(play.cards.text())
        return value, tuple(found)

    def answer(self, question: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Return the answer to ``question``, which is decoded JSON in the form of ``TrickPositionJson``.

        Raises PaijuError.
        """
        position, team = question_from_json(self._rules, question)
        return self._solve_to_json(position, team, budget, options)

    def answer_state(self, state: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Return the answer for a complete state. Raises BadQuestion outside the play phase.

        The answer is about the team of the seat to move.
        """
        position = TrickPosition.of_state(state)
        return self._solve_to_json(position, team_of(position.turn), budget, options)

    def results_of_actions(self, state: Any, seat: Seat, actions: Sequence[Any], budget: Budget) -> list[bool | None]:
        """Return, for each play, whether the seat's team is sure to win the hand after it.

        True: the seat's team wins however the other teams play. False: another team is sure to win. None: no team is sure to
        win, or the budget is too small. Raises BadQuestion, IllegalAction.
        """
        position = TrickPosition.of_state(state)
        position.check(self._rules)
        own, found = team_of(seat), list[bool | None]([None] * len(actions))
        for team in sorted(range(TEAMS), key=lambda team: team != own):
            made = win_goal(self._rules, state, position, team)
            if made.is_certain:
                return [team == own if known is None else known for known in found]
            for at, action in enumerate(actions):
                if made.is_undecided and found[at] is None:
                    reached = self._solver.reaches(position, action, made.aim, made.goal, budget)
                    found[at] = team == own if reached else None
        return found

    def _solve_to_json(
        self, position: TrickPosition, team: int, budget: Budget, options: AnswerOptions
    ) -> dict[str, Any]:
        if options.proof:
            raise BadQuestion("no_proof")
        return guarantee_to_json(self.solve(position, team, budget))


def guarantee_to_json(solution: Guarantee) -> dict[str, Any]:
    """Return a guarantee as plain JSON. Values that are not proved are left out."""
    known: dict[str, Any] = {}
    if solution.points is not None:
        known |= {"points": solution.points, "points_with": list(solution.points_with)}
    if solution.last_trick is not None:
        known |= {"last_trick": solution.last_trick, "last_trick_with": list(solution.last_trick_with)}
    cost = {"nodes": solution.nodes, "ms": round(solution.ms, 3)}
    return {"proved": solution.is_proved, "team": solution.team, "banker": solution.is_banker, **known, **cost}
