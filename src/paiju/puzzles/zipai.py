"""Puzzles of Da Zi Pai: one action leaves clearly more winning cards than any other.

The action is a discard, or a claim of an offered card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from paiju.core.errors import IllegalAction
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.seats import DEALER, Seat
from paiju.games.zipai.actions import PASS, Action, Discard, Eat, Pong
from paiju.games.zipai.cards import NAMES, format_cards, parse_cards
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.hand_hints import Hints, hints_of
from paiju.games.zipai.melds import format_meld
from paiju.games.zipai.notation import format_action, parse_card, parse_melds
from paiju.games.zipai.state import Claiming, Discarding, State, declined_pongs, hand_of, laid_melds
from paiju.games.zipai.threes_and_fours import event_of_claim
from paiju.games.zipai.waits import ready_discards
from paiju.puzzles.model import Goal, Puzzle, PuzzleTask, PuzzleTurn
from paiju.puzzles.puzzle_hooks import IsObvious, PuzzleDraft, PuzzleStep, PuzzleVerdict, WinningCard
from paiju.puzzles.puzzle_states import FACE_DOWN, zipai_view
from paiju.solve.errors import BadQuestion
from paiju.solve.zipai import count_waits
from paiju.solve.zipai.winning_cards import WaitJson

MARGIN: Final = 3
"""The best action must leave at least this many winning cards more than the second-best one."""
FEWEST_READY: Final = 2
"""A position becomes a puzzle only if at least this many of its legal actions leave the hand ready."""
FEWEST_CLAIMS: Final = 2
"""A position becomes a puzzle about a claim only if there are at least this many ways to claim the offered card.

