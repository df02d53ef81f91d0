"""Puzzles of Gunzi, taken from the last tricks of a hand. Each puzzle has only one right play.

Either this play wins the most points, and at least ten points more than any other play, or it is the only
play that takes the last trick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from paiju.core.errors import IllegalAction
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.seats import DEALER, Seat
from paiju.extras import needs_extra
from paiju.games.gunzi.actions import Play
from paiju.games.gunzi.cards import NONE, points_in, size
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.state import Playing, State, team_of
from paiju.puzzles.model import Goal, Puzzle, PuzzleTask, PuzzleTurn
from paiju.puzzles.puzzle_hooks import IsObvious, PuzzleDraft, PuzzleStep, PuzzleVerdict, tuples_to_lists
from paiju.puzzles.puzzle_states import gunzi_state
from paiju.solve.budget import Budget, OutOfBudget, require_result
from paiju.solve.gunzi import TrickPosition, question_from_json, question_to_json
from paiju.solve.gunzi.search_objective import Aim, last_trick_aim, points_aim

if TYPE_CHECKING:
    from paiju.solve.gunzi.compiled_solver import CompiledTrickSolver

MOST_CARDS: Final = 5
"""The most cards that a seat may hold in a puzzle, so that only the last tricks are left."""
FEWEST_CARDS: Final = 2
FEWEST_PLAYS: Final = 4
"""A puzzle must have at least this many legal plays at the first turn."""
MARGIN: Final = 10
"""The best play must win at least this many points more than the next one."""
NODES: Final = 400_000
"""The most search nodes for judging a play."""
CHECKING_NODES: Final = 20_000_000
MEMORY: Final = 16 << 20
SIDE: Final = "team {team}"


class _Task(NamedTuple):
    """A position, and the value that a team must still reach from there to the end of the hand (``goal``).

    ``aim`` says which team this is, and how the value is computed, for example as points.
    """

    position: TrickPosition
    aim: Aim
    goal: int


class _Choice(NamedTuple):
    """A position of the main line, its legal plays, the plays that reach the goal, and the play that is made.

    ``right`` is empty if another team is to move.
    """

    task: _Task
    legal: tuple[Play, ...]
    right: tuple[Play, ...]
    play: Play


class GunziPuzzles:
    """Puzzles of one ruleset (a ``FamilyPuzzles``)."""

    def __init__(self, rules: str, game: AnyGame) -> None:
        assert isinstance(game, Gunzi)
        self._rules, self._game = rules, game

    @cached_property
    def _solver(self) -> CompiledTrickSolver:
        """The solver with the compiled search. It is loaded at the first use. Raises MissingExtra."""
        with needs_extra("paiju.puzzles", "batch"):
            solver: CompiledTrickSolver = load_object("paiju.solve.gunzi.compiled_solver:CompiledTrickSolver")(
                self._game, MEMORY
            )
        return solver

    # ---- selection

    def find_puzzles(self, moves: Sequence[PlayedMove], is_obvious: IsObvious) -> Iterator[PuzzleDraft]:
        """Yield the first puzzle of each team in a hand."""
        teams = set[int]()
        for number, move in enumerate(moves):
            if move.seat == DEALER or not isinstance(move.before.phase, Playing):
                continue
            position = TrickPosition.of_state(move.before)
            team = team_of(position.turn)
            if team in teams or not FEWEST_CARDS <= max(map(size, position.hands)) <= MOST_CARDS:
                continue
            draft = self._make_draft(number, position, move.before)
            if draft is not None and not is_obvious(move.before, move.seat, draft.task.turns[0].right):
                teams.add(team)
                yield draft

    def _make_draft(self, number: int, position: TrickPosition, state: State) -> PuzzleDraft | None:
        """Return the puzzle of a position; None if the position is not fit for a puzzle.

        It is not fit if too few plays are legal, if no play is clearly the best, or if the search takes too long.
        """
        if len(position.legal(self._game.rules)) < FEWEST_PLAYS:
            return None
        try:
            task = self._find_task(position, NODES)
            if task is None:
                return None
            line = list(self._iter_main_line(task, NODES))
            turns = self._make_turns(line, position.turn, NODES)
            work = self._nodes_of_hardest_refutation(task, NODES)
        except OutOfBudget:
            return None
        goal = _goal_of(task.aim)
        return PuzzleDraft(
            move=number,
            state=state,
            task=PuzzleTask(
                position=tuples_to_lists(question_to_json(self._rules, position, task.aim.team)),
                seat=position.turn,
                side=SIDE.format(team=task.aim.team),
                goal=goal,
                line=tuple(choice.play.cards.text() for choice in line),
                turns=turns,
                themes=_find_themes(line),
                target=task.goal if goal == "points" else 0,
                seen={"points": tuple(map(str, state.points))},
            ),
            work=work,
        )

    def _find_task(self, position: TrickPosition, nodes: int) -> _Task | None:
        """Return a task in which only one play reaches the goal; None if the position has no such task.

        Raises OutOfBudget.
        """
        for task in self._possible_tasks(position, nodes):
            if self._has_clear_best(task, nodes):
                return task
        return None

    def _possible_tasks(self, position: TrickPosition, nodes: int) -> Iterator[_Task]:
        """Yield the tasks that a puzzle about a position may set. Raises OutOfBudget.

        The tasks are for the team whose seat is to move:

        - to get the most points that the team can force
        - to take the last trick; only if the bottom has points, and if the team can force the last trick
        """
        team = team_of(position.turn)
        aims = [points_aim(self._game.rules, position, team)]
        aims += [last_trick_aim(team)] if points_in(position.bottom) else []
        for aim in aims:
            value = self._find_value(position, aim, nodes)
            if aim.own or aim.other or value:
                yield _Task(position, aim, value)

    def _has_clear_best(self, task: _Task, nodes: int) -> bool:
        """Whether exactly one play reaches the goal.

        In a task about points, all other plays must also miss the goal by at least ``MARGIN`` points. ``nodes`` is the
        maximum number of search nodes for judging a play. Raises OutOfBudget.
        """
        near = task.goal - (MARGIN - task.aim.step if _goal_of(task.aim) == "points" else 0)
        legal = task.position.legal(self._game.rules)
        count = 0
        for play in legal:
            count += self._reaches_goal(task, play, near, nodes)
            if count > 1:
                return False
        return count == 1

    def _reaches_goal(self, task: _Task, play: Play, goal: int, nodes: int) -> bool:
        return require_result(self._solver.reaches(task.position, play, task.aim, goal, Budget(nodes)))

    def _find_value(self, position: TrickPosition, aim: Aim, nodes: int) -> int:
        return require_result(self._solver.find_value(position, aim, Budget(nodes)))

    # ---- the main line

    def _iter_main_line(self, task: _Task, nodes: int) -> Iterator[_Choice]:
        """Yield the choices of the main line, from the position of a task to the end of the hand.

        ``_next_main_line_choice`` makes each choice, for all teams. ``nodes`` is the maximum number of search nodes for
        judging a play. Raises OutOfBudget.
        """
        while not task.position.is_over:
            choice = self._next_main_line_choice(task, nodes)
            yield choice
            task = _task_after(task, choice.play)

    def _next_main_line_choice(self, task: _Task, nodes: int) -> _Choice:
        """Return the next choice of the main line. Raises OutOfBudget.

        A seat of the puzzle's team makes a play that reaches the goal. Of several such plays, it makes the one that
        the rules list first. Any other seat makes a play after which the team cannot get more than the goal. Of
        several such plays, it makes the one after which the search needs the most nodes.
        """
        legal = tuple(task.position.legal(self._game.rules))
        own = team_of(task.position.turn) == task.aim.team
        if own:
            right = tuple(play for play in legal if self._reaches_goal(task, play, task.goal, nodes))
            return _Choice(task, legal, right, (right or legal)[0])
        if len(legal) == 1:
            return _Choice(task, legal, (), legal[0])
        better = task.goal + task.aim.step
        stubborn = [play for play in legal if not self._reaches_goal(task, play, better, nodes)] or legal
        return _Choice(task, legal, (), max(stubborn, key=lambda play: self._count_nodes_after(task, play, nodes)))

    def _count_nodes_after(self, task: _Task, play: Play, nodes: int) -> int:
        budget = Budget(nodes)
        after = _task_after(task, play)
        if not after.position.is_over:
            require_result(self._solver.find_value(after.position, after.aim, budget))
        return budget.nodes

    def _nodes_of_hardest_refutation(self, task: _Task, nodes: int) -> int:
        """Return the number of search nodes that the hardest refutation of a wrong play needs.

        The nodes are counted after each wrong play, and the largest count is returned. ``nodes`` is the maximum
        number of search nodes for judging a play. Raises OutOfBudget.
        """
        legal = task.position.legal(self._game.rules)
        wrong = [play for play in legal if not self._reaches_goal(task, play, task.goal, nodes)]
        return max(self._count_nodes_after(task, play, nodes) for play in wrong)

    def _make_turns(self, line: Sequence[_Choice], seat: int, nodes: int) -> tuple[PuzzleTurn, ...]:
        """Return the turns at which ``seat`` has a choice, each with the value of every legal play.

        Raises OutOfBudget.
        """
        found = []
        for at, choice in enumerate(line):
            if choice.task.position.turn == seat and len(choice.legal) > 1:
                values = self._values_of_plays(choice.task, line[0].task.goal, nodes)
                found.append(PuzzleTurn(at, tuple(play.cards.text() for play in choice.right), values))
        return tuple(found)

    def _values_of_plays(self, task: _Task, goal: int, nodes: int) -> dict[str, int]:
        """Return, for each legal play, the total value that the team gets in the puzzle if it makes this play now.

        The total covers everything from the beginning of the puzzle to the end of the hand. ``goal`` is the goal at the
        beginning of the puzzle, and ``task.goal`` is what is left of it now. Raises OutOfBudget.
        """
        legal = task.position.legal(self._game.rules)
        return {play.cards.text(): goal - task.goal + self._value_of_play(task, play, nodes) for play in legal}

    def _value_of_play(self, task: _Task, play: Play, nodes: int) -> int:
        """Return the value that the team gets from the position of ``task`` on, if the next play is ``play``.

        Raises OutOfBudget.
        """
        after = _task_after(task, play)
        gained = task.goal - after.goal
        if after.position.is_over:
            return gained + after.aim.last_trick_value(team_of(after.position.leader))
        return gained + self._find_value(after.position, after.aim, nodes)

    # ---- finished puzzles

    def first_state(self, puzzle: Puzzle) -> State:
        """Return a state with the puzzle's position, which a table can display.

        Raises BadQuestion, NotationError, IllegalAction.
        """
        position, _ = question_from_json(self._game.rules, puzzle.position)
        return gunzi_state(position, tuple(map(int, puzzle.seen.get("points", ()))))

    def state_after(self, state: State, seat: Seat, action: Play) -> State:
        """Return the state after an action."""
        return self._game.step(state, seat, action).state

    def matches_state(self, puzzle: Puzzle, state: State) -> bool:
        """Whether a state has the puzzle's position. Raises BadQuestion."""
        question = question_to_json(self._rules, TrickPosition.of_state(state), team_of(puzzle.seat))
        return tuples_to_lists(question) == puzzle.position

    def facts(self, puzzle: Puzzle) -> dict[str, int]:
        """Return ``hands``, ``bottom``, ``taken`` and ``tricks`` (see ``FamilyPuzzles.facts``)."""
        state = self.first_state(puzzle)
        tricks = max(size(hand or NONE) for hand in state.secret.hands)
        bottom = points_in(state.secret.bottom or NONE)
        return {
            "hands": self._game.seats,
            "bottom": bottom,
            "taken": state.points[team_of(puzzle.seat)],
            "tricks": tricks,
        }

    def laid_points(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return an empty tuple: the game has no melds."""
        return ()

    def play_data(self, puzzle: Puzzle) -> None:
        """Return None: a browser cannot judge moves, because whether a play is legal depends on the whole hand."""

    def replay(self, puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
        """Return the main line step by step. Raises BadQuestion, NotationError, IllegalAction."""
        return tuple(
            _make_puzzle_step(self._rules, task, play)
            for task, play in self._replay(puzzle, self._task_of(puzzle), puzzle.line)
        )

    def _task_of(self, puzzle: Puzzle) -> _Task:
        position, team = question_from_json(self._game.rules, puzzle.position)
        if puzzle.goal == "points":
            return _Task(position, points_aim(self._game.rules, position, team), puzzle.target)
        return _Task(position, last_trick_aim(team), 1)

    def _replay(self, puzzle: Puzzle, task: _Task, line: Sequence[str]) -> Iterator[tuple[_Task, Play]]:
        for text in line:
            legal = () if task.position.is_over else task.position.legal(self._game.rules)
            play = next((one for one in legal if one.cards.text() == text), None)
            if play is None:
                raise IllegalAction("not_asked_for")
            yield task, play
            task = _task_after(task, play)

    def judge(self, puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
        """Judge ``action``, which follows the actions ``played``. Raises PaijuError and OutOfBudget.

        PaijuError means that one of the actions is illegal.
        """
        *_, (task, play) = self._replay(puzzle, self._task_of(puzzle), (*played, action))
        is_right = self._reaches_goal(task, play, task.goal, CHECKING_NODES)
        values = self._values_of_plays(task, self._task_of(puzzle).goal, CHECKING_NODES)
        answers: list[PuzzleStep] = []
        for choice in self._iter_main_line(
            self._with_reachable_goal(_task_after(task, play), is_right=is_right), CHECKING_NODES
        ):
            if is_right and choice.task.position.turn == puzzle.seat:
                return PuzzleVerdict(True, tuple(answers), False, values)
            answers.append(_make_puzzle_step(self._rules, choice.task, choice.play))
        return PuzzleVerdict(is_right, tuple(answers), True, values)

    def find_right_action(self, puzzle: Puzzle, played: Sequence[str]) -> str:
        """Return the play that reaches the goal, after the actions ``played``. Raises PaijuError, OutOfBudget.

        If several plays reach the goal, the result is the one that the rules list first.
        """
        task = self._task_of(puzzle)
        for before, play in self._replay(puzzle, task, played):
            task = _task_after(before, play)
        right = () if task.position.is_over else self._next_main_line_choice(task, CHECKING_NODES).right
        if not right:
            raise IllegalAction("not_asked_for")
        return right[0].cards.text()

    def _with_reachable_goal(self, task: _Task, *, is_right: bool) -> _Task:
        """Return a task whose goal the team can still reach.

        After a right play, this is ``task`` itself. After a wrong play, it is a copy whose goal is the best value that
        the team can still force.
        """
        if is_right or task.position.is_over:
            return task
        return task._replace(goal=self._find_value(task.position, task.aim, CHECKING_NODES))

    def find_faults(self, puzzle: Puzzle) -> Iterator[str]:
        """Solve a puzzle again, and yield the codes of its faults. Raises PaijuError, OutOfBudget."""
        start = self._task_of(puzzle)
        team = team_of(puzzle.seat)
        if puzzle.seat != start.position.turn or start.aim.team != team or puzzle.side != SIDE.format(team=team):
            yield "wrong_side"
        choices = []
        for task, play in self._replay(puzzle, start, puzzle.line):
            legal = tuple(task.position.legal(self._game.rules))
            own = team_of(task.position.turn) == task.aim.team
            tried = legal if own else ()
            right = tuple(one for one in tried if self._reaches_goal(task, one, task.goal, CHECKING_NODES))
            choices.append(_Choice(task, legal, right, play))
            if own and play not in right:
                yield "line_loses"
        if not _task_after(choices[-1].task, choices[-1].play).position.is_over:
            yield "line_not_to_the_end"
        yield from self._selection_faults(puzzle, start, choices)

    def _selection_faults(self, puzzle: Puzzle, start: _Task, choices: list[_Choice]) -> Iterator[str]:
        value = self._solver.find_value(start.position, start.aim, Budget(CHECKING_NODES))
        if value != start.goal:
            yield "wrong_target"
        if not self._has_clear_best(start, CHECKING_NODES):
            yield "not_one_answer"
        if len(choices[0].legal) < FEWEST_PLAYS:
            yield "too_easy"
        if puzzle.turns != self._make_turns(choices, puzzle.seat, CHECKING_NODES):
            yield "wrong_turns"
        if puzzle.themes != _find_themes(choices):
            yield "wrong_themes"


def _goal_of(aim: Aim) -> Goal:
    return "points" if aim.own or aim.other else "last_trick"


def _task_after(task: _Task, play: Play) -> _Task:
    """Return the task that remains after a play.

    If the play completes a trick, the goal of the remaining task is lower by the value of the trick.
    """
    taken = task.position.completed_trick_after(play)
    gained = 0 if taken is None else task.aim.trick_value(*taken)
    return task._replace(position=task.position.after(play), goal=task.goal - gained)


def _make_puzzle_step(rules: str, task: _Task, play: Play) -> PuzzleStep:
    question: dict[str, Any] = tuples_to_lists(question_to_json(rules, task.position, task.aim.team))
    return PuzzleStep(task.position.turn, play.cards.text(), question)


def _find_themes(line: Sequence[_Choice]) -> tuple[str, ...]:
    """Return the one theme of a puzzle as a tuple, given its main line: ``bottom`` or ``points``.

    The theme is ``bottom`` if the bottom has points and the puzzle's team takes the last trick.
    """
    first, last = line[0].task, _task_after(line[-1].task, line[-1].play).position
    takes_bottom = last.is_over and points_in(first.position.bottom) and team_of(last.leader) == first.aim.team
    return ("bottom",) if takes_bottom else ("points",)
