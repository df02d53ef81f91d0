"""Verifies a record.

The deals must match their commitments, and every move must be legal and have the recorded effects.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from paiju.core.codec import from_plain, to_plain
from paiju.core.coins import Settled, compute_transfer
from paiju.core.errors import NotationError, PaijuError
from paiju.core.fair_deal import commitment, draw_deal, hand_seed, substitute_contribution
from paiju.core.game import AnyGame
from paiju.core.score_breakdown import Outcome
from paiju.records.model import FairProof, Record, RecordedHand
from paiju.records.replay import with_computed_events


class VerificationCheck(NamedTuple):
    """The result of one check: the code of the check, the hand, whether the check holds, and a detail.

    The hand is None if the check is about the whole record.
    """

    code: str
    hand: int | None
    holds: bool
    why: str = ""


def verify(record: Record) -> tuple[VerificationCheck, ...]:
    """Return the results of all checks of a record, in order.

    The deal of a hand is checked only if the hand has a proof.
    """
    game, match = record.ruleset.game(), None
    checks = [VerificationCheck("ruleset", None, record.ruleset.is_digest_correct)]
    for number, hand in enumerate(record.hands):
        if hand.fair is not None:
            checks += _fair_checks(game, number, hand, hand.fair)
        found, match = _check_replay(game, number, hand, match)
        checks += found
    return tuple(checks)


def _check_settlement(number: int, coins: Settled, outcome: Outcome) -> VerificationCheck:
    """Check that the coins were moved according to the rules (DDZ-9.1)."""
    fits = len(coins.purses) == len(outcome.points)
    return VerificationCheck(
        "coins", number, fits and compute_transfer(coins.stakes, outcome, coins.purses, coins.limits) == coins.transfer
    )


def _fair_checks(game: AnyGame, number: int, hand: RecordedHand, fair: FairProof) -> list[VerificationCheck]:
    """Check that a deal was fair: that it follows from the secret and from the contributions of the seats.

    Also checks that the secret matches its commitment, and that each contribution matches its pledge. If there is
    no secret, the only check is one that fails.

    Do not publish the results before the end of the hand, because they depend on hidden cards.
    """
    if fair.secret is None:
        return [VerificationCheck("secret_open", number, holds=False)]
    try:
        secret = bytes.fromhex(fair.secret)
        seed = hand_seed(secret, fair.table, fair.hand, tuple(map(bytes.fromhex, fair.contributions)))
        deal = draw_deal(game.deal_plan(hand.match_before(game)), seed)
        same = deal == hand.deal(game)
        pledges = _pledge_checks(number, fair, secret)
    except (ValueError, PaijuError) as error:
        return [VerificationCheck("deal", number, holds=False, why=str(error))]
    return [
        VerificationCheck("commitment", number, commitment(secret) == fair.commitment),
        *pledges,
        VerificationCheck("deal", number, same),
    ]


def _pledge_checks(number: int, fair: FairProof, secret: bytes) -> list[VerificationCheck]:
    """Check that each contribution matches its seat's pledge, or is the server's substitute."""
    if not fair.pledges:
        return []  # an older record, without pledges
    replaced = fair.seats_with_substituted_contribution
    stood_in = all(
        fair.contributions[seat] == substitute_contribution(secret, fair.table, fair.hand, seat).hex()
        for seat in replaced
    )
    seats = ", ".join(str(seat + 1) for seat in replaced)
    return [VerificationCheck("stand_in" if replaced else "pledges", number, stood_in, seats)]


def _check_replay(game: AnyGame, number: int, hand: RecordedHand, expected: Any) -> tuple[list[VerificationCheck], Any]:
    """Replay the moves of a hand. Return the results of the checks, and the match after the hand.

    The returned match is None if the hand was not finished or a check failed. ``expected`` is the match after the
    previous hand. If ``expected`` is None, that match is unknown, so the match before this hand is not checked.
    """
    try:
        match, (again, end) = hand.match_before(game), with_computed_events(game, hand)
    except PaijuError as error:
        return [VerificationCheck("moves", number, holds=False, why=str(error))], None
    follows = [] if expected is None else [VerificationCheck("match", number, match == expected)]
    for count, (move, done) in enumerate(zip(hand.moves, again.moves, strict=True), 1):
        if move.events is not None and _with_current_fields(game, move.events) != done.events:
            return [*follows, VerificationCheck("events", number, holds=False, why=f"{count}: {move.action}")], None
    checks = [
        *follows,
        VerificationCheck("moves", number, holds=True),
        VerificationCheck("outcome", number, again.outcome == hand.outcome),
    ]
    if hand.coins is not None and again.outcome is not None:
        checks.append(_check_settlement(number, hand.coins, again.outcome))
    if again.outcome is None or not all(check.holds for check in checks):
        return checks, None
    return checks, game.match_after(match, end, again.outcome)


def _with_current_fields(game: AnyGame, events: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return recorded events as the current version writes them; None if they cannot be read.

    Fields that newer versions have added get their default values. The result can be compared with newly computed
    events.
    """
    try:
        return tuple(to_plain(from_plain(event, game.event_type)) for event in events)
    except NotationError:
        return None
