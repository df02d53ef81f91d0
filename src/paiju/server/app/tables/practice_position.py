"""Positions within recorded hands, from which practice hands continue."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from paiju.core.codec import to_plain
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.records import Record, RecordedHand, replay_hand
from paiju.server.app.quarantine import quarantine_hand_errors
from paiju.server.app.ranking.player_hand_results import recorded_ruleset
from paiju.server.app.reviews import check_deals_are_over
from paiju.server.domain.recorded_position import PrecedingMove, RecordedPosition
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.errors import Refusal


class PracticeStart(NamedTuple):
    """The ruleset of a practice table, and the position at which its hand begins."""

    ruleset: Ruleset
    position: RecordedPosition


def make_practice_start(
    library: RulesetRegistry, record: Record, moves: int, seat: Seat, name: str
) -> PracticeStart:  # fmt: skip
    """Return the start of a practice hand after the first ``moves`` moves of the one hand in ``record``.

    ``seat`` is the seat that the player wants, and ``name`` is the public id of the recorded hand.

    Raises Refusal if others may still play the deal, if there is no such move or seat, or if the hand is over after these
    moves. Raises Quarantined if the rules cannot replay the hand.
    """
    check_deals_are_over(record)
    (hand,) = record.hands
    if moves > len(hand.moves):
        raise Refusal("no_such_move", moves=moves, most=len(hand.moves))
    if seat >= len(record.players):
        raise Refusal("no_such_seat")
    start: RecordedHand = replace(hand, moves=hand.moves[:moves], outcome=None)
    with quarantine_hand_errors(name):
        ruleset = recorded_ruleset(library, record.ruleset)
        first, *points = replay_hand(library.game(ruleset), start)
    if (first, *points)[-1].outcome is not None:
        raise Refusal("position_over")
    events = (tuple(map(to_plain, point.events)) for point in points)
    with_events = tuple(replace(move, events=found) for move, found in zip(start.moves, events, strict=True))
    return PracticeStart(ruleset, make_position(replace(start, moves=with_events), name))


def make_position(hand: RecordedHand, name: str) -> RecordedPosition:
    """Return the position after all moves of a recorded hand. ``name`` is the hand's public id.

    The recorded moves must have their events.
    """
    moves = (PrecedingMove(move.seat, move.action, tuple(move.events or ())) for move in hand.moves)
    return RecordedPosition(match=hand.match, deck=hand.deck, draws=hand.draws, moves=tuple(moves), hand=name)
