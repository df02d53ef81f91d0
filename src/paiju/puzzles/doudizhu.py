"""Puzzles of Dou Dizhu: exactly one action wins for the side to move, and this action is not obvious.

The module finds such positions in hands. It also replays, judges and checks the puzzles that are made from
these positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.seats import DEALER, Seat
from paiju.extras import needs_extra
from paiju.games.doudizhu.actions import Pass, Play
from paiju.games.doudizhu.cards import card_count, count_of
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Playing, State
from paiju.puzzles.model import Puzzle, PuzzleTask, PuzzleTurn
from paiju.puzzles.play_data import PlayData, make_play_data
from paiju.puzzles.puzzle_hooks import IsObvious, PuzzleDraft, PuzzleStep, PuzzleVerdict, tuples_to_lists
from paiju.puzzles.puzzle_states import doudizhu_state
from paiju.solve.budget import Budget, OutOfBudget, require_result
from paiju.solve.doudizhu import Position, question_from_json, question_to_json
from paiju.solve.doudizhu.solution import action_text, side_name

if TYPE_CHECKING:
    from paiju.solve.doudizhu.compiled_solver import CompiledSolver

FEWEST_CARDS: Final = 8
MOST_CARDS: Final = 30
"""The most cards that all hands of a puzzle may have together.

With more cards, the search takes too long and people lose the overview.
"""
FEWEST_ACTIONS: Final = 5
"""A puzzle must have at least this many legal actions at the first turn."""
FEWEST_TURNS: Final = 2
"""A puzzle must have at least this many turns on the main line at which only one action is right."""
SCREENING_NODES: Final = 60_000
"""The most search nodes for finding out whether exactly one action of a position wins."""
NODES: Final = 400_000
"""The most search nodes for finding out who wins after an action of the main line."""
CHECKING_NODES: Final = 20_000_000
MEMORY: Final = 16 << 20
"""Size of the transposition table in bytes. It is the same on all machines.

