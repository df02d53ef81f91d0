"""Answers questions about Da Zi Pai (``ZiPaiSolver``).

The module also reads the questions and writes the answers as the plain JSON of ``paiju solve``.
"""

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
from paiju.solve.zipai.ending_search import ZiPaiEndingSearch, win_value
from paiju.solve.zipai.position import ZiPaiEnding
from paiju.solve.zipai.winning_cards import WaitJson, count_waits


class EndingGuarantee(Struct, frozen=True):
    """The answer for an open ending and one seat: what this seat can guarantee itself, however the others play."""

    is_proved: bool
    seat: Seat
    points: int | None
    """The points of the seat at the end of the hand; negative if it has to pay. None if the budget was too small."""
    points_with: tuple[str, ...]
    """The actions after which the seat can still guarantee ``points``, in the notation of records.

    Empty if another seat is to act.
    """
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
        """Return what a seat can guarantee itself in a complete state. Raises BadQuestion.

        If ``seat`` is None, it is the first seat that is to act. The stock of the state need not be the whole stock: it
        may contain only the next cards, as far as they are known. The hand then ends without a winner when these cards
        have been drawn.
        """
        _check_complete_state(state)
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
            return EndingGuarantee(False, asked, points, (), budget.nodes, budget.elapsed_ms)
        return EndingGuarantee(True, asked, points, tuple(found), budget.nodes, budget.elapsed_ms)

    def answer(self, question: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Return the answer to ``question``, which is decoded JSON. Raises PaijuError.

        A question with the field ``hands`` is a ``ZiPaiEnding``. Any other question is a ``WaitJson``, which asks for a
        count of winning cards. The count is fast and does not use the budget.
        """
        if options.proof:
            raise BadQuestion("no_proof")
        try:
            if not isinstance(question, dict) or "hands" not in question:
                return count_waits(msgspec.convert(question, WaitJson))
            ending = msgspec.convert(question, ZiPaiEnding)
        except msgspec.ValidationError as error:
            raise BadQuestion("bad_question", why=str(error)) from error
        return guarantee_to_json(self.solve(ending.to_state(self._game), ending.subject_seat, budget))

    def answer_state(self, state: Any, budget: Budget, options: AnswerOptions) -> dict[str, Any]:
        """Return the answer for a complete state. Raises BadQuestion during the deal.

        The answer is about the first seat that is to act.
        """
        if options.proof:
            raise BadQuestion("no_proof")
        return guarantee_to_json(self.solve(state, None, budget))

    def results_of_actions(self, state: State, seat: Seat, actions: Sequence[Any], budget: Budget) -> list[bool | None]:
        """Return, for each of ``actions``, whether ``seat`` wins the hand with this action. Raises BadQuestion.

        - True: the seat wins however the others play.
        - False: another seat is sure to win, or the seat cannot win even if all others help it.
        - None: neither is proved.

        The budget is divided among the actions.
        """
        _check_complete_state(state)
        found = list[bool | None]()
        for left, action in zip(range(len(actions), 0, -1), actions, strict=True):
            own = Budget(budget.remaining // left)
            found.append(self._result_of_action(state, seat, action, own))
            budget.nodes += own.nodes
        return found

    def _result_of_action(self, state: State, seat: Seat, action: Any, budget: Budget) -> bool | None:
        others = [other for other in range(state.seats) if other != seat]
        questions = ((seat, False, True), (seat, True, False), *((other, False, False) for other in others))
        for left, (winner, is_helped, result) in zip(range(len(questions), 0, -1), questions, strict=True):
            own = Budget(budget.remaining // left)
            search = ZiPaiEndingSearch(self._game, winner, own, win_value, is_helped=is_helped)
            with suppress(OutOfBudget):
                if search.reaches(state, seat, action, 1) != is_helped:
                    return result
            budget.nodes += own.nodes
        return None


def _check_complete_state(state: Any) -> None:
    """Check that a state is complete and that the deal is over. Raises BadQuestion."""
    if not isinstance(state, State) or isinstance(state.phase, Minimum | Dealing):
        raise BadQuestion("not_in_play")
    if state.secret.stock is None or None in state.secret.hands:
        raise BadQuestion("hidden_hand")


def _seat_to_act(game: ZiPai, state: State) -> Seat:
    """Return the first of the seats that must act. Raises BadQuestion if the hand is over.

    If the dealer must act, the result is the seat whose turn it is.
    """
    if game.outcome(state) is not None:
        raise BadQuestion("hand_is_over")
    seat = game.to_act(state)[0]
    whose: Seat = getattr(state.phase, "seat", getattr(state.phase, "by", 0))
    return whose if seat == DEALER else seat


def guarantee_to_json(found: EndingGuarantee) -> dict[str, Any]:
    """Return a guarantee as plain JSON. Values that are not proved are left out."""
    known = {} if found.points is None else {"points": found.points, "points_with": list(found.points_with)}
    return {
        "proved": found.is_proved,
        "seat": found.seat,
        **known,
        "nodes": found.nodes,
        "ms": round(found.ms, 3),
    }
