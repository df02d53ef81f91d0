"""Makes puzzles from hands that house players play, or from any finished hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from paiju.bots.base import SeatedBot, ask_bots
from paiju.bots.house_players import AT, house_player_for
from paiju.bots.levels import levels
from paiju.bots.registry import make_bot
from paiju.core.errors import UnknownName
from paiju.core.fair_deal import draw_deal
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove, run_hand
from paiju.games.registry import game_of, ruleset
from paiju.puzzles.difficulty import Grader
from paiju.puzzles.family_puzzles import FamilyPuzzles, puzzles_of
from paiju.puzzles.model import Puzzle, PuzzleSource, puzzle_id


class PuzzleOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """Which hands puzzles are made from. Equal orders make equal puzzles, and every hand is independent of the others."""

    rules: str
    levels: tuple[str, ...]
    """The levels of the house players: each seat gets one of them at random."""
    seed: int
    hands: int
    first: int = 0
    """The number of the first hand."""


class HandPuzzles(Struct, frozen=True):
    """The puzzles of one hand."""

    hand: int
    decisions: int
    """Moves of seats in the hand, each of which might have been a puzzle."""
    puzzles: tuple[Puzzle, ...]


def make_puzzles(order: PuzzleOrder) -> Iterator[HandPuzzles]:
    """Yield the puzzles of each hand of an order, in turn. Raises UnknownName, PuzzleError, MissingExtra.

    The same puzzle may come from two hands; its id then is the same.
    """
    check_order(order)
    for hand in range(order.first, order.first + order.hands):
        moves = play_hand(order, hand)
        source = PuzzleSource(order.levels, order.seed, hand, 0)
        yield HandPuzzles(hand, sum(move.seat >= 0 for move in moves), find_in_hand(order.rules, moves, source))


def check_order(order: PuzzleOrder) -> None:
    """Refuse rulesets without puzzles and levels that a ruleset does not have. Raises UnknownName, PuzzleError, MissingExtra."""
    puzzles_of(order.rules)
    known = levels(game_of(ruleset(order.rules)))
    for level in order.levels:
        if level not in known:
            raise UnknownName("unknown_bot", name=level, known=", ".join(known))


def find_in_hand(rules: str, moves: Sequence[PlayedMove], source: PuzzleSource | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a finished hand, in order. Raises UnknownName, PuzzleError, MissingExtra."""
    finder: FamilyPuzzles = puzzles_of(rules)
    grader = _grader_for(rules)
    return tuple(
        Puzzle(
            id=puzzle_id(rules, draft.position, draft.goal),
            family=ruleset(rules).family,
            rules=rules,
            position=draft.position,
            seat=draft.seat,
            side=draft.side,
            goal=draft.goal,
            line=draft.line,
            turns=draft.turns,
            grade=grader.grade(draft),
            themes=draft.themes,
            source=None if source is None else replace(source, move=draft.move, instead=draft.instead),
            target=draft.target,
            seen=draft.seen,
        )
        for draft in finder.find(moves, grader.is_obvious)
    )


def play_hand(order: PuzzleOrder, hand: int) -> list[PlayedMove]:
    """Play a hand of an order to its end: the first of a new match, with house players of the order's levels."""
    game: AnyGame = game_of(ruleset(order.rules))
    random = Random(f"puzzles {order.rules} {order.seed} {hand}")  # noqa: S311 -- to be repeated
    known, taken, players = levels(game), list[str](), {}
    for seat in range(game.seats):
        level = random.choice(order.levels)
        player = house_player_for(level, known, taken, random.randrange(len(known)))
        assert player is not None  # there are more house players than seats
        taken.append(player.id)
        players[seat] = SeatedBot(make_bot(f"{player.id}{AT}{level}", order.rules), random)
    match = game.new_match()
    state = game.start(match, draw_deal(game.deal_plan(match), random.randbytes(32)))
    return list(run_hand(game, state, ask_bots(game, players)))


@lru_cache(maxsize=2)
def _grader_for(rules: str) -> Grader:
    return Grader(rules, game_of(ruleset(rules)))
