"""Ends a Gunzi hand, and sets the bank, the levels and the tribute of the next hand (GZ-2, 7, 8)."""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.gunzi.cards import points_in
from paiju.batch.gunzi.layout import (
    ALL_POINTS,
    HELD,
    JOKERS_DUG,
    JOKERS_KEPT,
    KEPT,
    SHUT_OUT,
    TAKEN,
    TAKEN_DUG,
)
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.games.gunzi.cards import BIG_JOKER, COPIES, SMALL_JOKER
from paiju.games.gunzi.match_progression import HALVES
from paiju.games.gunzi.scoring import BANK
from paiju.games.gunzi.state import SEATS, TEAMS

NOBODY: Final = -1


@jit
def settle(rules: Any, row: Any) -> None:
    """Set the card points of the teams, the points that the seats win or lose, the winners, and the reason.

    The card points include those of the bottom. The reason is the code of why the hand ended.
    """
    for team in range(TEAMS):
        row.final[team] = row.taken[team]
    team, worth = row.leader % TEAMS, points_in(row.bottom)
    row.final[team] += worth * (1 if team == row.banker % TEAMS else rules.bottom_times)
    won, reached, row.reason = judge_hand(rules, row)
    row.winners = 1 << won | 1 << won + TEAMS
    stake = BANK + reached - HALVES * row.levels[won] - row.halves[won]
    for seat in range(SEATS):
        row.points[seat] = 2 * stake if seat % TEAMS == won else -stake


@jit_inlined
def count_copies(cards: Any, kind: int) -> int:
    """Return the number of cards of one kind in a set of cards."""
    number = 0
    for lane in range(COPIES):
        number += cards[lane] >> kind & 1
    return number


@jit_inlined
def digging_team(row: Any) -> int:
    """Return the team that dug out the bottom; NOBODY if the banker's team kept it."""
    team = row.leader % TEAMS
    return NOBODY if team == row.banker % TEAMS else team


@jit
def judge_hand(rules: Any, row: Any) -> tuple[int, int, int]:
    """Return the team that won the hand, the level that this team reached, and the reason.

    The level is in half levels. A level beyond the last one means that the team has won the match. The reason
    is an index of ``layout.REASONS``.
    """
    past = HALVES * (rules.last_level + 1)
    team, reason = outright_match_winner(rules, row)
    if team >= 0:
        return team, past, reason
    team = next_banking_team(rules, row)
    level = row.levels[team]
    kept = digging_team(row) < 0
    stays, dug = team == row.banker % TEAMS, team == digging_team(row)
    rises = stays and kept
    must = is_mandatory_level(rules, level)
    reached = HALVES * level + row.halves[team] + HALVES * rises + HALVES * dug + (not stays and not must)
    if rises or dug:
        big, small = count_copies(row.bottom, BIG_JOKER), count_copies(row.bottom, SMALL_JOKER)
        reached += HALVES * (big * rules.big_joker_levels + small * rules.small_joker_levels)
    reason = (KEPT if kept else HELD) if stays else TAKEN if kept else TAKEN_DUG
    return team, min(reached, highest_reachable_level(rules, level, rises)), reason


@jit_inlined
def is_mandatory_level(rules: Any, level: int) -> bool:
    """Whether teams must play a level and cannot skip it (GZ-2.2). These levels are the first and the last one."""
    return bool(level in (rules.first_level, rules.last_level))


@jit_inlined
def highest_reachable_level(rules: Any, level: int, rises: bool) -> int:
    """Return the highest level, in half levels, that a team at ``level`` can reach in one hand (GZ-2.2).

    ``rises`` says whether the team had the bank and kept the bottom.
    """
    if is_mandatory_level(rules, level) and rules.must_play and not rises:
        return HALVES * level
    if level < rules.first_level:
        return int(HALVES * rules.first_level)
    return int(HALVES * (rules.last_level if level < rules.last_level else rules.last_level + 1))


@jit
def outright_match_winner(rules: Any, row: Any) -> tuple[int, int]:
    """Return the team that wins the match by this hand alone, at whatever level it is, and the reason (GZ-7.8).

    If no team does, the first value is NOBODY, and the second has no meaning.
    """
    team = row.banker % TEAMS
    one, other = (team + 1) % TEAMS, (team + 2) % TEAMS
    if row.final[one] == 0 and row.final[other] == 0:
        return int(team), SHUT_OUT
    for taker in (one, other):
        if row.final[taker] >= rules.win_at:
            return int(taker), ALL_POINTS
    if count_copies(row.bottom, BIG_JOKER) < rules.jokers_to_win:
        return NOBODY, 0
    dug = digging_team(row)
    if dug >= 0:
        return (dug if row.final[dug] >= rules.bank_at else NOBODY), JOKERS_DUG
    return (int(team) if max(row.final[one], row.final[other]) < rules.bank_at else NOBODY), JOKERS_KEPT


