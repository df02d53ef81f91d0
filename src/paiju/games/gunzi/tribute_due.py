"""The tribute due in the next hand (GZ-8.2 to 8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paiju.core.seats import Seat
from paiju.games.gunzi.cards import BIG_JOKER, SMALL_JOKER, count_of
from paiju.games.gunzi.match_progression import HandCount, HandVerdict
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, team_of


class TributeDue(NamedTuple):
    """The number of cards that a seat owes as tribute for one reason, ``code``."""

    code: str
    seat: Seat
    cards: int


def tribute_payer_of(banker: Seat, team: int) -> Seat:
    """Return the seat of ``team`` that pays tribute to ``banker``; the banker must belong to another team (GZ-8.1).

    The two seats before the banker pay. They belong to the two other teams.
    """
    return next(seat for seat in ((banker - 1) % SEATS, (banker - 2) % SEATS) if team_of(seat) == team)


def tribute_due(rules: Rules, end: HandCount, verdict: HandVerdict) -> tuple[TributeDue, ...]:
    """Return all tribute due to the next banker.

    There is none if the match is over: the next hand then begins a match, and nobody pays tribute in a first hand
    (GZ-8.1).
    """
    if verdict.match:
        return ()
    rows = (
        *_due_for_few_points(rules, end, verdict),
        *_due_for_many_points(rules, end, verdict),
        *_due_for_jokers(rules, end, verdict),
    )
    return tuple(due for due in rows if due.cards)


def _is_exempt(rules: Rules, end: HandCount, verdict: HandVerdict, team: int) -> bool:
    """Whether a team need not pay the tribute for few points, because the team dug out the bottom (GZ-8.4, R7)."""
    return team == end.digger and (rules.digger_exempt == "always" or verdict.team == end.banker_team)


def _due_for_few_points(rules: Rules, end: HandCount, verdict: HandVerdict) -> Iterator[TributeDue]:
    """Yield the tribute of each team that played against the banker and does not have the bank next (GZ-8.2).

    It is one card for each ``Rules.tribute_step`` points below ``Rules.tribute_below``, rounded up. The number is
    0 for a team with enough points. Nothing is yielded for a team that is exempt because it dug out the bottom
    (GZ-8.4).
    """
    for team in end.opposing_teams:
        short = max(0, rules.tribute_below - end.points[team])
        if team != verdict.team and not _is_exempt(rules, end, verdict, team):
            yield TributeDue("few_points", tribute_payer_of(verdict.banker, team), -(-short // rules.tribute_step))


def _due_for_many_points(rules: Rules, end: HandCount, verdict: HandVerdict) -> Iterator[TributeDue]:
    """Yield the tribute that is due to a team which takes the bank with many points.

    For each full ``Rules.tribute_step`` points above ``Rules.tribute_above``, one card is due (GZ-8.3).
    """
    if verdict.team != end.banker_team:
        above = max(0, end.points[verdict.team] - rules.tribute_above)
        yield TributeDue("many_points", tribute_payer_of(verdict.banker, end.banker_team), above // rules.tribute_step)


def _due_for_jokers(rules: Rules, end: HandCount, verdict: HandVerdict) -> Iterator[TributeDue]:
    """Yield the tribute for jokers in the bottom (GZ-8.5).

    If the bottom was dug out, the old banker's team pays for all jokers. If it was kept, each of the two other teams
    pays half of the cards.
    """
    bottom = end.bottom
    cards = (
        count_of(bottom, BIG_JOKER) * rules.big_joker_tribute
        + count_of(bottom, SMALL_JOKER) * rules.small_joker_tribute
    )
    if verdict.team == end.digger:
        yield TributeDue("jokers", tribute_payer_of(verdict.banker, end.banker_team), cards)
    elif verdict.team == end.banker_team and end.is_bottom_kept:
        yield TributeDue("jokers", (verdict.banker - 1) % SEATS, cards - cards // 2)
        yield TributeDue("jokers", (verdict.banker - 2) % SEATS, cards // 2)
