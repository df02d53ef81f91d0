"""Questions about Zi Pai and their answers as plain JSON: the form of ``paiju solve``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from paiju.core.game import AnyGame
from paiju.core.seats import DEALER, Seat
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.state import Dealing, Minimum, State
from paiju.solve.budget import Budget, OutOfBudget
from paiju.solve.errors import BadQuestion
from paiju.solve.solvers import AnswerOptions
from paiju.solve.zipai.ending import ZiPaiEnding
from paiju.solve.zipai.ending_search import ZiPaiEndingSearch, win_of
from paiju.solve.zipai.winning_cards import WaitJson, count_waits


class EndingGuarantee(Struct, frozen=True):
    """The answer to an open ending for one seat: what it gets for sure, however the others play."""

    is_proved: bool
    seat: Seat
    points: int | None
    """The points of the seat at the end, negative if it must pay; None if the budget was too small."""
    points_with: tuple[str, ...]
    """The actions with which it gets them, as records write them; empty if another seat is to act."""
    nodes: int
    ms: float


class ZiPaiSolver:
    """Answers questions about one ruleset (a ``paiju.solve.solvers.FamilySolver``)."""

    kernel: ClassVar[str] = ""
    usual_nodes: ClassVar[int] = 50_000
    node_cost: ClassVar[int] = 500

    def __init__(self, game: AnyGame) -> None:
        assert isinstance(game, ZiPai)
        self._game = game

    def solve(self, state: State, seat: Seat | None = None, budget: Budget | None = None) -> EndingGuarantee:
        """Return what a seat gets for sure in a complete state; by default the first seat that is to act.

        The stock may be cut off after the draws that are known; the hand then ends there without a winner. Raises
        BadQuestion.
        """
        _check_open(state)
        asked = _seat_to_act(self._game, state) if seat is None else seat
        budget = budget or Budget()
        search = ZiPaiEndingSearch(self._game, asked, budget)
        points, found = None, list[str]()
        try:
            points = search.value(state)
            if asked in self._game.to_act(state):
                actions = self._game.legal(state, asked)
                found = [self._game.format_action(one) for one in actions if search.reaches(state, asked, one, points)]
        except OutOfBudget:
            return EndingGuarantee(False, asked, points, (), budget.nodes, budget.ms)
        return EndingGuarantee(True, asked, points, tuple(found), budget.nodes, budget.ms)

    def answer(self, question: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Answer a question in the form of ``ZiPaiEnding`` if it has ``hands``, else of ``WaitJson``. Raises PaijuError.

        A count of winning cards is fast and ignores the budget.
        """
        if options.proof:
            raise BadQuestion("no_proof")
        try:
            if not isinstance(question, dict) or "hands" not in question:
                return count_waits(msgspec.convert(question, WaitJson))
            ending = msgspec.convert(question, ZiPaiEnding)
        except msgspec.ValidationError as error:
            raise BadQuestion("bad_question", why=str(error)) from error
        return write_guarantee(self.solve(ending.state(self._game), ending.subject_seat, budget))

    def answer_state(self, state: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Answer about a complete state, for the first seat that is to act. Raises BadQuestion before cards are played."""
        if options.proof:
            raise BadQuestion("no_proof")
        return write_guarantee(self.solve(state, None, budget))

    def find_results(self, state: State, seat: Seat, actions: Sequence[Any], budget: Budget) -> list[bool | None]:
        """Return for each action whether the seat wins the hand with it, however the others play.

        False: another seat wins for sure, or the seat cannot win even if all others help it. Raises BadQuestion.
        """
        _check_open(state)
        found = list[bool | None]()
        for left, action in zip(range(len(actions), 0, -1), actions, strict=True):
            own = Budget(budget.remaining // left)
            found.append(self._find_result(state, seat, action, own))
            budget.nodes += own.nodes
        return found

    def _find_result(self, state: State, seat: Seat, action: Any, budget: Budget) -> bool | None:
        others = [other for other in range(state.seats) if other != seat]
        questions = ((seat, False, True), (seat, True, False), *((other, False, False) for other in others))
        for left, (winner, is_helped, result) in zip(range(len(questions), 0, -1), questions, strict=True):
            own = Budget(budget.remaining // left)
            search = ZiPaiEndingSearch(self._game, winner, own, win_of, is_helped=is_helped)
            with suppress(OutOfBudget):
                if search.reaches(state, seat, action, 1) != is_helped:
                    return result
            budget.nodes += own.nodes
        return None


def _check_open(state: Any) -> None:
    """Refuse states before and after play, and views. Raises BadQuestion."""
    if not isinstance(state, State) or isinstance(state.phase, Minimum | Dealing):
        raise BadQuestion("not_in_play")
    if state.secret.stock is None or None in state.secret.hands:
        raise BadQuestion("hidden_hand")


def _seat_to_act(game: ZiPai, state: State) -> Seat:
    """Return the first seat that is to act, or the one whose turn it is. Raises BadQuestion if the hand is over."""
    if game.outcome(state) is not None:
        raise BadQuestion("hand_is_over")
    seat = game.to_act(state)[0]
    whose: Seat = getattr(state.phase, "seat", getattr(state.phase, "by", 0))
    return whose if seat == DEALER else seat


def write_guarantee(found: EndingGuarantee) -> dict[str, Any]:
    """Return an answer as plain JSON. What is not proved is left out."""
    known = {} if found.points is None else {"points": found.points, "points_with": list(found.points_with)}
    return {
        "proved": found.is_proved,
        "seat": found.seat,
        **known,
        "nodes": found.nodes,
        "ms": round(found.ms, 3),
    }