@jit_inlined
def last_scoring_opposing_team(row: Any) -> int:
    """Return the team that was the last to take points. Points that the banker's team takes do not count.

    A team that digs out a bottom with points takes these points last.
    """
    return digging_team(row) if digging_team(row) >= 0 and points_in(row.bottom) else int(row.scored)


@jit
def next_banking_team(rules: Any, row: Any) -> int:
    """Return the team that has the bank in the next hand (GZ-7.5).

    The bank moves to a team that has at least ``rules.bank_at`` points and is not the banker's. If two teams
    qualify, the bank moves to the one with more points or, if their points are equal, to the one that took points
    last. If no team qualifies, the banker's team keeps the bank.
    """
    team = row.banker % TEAMS
    one, other = (team + 1) % TEAMS, (team + 2) % TEAMS
    most, less = row.final[one], row.final[other]
    if less > most or (less == most and last_scoring_opposing_team(row) == other):
        one, most = other, less
    return int(one if most >= rules.bank_at else team)


@jit
def next_banker(rules: Any, row: Any, team: int) -> int:
    """Return the seat that becomes banker in the next hand (GZ-7.5). ``team`` is the team that then has the bank.

    If the team did not have the bank before, the next banker is the team's first seat after the old banker. If
    the team keeps the bank, the rules say whether the old banker stays or the team's other seat follows (R2).
    """
    ahead = (team - row.banker) % TEAMS
    if ahead:
        return int((row.banker + ahead) % SEATS)
    return int(row.banker if rules.staying_banker else (row.banker + TEAMS) % SEATS)


# ---- the match after the hand


@jit
def init_first_hand(rules: Any, row: Any) -> None:
    """Prepare a row for the first hand of its first match (GZ-2.1)."""
    for team in range(TEAMS):
        row.won[team] = 0
    start_match(rules, row)


@jit
def start_match(rules: Any, row: Any) -> None:
    """Start a new match. The numbers of matches that the teams have won remain."""
    row.bank = -1
    for team in range(TEAMS):
        row.levels[team], row.halves[team] = rules.first_level, 0
    for seat in range(SEATS):
        row.due[seat] = 0


@jit
def carry_over(rules: Any, row: Any) -> None:
    """Set the levels, the banker and the tribute of the next hand (GZ-2.3). If the match is won, start a new match."""
    team, reached, _ = judge_hand(rules, row)
    if reached >= HALVES * (rules.last_level + 1):
        row.won[team] += 1
        start_match(rules, row)
        return
    banker = next_banker(rules, row, team)
    for seat in range(SEATS):
        row.due[seat] = 0
    add_point_tribute(rules, row, team, banker)
    add_joker_tribute(rules, row, team, banker)
    row.levels[team], row.halves[team] = reached // HALVES, reached % HALVES
    row.bank = banker


@jit_inlined
def tribute_payer_of(banker: int, team: int) -> int:
    """Return the seat that pays the tribute of a team (GZ-8.1).

    Of the two seats before the banker, it is the one that belongs to the team.
    """
    before = (banker - 1) % SEATS
    return before if before % TEAMS == team else (banker - 2) % SEATS


@jit
def add_point_tribute(rules: Any, row: Any, team: int, banker: int) -> None:
    """Add the tribute that is due because of the points of teams (GZ-8.2 to 8.4).

    ``team`` is the team that has the bank in the next hand, and ``banker`` is its banker. A team that has few
    points pays tribute. A team that dug out the bottom may be exempt. If the bank moves to a team with very many
    points, the old banker's team also pays tribute for these points (GZ-8.3).
    """
    old = row.banker % TEAMS
    for ahead in range(1, TEAMS):
        taker = (old + ahead) % TEAMS
        exempt = taker == digging_team(row) and (rules.digger_exempt or team == old)
        if taker != team and not exempt:
            short = max(0, rules.tribute_below - row.final[taker])
            row.due[tribute_payer_of(banker, taker)] += -(-short // rules.tribute_step)
    if team != old:
        row.due[tribute_payer_of(banker, old)] += max(0, row.final[team] - rules.tribute_above) // rules.tribute_step


@jit
def add_joker_tribute(rules: Any, row: Any, team: int, banker: int) -> None:
    """Add the tribute for jokers in the bottom (GZ-8.5).

    ``team`` is the team that has the bank in the next hand, and ``banker`` is its banker. If ``team`` dug the
    jokers out, the old banker's team pays the tribute. If the old banker's team kept both the jokers and the
    bank, the two other teams share the tribute.
    """
    old, dug = row.banker % TEAMS, digging_team(row)
    cards = count_copies(row.bottom, BIG_JOKER) * rules.big_joker_tribute
    cards += count_copies(row.bottom, SMALL_JOKER) * rules.small_joker_tribute
    if team == dug:
        row.due[tribute_payer_of(banker, old)] += cards
    elif team == old and dug < 0:
        row.due[(banker - 1) % SEATS] += cards - cards // 2
        row.due[(banker - 2) % SEATS] += cards // 2
