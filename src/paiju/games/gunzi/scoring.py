"""What a hand is worth, its account, and the match after it.

The source knows levels only and pays nothing. Here the team that has the bank after a hand (or has won the match) wins it: one
point for the bank and one for every half level it rises. Each of the four others pays them once, each of the two gets them twice.
"""

from __future__ import annotations

from typing import Final

from paiju.core.breakdown import Outcome, ScoreLine, Settlement, stake_of
from paiju.core.seats import Seat
from paiju.games.gunzi.cards import Cards, points_in
from paiju.games.gunzi.levels import HandCount, HandVerdict, count, judge, new_match
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, TEAMS, GunziMatch, Over, State, team_of
from paiju.games.gunzi.tribute_due import TributeDue, tribute_due

BANK: Final = 1
"""What the bank is worth, in half levels."""


def _taken(points: tuple[int, ...], takers: tuple[int, ...]) -> tuple[ScoreLine, ...]:
    """The points of the teams that try to take them; ``seat`` is the first of a team's two."""
    return tuple(ScoreLine("points", points[team], "note", team) for team in takers)


def _bottom(end: HandCount) -> ScoreLine:
    code = "bottom_kept" if end.digger is None else "bottom_dug"
    team = end.team if end.digger is None else end.digger
    return ScoreLine(code, points_in(end.bottom), "note", team, (Cards(end.bottom).text(),))


def _stake(verdict: HandVerdict) -> tuple[ScoreLine, ...]:
    rises = (ScoreLine(gain.code, gain.halves, "plus", verdict.team) for gain in verdict.gains)
    return (ScoreLine("bank", BANK, "base", verdict.team), *rises)


def _after(verdict: HandVerdict, due: tuple[TributeDue, ...]) -> tuple[ScoreLine, ...]:
    """What the next hand begins with: levels with half levels, the banker, tribute."""
    if verdict.match:
        return (ScoreLine("match_won", verdict.team, "note", verdict.team),)
    levels = (
        ScoreLine("level_half" if verdict.halves[team] else "level", verdict.levels[team], "note", team)
        for team in range(TEAMS)
    )
    tribute = (ScoreLine(f"tribute_{one.code}", one.cards, "note", one.seat) for one in due)
    return (*levels, ScoreLine("banker", verdict.banker, "note", verdict.banker), *tribute)


def account(rules: Rules, state: State) -> tuple[ScoreLine, ...]:
    """What the teams have taken as yet; at the end all that came of it."""
    if not isinstance(state.phase, Over):
        banker = state.banker
        takers = () if banker is None else ((team_of(banker) + 1) % TEAMS, (team_of(banker) + 2) % TEAMS)
        return _taken(state.points, takers)
    end = count(rules, state)
    verdict = judge(rules, end)
    return (
        *_taken(end.points, end.takers),
        _bottom(end),
        *_stake(verdict),
        *_after(verdict, tribute_due(rules, end, verdict)),
    )


def outcome(rules: Rules, state: State) -> Outcome | None:
    """How the hand ended."""
    if not isinstance(state.phase, Over):
        return None
    verdict = judge(rules, count(rules, state))
    lines = account(rules, state)
    stake = stake_of(lines)
    winners = (verdict.team, verdict.team + TEAMS)
    points = tuple(2 * stake if seat in winners else -stake for seat in range(SEATS))
    return Outcome(verdict.reason, winners, points, lines)


def parts(rules: Rules, state: State, seat: Seat) -> tuple[Settlement, ...]:
    """Who has won gets the stake from each of the two other teams; who has not pays it once."""
    ended = outcome(rules, state)
    return () if ended is None else (Settlement((), TEAMS - 1 if seat in ended.winners else 1),)


def next_hand(rules: Rules, match: GunziMatch, state: State) -> GunziMatch:
    """The match after a hand; after one that won the match, the next match (GZ-2.3)."""
    end = count(rules, state)
    verdict = judge(rules, end)
    tribute = [0] * SEATS
    for due in tribute_due(rules, end, verdict):
        tribute[due.seat] += due.cards
    won = tuple(times + (verdict.match and team == verdict.team) for team, times in enumerate(match.won))
    paid = outcome(rules, state)
    points = tuple(had + now for had, now in zip(match.points, paid.points if paid else (), strict=True))
    fresh = new_match(rules)
    return GunziMatch(
        hand=match.hand + 1,
        points=points,
        won=won,
        levels=fresh.levels if verdict.match else verdict.levels,
        halves=fresh.halves if verdict.match else verdict.halves,
        banker=None if verdict.match else verdict.banker,
        tribute=tuple(tribute),
    )
