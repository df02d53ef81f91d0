"""Computes the result of a finished hand for each player, when the hand ends or later from its record."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from paiju.core.coins import Settled
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.records import Record, RecordedPlayer, Rulebook, replay_hand
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.domain.ranking_eligibility import Uncounted, why_uncounted
from paiju.server.domain.ruleset_registry import RulesetRegistry, deserialize_ruleset


class CompletedHand(NamedTuple):
    """The data of a finished hand from which its result is computed: players, events, final state and outcome."""

    ruleset: Ruleset
    game: AnyGame
    players: Sequence[RecordedPlayer]
    events: Sequence[Any]
    state: Any
    outcome: Outcome
    private: bool
    """Whether the table was private."""
    coins: Settled | None = None
    """The settlement if the hand was played for coins."""
    duplicate: bool = False
    """Whether the hand was played with a duplicate deal."""


def evaluate_hand(library: RulesetRegistry, seen: CompletedHand) -> HandResult:
    """Return the result of a hand for each player who is a person or a bot account, but not for the server's bots."""
    family = library.family(seen.ruleset.family)
    people = all(player.bot is None for player in seen.players)
    bots = all(player.bot is not None and player.id is not None for player in seen.players)
    by_table = why_uncounted(
        private=seen.private, released=library.is_released(seen.ruleset), mixed=not (people or bots)
    )
    uncounted: Uncounted = "duplicate" if seen.duplicate else by_table
    climbs = people and not uncounted and family.ladder is not None and family.ladder.counts(seen.ruleset.rules)
    sides, coins = _sides_by_seat(family, seen), _counted_coins(seen)
    return HandResult(
        ruleset=seen.ruleset.id,
        people=people,
        bots=bots,
        ladder=family.name if climbs else "",
        uncounted=uncounted,
        multiplier=_product_of_factors(seen.outcome),
        results=tuple(
            SeatResult(
                player=player.id,
                role=family.role_info.role(seen.state, seat),
                side=sides[seat],
                won=_win_sign(seen.outcome, seat),
                points=_counted_points(seen.outcome, seat),
                coins=coins[seat] if coins and seen.outcome.left in (None, seat) else 0,
                left=seat == seen.outcome.left,
                feats=tuple(family.role_info.feats(seen.events, seen.state, seat)),
            )
            for seat, player in enumerate(seen.players)
            if player.id is not None
        ),
    )


def _counted_points(outcome: Outcome, seat: Seat) -> int:
    """Return the points of a seat that count for titles and ratings.

    If a player left the hand, only the cost of leaving counts: this player's points are minus the cost, and the
    points of all others are 0. What the leaver paid the others does not count (DDZ-9.5).
    """
    if outcome.left is None:
        return outcome.points[seat]
    return -outcome.cost if seat == outcome.left else 0


def _product_of_factors(outcome: Outcome) -> int:
    """Return the multiplier of a hand, which is the product of its factors; 1 for a hand that a player left.

    If a player left the hand, its score breakdown contains the cost of leaving instead of factors.
    """
    return prod(line.value for line in outcome.account if line.how == "times") if outcome.left is None else 1


def _sides_by_seat(family: Family, seen: CompletedHand) -> dict[Seat, int]:
    """Return, for each seat, the number of its side.

    If a player left the hand, the side of that seat is 0, and the side of all other seats is 1.
    """
    if seen.outcome.left is not None:
        return {seat: int(seat != seen.outcome.left) for seat in range(seen.game.seats)}
    sides = family.role_info.teams_by_role(seen.game, seen.state)
    return {seat: side for side, seats in enumerate(sides) for seat in seats}


def _win_sign(outcome: Outcome, seat: Seat) -> int:
    """Return 1 if a seat has won, -1 if it has lost, and 0 otherwise (``SeatResult.won``)."""
    if outcome.left is not None:
        return -1 if seat == outcome.left else 0
    if not outcome.winners:
        return 0
    if seat in outcome.winners:
        return 0 if seat in outcome.forfeiters else 1
    return -1


def _counted_coins(seen: CompletedHand) -> tuple[int, ...] | None:
    """Return the coins that each seat won or lost; None if they do not count.

    At private tables no coins count, because friends could lose to each other on purpose.
    """
    return None if seen.coins is None or seen.private else seen.coins.transfer.seats


def recorded_ruleset(library: RulesetRegistry, book: Rulebook) -> Ruleset:
    """Return the ruleset of a record, with its rules as the family's own type. Raises NotationError, UnknownName."""
    return deserialize_ruleset(library, Ruleset(book.family, book.name, book.title, book.rules))


def evaluate_record(library: RulesetRegistry, record: Record, *, private: bool, duplicate: bool = False) -> HandResult:
    """Return the result of the only hand of a record. The record must have exactly one hand. Raises PaijuError."""
    ruleset, (hand,) = recorded_ruleset(library, record.ruleset), record.hands
    assert hand.outcome is not None
    game = library.game(ruleset)
    moments = tuple(replay_hand(game, hand))
    events = [event for moment in moments for event in moment.events]
    state, coins = moments[-1].state, hand.coins
    return evaluate_hand(
        library, CompletedHand(ruleset, game, record.players, events, state, hand.outcome, private, coins, duplicate)
    )
