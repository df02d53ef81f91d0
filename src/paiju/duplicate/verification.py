"""Verifies the record of a day.

Three things are checked: the deals match their commitments; the house, asked again, makes the recorded moves;
and the rankings follow from the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from paiju.bots.base import Bot
from paiju.bots.registry import make_bot
from paiju.core.errors import PaijuError
from paiju.core.fair_deal import commitment
from paiju.core.game import AnyGame
from paiju.duplicate.daily_set import (
    HOUSE_ID_PREFIX,
    commitment_to_set,
    deal_name,
    field_players,
    house_versions,
    versions_text,
)
from paiju.duplicate.day_record import DayRecord, PublishedResult, PublishedSet
from paiju.duplicate.house_play import (
    HousePlay,
    draw_duplicate_deal,
    find_first_house_deviation,
    make_house_play_at_table,
    make_house_play_of_field_player,
)
from paiju.duplicate.standings import compute_standings
from paiju.records import verify


class DayCheck(NamedTuple):
    """One check: its code, its subject (``about``), whether the check holds, and a detail (``why``).

    The subject is the name of a set, the name of a deal, or a player's result of a deal.
    """

    code: str
    about: str
    holds: bool
    why: str = ""


def verify_day(day: DayRecord) -> Iterator[DayCheck]:
    """Yield every check of the record of a day. A set whose rules are unknown raises UnknownName or RulesetError."""
    for one in day.sets:
        yield from _set_checks(one)


def _set_checks(one: PublishedSet) -> Iterator[DayCheck]:
    daily, about = one.daily, f"{one.daily.day}/{one.daily.family}"
    game, mine = daily.ruleset.game(), house_versions()
    yield DayCheck("ruleset", about, daily.ruleset.is_digest_correct)
    yield DayCheck("set_commitment", about, commitment_to_set(daily) == one.commitment)
    for deal in daily.deals:
        kept = commitment(bytes.fromhex(deal.secret)) == deal.commitment
        yield DayCheck("commitment", deal_name(daily.day, daily.family, deal.number), kept)
    yield from _version_checks(one, about, versions_text(mine))
    for result in one.results:
        yield _check_result(one, game, result, plays_house=result.is_played_with(mine, daily))
    missing = _missing_field_players(one, game)
    yield DayCheck("field", about, not missing, ", ".join(missing))
    yield from _ranking_checks(one, about)


def _version_checks(one: PublishedSet, about: str, mine: str) -> Iterator[DayCheck]:
    """Yield a check for each version with which the house played. A check holds if that version runs now.

    The moves of the house can be computed again only with the version that made them. If a check does not hold, its
    detail names that version, and says how many hands were played with it. There are several versions if the room
    was upgraded during the day. Two versions may even have played the same hand.
    """
    named = versions_text(one.daily.versions)
    played = Counter(result.played_by or named for result in one.results)
    for version, hands in sorted(played.items()):
        yield DayCheck(
            "versions", about, version == mine, "" if version == mine else f"{version}: {hands}/{played.total()}"
        )


def _check_result(one: PublishedSet, game: AnyGame, result: PublishedResult, *, plays_house: bool) -> DayCheck:
    """Check a result. The detail names the first error, with the number of the move if a move is wrong.

    If ``plays_house`` is true, the bots of the house play their seats again, and must choose the recorded
    moves.
    """
    about = f"{deal_name(one.daily.day, one.daily.family, result.deal)} {result.name or result.player}"
    try:
        wrong = _first_error(one, game, result, plays_house=plays_house)
    except (PaijuError, ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        wrong = str(error) or type(error).__name__
    return DayCheck("result", about, not wrong, wrong)


def _first_error(one: PublishedSet, game: AnyGame, result: PublishedResult, *, plays_house: bool) -> str:
    """Return a text that describes the first error in a result; "" if all is right.

    If ``plays_house`` is true, the bots of the house play their seats again, and must choose the recorded
    moves.
    """
    deal, (hand,) = one.daily.deal(result.deal), result.record.hands
    if result.record.ruleset.digest != one.daily.ruleset.digest:
        return "ruleset"
    if hand.deal(game) != draw_duplicate_deal(game, bytes.fromhex(deal.secret)):
        return "deal"
    failed = [check for check in verify(result.record) if not check.holds]
    if failed:
        return f"{failed[0].code} {failed[0].why}".strip()
    if hand.outcome is None or hand.outcome.points[deal.seat] != result.points:
        return "points"
    if (deal.seat in hand.outcome.winners) != result.won:
        return "won"
    if not result.house and result.record.players[deal.seat].id != result.player:
        return "player"
    at = find_first_house_deviation(_house_play(one, game, result), hand) if plays_house else None
    return "" if at is None else f"house {at}: {hand.moves[at - 1].action}"


def _house_play(one: PublishedSet, game: AnyGame, result: PublishedResult) -> HousePlay:
    deal, family = one.daily.deal(result.deal), one.daily.family

    def find_bot(name: str) -> Bot:
        return make_bot(name, family)

    return (
        make_house_play_of_field_player(game, deal, result.player.removeprefix(HOUSE_ID_PREFIX), find_bot)
        if result.house
        else make_house_play_at_table(game, deal, find_bot)
    )


def _missing_field_players(one: PublishedSet, game: AnyGame) -> list[str]:
    """Return the ids of the field players that have not played all deals of the set (``field_players``)."""
    there = {(result.deal, result.player) for result in one.results if result.house}
    wanted = [HOUSE_ID_PREFIX + player.id for player in field_players(game)]
    return [player for player in wanted if any((deal.number, player) not in there for deal in one.daily.deals)]


def _ranking_checks(one: PublishedSet, about: str) -> Iterator[DayCheck]:
    """Yield two checks: no player has two results of one deal, and the ranking follows from the results.

    ``about`` is the name of the set.
    """
    keys = [(result.deal, result.player) for result in one.results]
    yield DayCheck("results_once", about, len(keys) == len(set(keys)))
    again = tuple(compute_standings(one.to_deal_results(), one.daily))
    first = next((got.player for got, due in zip(one.ranking, again, strict=False) if got != due), "")
    yield DayCheck("ranking", about, one.ranking == again, first)