A pass does not count.
"""
THEMES: Final[dict[Goal, tuple[str, ...]]] = {"waits": ("discard",), "claim": ("claim",)}


class ZiPaiPuzzles:
    """Puzzles of one ruleset (a ``FamilyPuzzles``)."""

    def __init__(self, rules: str, game: AnyGame) -> None:
        assert isinstance(game, ZiPai)
        self._rules, self._game = rules, game

    def find_puzzles(self, moves: Sequence[PlayedMove], is_obvious: IsObvious) -> Iterator[PuzzleDraft]:
        """Yield, for each seat in a hand, its first puzzle about a discard and its first puzzle about a claim."""
        found = set[tuple[Seat, Goal]]()
        for number, move in enumerate(moves):
            goal = self._candidate_goal(move.before, move.seat)
            if goal is None or (move.seat, goal) in found:
                continue
            draft = self._make_draft(number, move.before, move.seat, goal)
            if draft is not None and not is_obvious(move.before, move.seat, draft.task.turns[0].right):
                found.add((move.seat, goal))
                yield draft

    def _candidate_goal(self, state: State, seat: Seat) -> Goal | None:
        """Return the goal of a puzzle about this state for ``seat``, the seat to act; None if the state makes no puzzle.

        A seat that has declined a pong gets no puzzle. Such a seat may no longer claim the kind that it declined
        (ZP-5.5), and the question of a puzzle cannot say so.
        """
        if seat == DEALER or not isinstance(state.phase, Claiming | Discarding) or declined_pongs(state, seat):
            return None
        if isinstance(state.phase, Discarding):  # this fast test rules out most hands
            return (
                "waits" if len(ready_discards(hand_of(state, seat), laid_melds(state, seat))) >= FEWEST_READY else None
            )
        legal = self._game.legal(state, seat)
        claims = [action for action in legal if isinstance(action, Eat | Pong)]
        return "claim" if len(claims) >= FEWEST_CLAIMS and len(claims) + 1 == len(legal) else None

    def _make_draft(self, number: int, state: State, seat: Seat, goal: Goal) -> PuzzleDraft | None:
        """Return the puzzle of a position; None if no action is clearly the best (``_has_clear_best``).

        ``number`` is the number of moves that lead to the position.
        """
        position = self._make_wait_question(state, seat)
        values = _winning_counts(position)
        if not _has_clear_best(values):
            return None
        best = max(values, key=values.__getitem__)
        return PuzzleDraft(
            move=number,
            state=state,
            task=PuzzleTask(
                position=position,
                seat=seat,
                side="seat",
                goal=goal,
                line=(best,),
                turns=(PuzzleTurn(0, (best,), values),),
                themes=THEMES[goal],
                seen=_visible_table(state, seat),
            ),
            work=len(values),
        )

    def _make_wait_question(self, state: State, seat: Seat) -> dict[str, Any]:
        """Return the question about the hand of a seat, in the form of ``WaitJson``.

        Its field ``gone`` contains the discards of all seats, and the open melds of the other seats.
        """
        gone = [kind for cards in state.public.discards for kind in cards]
        gone += [kind for meld in _melds_of_others(state, seat) for kind in meld.cards or ()]
        question = {
            "rules": self._rules,
            "hand": format_cards(kind for kind, copies in enumerate(hand_of(state, seat)) for _ in range(copies)),
            "laid": " ".join(map(format_meld, laid_melds(state, seat))),
            "gone": format_cards(sorted(gone)),
            "minimum": state.public.minimum or 0,
        }
        if isinstance(state.phase, Claiming):
            legal = self._game.legal(state, seat)
            question |= {"offered": NAMES[state.phase.card], "claims": [format_action(one) for one in legal]}
        return question

    # ---- finished puzzles

    def first_state(self, puzzle: Puzzle) -> State:
        """Return a state with the puzzle's position, as the view of the puzzle's seat."""
        return zipai_view(self._game.seats, puzzle)

    def state_after(self, state: State, seat: Seat, action: Action) -> State:
        """Return the view of ``seat`` after its action.

        If the action claims a card, the function assumes that the seat gets the card. The seat must then discard.
        """
        if isinstance(state.phase, Claiming) and isinstance(action, Eat | Pong):
            laid = event_of_claim(state, state.phase, seat, action).apply(state)
            return replace(laid, phase=Discarding(seat))
        return self._game.step(state, seat, action).state

    def matches_state(self, puzzle: Puzzle, state: State) -> bool:
        """Whether the puzzle's seat must act in a state, and sees the puzzle's position."""
        is_asked = isinstance(state.phase, Claiming | Discarding) and puzzle.seat in self._game.to_act(state)
        return is_asked and self._make_wait_question(state, puzzle.seat) == puzzle.position

    def facts(self, puzzle: Puzzle) -> dict[str, int]:
        """Return ``hands``, ``stock``, ``minimum``, ``points``, ``missing`` and, if a card is offered, ``by``.

        ``FamilyPuzzles.facts`` says what these numbers mean.
        """
        hints = self._hand_hints(puzzle)
        by = {"by": int(puzzle.seen["by"][0])} if puzzle.goal == "claim" else {}
        stock = int(puzzle.seen["stock"][0])
        needs = {"minimum": puzzle.position["minimum"], "points": hints.points, "missing": hints.missing}
        return {"hands": 1, "stock": stock, **needs, **by}

    def laid_points(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the points of each meld that the puzzle's seat has on the table."""
        return self._hand_hints(puzzle).laid

    def _hand_hints(self, puzzle: Puzzle) -> Hints:
        hints = hints_of(self.first_state(puzzle), puzzle.seat, ())
        assert hints is not None  # the hand has cards
        return hints

    def play_data(self, puzzle: Puzzle) -> None:
        """Return None. The puzzle consists of one action, and ``PuzzleTurn.values`` judges all actions already."""

    def replay(self, puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
        """Return the single step of the puzzle. Raises IllegalAction unless the line is one legal action."""
        if len(puzzle.line) > 1 or not _legal_actions(puzzle.position).issuperset(puzzle.line):
            raise IllegalAction("not_asked_for")
        return tuple(PuzzleStep(puzzle.seat, action, puzzle.position) for action in puzzle.line)

    def judge(self, puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
        """Judge ``action``, a discard or a claim. Raises PaijuError if it is illegal.

        ``played`` must be empty, because the puzzle consists of one action.
        """
        if played or action not in _legal_actions(puzzle.position):
            raise IllegalAction("not_asked_for")
        turn = puzzle.turns[0]
        counts = _winning_cards_after(puzzle.position)
        waits = {
            text: tuple(WinningCard(wait["card"], wait["unseen"], wait["points"]) for wait in one["waits"])
            for text, one in counts.items()
        }
        is_claim = puzzle.goal == "claim"
        discards = {text: one["discard"] for text, one in counts.items() if is_claim and "discard" in one}
        return PuzzleVerdict(action in turn.right, (), True, turn.values, waits, discards)

    def find_right_action(self, puzzle: Puzzle, played: Sequence[str]) -> str:
        """Return the best discard or claim. Raises IllegalAction if ``played`` is not empty.

        The puzzle is over after one action.
        """
        if played:
            raise IllegalAction("not_asked_for")
        return puzzle.answer

    def find_faults(self, puzzle: Puzzle) -> Iterator[str]:
        """Count the winning cards again, and yield the codes of the puzzle's faults. Raises PaijuError."""
        values = _winning_counts(puzzle.position)
        best = max(values, key=values.__getitem__, default="")
        if puzzle.side != "seat" or puzzle.goal != ("claim" if puzzle.position.get("offered") else "waits"):
            yield "wrong_side"
        if puzzle.line != (best,):
            yield "line_loses"
        if puzzle.turns != (PuzzleTurn(0, (best,), values),):
            yield "wrong_turns"
        if not _has_clear_best(values):
            yield "not_one_answer"
        if puzzle.themes != THEMES.get(puzzle.goal):
            yield "wrong_themes"
        if _count_cards(puzzle.position["gone"]) != _cards_on_table(puzzle) or not self._offers_legal_claims(puzzle):
            yield "wrong_table"

    def _offers_legal_claims(self, puzzle: Puzzle) -> bool:
        """Whether the question of a puzzle lists exactly the legal claims, and enough of them (``FEWEST_CLAIMS``).

        Always true for a puzzle about a discard.
        """
        if puzzle.goal != "claim":
            return True
        legal = [format_action(one) for one in self._game.legal(self.first_state(puzzle), puzzle.seat)]
        return puzzle.position["claims"] == legal and len(legal) > FEWEST_CLAIMS


def _discard_text(answer: dict[str, Any]) -> str:
    return format_action(Discard(parse_card(answer["discard"])))


def _parse_wait_question(position: dict[str, Any]) -> WaitJson:
    try:
        return msgspec.convert(position, WaitJson)
    except msgspec.ValidationError as error:
        raise BadQuestion("bad_question", why=str(error)) from error


def _winning_cards_after(position: dict[str, Any]) -> dict[str, Any]:
    """Return the winning cards after each action that leaves the hand ready, the best action first.

    The keys are the actions, and the values are plain JSON. ``position`` is a question in the form of
    ``WaitJson``. Raises BadQuestion, NotationError.
    """
    answer = count_waits(_parse_wait_question(position))
    if "claims" in answer:
        return {one["claim"]: one for one in answer["claims"] if one["winning"]}
    return {_discard_text(one): one for one in answer["discards"] if one["winning"]}


def _winning_counts(position: dict[str, Any]) -> dict[str, int]:
    """Return the number of winning cards after each action that leaves the hand ready; the best action first.

    ``position`` is a question in the form of ``WaitJson``. Raises BadQuestion, NotationError.
    """
    return {text: one["winning"] for text, one in _winning_cards_after(position).items()}


def _has_clear_best(values: dict[str, int]) -> bool:
    """Whether one action leaves clearly more winning cards than the others.

    ``values`` has the number of winning cards after each action that leaves the hand ready. Three conditions must
    hold:

    - At least ``FEWEST_READY`` actions leave the hand ready.
    - The best action is not a pass.
    - The best action leaves at least ``MARGIN`` winning cards more than the second-best one.
    """
    ranked = sorted(values, key=values.__getitem__, reverse=True)
    if len(ranked) < FEWEST_READY or ranked[0] == format_action(PASS):
        return False
    return values[ranked[0]] >= values[ranked[1]] + MARGIN


def _legal_actions(position: dict[str, Any]) -> set[str]:
    """Return the actions that a question allows, as text."""
    if position.get("offered"):
        return set(position["claims"])
    return {format_action(Discard(kind)) for kind in parse_cards(position["hand"])}


def _melds_of_others(state: State, seat: Seat) -> list[Any]:
    return [meld for other, melds in enumerate(state.public.melds) if other != seat for meld in melds]


def _visible_table(state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return what ``seat`` sees on the table, in the form of ``PuzzleTask.seen``.

    The melds of ``seat`` are left empty, because the question contains them.
    """
    melds = ("" if other == seat else " ".join(map(format_meld, laid)) for other, laid in enumerate(state.public.melds))
    table = {
        "discards": tuple(map(format_cards, state.public.discards)),
        "melds": tuple(melds),
        "sizes": tuple(map(str, state.public.sizes)),
        "stock": (str(state.public.stock),),
        "banker": (str(state.match.banker),),
    }
    if isinstance(state.phase, Claiming):
        table |= {"by": (str(state.phase.by),), "drawn": (str(int(state.phase.drawn)),)}
    return table


def _count_cards(text: str) -> Counter[int]:
    return Counter(parse_cards(text))


def _cards_on_table(puzzle: Puzzle) -> Counter[int]:
    """Return the counts of the open cards in ``Puzzle.seen``: discards and open melds. Raises NotationError."""
    found: Counter[int] = Counter()
    for text in puzzle.seen.get("discards", ()):
        found += _count_cards(text)
    for text in puzzle.seen.get("melds", ()):
        for meld in parse_melds(" ".join(word for word in text.split() if FACE_DOWN not in word)):
            found.update(meld.cards or ())
    return found