The size influences the number of search nodes, and thereby the choice of puzzles.
"""

Action = Play | Pass


class _Candidate(NamedTuple):
    """A position that may become a puzzle, and the moves of a hand that lead to it.

    - If ``instead`` is None, these are the first ``moves`` moves of the hand.
    - Otherwise, they are the same moves, but with ``instead`` as the last one.
    """

    moves: int
    position: Position
    before: State
    """The state before ``instead`` is taken. If ``instead`` is None, it is the state of the position itself."""
    instead: Action | None


class _Choice(NamedTuple):
    """A position of the main line, its legal actions, the winning ones among them, and the action that is taken.

    ``winning`` is empty if the losing side is to move.
    """

    position: Position
    legal: tuple[Action, ...]
    winning: tuple[Action, ...]
    action: Action


class DouDizhuPuzzles:
    """Puzzles of one ruleset (a ``FamilyPuzzles``)."""

    def __init__(self, rules: str, game: AnyGame) -> None:
        assert isinstance(game, DouDizhu)
        self._rules, self._game, self._compiled = rules, game, game.compiled

    @cached_property
    def _solver(self) -> CompiledSolver:
        """The solver with the compiled search. It is loaded at the first use. Raises MissingExtra."""
        with needs_extra("paiju.puzzles", "batch"):
            solver: CompiledSolver = load_object("paiju.solve.doudizhu.compiled_solver:CompiledSolver")(
                self._game, MEMORY
            )
        return solver

    # ---- selection

    def find_puzzles(self, moves: Sequence[PlayedMove], is_obvious: IsObvious) -> Iterator[PuzzleDraft]:
        """Yield at most one puzzle for each side in a hand: the first that is found.

        The position of a puzzle need not have occurred in the hand. It may be the position after another action that a
        seat could have taken instead of its move.
        """
        sides = set[bool]()
        for number, move in enumerate(moves):
            if move.seat == DEALER or not isinstance(move.before.phase, Playing):
                continue
            if not FEWEST_CARDS <= sum(move.before.public.counts) <= MOST_CARDS:
                continue
            for place in self._candidate_positions(number, move):
                side = place.position.turn == place.position.landlord
                draft = None if side in sides else self._find_puzzle_at(place, is_obvious)
                if draft is not None:
                    sides.add(side)
                    yield draft

    def _candidate_positions(self, moves_before: int, move: PlayedMove) -> Iterator[_Candidate]:
        """Yield the position before a move, and the positions after the other actions that the seat could have taken.

        Positions in which the hand is over are left out. ``moves_before`` is the number of moves
        before this one in the hand.
        """
        position = self._position_of(move.before)
        yield _Candidate(moves_before, position, move.before, None)
        played = action_text(move.action)
        for action in position.legal(self._compiled):
            after = position.after(action)
            if action_text(action) != played and after.winner is None:
                yield _Candidate(moves_before + 1, after, move.before, action)

    def _find_puzzle_at(self, place: _Candidate, is_obvious: IsObvious) -> PuzzleDraft | None:
        """Return the puzzle that begins at a position; None if the position is not fit for a puzzle."""
        only = self._find_only_win(place.position)
        if only is None:
            return None
        state = place.before
        if place.instead is not None:
            state = self._game.step(state, self._game.to_act(state)[0], place.instead).state
        if is_obvious(state, place.position.turn, (action_text(only),)):
            return None
        return self._make_draft(place, state, only)

    def _find_only_win(self, position: Position) -> Action | None:
        """Return the only action that wins for the side to move; None if the position is not fit for a puzzle.

        It is not fit if no action or several actions win, if too few actions are legal, if the search takes too long,
        or if the only winning action is obvious (``_obvious_plays``).
        """
        legal = position.legal(self._compiled)
        if len(legal) < FEWEST_ACTIONS:
            return None
        budget = Budget(SCREENING_NODES)
        if self._solver.landlord_wins(position, budget) != (position.turn == position.landlord):
            return None
        won: list[Action] = []
        order = sorted(legal, key=_play_size, reverse=True)  # large plays win most often; two wins end the search
        for action, result in zip(order, self._solver.iter_results_of_actions(position, order, budget), strict=True):
            won += [action] if result else []
            if result is None or len(won) > 1:
                return None
        return won[0] if won and won[0] not in _obvious_plays(legal) else None

    def _make_draft(self, place: _Candidate, state: State, only: Action) -> PuzzleDraft | None:
        """Return the puzzle that begins with a position in which only the action ``only`` wins.

        Returns None if the main line has too few turns with a single right action, or if the search takes too long.
        """
        position = place.position
        try:
            line = list(self._iter_main_line(position, NODES))
            works = [self._count_search_nodes(position, one, NODES) for one in line[0].legal if one != only]
        except OutOfBudget:
            return None
        turns = _make_turns(line, position.turn)
        if sum(len(turn.right) == 1 for turn in turns) < FEWEST_TURNS:
            return None
        return PuzzleDraft(
            move=place.moves,
            state=state,
            instead="" if place.instead is None else action_text(place.instead),
            task=PuzzleTask(
                position=tuples_to_lists(question_to_json(self._rules, position)),
                seat=position.turn,
                side=side_name(position.turn == position.landlord),
                goal="win",
                line=tuple(action_text(choice.action) for choice in line),
                turns=turns,
                themes=tuple(_find_themes(line)),
            ),
            work=max(works),
        )

    # ---- the main line

    def _iter_main_line(self, position: Position, nodes: int) -> Iterator[_Choice]:
        """Yield the choices of the main line, from a position to the end of the hand.

        ``_next_main_line_choice`` makes each choice, for both sides. ``nodes`` is the maximum number of search nodes
        for judging an action. Raises OutOfBudget.
        """
        landlord_wins = self._does_landlord_win(position, nodes)
        while position.winner is None:
            choice = self._next_main_line_choice(position, landlord_wins, nodes)
            yield choice
            position = position.after(choice.action)

    def _does_landlord_win(self, position: Position, nodes: int) -> bool:
        return require_result(self._solver.landlord_wins(position, Budget(nodes)))

    def _next_main_line_choice(self, position: Position, landlord_wins: bool, nodes: int) -> _Choice:
        """Return the next choice of the main line. Raises OutOfBudget.

        If the winning side is to move, it takes the winning action that the search proves with the fewest nodes. If
        the losing side is to move, it takes the action that the search refutes with the most nodes. If two actions
        need equally many nodes, the one that the rules list first is taken.
        """
        legal = position.legal(self._compiled)
        if landlord_wins != (position.turn == position.landlord):
            action = (
                max(legal, key=lambda one: self._count_search_nodes(position, one, nodes))
                if len(legal) > 1
                else legal[0]
            )
            return _Choice(position, legal, (), action)
        winning = self._winning_actions(position, legal, nodes)
        action = (
            min(winning, key=lambda one: self._count_search_nodes(position, one, nodes))
            if len(winning) > 1
            else winning[0]
        )
        return _Choice(position, legal, winning, action)

    def _winning_actions(self, position: Position, legal: tuple[Action, ...], nodes: int) -> tuple[Action, ...]:
        results = self._solver.results_of_actions(position, legal, Budget(nodes * len(legal)))
        return tuple(action for action, wins in zip(legal, map(require_result, results), strict=True) if wins)

    def _count_search_nodes(self, position: Position, action: Action, nodes: int) -> int:
        """Return the number of nodes that the search needs to find out who wins after an action.

        Raises OutOfBudget if it needs more than ``nodes``.
        """
        budget = Budget(nodes)
        require_result(self._solver.result_of_action(position, action, budget))
        return budget.nodes

    # ---- finished puzzles

    def first_state(self, puzzle: Puzzle) -> State:
        """Return a state with the puzzle's position, which a table can display. Raises BadQuestion, NotationError."""
        return doudizhu_state(self._game, question_from_json(self._compiled, puzzle.position))

    def state_after(self, state: State, seat: Seat, action: Action) -> State:
        """Return the state after an action."""
        return self._game.step(state, seat, action).state

    def matches_state(self, puzzle: Puzzle, state: State) -> bool:
        """Whether a state has the puzzle's position. Raises BadQuestion."""
        return tuples_to_lists(question_to_json(self._rules, self._position_of(state))) == puzzle.position

    def _position_of(self, state: State) -> Position:
        """Return the position of a state, without the fields that affect only the stake."""
        return replace(Position.of_state(self._compiled, state), plays=(), multiplier=1)

    def facts(self, puzzle: Puzzle) -> dict[str, int]:
        """Return the number of hands under the key ``hands``; all of them are open. There are no other keys."""
        return {"hands": self._game.seats}

    def laid_points(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return an empty tuple: the game has no melds."""
        return ()

    def play_data(self, puzzle: Puzzle) -> PlayData:
        """Return the puzzle's position, and every play that a seat could ever make from it.

        Raises BadQuestion, NotationError.
        """
        return make_play_data(self._compiled, question_from_json(self._compiled, puzzle.position))

    def replay(self, puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
        """Return the main line step by step. Raises BadQuestion, NotationError, IllegalAction."""
        return tuple(
            PuzzleStep(position.turn, action_text(action), tuples_to_lists(question_to_json(self._rules, position)))
            for position, action in self._replay(puzzle, puzzle.line)
        )

    def _replay(self, puzzle: Puzzle, line: Sequence[str]) -> Iterator[tuple[Position, Action]]:
        position = question_from_json(self._compiled, puzzle.position)
        for text in line:
            action = self._find_legal_action(position, text)
            yield position, action
            position = position.after(action)

    def _find_legal_action(self, position: Position, text: str) -> Action:
        legal = () if position.winner is not None else position.legal(self._compiled)
        found = next((action for action in legal if action_text(action) == text), None)
        if found is None:
            raise IllegalAction("not_asked_for")
        return found

    def judge(self, puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
        """Judge ``action``, which follows the actions ``played``. Raises PaijuError and OutOfBudget.

        PaijuError means that one of the actions is illegal.
        """
        *_, (position, last) = self._replay(puzzle, (*played, action))
        after, won = position.after(last), puzzle.side == side_name(True)
        if after.winner is not None:
            return PuzzleVerdict((after.winner == after.landlord) == won, (), True)
        is_right = self._does_landlord_win(after, CHECKING_NODES) == won
        answers: list[PuzzleStep] = []
        for choice in self._iter_main_line(after, CHECKING_NODES):
            position = choice.position
            if is_right and position.turn == puzzle.seat:
                return PuzzleVerdict(True, tuple(answers), False)
            question = tuples_to_lists(question_to_json(self._rules, position))
            answers.append(PuzzleStep(position.turn, action_text(choice.action), question))
        return PuzzleVerdict(is_right, tuple(answers), True)

    def find_right_action(self, puzzle: Puzzle, played: Sequence[str]) -> str:
        """Return the winning action that the search proves with the fewest nodes, after the actions ``played``.

        Raises PaijuError, OutOfBudget.
        """
        position = question_from_json(self._compiled, puzzle.position)
        for before, action in self._replay(puzzle, played):
            position = before.after(action)
        if position.winner is not None or self._does_landlord_win(position, CHECKING_NODES) != (
            puzzle.side == side_name(True)
        ):
            raise IllegalAction("not_asked_for")
        return action_text(self._next_main_line_choice(position, puzzle.side == side_name(True), CHECKING_NODES).action)

    def find_faults(self, puzzle: Puzzle) -> Iterator[str]:
        """Solve a puzzle again, and yield the codes of its faults. Raises PaijuError, OutOfBudget."""
        steps = list(self._replay(puzzle, puzzle.line))
        first = steps[0][0]
        landlord_wins = first.turn == first.landlord
        if puzzle.seat != first.turn or puzzle.side != side_name(landlord_wins):
            yield "wrong_side"
        choices = []
        for position, action in steps:
            own = landlord_wins == (position.turn == position.landlord)
            legal = position.legal(self._compiled)
            winning = self._winning_actions(position, legal, CHECKING_NODES) if own else ()
            choices.append(_Choice(position, legal, winning, action))
        if any(choice.winning and choice.action not in choice.winning for choice in choices) or not choices[0].winning:
            yield "line_loses"
        end = steps[-1][0].after(steps[-1][1])
        if end.winner is None or (end.winner == end.landlord) != landlord_wins:
            yield "line_not_to_the_end"
        yield from self._selection_faults(puzzle, choices)

    def _selection_faults(self, puzzle: Puzzle, choices: list[_Choice]) -> Iterator[str]:
        turns = _make_turns(choices, puzzle.seat)
        if puzzle.turns != turns:
            yield "wrong_turns"
        if len(choices[0].winning) != 1:
            yield "not_one_answer"
        elif choices[0].action in _obvious_plays(choices[0].legal):
            yield "obvious"
        if sum(len(turn.right) == 1 for turn in turns) < FEWEST_TURNS or len(choices[0].legal) < FEWEST_ACTIONS:
            yield "too_easy"
        if puzzle.themes != tuple(_find_themes(choices)):
            yield "wrong_themes"


def _play_size(action: Action) -> int:
    return action.what.size if isinstance(action, Play) else 0


def _obvious_plays(legal: Sequence[Action]) -> tuple[Action, ...]:
    """Return the two plays that people think of first: the largest play, and the lowest play.

    The largest play has the most cards; of several such plays, it is the highest. The lowest play has the lowest rank;
    of several such plays, it has the fewest cards.
    """
    plays = [action for action in legal if isinstance(action, Play)]
    largest = max(plays, key=lambda play: (play.what.size, play.what.rank))
    return largest, min(plays, key=lambda play: (play.what.rank, play.what.size))


def _make_turns(line: Sequence[_Choice], seat: int) -> tuple[PuzzleTurn, ...]:
    return tuple(
        PuzzleTurn(at, tuple(map(action_text, choice.winning)))
        for at, choice in enumerate(line)
        if choice.position.turn == seat and len(choice.legal) > 1
    )


# ---- themes


def _find_themes(line: Sequence[_Choice]) -> Iterator[str]:
    """Yield the themes of a puzzle from its main line, in the order of ``THEMES``.

    Most themes depend only on the turns at which the puzzle's seat has a single right action.
    """
    seat = line[0].position.turn
    own = [at for at, choice in enumerate(line) if choice.position.turn == seat and len(choice.legal) > 1]
    forced = [at for at in own if len(line[at].winning) == 1]
    if any(_gives_lead(line, at) for at in forced):
        yield "give_lead"
    if any(_is_about_splitting(line[at]) for at in forced):
        yield "split"
    if any(_is_bombed(choice, seat) for choice in line):
        yield "force_bomb"
    if any(_has_opponent_with_one_card(line[at].position) for at in forced):
        yield "stop_last_card"


def _gives_lead(line: Sequence[_Choice], at: int) -> bool:
    """Whether the seat to move at index ``at`` of ``line`` gives up the lead with its action.

    A pass gives up the lead. A play gives it up if another seat beats the play, and a higher play of the same
    kind was legal.
    """
    position, legal, _, action = line[at]
    if isinstance(action, Pass):
        return True
    played, wilds = action.what, position.wilds
    higher = any(
        isinstance(one, Play) and one.what.key == played.key and one.what.beats(played, wilds) for one in legal
    )
    answer = next((one.action for one in line[at + 1 :] if isinstance(one.action, Play)), None)
    return higher and answer is not None and answer.what.beats(played, wilds)


def _is_about_splitting(choice: _Choice) -> bool:
    """Whether the action taken, or one of the two plays that people think of first, splits a rank.

    ``_obvious_plays`` returns these two plays. ``_splits_rank`` says what it means to split a rank.
    """
    return any(_splits_rank(choice.position, action) for action in (choice.action, *_obvious_plays(choice.legal)))


def _splits_rank(position: Position, action: Action) -> bool:
    """Whether an action takes some cards of a rank, and the seat keeps other cards of this rank."""
    hand = position.hands[position.turn]
    if isinstance(action, Pass):
        return False
    ranks = range(hand.bit_length() // 8 + 1)
    return any(0 < count_of(action.what.used, rank) < count_of(hand, rank) for rank in ranks)


def _is_bombed(choice: _Choice, seat: int) -> bool:
    """Whether, at ``choice``, an opponent bombs a play of ``seat`` that is not a bomb itself."""
    position, action = choice.position, choice.action
    return (
        isinstance(action, Play)
        and action.what.bomb
        and position.to_beat is not None
        and not position.to_beat.bomb
        and position.by == seat
        and not choice.winning
    )


def _has_opponent_with_one_card(position: Position) -> bool:
    own = position.turn == position.landlord
    return any(card_count(hand) == 1 and (seat == position.landlord) != own for seat, hand in enumerate(position.hands))
