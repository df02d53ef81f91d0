"""Makes puzzles from finished hands: from hands that house players play for this purpose, or from any other hand.

House players are bots with a name and a level (``paiju.bots.house_players``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from paiju.bots.base import SeatedBot, make_bot_asker
from paiju.bots.house_players import choose_house_player
from paiju.bots.levels import levels
from paiju.bots.registry import make_bot
from paiju.core.errors import PaijuError, UnknownName
from paiju.core.fair_deal import Deal, draw_deal
from paiju.core.game import AnyGame, Match
from paiju.core.hand_runner import PlayedMove, run_hand
from paiju.core.seats import Seat
from paiju.games.registry import game_of, ruleset
from paiju.puzzles.difficulty import Grader
from paiju.puzzles.model import Puzzle, PuzzleError, PuzzleSource, format_puzzle_action, puzzle_id
from paiju.puzzles.puzzle_hooks import FamilyPuzzles, puzzles_of
from paiju.records import (
    Record,
    RecordedHand,
    RecordedMove,
    RecordedPlayer,
    new_record,
    record_hand,
    replay_hand,
)
from paiju.records.replay import with_computed_events


class GenerationSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A specification of hands in which to look for puzzles. House players play these hands.

    Equal specifications give equal puzzles. Each hand depends only on the ruleset, the levels, the seed and its
    number.
    """

    rules: str
    levels: tuple[str, ...]
    """Bot levels. For each seat, one of them is drawn at random, and a house player plays the seat at this level."""
    seed: int
    hands: int
    first: int = 0
    """The number of the first hand. The hands have the numbers from ``first`` to ``first + hands - 1``."""


class HandPuzzles(Struct, frozen=True):
    """The puzzles that were found in hand number ``hand``."""

    hand: int
    decisions: int
    """Number of moves in the hand, without the dealer's. The position before each of them may become a puzzle."""
    puzzles: tuple[Puzzle, ...]


def make_puzzles(spec: GenerationSpec) -> Iterator[HandPuzzles]:
    """Yield the puzzles of each hand of a specification, one hand at a time.

    Two hands may give the same puzzle, which then has the same id. Raises UnknownName, PuzzleError, MissingExtra.
    """
    check_generation_spec(spec)
    for hand in range(spec.first, spec.first + spec.hands):
        moves = play_hand(spec, hand)
        source = PuzzleSource(spec.levels, spec.seed, hand, 0)
        yield HandPuzzles(hand, sum(move.seat >= 0 for move in moves), find_in_hand(spec.rules, moves, source))


def check_generation_spec(spec: GenerationSpec) -> None:
    """Check that the ruleset can have puzzles, and that it has all levels of the specification.

    Raises UnknownName, PuzzleError, MissingExtra.
    """
    puzzles_of(spec.rules)
    known = levels(game_of(ruleset(spec.rules)))
    for level in spec.levels:
        if level not in known:
            raise UnknownName("unknown_bot", name=level, known=", ".join(known))


