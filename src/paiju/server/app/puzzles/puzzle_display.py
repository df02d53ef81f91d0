"""Builds what clients receive about a puzzle: positions, moves, verdicts and solutions.

This needs the rules, but no solver. Texts and positions are those for the puzzle's seat, which the player plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.structs import asdict

from paiju.core.codec import to_json
from paiju.core.errors import IllegalAction
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.history import without_history
from paiju.core.messages import TranslatableText
from paiju.core.seats import Seat
from paiju.puzzles import Puzzle, PuzzleVerdict, puzzles_of
from paiju.puzzles.model import PLAY, format_puzzle_action
from paiju.review.cards_of_action import HAND, cards_of_action
from paiju.server.app.puzzles.puzzle_wire import (
    ActionValue,
    MoveVerdict,
    PuzzleAction,
    PuzzleMove,
    PuzzlePosition,
    SolutionMove,
)
from paiju.server.app.puzzles.verdict_explanations import explain_solution_move, explain_verdict
from paiju.server.domain.ruleset_registry import RulesetRegistry


class PlayedAction(NamedTuple):
    """An action of a line, with the state before the action and the state after it.

    A line is a sequence of actions of all seats that begins in the puzzle's position.
    """

    seat: Seat
    action: Any
    before: Any
    after: Any


class PuzzleDisplay:
    """Builds what clients receive about one puzzle. Only one thread may use it at a time."""

    def __init__(self, library: RulesetRegistry, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.ruleset = library.ruleset(puzzle.rules)
        self.game: AnyGame = library.game(self.ruleset)
        self._family: Family = library.family(puzzle.family)
        self._puzzles = puzzles_of(puzzle.rules)
        self.first: Any = self._puzzles.first_state(puzzle)

    # ---- the question

    @property
    def facts(self) -> dict[str, int]:
        """The numbers that a client shows beside the puzzle's question, by code (``FamilyPuzzles.facts``)."""
        facts: dict[str, int] = self._puzzles.facts(self.puzzle)
        return facts

    @property
    def laid_points(self) -> tuple[int, ...]:
        """The points of each meld that the puzzle's seat has on the table."""
        points: tuple[int, ...] = self._puzzles.laid_points(self.puzzle)
        return points

    @property
    def play_data(self) -> Any:
        """All plays that are possible in the puzzle (``PlayData``); None if the family does not provide them."""
        return self._puzzles.play_data(self.puzzle)

    @property
    def sides(self) -> tuple[int, ...]:
        """For each seat, the number of its side."""
        sides = self._family.role_info.teams_by_role(self.game, self.first)
        return tuple(next(at for at, seats in enumerate(sides) if seat in seats) for seat in range(self.game.seats))

    @property
    def hand(self) -> str:
        """The cards of the puzzle's seat, in the notation of the family."""
        return " ".join(_hand_cards(self.game, self.first, self.puzzle.seat))

    @property
    def goal(self) -> TranslatableText:
        """A text that says what the player must reach."""
        puzzle = self.puzzle
        way = "lead" if self._is_lead else "follow"
        if puzzle.goal == "win":
            return TranslatableText(f"puzzle.goal.{puzzle.side}_{way}")
        if puzzle.goal == "points" and puzzle.target == 0:
            return TranslatableText("puzzle.goal.keep_all")
        if puzzle.goal == "points":
            key = "keep" if puzzle.target <= 0 else "get"
            return TranslatableText(f"puzzle.goal.{key}_points", {"points": abs(puzzle.target)})
        return TranslatableText(f"puzzle.goal.{puzzle.goal}")

    @property
    def seen_cards_note(self) -> TranslatableText:
        """A text that says which cards the player sees and, if all hands are open, whether the player leads."""
        if self.puzzle.is_one_action:
            return TranslatableText("puzzle.note.seen_cards")
        return TranslatableText(f"puzzle.note.open_{'lead' if self._is_lead else 'follow'}")

    @property
    def _is_lead(self) -> bool:
        return not (self.puzzle.position.get("to_beat") or self.puzzle.position.get("plays"))

    # ---- positions and moves

    def to_position(self, state: Any, *, is_over: bool = False) -> PuzzlePosition:
        """Return a state of the puzzle as clients receive it. If ``is_over`` is true, no seat is to act."""
        seats = () if is_over or self.game.outcome(state) is not None else self.game.to_act(state)
        turn = seats[0] if seats else None
        role = self._family.role_info.role
        roles = tuple(role(state, seat) for seat in range(self.game.seats))
        return PuzzlePosition(
            turn=turn,
            state=Raw(to_json(without_history(state))),
            zones=self.game.zones(state),
            roles=roles if any(roles) else (),
            legal=tuple(self._iter_legal_actions(state)) if turn == self.puzzle.seat else (),
        )

    def _iter_legal_actions(self, state: Any) -> Iterator[PuzzleAction]:
        seat = self.puzzle.seat
        for action in self.game.legal(state, seat):
            yield PuzzleAction(
                action=Raw(to_json(action)),
                text=self.format_action(action),
                label=self.game.voice.action(state, seat, action),
                cards=self.cards_of_move(PlayedAction(seat, action, state, self._state_after(state, seat, action))),
            )

    def _state_after(self, state: Any, seat: Seat, action: Any) -> Any:
        """Return the state (or view) after an action of a seat, as ``FamilyPuzzles.state_after`` defines it."""
        return self._puzzles.state_after(state, seat, action)

    def format_action(self, action: Any) -> str:
        """Return an action in the notation of puzzles."""
        return format_puzzle_action(self.game, action)

    def play_line(self, actions: Sequence[str]) -> list[PlayedAction]:
        """Return the actions of a line, each with the states before and after it. Raises IllegalAction.

        ``actions`` are in the notation of puzzles, or in that of records. The first one is taken in the puzzle's
        position.
        """
        state, found = self.first, list[PlayedAction]()
        for text in actions:
            ended = self.game.outcome(state) is not None or (self.puzzle.is_one_action and found)
            seat = None if ended else self.game.to_act(state)[0]
            legal = () if seat is None else self.game.legal(state, seat)
            action = next((one for one in legal if self.format_action(one) == text.removeprefix(PLAY)), None)
            if seat is None or action is None:
                raise IllegalAction("not_asked_for")
            after = self._state_after(state, seat, action)
            found.append(PlayedAction(seat, action, state, after))
            state = after
        return found

    def to_puzzle_move(self, played: PlayedAction) -> PuzzleMove:
        """Return an action as clients receive it, with its label and the position after it."""
        return PuzzleMove(
            seat=played.seat,
            action=Raw(to_json(played.action)),
            text=self.format_action(played.action),
            label=self.label_of_move(played),
            cards=self.cards_of_move(played),
            position=self.to_position(played.after, is_over=self.puzzle.is_one_action),
        )

    # ---- verdicts and solutions

    def to_verdict(self, actions: Sequence[str], found: PuzzleVerdict) -> MoveVerdict:
        """Return ``found``, the verdict on the last of ``actions``, as clients receive it.

        ``actions`` contains the actions of all seats from the puzzle's position on. The last one is an action of the
        puzzle's seat.
        """
        line = self.play_line((*actions, *(step.action for step in found.answers)))
        at = len(actions) - 1
        own, answers = line[at], line[at + 1 :]
        return MoveVerdict(
            right=found.is_right,
            solved=found.is_right and found.is_over,
            over=found.is_over,
            move=self.to_puzzle_move(own),
            answers=tuple(map(self.to_puzzle_move, answers)),
            reason=explain_verdict(self, line, at, found),
            values=self.to_action_values(own.before, found),
        )

    def to_action_values(self, state: Any, found: PuzzleVerdict) -> tuple[ActionValue, ...]:
        """Return the value of each action of the puzzle's seat in ``state``, the best first.

        ``found`` is a verdict on an action in this state. The result is empty if the game has no values of actions
        (``PuzzleVerdict.values``).
        """
        labels = {one.text: one.label for one in self._iter_legal_actions(state)} if found.values else {}
        best = max(found.values.values(), default=0)
        order = sorted(found.values.items(), key=lambda item: -item[1])
        return tuple(
            ActionValue(
                text=text,
                label=labels[text],
                right=value == best,
                value=value,
                waits=found.waits.get(text, ()),
                discard=found.discards.get(text, ""),
            )
            for text, value in order
        )

    def solution_moves(self) -> tuple[SolutionMove, ...]:
        """Return the moves of the main line.

        A move of the puzzle's seat also contains all right actions of its turn, and the reason why the move is right.
        """
        line, turns = self.play_line(self.puzzle.line), {turn.at: turn for turn in self.puzzle.turns}
        return tuple(
            SolutionMove(
                **asdict(self.to_puzzle_move(one)),
                right=turns[at].right if at in turns else (),
                note=explain_solution_move(self, line, at) if one.seat == self.puzzle.seat else None,
            )
            for at, one in enumerate(line)
        )

    def count_wrong_first_actions(self) -> int:
        """Return the number of legal first actions that are wrong."""
        return len(self.game.legal(self.first, self.puzzle.seat)) - len(self.puzzle.turns[0].right)

    def cards_of_move(self, played: PlayedAction) -> tuple[str, ...]:
        """Return the cards that a move takes from the hand; none for a pass."""
        left = list(_hand_cards(self.game, played.after, played.seat))
        return tuple(
            card for card in _hand_cards(self.game, played.before, played.seat) if not _remove_card(left, card)
        )

    def label_of_move(self, played: PlayedAction) -> TranslatableText:
        """Return the text that names a move."""
        return self.game.voice.action(played.before, played.seat, played.action)

    def can_be_beaten(self, played: PlayedAction) -> bool:
        """Whether a seat of another side can answer this play with cards instead of passing."""
        state, sides = played.after, self.sides
        for _ in range(self.game.seats - 1):
            if self.game.outcome(state) is not None:
                return False
            seat = self.game.to_act(state)[0]
            legal = self.game.legal(state, seat)
            empty = next((one for one in legal if not cards_of_action(self.game, state, seat, one)), None)
            if empty is None:
                return True
            if sides[seat] != sides[played.seat] and len(legal) > 1:
                return True
            state = self.game.step(state, seat, empty).state
        return False


def _remove_card(cards: list[str], card: str) -> bool:
    """Remove one card from a list, and return whether it was in the list."""
    if is_there := card in cards:
        cards.remove(card)
    return is_there


def _hand_cards(game: AnyGame, state: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(card for zone in game.zones(state) if zone.place == HAND and zone.seat == seat for card in zone.cards)
