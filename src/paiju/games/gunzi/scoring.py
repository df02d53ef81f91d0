"""The points of a hand, the lines of its score breakdown, and the match after the hand.

The source of the rules defines levels but no points of a hand, so paiju defines them. The team that has the
bank after the hand, or has won the match, wins the hand. The stake is one point for the bank, and one point
for every half level gained. Each of the four other players pays the stake once, and each of the two winners
receives it twice.
"""

from __future__ import annotations

from typing import Final

from paiju.core.score_breakdown import Outcome, ScoreLine, Settlement, stake_of
from paiju.core.seats import Seat
from paiju.games.gunzi.cards import Cards, points_in
from paiju.games.gunzi.match_progression import HandCount, HandVerdict, judge_hand, new_match, tally_hand
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import SEATS, TEAMS, GunziMatch, Over, State, team_of
from paiju.games.gunzi.tribute_due import TributeDue, tribute_due

BANK: Final = 1
"""The part of the stake that is paid for having the bank, in points."""


def _taken_lines(points: tuple[int, ...], takers: tuple[int, ...]) -> tuple[ScoreLine, ...]:
    """Return one score line for each team of ``takers``, with the points of the team.

    The ``seat`` of the line is the team's first seat.
    """
    return tuple(ScoreLine("points", points[team], "note", team) for team in takers)


def _bottom_line(end: HandCount) -> ScoreLine:
    code = "bottom_kept" if end.digger is None else "bottom_dug"
    team = end.banker_team if end.digger is None else end.digger
    return ScoreLine(code, points_in(end.bottom), "note", team, (Cards(end.bottom).text(),))


def _stake_lines(verdict: HandVerdict) -> tuple[ScoreLine, ...]:
    rises = (ScoreLine(gain.code, gain.halves, "plus", verdict.team) for gain in verdict.gains)
    return (ScoreLine("bank", BANK, "base", verdict.team), *rises)


def _next_hand_lines(verdict: HandVerdict, due: tuple[TributeDue, ...]) -> tuple[ScoreLine, ...]:
    """Return the lines of the score breakdown about the next hand: levels, banker and tribute.

    If a team has won the match, there is only one line, which says which team.
    """
    if verdict.match:
        return (ScoreLine("match_won", verdict.team, "note", verdict.team),)
    levels = (
        ScoreLine("level_half" if verdict.halves[team] else "level", verdict.levels[team], "note", team)
        for team in range(TEAMS)
    )
    tribute = (ScoreLine(f"tribute_{one.code}", one.cards, "note", one.seat) for one in due)
    return (*levels, ScoreLine("banker", verdict.banker, "note", verdict.banker), *tribute)


def score_lines(rules: Rules, state: State) -> tuple[ScoreLine, ...]:
    """Return the score lines: during the hand, the points taken so far; at its end, also the result."""
    if not isinstance(state.phase, Over):
        banker = state.banker
        takers = () if banker is None else ((team_of(banker) + 1) % TEAMS, (team_of(banker) + 2) % TEAMS)
        return _taken_lines(state.points, takers)
    end = tally_hand(rules, state)
    verdict = judge_hand(rules, end)
    return (
        *_taken_lines(end.points, end.opposing_teams),
        _bottom_line(end),
        *_stake_lines(verdict),
        *_next_hand_lines(verdict, tribute_due(rules, end, verdict)),
    )


def outcome(rules: Rules, state: State) -> Outcome | None:
    """Return the outcome of a hand; None if it is not finished."""
    if not isinstance(state.phase, Over):
        return None
    verdict = judge_hand(rules, tally_hand(rules, state))
    lines = score_lines(rules, state)
    stake = stake_of(lines)
    winners = (verdict.team, verdict.team + TEAMS)
    points = tuple(2 * stake if seat in winners else -stake for seat in range(SEATS))
    return Outcome(verdict.reason, winners, points, lines)


def settlements(rules: Rules, state: State, seat: Seat) -> tuple[Settlement, ...]:
    """Return the settlements of a seat, empty before the end of the hand.

    A winner receives the stake twice, a loser pays it once.
    """
    ended = outcome(rules, state)
    return () if ended is None else (Settlement((), TEAMS - 1 if seat in ended.winners else 1),)


def next_match(rules: Rules, match: GunziMatch, state: State) -> GunziMatch:
    """Return the match after a hand.

    If a team has won the match with this hand, all teams begin again at the first level (GZ-2.3).
    """
    end = tally_hand(rules, state)
    verdict = judge_hand(rules, end)
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
