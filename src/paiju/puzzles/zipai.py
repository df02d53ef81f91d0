"""Puzzles of Da Zi Pai: the discard that leaves the most winning cards, by a clear margin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from paiju.core.errors import IllegalAction
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.seats import Seat
from paiju.games.zipai.actions import Discard
from paiju.games.zipai.cards import format_cards, parse_cards
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import format_meld
from paiju.games.zipai.notation import format_action, parse_card, parse_laid
from paiju.games.zipai.state import Discarding, State, declined_by, hand_of, laid_by
from paiju.games.zipai.waits import ready_discards
from paiju.puzzles.family_puzzles import IsObvious, PuzzleDraft, PuzzleStep, PuzzleVerdict, WinningCard
from paiju.puzzles.model import Puzzle, PuzzleTask, PuzzleTurn
from paiju.puzzles.puzzle_states import FACE_DOWN, zipai_view
from paiju.solve.errors import BadQuestion
from paiju.solve.zipai import count_waits
from paiju.solve.zipai.winning_cards import WaitJson

MARGIN: Final = 3
"""The least difference in winning cards between the best discard and the next one."""
FEWEST_READY: Final = 2
"""Discards that leave the hand ready."""


class ZiPaiPuzzles:
    """Puzzles of one ruleset (a ``FamilyPuzzles``)."""

    def __init__(self, rules: str, game: AnyGame) -> None:
        assert isinstance(game, ZiPai)
        self._rules, self._game = rules, game

    def find(self, moves: Sequence[PlayedMove], is_obvious: IsObvious) -> Iterator[PuzzleDraft]:
        """Yield the first puzzle of each seat in a hand."""
        seats = set[Seat]()
        for number, move in enumerate(moves):
            if not isinstance(move.before.phase, Discarding) or move.seat in seats:
                continue
            draft = self._make_draft(number, move.before, move.seat)
            if draft is not None and not is_obvious(move.before, move.seat, draft.task.turns[0].right):
                seats.add(move.seat)
                yield draft

    def _make_draft(self, number: int, state: State, seat: Seat) -> PuzzleDraft | None:
        """Return the puzzle of a position; None if no discard is clearly the best."""
        laid = laid_by(state, seat)
        if declined_by(state, seat):  # what may not be claimed any more is no part of the question (ZP-5.5)
            return None
        if len(ready_discards(hand_of(state, seat), laid)) < FEWEST_READY:  # fast, and says no most often
            return None
        position = self._question(state, seat)
        values = self._values(position)
        if not _is_clear(values):
            return None
        best = max(values, key=values.__getitem__)
        return PuzzleDraft(
            move=number,
            state=state,
            task=PuzzleTask(
                position=position,
                seat=seat,
                side="seat",
                goal="waits",
                line=(best,),
                turns=(PuzzleTurn(0, (best,), values),),
                themes=("discard",),
                seen=_table_cards(state, seat),
            ),
            work=len(values),
        )

    def _question(self, state: State, seat: Seat) -> dict[str, Any]:
        """Return the question about the hand of a seat; ``gone`` are the discards, and the melds of others that lie open."""
        gone = [kind for cards in state.public.discards for kind in cards]
        gone += [kind for meld in _melds_of_others(state, seat) for kind in meld.cards or ()]
        return {
            "rules": self._rules,
            "hand": format_cards(kind for kind, copies in enumerate(hand_of(state, seat)) for _ in range(copies)),
            "laid": " ".join(map(format_meld, laid_by(state, seat))),
            "gone": format_cards(sorted(gone)),
            "minimum": state.public.minimum or 0,
        }

    def _values(self, position: dict[str, Any]) -> dict[str, int]:
        """Return how many winning cards each discard leaves, the best first. Raises BadQuestion, NotationError."""
        answer = count_waits(_wait_question(position))
        return {_discard_text(one): one["winning"] for one in answer["discards"] if one["winning"]}

    # ---- puzzles that are there

    def first_state(self, puzzle: Puzzle) -> State:
        """Return what the seat of the puzzle sees."""
        return zipai_view(self._game.seats, puzzle)

    def has_position(self, puzzle: Puzzle, state: State) -> bool:
        """Whether the seat of the puzzle sees the puzzle's position in a state."""
        is_turn = isinstance(state.phase, Discarding) and state.phase.seat == puzzle.seat
        return is_turn and self._question(state, puzzle.seat) == puzzle.position

    def facts(self, puzzle: Puzzle) -> dict[str, int]:
        """Return the number of open hands, what a hand must be worth, and the number of cards left."""
        return {"hands": 1, "minimum": puzzle.position["minimum"], "stock": int(puzzle.seen["stock"][0])}

    def play_table(self, puzzle: Puzzle) -> None:
        """Return None: there is one action, and its values are in the puzzle."""

    def replay(self, puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
        """Return the one step of the puzzle. Raises IllegalAction for a line that is not one legal discard."""
        if len(puzzle.line) > 1 or not _discards(puzzle.position).issuperset(puzzle.line):
            raise IllegalAction("not_asked_for")
        return tuple(PuzzleStep(puzzle.seat, action, puzzle.position) for action in puzzle.line)

    def judge(self, puzzle: Puzzle, played: Sequence[str], action: str) -> PuzzleVerdict:
        """Judge the discard. Raises PaijuError for one that is not legal."""
        if played or action not in _discards(puzzle.position):
            raise IllegalAction("not_asked_for")
        turn = puzzle.turns[0]
        waits = {
            _discard_text(one): tuple(
                WinningCard(wait["card"], wait["unseen"], wait["points"]) for wait in one["waits"]
            )
            for one in count_waits(_wait_question(puzzle.position))["discards"]
            if one["winning"]
        }
        return PuzzleVerdict(action in turn.right, (), True, turn.values, waits)

    def find_right(self, puzzle: Puzzle, played: Sequence[str]) -> str:
        """Return the best discard. Raises IllegalAction."""
        if played:
            raise IllegalAction("not_asked_for")
        return puzzle.answer

    def faults(self, puzzle: Puzzle) -> Iterator[str]:
        """Count again; yield what is wrong. Raises PaijuError."""
        values = self._values(puzzle.position)
        best = max(values, key=values.__getitem__, default="")
        if puzzle.side != "seat" or puzzle.goal != "waits":
            yield "wrong_side"
        if puzzle.line != (best,):
            yield "line_loses"
        if puzzle.turns != (PuzzleTurn(0, (best,), values),):
            yield "wrong_turns"
        if not _is_clear(values):
            yield "not_one_answer"
        if puzzle.themes != ("discard",):
            yield "wrong_themes"
        if _counted(puzzle.position["gone"]) != _cards_on_table(puzzle):
            yield "wrong_table"


def _discard_text(answer: dict[str, Any]) -> str:
    return format_action(Discard(parse_card(answer["discard"])))


def _wait_question(position: dict[str, Any]) -> WaitJson:
    try:
        return msgspec.convert(position, WaitJson)
    except msgspec.ValidationError as error:
        raise BadQuestion("bad_question", why=str(error)) from error


def _is_clear(values: dict[str, int]) -> bool:
    """Whether enough discards leave the hand ready, and the best one is better than the next by the margin."""
    numbers = sorted(values.values(), reverse=True)
    return len(numbers) >= FEWEST_READY and numbers[0] >= numbers[1] + MARGIN


def _discards(position: dict[str, Any]) -> set[str]:
    return {format_action(Discard(kind)) for kind in parse_cards(position["hand"])}


def _melds_of_others(state: State, seat: Seat) -> list[Any]:
    return [meld for other, melds in enumerate(state.public.melds) if other != seat for meld in melds]


def _table_cards(state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return what lies on the table, by seat; the melds of ``seat`` are in the question, and "" here."""
    melds = ("" if other == seat else " ".join(map(format_meld, laid)) for other, laid in enumerate(state.public.melds))
    return {
        "discards": tuple(map(format_cards, state.public.discards)),
        "melds": tuple(melds),
        "sizes": tuple(map(str, state.public.sizes)),
        "stock": (str(state.public.stock),),
        "banker": (str(state.match.banker),),
    }


def _counted(text: str) -> Counter[int]:
    return Counter(parse_cards(text))


def _cards_on_table(puzzle: Puzzle) -> Counter[int]:
    """Return the cards that ``seen`` shows face up. Raises NotationError."""
    found: Counter[int] = Counter()
    for text in puzzle.seen.get("discards", ()):
        found += _counted(text)
    for text in puzzle.seen.get("melds", ()):
        for meld in parse_laid(" ".join(word for word in text.split() if FACE_DOWN not in word)):
            found.update(meld.cards or ())
    return found
