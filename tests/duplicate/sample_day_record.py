"""The record of a small day: one deal of a ruleset, a field of three house players, and a person who plays at random."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.bots.registry import make_bot
from paiju.core.hand_runner import PlayedMove, SeatDecision, run_hand
from paiju.core.seats import DEALER, Seat
from paiju.duplicate import house_play, verification
from paiju.duplicate.daily_set import (
    HOUSE_ID_PREFIX,
    DailySet,
    DuplicateDeal,
    FieldPlayer,
    commitment_to_set,
    field_players,
    make_daily_set,
)
from paiju.duplicate.day_record import VERSION, DayRecord, PublishedResult, PublishedSet
from paiju.duplicate.house_play import (
    HousePlay,
    draw_duplicate_deal,
    make_fair_proof,
    make_house_play_at_table,
    make_house_play_of_field_player,
    play_field_hand,
)
from paiju.duplicate.standings import DealResult, compute_standings
from paiju.games.registry import game, ruleset
from paiju.records import RecordedHand, RecordedPlayer, make_recorded_hand, new_record

PLAYERS = ("doudou.1", "jiu.1", "shi.1")


def few_field_players(patch: pytest.MonkeyPatch) -> None:
    """Let the field have three players."""

    def few(of: Any) -> tuple[FieldPlayer, ...]:
        return tuple(player for player in field_players(of) if player.id in PLAYERS)

    for module in (house_play, verification):
        patch.setattr(module, "field_players", few)


def play_of(name: str, one: DailySet, deal: DuplicateDeal, player: str = "") -> HousePlay:
    """What the house plays at a table, or in the field with a house player in the player's seat."""
    found = game(name)

    def find(bot: str) -> Any:
        return make_bot(bot, name)

    return (
        make_house_play_of_field_player(found, deal, player, find)
        if player
        else make_house_play_at_table(found, deal, find)
    )


def persons_hand(play: HousePlay, seed: int) -> RecordedHand:
    """The hand in which a person plays at random against the house, asked as at a table."""
    found, seats, random = play.game, list[Seat](), Random(seed)

    def ask(state: Any, asked: SeatDecision) -> Any:
        if asked.seat == DEALER:
            return found.legal(state, DEALER)[0]
        if asked.seat == play.hero and not found.is_window_optional(state):
            legal = found.legal(found.view(state, asked.seat), asked.seat)
            return legal[random.randrange(len(legal))] if asked.must else None
        return play.answer(state, asked, seats) if asked.seat != play.hero else found.fallback(state, asked.seat)

    def moves() -> Iterator[PlayedMove]:
        for move in run_hand(found, found.start(found.new_match(), deal), ask):
            seats.append(move.seat)
            yield move

    deal = draw_duplicate_deal(found, play.secret)
    played = tuple(moves())
    end = found.outcome(played[-1].step.state)
    return make_recorded_hand(found, found.new_match(), deal, ((move.seat, move.action) for move in played), end)


def result_of(name: str, one: DailySet, player: str, hand: RecordedHand, deal: DuplicateDeal) -> PublishedResult:
    fair = make_fair_proof(bytes.fromhex(deal.secret), deal.commitment, len(deal.bots))
    sits = [RecordedPlayer(bot or player, bot or None, None if bot else player) for bot in deal.bots]
    record = new_record(ruleset(name), tuple(sits), (replace(hand, fair=fair),))
    assert hand.outcome is not None
    return PublishedResult(
        player=player,
        name=player,
        house=player.startswith(HOUSE_ID_PREFIX),
        deal=deal.number,
        points=hand.outcome.points[deal.seat],
        won=deal.seat in hand.outcome.winners,
        record=record,
    )


def published_day(name: str, people: int = 1) -> DayRecord:
    """A day with one deal."""
    secrets = (bytes(range(32)),)
    one = make_daily_set(day="2026-11-25", ruleset=ruleset(name), game=game(name), cap=24, zone=UTC, secrets=secrets)
    deal = one.deals[0]
    house = [
        result_of(name, one, HOUSE_ID_PREFIX + player, play_field_hand(play_of(name, one, deal, player)), deal)
        for player in PLAYERS
    ]
    persons = [
        result_of(name, one, f"p{number}", persons_hand(play_of(name, one, deal), number), deal)
        for number in range(people)
    ]
    results = (*house, *persons)
    rows = [DealResult(row.player, row.house, row.deal, row.points, row.won) for row in results]
    found = PublishedSet(
        daily=one, commitment=commitment_to_set(one), results=results, ranking=tuple(compute_standings(rows, one))
    )
    return DayRecord(paiju_day=VERSION, day=one.day, sets=(found,))
