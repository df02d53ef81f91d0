"""Checking a record: that the deal is the one that was committed to, and that every move was legal and had these effects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from paiju.core.codec import to_plain
from paiju.core.deal import check_deal, commitment, draw_deal, hand_seed, stand_in
from paiju.core.errors import PaijuError
from paiju.core.game import AnyGame
from paiju.records.model import Fair, Hand, Record


class Check(NamedTuple):
    """One thing that was looked at: a code, in which hand (None: the whole record), whether it holds, and what to add to that."""

    code: str
    hand: int | None
    holds: bool
    why: str = ""


def verify(record: Record) -> tuple[Check, ...]:
    """Everything that can be checked, in order; a hand without proof of its deal has no such check."""
    ruleset = record.ruleset.ruleset()
    checks = [Check("ruleset", None, ruleset.digest == record.ruleset.digest)]
    game, match = record.ruleset.game(), None
    for number, hand in enumerate(record.hands):
        if hand.fair is not None:
            checks += _fair_checks(game, number, hand, hand.fair)
        found = list(_replayed(game, number, hand, match))
        checks += found
        match = _next_match(game, hand) if all(check.holds for check in found) else None
    return tuple(checks)


def _fair_checks(game: AnyGame, number: int, hand: Hand, fair: Fair) -> list[Check]:
    """The secret is the one committed to, each part the one pledged, and the deal follows; not to be told before the end."""
    if fair.secret is None:
        return [Check("secret_open", number, holds=False)]
    try:
        secret = bytes.fromhex(fair.secret)
        seed = hand_seed(secret, fair.table, fair.hand, tuple(map(bytes.fromhex, fair.contributions)))
        deal = draw_deal(game.plan(hand.before(game)), seed)
        same = deal == hand.deal(game)
        pledges = _pledge_checks(number, fair, secret)
    except (ValueError, PaijuError) as error:
        return [Check("deal", number, holds=False, why=str(error))]
    return [Check("commitment", number, commitment(secret) == fair.commitment), *pledges, Check("deal", number, same)]


def _pledge_checks(number: int, fair: Fair, secret: bytes) -> list[Check]:
    """Parts of the deal are what their seats pledged; for those that are not, the house stood in with what it had fixed."""
    if not fair.pledges:
        return []  # a record from before there were pledges
    replaced = fair.replaced
    stood_in = all(fair.contributions[seat] == stand_in(secret, fair.table, fair.hand, seat).hex() for seat in replaced)
    seats = ", ".join(str(seat + 1) for seat in replaced)
    return [Check("stand_in" if replaced else "pledges", number, stood_in, seats)]


def _replayed(game: AnyGame, number: int, hand: Hand, expected: Any) -> Iterator[Check]:
    """The moves, played again."""
    try:
        match, deal = hand.before(game), hand.deal(game)
        check_deal(game.plan(match), deal)
        if expected is not None:
            yield Check("match", number, match == expected)
        state = game.start(match, deal)
        for count, move in enumerate(hand.moves, 1):
            state, events = game.act(state, move.seat, game.parse_action(move.action))
            if move.events not in (None, tuple(map(to_plain, events))):
                yield Check("events", number, holds=False, why=f"{count}: {move.action}")
                return
    except PaijuError as error:
        yield Check("moves", number, holds=False, why=str(error))
        return
    yield Check("moves", number, holds=True)
    yield Check("outcome", number, game.outcome(state) == hand.outcome)


def _next_match(game: AnyGame, hand: Hand) -> Any:
    """Where the match stands after a hand that was checked; None if it broke off."""
    match = hand.before(game)
    state = game.start(match, hand.deal(game))
    for move in hand.moves:
        state = game.step(state, move.seat, game.parse_action(move.action)).state
    return None if game.outcome(state) is None else game.next_hand(match, state)
