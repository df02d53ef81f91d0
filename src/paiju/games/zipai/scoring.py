"""Points and payments (ZP-8), the score breakdown, and the next hand (ZP-2.1)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from paiju.core.score_breakdown import Outcome, ScoreLine, Settlement
from paiju.core.seats import Seat, next_seat
from paiju.games.zipai.cards import format_cards
from paiju.games.zipai.melds import WORTH, Meld, meld_name
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Over, State, Winner, ZiPaiMatch

FROM_HAND = 2
"""Factor of the points if the winning card comes from another seat's hand (ZP-8.4)."""


def outcome(state: State) -> Outcome | None:
    """Return the outcome of a hand; None if it is not finished."""
    over = state.phase
    if not isinstance(over, Over):
        return None
    winners = tuple(winner.seat for winner in over.winners)
    points = tuple(
        won + paid
        for won, paid in zip(_points_before_penalties(over, state.seats), _penalty_points(state), strict=True)
    )
    return Outcome(over.reason, winners, points, score_lines(state))


def _points_before_penalties(over: Over, seats: int) -> tuple[int, ...]:
    """Return the points of each seat, except for the penalties of caught seats.

    Every loser pays every winner (ZP-2.5, 8.3). If the winning card came from a seat's hand, only that seat pays
    (ZP-8.4).
    """
    winners = {winner.seat for winner in over.winners}
    payers = {seat for seat in range(seats) if seat not in winners} if over.payer is None else {over.payer}
    times = 1 if over.payer is None else FROM_HAND
    points = [0] * seats
    for winner in over.winners:
        for payer in payers:
            points[payer] -= winner.points * times
            points[winner.seat] += winner.points * times
    return tuple(points)


def _penalty_points(state: State) -> tuple[int, ...]:
    """Return the penalty points of each seat: what it receives, minus what it pays.

    Each time that a seat is caught, it pays every other seat as many points as the minimum (ZP-R6).
    """
    caught, base = state.public.caught, state.public.minimum or 0
    return tuple(base * (len(caught) - state.seats * caught.count(seat)) for seat in range(state.seats))


def settlements(state: State, seat: Seat) -> tuple[Settlement, ...]:
    """Return the settlements of a seat with the other seats.

    A winner settles with all seats that pay. A seat that pays settles with all winners. There are no
    settlements if the seat has no points, or if any seat was caught (ZP-R6), because settlements do not contain
    penalties.
    """
    over, ended = state.phase, outcome(state)
    if not isinstance(over, Over) or ended is None or not ended.points[seat] or state.public.caught:
        return ()
    payers = sum(points < 0 for points in ended.points)
    return (Settlement((), payers if seat in ended.winners else len(ended.winners)),)


def score_lines(state: State) -> tuple[ScoreLine, ...]:
    """Return the score lines of a hand: lines that count, and notes, which do not.

    At the end, the melds of the first winner count. The melds of other winners are notes, because all winners
    have equal points (ZP-2.5). If the winning card came from a seat's hand, a further line doubles the points
    (ZP-8.4). During the hand, the laid melds are notes.
    """
    over = state.phase
    if not isinstance(over, Over):
        return (*_minimum_lines(state), *_laid_lines(state), *_caught_lines(state))
    lines = [line for place, winner in enumerate(over.winners) for line in _winner_lines(winner, is_note=place > 0)]
    if over.payer is not None:
        lines.append(ScoreLine("from_hand", FROM_HAND, "times", over.payer))
    return (*lines, *_caught_lines(state))


def _caught_lines(state: State) -> Iterable[ScoreLine]:
    """Return a score line for each time that a seat was caught. The line says what the seat pays each other seat.

    The lines are notes: they have no effect on the points.
    """
    base = state.public.minimum or 0
    return (ScoreLine("false_eat", base, "note", seat) for seat in state.public.caught)


def _winner_lines(winner: Winner, *, is_note: bool) -> Iterable[ScoreLine]:
    return (_meld_line(winner.seat, meld, is_note=is_note) for meld in winner.melds if WORTH[meld])


def _meld_line(seat: Seat, meld: Meld, *, is_note: bool) -> ScoreLine:
    cards = meld.cards or ()
    shown = cards[:1] if len(set(cards)) == 1 else cards
    return ScoreLine(
        f"meld.{meld_name(meld)}", WORTH[meld], "note" if is_note else "plus", seat, (format_cards(shown),)
    )


def _minimum_lines(state: State) -> tuple[ScoreLine, ...]:
    minimum = state.public.minimum
    return () if minimum is None else (ScoreLine("minimum", minimum, "note"),)


def _laid_lines(state: State) -> Iterable[ScoreLine]:
    """Return a score line without effect (a note) for each laid meld that everybody sees and that has points."""
    return (
        _meld_line(seat, meld, is_note=True)
        for seat, melds in enumerate(state.public.melds)
        for meld in melds
        if meld.cards and WORTH[meld]
    )


def next_match(rules: Rules, match: ZiPaiMatch, state: State) -> ZiPaiMatch:
    """Return the match after a hand (ZP-2.1, 2.5).

    The next banker is the first winner in turn order from the old banker. If nobody won, ``Rules.banker_stays``
    decides whether the banker stays or the next seat is banker.
    """
    ended = outcome(state)
    assert ended is not None
    before = match.points or (0,) * state.seats
    points = tuple(old + new for old, new in zip(before, ended.points, strict=True))
    return replace(match, hand=match.hand + 1, points=points, banker=_next_banker(rules, match, ended))


def _next_banker(rules: Rules, match: ZiPaiMatch, ended: Outcome) -> Seat:
    if ended.winners:
        return ended.winners[0]
    return match.banker if rules.banker_stays else next_seat(match.banker, len(ended.points))
