"""What a finished hand was to its players, from the hand at the table or from its record."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from paiju.core.account import Outcome
from paiju.core.coins import Settled
from paiju.core.family import Family
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.records import Player, Record, Rulebook, moments_of
from paiju.server.app.verdict import Result, Verdict
from paiju.server.domain.library import Library, thawed


class Seen(NamedTuple):
    """A hand that is over: who sat there, what happened, how it stood and how it ended."""

    ruleset: Ruleset
    game: AnyGame
    players: Sequence[Player]
    events: Sequence[Any]
    state: Any
    outcome: Outcome
    coins: tuple[int, ...] | None = None
    """What each seat gained or lost, where it was played for coins at a public table."""


def judged(library: Library, seen: Seen) -> Verdict:
    """What the hand was to its players."""
    family = library.family(seen.ruleset.family)
    people = all(player.bot is None for player in seen.players)
    climbs = people and family.ladder is not None and family.ladder.counts(seen.ruleset.rules)
    sides = _sides(family, seen)
    return Verdict(
        ruleset=seen.ruleset.id,
        people=people,
        bots=all(player.bot is not None and player.id is not None for player in seen.players),
        ladder=family.name if climbs else "",
        multiplier=_multiplier(seen.outcome),
        results=tuple(
            Result(
                player=player.id,
                role=family.casting.role(seen.state, seat),
                side=sides[seat],
                won=_won(seen.outcome, seat),
                points=seen.outcome.points[seat] - (seen.outcome.cost if seat == seen.outcome.left else 0),
                coins=seen.coins[seat] if seen.coins else 0,
                left=seat == seen.outcome.left,
                feats=tuple(family.casting.feats(seen.events, seen.state, seat)),
            )
            for seat, player in enumerate(seen.players)
            if player.id is not None
        ),
    )


def _multiplier(outcome: Outcome) -> int:
    """The factors of the account; a hand that was left has none: its account tells what leaving cost."""
    return prod(line.value for line in outcome.account if line.how == "times") if outcome.left is None else 1


def _sides(family: Family, seen: Seen) -> dict[Seat, int]:
    """The side of each seat: those on one have won or lost together. Whoever left has lost to all others."""
    if seen.outcome.left is not None:
        return {seat: int(seat != seen.outcome.left) for seat in range(seen.game.seats)}
    sides = family.casting.sides(seen.game, seen.state)
    return {seat: side for side, seats in enumerate(sides) for seat in seats}


def _won(outcome: Outcome, seat: Seat) -> int:
    if outcome.left is not None:
        return -1 if seat == outcome.left else 0
    return 0 if not outcome.winners else 1 if seat in outcome.winners else -1


def moved(settled: Settled | None, *, private: bool) -> tuple[int, ...] | None:
    """What each seat gained or lost in coins, as far as it counts: among friends one may give them away."""
    return None if settled is None or private else settled.transfer.seats


def ruleset_of(library: Library, book: Rulebook) -> Ruleset:
    """What a record was played by. Raises NotationError, UnknownName."""
    return thawed(library, Ruleset(book.family, book.name, book.title, book.rules))


def judged_again(library: Library, record: Record, *, private: bool) -> Verdict:
    """The same, from the record of one hand. Raises PaijuError."""
    ruleset, (hand,) = ruleset_of(library, record.ruleset), record.hands
    assert hand.outcome is not None
    game = library.game(ruleset)
    moments = tuple(moments_of(game, hand))
    events = [event for moment in moments for event in moment.events]
    coins = moved(hand.coins, private=private)
    return judged(library, Seen(ruleset, game, record.players, events, moments[-1].state, hand.outcome, coins))