def find_in_hand(rules: str, moves: Sequence[PlayedMove], source: PuzzleSource | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a finished hand, in the order of its moves.

    ``source`` says which hand the moves come from. It becomes ``Puzzle.source`` of every puzzle, with ``move`` and
    ``instead`` set for the position of that puzzle. If ``source`` is None, ``Puzzle.source`` is None too.

    Raises UnknownName, PuzzleError, MissingExtra.
    """
    finder: FamilyPuzzles = puzzles_of(rules)
    grader = _grader_for(rules)
    return tuple(
        Puzzle(
            id=puzzle_id(rules, draft.task.position, draft.task.goal),
            family=ruleset(rules).family,
            rules=rules,
            grade=grader.grade(draft),
            source=None if source is None else replace(source, move=draft.move, instead=draft.instead),
            **asdict(draft.task),
        )
        for draft in finder.find_puzzles(moves, grader.is_obvious)
    )


def play_hand(spec: GenerationSpec, hand: int) -> list[PlayedMove]:
    """Let house players play hand number ``hand`` of a specification to its end. Returns its moves.

    Each hand of a specification is the first hand of a new match.
    """
    return _play_hand(spec, hand).moves


def recreate_source_record(puzzle: Puzzle) -> Record:
    """Let house players play the hand of a puzzle again, and return the record of the hand.

    ``puzzle.source`` says which players and which hand. Raises PuzzleError in two cases: the puzzle does not come
    from a hand of house players, or they now play this hand so that the position does not occur.
    """
    source = puzzle.source
    if source is None or not source.levels:
        raise PuzzleError("no_source")
    played = _play_hand(GenerationSpec(puzzle.rules, source.levels, source.seed, 1), source.hand)
    rules = ruleset(puzzle.rules)
    moves = tuple((move.seat, move.action) for move in played.moves)
    record = new_record(rules, played.players, (record_hand(game_of(rules), played.match, played.deal, moves),))
    cut_hand_at_puzzle(puzzle, record.hands[0])
    return record


def cut_hand_at_puzzle(puzzle: Puzzle, hand: RecordedHand) -> RecordedHand:
    """Return a recorded hand that ends at the position of a puzzle, with newly computed events.

    Later moves are left out. If ``PuzzleSource.instead`` names an action, it replaces the last of the remaining
    moves. Raises PuzzleError if the moves lead to another position.
    """
    source, game = puzzle.source, game_of(ruleset(puzzle.rules))
    if source is None or source.move > len(hand.moves):
        raise PuzzleError("no_source")
    moves = list(hand.moves[: source.move])
    try:
        if source.instead:
            seat = moves[-1].seat
            moves[-1] = RecordedMove(seat, _to_record_notation(game, hand, len(moves) - 1, seat, source.instead))
        found, state = with_computed_events(game, replace(hand, moves=tuple(moves), outcome=None))
        fits = puzzles_of(puzzle.rules).matches_state(puzzle, state)
    except PaijuError as error:
        raise PuzzleError("no_source") from error
    if not fits:
        raise PuzzleError("no_source")
    return found


def _to_record_notation(game: AnyGame, hand: RecordedHand, moves: int, seat: Seat, text: str) -> str:
    """Convert an action from the notation of puzzles to that of records. Raises PuzzleError if it is not legal.

    ``seat`` takes the action after the first ``moves`` moves of ``hand``.
    """
    *_, point = replay_hand(game, replace(hand, moves=hand.moves[:moves], outcome=None))
    found = next((one for one in game.legal(point.state, seat) if format_puzzle_action(game, one) == text), None)
    if found is None:
        raise PuzzleError("no_source")
    return game.format_action(found)


class _PlayedHand(NamedTuple):
    """A hand that house players have played to its end."""

    players: tuple[RecordedPlayer, ...]
    match: Match
    deal: Deal
    moves: list[PlayedMove]


def _play_hand(spec: GenerationSpec, hand: int) -> _PlayedHand:
    game: AnyGame = game_of(ruleset(spec.rules))
    random = Random(f"puzzles {spec.rules} {spec.seed} {hand}")  # noqa: S311 -- to be repeated
    known, taken, names, players = levels(game), list[str](), list[str](), {}
    for seat in range(game.seats):
        level = random.choice(spec.levels)
        player = choose_house_player(level, known, taken, random.randrange(len(known)))
        assert player is not None  # there are more house players than seats
        taken.append(player.id)
        names.append(player.bot_name_at_level(level))
        players[seat] = SeatedBot(make_bot(names[-1], spec.rules), random)
    match = game.new_match()
    deal = draw_deal(game.deal_plan(match), random.randbytes(32))
    moves = list(run_hand(game, game.start(match, deal), make_bot_asker(game, players)))
    return _PlayedHand(tuple(RecordedPlayer(name, bot=name) for name in names), match, deal, moves)


@lru_cache(maxsize=2)
def _grader_for(rules: str) -> Grader:
    return Grader(rules, game_of(ruleset(rules)))
