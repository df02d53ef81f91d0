"""Coins: the stakes of a table, and the coins that a hand moves between wallets (DDZ-9.1, 9.5).

Coins only keep score. Players can neither buy nor sell them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from paiju.core.apportionment import pay_others_equally, split_proportionally
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat

Amount = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Stakes(Struct, frozen=True, kw_only=True):
    """The stakes of a table.

    ``coefficient`` is the number of coins for one point (N in the rules). ``rake`` is the number of coins that every
    seat pays for each hand to the house, the card room's own account (A in the rules). A player needs ``enter`` coins
    to sit down, and ``stay`` coins to start a hand. A farmer may double only if the farmer and the landlord together
    have more than ``double_above`` coins. The landlord may double only if all seats together have more (DDZ-9.4).
    """

    coefficient: Annotated[int, Meta(ge=1, le=1_000_000)]
    rake: Amount = 0
    enter: Amount = 0
    stay: Amount = 0
    double_above: Amount = 0


class Transfer(Struct, frozen=True):
    """The coins that a hand moves. The gains of all seats and of the house sum to zero.

    ``seats`` contains the gain of each seat; a loss is negative. ``house`` is the gain of the house.
    """

    seats: tuple[int, ...]
    house: int


class DailyPairLimit(Struct, frozen=True):
    """The largest net amount of coins that one player may pay to another player in a day.

    The limit counts payments at private tables, and payments for leaving a hand.

    ``coins`` is the limit for each pair of players. ``players`` are the seats of people; payments to or by bots
    have no limit. ``moved`` lists the net payments of the day before this hand: the payer, the payee, and a
    positive number of coins.
    """

    coins: int
    players: tuple[Seat, ...]
    moved: tuple[tuple[Seat, Seat, int], ...] = ()

    def limit_of(self, payer: Seat, payee: Seat) -> int | None:
        """Return the number of coins that ``payer`` may still pay to ``payee`` today; None if one of them is a bot."""
        if payer not in self.players or payee not in self.players:
            return None
        net = sum(
            coins if (one, other) == (payer, payee) else -coins
            for one, other, coins in self.moved
            if {one, other} == {payer, payee}
        )
        return max(0, self.coins - net)


PairFlows = tuple[tuple[Seat, Seat, int], ...]
"""Payments between pairs of seats: the payer, the payee, and the number of coins."""


class Settled(Struct, frozen=True, omit_defaults=True):
    """The settlement of a hand in coins.

    ``purses`` contains the coins in each seat's wallet before the hand. ``limits`` contains the payments that the daily
    limit reduced: the payer, the payee, and the number of coins that the limit allowed. It is empty if no payment was
    reduced, and None if no daily limit applied to the hand.
    """

    stakes: Stakes
    purses: tuple[int, ...]
    transfer: Transfer
    limits: PairFlows | None = None


def settle_hand(
    stakes: Stakes, outcome: Outcome, purses: tuple[int, ...], cap: DailyPairLimit | None = None
) -> Settled:
    """Return the settlement of a finished hand.

    ``cap`` is the daily limit of payments; None if payments have no limit. In the result, ``limits`` contains
    only the pairs of seats between which a payment would exceed the limit.
    """
    limits = None if cap is None else _limits_reached(_payments_before_daily_limits(stakes, outcome, purses), cap)
    return Settled(stakes, purses, compute_transfer(stakes, outcome, purses, limits), limits)


def _limits_reached(flows: Mapping[tuple[Seat, Seat], int], cap: DailyPairLimit) -> PairFlows:
    allowed = {pair: cap.limit_of(*pair) for pair in flows}
    return tuple((*pair, most) for pair, most in allowed.items() if most is not None and flows[pair] > most)


def compute_transfer(
    stakes: Stakes, outcome: Outcome, purses: Sequence[int], limits: PairFlows | None = None
) -> Transfer:  # fmt: skip
    """Return the transfer of a finished hand. N is the coefficient of the stakes, and A the rake (DDZ-9.1).

    * A seat that loses X points pays X·N + A coins. A seat that wins X points receives X·N - A coins.
    * A loser never pays more than its wallet contains. The loser pays the rake first. The winners share the other
      coins of the losers in proportion to their points (DDZ-9.5, R19).
    * In a hand without a winner, nobody pays a rake. If the hand has points, they are still paid in coins.
    * If a player left the hand, only that player pays: the cost of leaving.

    ``limits`` contains pairs of seats, each with the largest number of coins that the first may pay to the second
    (``Settled.limits``). A pair that is not in ``limits`` has no limit. If ``limits`` is None, no pair has one.

    The payer keeps the part of a payment above the limit. But a player who left pays that part to the house,
    because leaving is never cheaper than losing (DDZ-9.5).
    """
    if limits is not None:
        return _limited_transfer(stakes, outcome, purses, limits)
    if outcome.left is not None:
        return _pay_for_leaving(outcome, outcome.left, min(outcome.cost * stakes.coefficient, purses[outcome.left]))
    lost = _amounts_lost(stakes, outcome, purses)
    won = split_proportionally(sum(lost), [max(points, 0) for points in outcome.points])
    changes = [gain - loss for gain, loss in zip(won, lost, strict=True)]
    return _charge_rake(stakes, purses, changes, won) if outcome.winners else Transfer(tuple(changes), 0)


def payments_by_pair(settled: Settled, outcome: Outcome) -> PairFlows:
    """Return how many coins each seat paid to each other seat in a hand with this settlement.

    Payments of 0 are left out. The rake is not included.
    """
    flows = _payments_within_daily_limits(settled.stakes, outcome, settled.purses, settled.limits or ())
    return tuple((*pair, coins) for pair, coins in flows.items() if coins)


def withheld_payments_by_pair(settled: Settled, outcome: Outcome) -> PairFlows:
    """Return, for each pair in ``settled.limits``, the coins above the limit, which the payee did not receive."""
    flows = _payments_before_daily_limits(settled.stakes, outcome, settled.purses)
    return tuple((payer, payee, flows[payer, payee] - most) for payer, payee, most in settled.limits or ())


def _payments_within_daily_limits(
    stakes: Stakes, outcome: Outcome, purses: Sequence[int], limits: PairFlows
) -> dict[tuple[Seat, Seat], int]:  # fmt: skip
    most = {(payer, payee): coins for payer, payee, coins in limits}
    return {
        pair: min(coins, most.get(pair, coins))
        for pair, coins in _payments_before_daily_limits(stakes, outcome, purses).items()
    }


def _limited_transfer(stakes: Stakes, outcome: Outcome, purses: Sequence[int], limits: PairFlows) -> Transfer:
    """Return the transfer in which each payment is cut to the limit of its pair of seats."""
    won, lost = [0] * len(purses), [0] * len(purses)
    for (payer, payee), coins in _payments_within_daily_limits(stakes, outcome, purses, limits).items():
        lost[payer] += coins
        won[payee] += coins
    changes = [gain - loss for gain, loss in zip(won, lost, strict=True)]
    if outcome.left is not None:
        changes[outcome.left] = compute_transfer(stakes, outcome, purses).seats[outcome.left]
        return Transfer(tuple(changes), -sum(changes))
    return _charge_rake(stakes, purses, changes, won) if outcome.winners else Transfer(tuple(changes), 0)


def _payments_before_daily_limits(
    stakes: Stakes, outcome: Outcome, purses: Sequence[int]
) -> dict[tuple[Seat, Seat], int]:
    """Return the payments between pairs of seats as they would be without daily limits.

    No seat pays more than its wallet contains. Losers pay winners, and a leaver pays the seats that stayed.
    """
    if outcome.left is not None:
        left = outcome.left
        paid = _pay_for_leaving(outcome, left, min(outcome.cost * stakes.coefficient, purses[left])).seats
        return {(left, seat): coins for seat, coins in enumerate(paid) if coins > 0}
    claims = [max(points, 0) for points in outcome.points]
    return {
        (payer, payee): coins
        for payer, lost in enumerate(_amounts_lost(stakes, outcome, purses))
        for payee, coins in enumerate(split_proportionally(lost, claims))
        if coins
    }


def _amounts_lost(stakes: Stakes, outcome: Outcome, purses: Sequence[int]) -> list[int]:
    """Return the coins that each seat pays to the winners, after it has paid the rake."""
    return [
        min(max(-points, 0) * stakes.coefficient, max(0, purse - stakes.rake))
        for points, purse in zip(outcome.points, purses, strict=True)
    ]


def _charge_rake(stakes: Stakes, purses: Sequence[int], changes: Sequence[int], won: Sequence[int]) -> Transfer:
    """Return the transfer of a hand after every seat has also paid the rake.

    ``purses`` contains the coins of each seat before the hand. ``changes`` contains the gain or loss of each seat
    without the rake. ``won`` contains the same gains, but 0 for a seat without a gain.

    If a seat's purse and gain together are less than the rake, the seat pays only what it has.
    """
    rakes = [min(stakes.rake, purse + gain) for purse, gain in zip(purses, won, strict=True)]
    seats = tuple(change - rake for change, rake in zip(changes, rakes, strict=True))
    return Transfer(seats, -sum(seats))


def _pay_for_leaving(outcome: Outcome, left: Seat, amount: int) -> Transfer:
    """Return the transfer if the player of ``left`` pays ``amount`` coins for leaving the hand (DDZ-9.5).

    The seats that stayed receive equal parts if the outcome gives them points. Otherwise the house receives all coins.
    """
    seats = len(outcome.points)
    if any(outcome.points):
        return Transfer(pay_others_equally(amount, left, seats), 0)
    return Transfer(tuple(-amount if seat == left else 0 for seat in range(seats)), amount)


def changes_with_unlimited_wallets(stakes: Stakes, outcome: Outcome) -> tuple[int, ...]:
    """Return the coins that each seat would gain or lose if every wallet were large enough.

    A seat with X points gets X·N - A, where N is the coefficient and A the rake (DDZ-9.1). A leaver loses the cost of leaving
    (DDZ-9.5).
    """
    if outcome.left is not None:
        return _pay_for_leaving(outcome, outcome.left, outcome.cost * stakes.coefficient).seats
    rake = stakes.rake if outcome.winners else 0
    return tuple(points * stakes.coefficient - rake for points in outcome.points)
