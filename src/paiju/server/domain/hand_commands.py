"""Commands within a hand. Players and the server's timers issue them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from paiju.core.errors import Conflict
from paiju.core.fair_deal import matches_pledge, substitute_contribution
from paiju.core.score_breakdown import Outcome, outcome_of_leaving
from paiju.core.seats import DEALER, Seat
from paiju.server.domain import predeal_question, table_coins, table_events
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.deadlines import TableDelays, window_deadline
from paiju.server.domain.recorded_position import (
    RecordedPosition,
    count_continuable_moves,
    initial_state,
    iter_steps_to,
)
from paiju.server.domain.table_state import Ask, Table, WindowAnswer, seed_context
from paiju.server.errors import Refusal

MAX_MISSED_TURNS = 2
"""Number of consecutive timeouts after which the server plays for a player (托管)."""


def require_ask(table: Table, seat: Seat, decision: int) -> Ask:
    """Return the pending decision of a seat.

    Raises Conflict if the seat has no pending decision, or if the number of that decision is not ``decision``.
    """
    ask = table.running_hand.pending_ask(seat) if table.running_hand else None
    if ask is None:
        raise Conflict("not_asked")
    if ask.decision != decision:
        raise Conflict("stale_decision", decision=decision, asked=ask.decision)
    return ask


def answer_decision(draft: CommandContext, seat: Seat, decision: int, action: Any, by: table_events.ActedBy) -> None:
    """Take an action as the answer to a seat's pending decision. If the hand is over then, end it.

    If a player answers while the server plays the seat, the player takes the seat back. Raises Refusal, Conflict,
    IllegalAction.
    """
    require_ask(draft.table, seat, decision)
    if by == "player":
        draft.table.require_not_removed(draft.table.chairs[seat].player)
    draft.game.check(draft.table.require_running_hand().state, seat, action)
    _record_answer(draft, seat, by, action)
    if by == "player" and draft.table.chairs[seat].auto:
        draft.record(table_events.AutoSet(seat, on=False))
    end_hand_if_over(draft)


def expire_turn(draft: CommandContext, seat: Seat, decision: int) -> None:
    """Play the game's fallback action for a player whose time has run out.

    ``decision`` is the number of the decision that timed out. Raises Conflict if the seat no longer has this
    decision, because the player answered in time.
    """
    require_ask(draft.table, seat, decision)
    _record_answer(draft, seat, "timeout", draft.game.fallback(draft.table.require_running_hand().state, seat))
    end_hand_if_over(draft)


def _record_answer(draft: CommandContext, seat: Seat, by: table_events.ActedBy, action: Any) -> None:
    if draft.game.window_duration(draft.table.require_running_hand().state):
        draft.record(table_events.WindowAnswered(seat, by, action))
    else:
        _make_move(draft, seat, by, action)


def _make_move(draft: CommandContext, seat: Seat, by: table_events.ActedBy, action: Any) -> None:
    draft.play_action(seat, by, action)
    if by == "timeout" and draft.table.chairs[seat].missed >= MAX_MISSED_TURNS:
        draft.record(table_events.AutoSet(seat, on=True))


def close_window(draft: CommandContext, tempo: TableDelays) -> None:
    """Close the window and apply the answers seat by seat; for a seat without an answer, apply the game's fallback.

    Raises Conflict if the window must stay open.
    """
    table, hand = draft.table, draft.table.require_running_hand()
    closing = window_deadline(table, hand, tempo)
    if closing is None or draft.now < closing:
        raise Conflict("not_asked")
    for seat, ask in enumerate(hand.asks):
        if ask is not None and ask.must:
            answer = ask.answer or WindowAnswer(
                "window", draft.game.fallback(draft.table.require_running_hand().state, seat)
            )
            _make_move(draft, seat, answer.by, answer.action)
    end_hand_if_over(draft)


def end_dealer_pause(draft: CommandContext, optional_action: tuple[Seat, Any] | None = None) -> None:
    """End the dealer's pause: play a bot's optional action if there is one, otherwise deal the next packet of cards.

    ``optional_action`` is the bot's seat and its action. Raises Conflict if the dealer is not pausing.

    The dealer pauses equally long before every packet. If the dealer paused only when a seat may act, the pauses
    would reveal that a seat holds the cards for such an action.
    """
    hand = draft.table.require_running_hand()
    if hand.dealing is None:
        raise Conflict("not_asked")
    if optional_action is not None:
        draft.play_action(optional_action[0], "bot", optional_action[1])
    else:
        draft.play_action(DEALER, "dealer", draft.game.legal(hand.state, DEALER)[0])
    end_hand_if_over(draft)


def bots_for_optional_action(table: Table) -> dict[Seat, str]:
    """Return, by seat, the names of the bots that may take an optional action during the dealer's pause.

    The seats of absent players are left out, because the server makes only required moves for absent players.
    """
    return {seat: chair.bot for seat, chair in enumerate(table.chairs) if chair.bot is not None}


def set_auto(draft: CommandContext, seat: Seat, *, on: bool) -> None:
    """Let the server play a seat (托管), or return the seat to its player. Raises Refusal."""
    draft.table.require_running_hand()
    draft.table.require_not_removed(draft.table.chairs[seat].player)
    if draft.table.is_duplicate:
        raise Refusal("duplicate_table")
    if draft.table.chairs[seat].auto != on:
        draft.record(table_events.AutoSet(seat, on))


def begin_hand_if_all_ready(draft: CommandContext) -> None:
    """Begin the next hand if every seat has a bot or a ready player; otherwise do nothing.

    - If some players have too few coins, they are set to not ready, and no hand begins.
    - Otherwise, if some players have pledged contributions to the deal, they are asked to reveal them first.
    - Otherwise the hand is dealt at once.

    Raises Refusal if the house bots may not lose enough coins to these players today (``seat_stakes``).
    """
    if draft.table.phase != "waiting" or not all(chair.is_ready_or_bot for chair in draft.table.chairs):
        return
    lacking = table_coins.seats_unable_to_continue(draft.table, draft.wallets)
    for seat in lacking:
        draft.record(table_events.ReadySet(seat, on=False))
    if not lacking:
        stakes, cap = (
            table_coins.seat_stakes(draft.table, draft.wallets),
            table_coins.make_daily_pair_limit(draft.table, draft.wallets),
        )
        draft.record(table_events.RevealBegun(stakes, cap))
        _deal_if_all_revealed(draft)


def reveal_contribution(draft: CommandContext, player: str, contribution: str) -> None:
    """Reveal the contribution to the deal that a player has pledged. After the last contribution the hand is dealt.

    Raises Refusal if the player has nothing to reveal at present, or if the contribution does not match the pledge.
    """
    seat = draft.table.require_seat(player)
    chair = draft.table.chairs[seat]
    if draft.table.phase != "revealing" or chair.is_contribution_revealed:
        raise Refusal("nothing_to_reveal")
    if not matches_pledge(chair.pledge, bytes.fromhex(contribution)):
        raise Refusal("not_pledged")
    draft.record(table_events.ContributionRevealed(seat, contribution))
    _deal_if_all_revealed(draft)


def _deal_if_all_revealed(draft: CommandContext) -> None:
    if all(chair.is_contribution_revealed for chair in draft.table.chairs):
        deal_hand(draft)


def deal_hand(draft: CommandContext) -> None:
    """Deal the next hand. For each contribution that was pledged but not revealed, the server uses a substitute.

    Raises Conflict if the table is not revealing contributions, for example because the hand is already dealt.
    """
    table = draft.table
    if table.phase != "revealing":
        raise Conflict("not_asked")
    secret, context = bytes.fromhex(table.seal.secret), seed_context(table.id, table.seal)
    contributions = tuple(
        chair.contribution
        if chair.is_contribution_revealed
        else substitute_contribution(secret, context, table.seal.number, seat).hex()
        for seat, chair in enumerate(table.chairs)
    )
    pledges = tuple(chair.pledge for chair in table.chairs)
    first = 0 if table.match.hand else table.seat_of(table.host) or 0
    draft.record(table_events.HandBegun(table.seal.number, contributions, first, pledges))
    predeal_question.apply_predeal_answers(draft, [chair.early for chair in table.chairs])


def begin_duplicate_hand(draft: CommandContext) -> None:
    """Begin the hand of a duplicate deal, which several tables play with the same cards.

    The cards follow from the sealed secret alone, because players contribute nothing to the deal.
    """
    nothing = ("",) * draft.game.seats
    draft.record(table_events.HandBegun(draft.table.seal.number, nothing, 0, nothing))
    predeal_question.apply_predeal_answers(draft, (None,) * draft.game.seats)


def begin_practice_hand(draft: CommandContext, position: RecordedPosition) -> None:
    """Begin a practice hand at a position of a recorded hand.

    If the position lies within a window, the hand begins at the start of that window.
    """
    steps = tuple(iter_steps_to(draft.game, position))
    states = (initial_state(draft.game, position), *(step.state for step in steps))
    kept = count_continuable_moves(draft.game, states, tuple(step.seat for step in steps), len(steps))
    draft.record(table_events.PracticeHandBegun(replace(position, moves=position.moves[:kept])))
    predeal_question.apply_predeal_answers(draft, (None,) * draft.game.seats)


def end_hand_if_over(draft: CommandContext) -> None:
    """End the hand if its state is final, that is, if ``Game.outcome`` returns an outcome.

    Players who left during the hand gain nothing, unless the rules let them gain (``Game.leavers_gain``).
    """
    outcome = draft.game.outcome(draft.table.require_running_hand().state)
    if outcome is not None:
        left = tuple(
            seat for seat, chair in enumerate(draft.table.chairs) if chair.leaving and chair.player is not None
        )
        _end_hand(draft, draft.game.outcome_with_leavers(outcome, left))


def leave_hand(draft: CommandContext, seat: Seat, agreed: int) -> None:
    """Let a player leave the running hand, at a cost of at most ``agreed`` points. The caller then vacates the seat.

    - If the rules have a cost of leaving, the hand ends at once.
    - If they have none, the hand goes on. But if only bots would play on, it may be void
      (``_void_hand_without_people``).

    Raises Refusal if the cost may exceed ``agreed``. The check uses the upper bound of the cost that the player
    can know (``Game.leave_cost_bounds``). A check of the exact cost would reveal other seats' cards.
    """
    state = draft.table.require_running_hand().state
    price, outcome = draft.game.leave_cost_bounds(state, seat), draft.game.leave_outcome(state, seat)
    if price is None or outcome is None:
        _void_hand_without_people(draft, seat)
        return
    if price.most > agreed:
        raise Refusal("leaving_costs", least=price.least, most=price.most)
    _end_hand(draft, outcome)


def _void_hand_without_people(draft: CommandContext, seat: Seat) -> None:
    """Void the hand if the player of ``seat``, who is leaving, is the last person in it (DDZ-9.5, ZP-9.1, GZ-9.1).

    Without this person, only bots would play on. Does nothing in games whose rules let leavers gain
    (``Game.leavers_gain``).
    """
    people = [at for at, chair in enumerate(draft.table.chairs) if chair.has_person]
    if people == [seat] and not draft.game.leavers_gain:
        _end_hand(draft, outcome_of_leaving(seat, draft.game.seats))


def _end_hand(draft: CommandContext, outcome: Outcome) -> None:
    draft.record(
        table_events.TableHandEnded(
            outcome, table_coins.compute_hand_settlement(draft.table, draft.table.require_running_hand(), outcome)
        )
    )
    _vacate_leaving_seats(draft)
    if not draft.table.is_single_hand:
        draft.draw_next_secret()


def _vacate_leaving_seats(draft: CommandContext) -> None:
    for seat, chair in enumerate(draft.table.chairs):
        if chair.leaving:
            draft.record(table_events.SeatVacated(seat))
