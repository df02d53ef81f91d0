"""Computes the result of a duplicate deal, for a player at a table or for a house player."""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from paiju.core.codec import to_json
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.duplicate.daily_set import (
    HOUSE_ID_PREFIX,
    DailySet,
    DuplicateDeal,
    FieldPlayer,
    deal_name,
    house_versions,
    parse_deal_name,
    versions_text,
)
from paiju.duplicate.first_actions import FirstActions, SeatAction, first_actions_of
from paiju.duplicate.house_play import make_fair_proof
from paiju.records import Record, RecordedHand, RecordedPlayer, replay_hand
from paiju.records.model import VERSION
from paiju.server.app.daily_store import DailyResult, DuplicateResult
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.tables.hand_replay import HandSummary
from paiju.server.app.upcasting import FORMAT
from paiju.server.domain.bot_names import house_player_name
from paiju.server.domain.command_context import PUBLIC_ID
from paiju.server.domain.evolve import iter_states
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_state import Table


def to_duplicate_result(
    library: RulesetRegistry, before: Table, table: Table, finished: FinishedHand
) -> DuplicateResult:
    """Return the result of the player who has finished a duplicate deal at a table.

    ``before`` and ``table`` are the table before and after the log entry that ended the hand. The player is read from
    ``before``, because the player may have left in that entry. ``finished`` is the hand as it is stored.
    """
    hand = table.hand
    assert hand is not None
    assert hand.outcome is not None
    day, family, number = parse_deal_name(table.setup.duplicate)
    seat = next(seat for seat, chair in enumerate(before.chairs) if chair.player is not None)
    states = iter_states(table, hand)
    actions = [SeatAction(state, move.seat, move.action) for state, move in zip(states, hand.moves, strict=False)]
    place = DailyResult(
        day=day,
        family=family,
        deal=number,
        player=before.chairs[seat].player or "",
        house=0,
        table=table.id,
        began=hand.began,
        ended=finished.ended,
        hand=finished.id,
        public_id=finished.public_id,
    )
    first = first_actions_of(table.game, library.family(family).role_info, actions, hand.state, seat)
    return DuplicateResult(result=_with_outcome(place, hand.outcome, first, seat), finished=finished)


def to_house_result(
    library: RulesetRegistry,
    daily_set: DailySet,
    deal: DuplicateDeal,
    player: FieldPlayer,
    hand: RecordedHand,
    now: int,
) -> DuplicateResult:
    """Return the result of a house player who has played ``hand`` for comparison. ``now`` is the time of the result."""
    ruleset = daily_set.ruleset.ruleset()
    game, family = library.game(ruleset), library.family(ruleset.family)
    assert hand.outcome is not None
    *points, end = replay_hand(game, hand)
    pairs = zip(points, hand.moves, strict=True)
    actions = [SeatAction(point.state, move.seat, game.parse_action(move.action)) for point, move in pairs]
    place = DailyResult(
        day=daily_set.day,
        family=daily_set.family,
        deal=deal.number,
        player=HOUSE_ID_PREFIX + player.id,
        house=1,
        table="",
        began=now,
        ended=now,
        hand=f"{HOUSE_ID_PREFIX}{deal_name(daily_set.day, daily_set.family, deal.number)}/{player.id}",
        public_id=secrets.token_hex(PUBLIC_ID),
    )
    first = first_actions_of(game, family.role_info, actions, end.state, deal.seat)
    result = _with_outcome(place, hand.outcome, first, deal.seat)
    return DuplicateResult(result=result, finished=_to_finished_house_hand(daily_set, deal, player, hand, result))


def _with_outcome(place: DailyResult, outcome: Outcome, first: FirstActions, seat: Seat) -> DailyResult:
    """Return a copy of the unfinished result ``place``, completed with the result of a seat.

    The copy contains the seat's points and role, whether the seat won, and its first actions. It also names the
    versions with which house players play now: that of paiju and that of its nets (``house_versions``).
    """
    return replace(
        place,
        points=outcome.points[seat],
        won=int(seat in outcome.winners),
        role=first.role,
        bid=first.bid,
        first_play=first.first_play,
        played_by=versions_text(house_versions()),
    )


def _to_finished_house_hand(
    daily_set: DailySet, deal: DuplicateDeal, player: FieldPlayer, hand: RecordedHand, result: DailyResult
) -> FinishedHand:
    """Return a hand that a house player played for comparison, in the form in which finished hands are stored."""
    names = [RecordedPlayer(house_player_name(bot or player.bot), bot or player.bot) for bot in deal.bots]
    fair = make_fair_proof(bytes.fromhex(deal.secret), deal.commitment, len(deal.bots))
    whole = replace(hand, fair=fair, began=result.began, ended=result.ended)
    assert hand.outcome is not None
    info = HandSummary(
        id=result.public_id,
        ruleset=daily_set.ruleset.id,
        began=result.began,
        ended=result.ended,
        players=tuple(names),
        outcome=hand.outcome,
    )
    record = Record(VERSION, daily_set.ruleset, tuple(names), (whole,))
    return FinishedHand(
        id=result.hand,
        public_id=result.public_id,
        table="",
        ended=result.ended,
        players=(),
        format=FORMAT,
        info=to_json(info),
        record=to_json(record),
    )
