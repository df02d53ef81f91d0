"""Plays one deal of a match once for each seating of the bots.

If a match compares only the play of cards, the phases before it are played once. All seatings then continue
from the same state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from paiju.arena.seating import Seating, seatings
from paiju.bots.base import Bot, SeatedBot, make_bot_asker
from paiju.bots.bot_played_opening import OpenedHand, play_phases_before_play, start_hand
from paiju.core.fair_deal import Deal, draw_deal, hand_seed
from paiju.core.family import RoleInfo
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove, run_hand, with_checks
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.records import RecordedHand, make_recorded_hand

Groups = Sequence[Sequence[Seat]]
"""Groups of seats; one bot plays all seats of a group or none of them."""


class ArenaHand(NamedTuple):
    """One hand of a match: its seating, its outcome, the role of each seat, and its record if the settings ask for it."""

    seating: Seating
    outcome: Outcome
    roles: tuple[str, ...]
    record: RecordedHand | None = None


class MatchSettings(NamedTuple):
    """Settings of a match.

    ``opener`` is the bot that plays, for all seats, the phases before the cards are played. It is None unless only
    the play of the cards is compared. If ``recorded`` is true, each hand has a record.
    """

    game: AnyGame
    role_info: RoleInfo
    bots: tuple[Bot, Bot]
    opener: Bot | None
    seed: int
    recorded: bool = False


def play_deal(settings: MatchSettings, number: int) -> tuple[ArenaHand, ...]:
    """Return the hands of deal ``number``, one for each seating.

    The same ``settings`` and ``number`` always give the same hands.
    """
    game, role_info, name = settings.game, settings.role_info, f"{settings.seed}:{number}"

    def deal(again: int) -> Deal:
        seed = hand_seed(str(settings.seed).encode(), "arena", number, (again.to_bytes(2, "big"),))
        return draw_deal(game.deal_plan(game.new_match()), seed)

    if settings.opener is None:
        begun = start_hand(game, deal(0))
        groups: Groups = game.teams
    else:
        begun = play_phases_before_play(game, role_info, settings.opener, deal, f"{name}:opening")
        groups = role_info.teams_by_role(game, begun.state)
    return tuple(_play_hand(settings, begun, seating, f"{name}:{at}") for at, seating in enumerate(seatings(groups)))


def _play_hand(settings: MatchSettings, begun: OpenedHand, seating: Seating, name: str) -> ArenaHand:
    game = settings.game
    moves = (*begun.moves, *_iter_checked_moves(game, begun.state, [settings.bots[bot] for bot in seating], name))
    end = moves[-1].step.state
    outcome = game.outcome(end)
    assert outcome is not None
    roles = tuple(settings.role_info.role(end, seat) for seat in range(game.seats))
    return ArenaHand(
        seating, outcome, roles, _make_record(game, begun.deal, moves, outcome) if settings.recorded else None
    )


def _make_record(game: AnyGame, deal: Deal, moves: Sequence[PlayedMove], outcome: Outcome) -> RecordedHand:
    return make_recorded_hand(game, game.new_match(), deal, ((move.seat, move.action) for move in moves), outcome)


def _iter_checked_moves(game: AnyGame, state: Any, bots: Sequence[Bot], name: str) -> Iterator[PlayedMove]:
    """Yield the moves of a hand from ``state`` to its end. Raises IllegalAction if a bot takes an illegal action.

    Each seat has its own random generator, seeded from ``name`` and the seat.
    """
    ask = make_bot_asker(game, {seat: SeatedBot(bot, Random(f"{name}:{seat}")) for seat, bot in enumerate(bots)})
    return run_hand(game, state, with_checks(game, ask))
