"""Commands at a table outside its hands: seats, readiness, and the actions of the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from paiju.bots.house_players import choose_house_player, parse_house_bot
from paiju.bots.levels import levels
from paiju.core.seats import Seat
from paiju.server.domain import hand_commands, predeal_question, table_coins, table_events
from paiju.server.domain.bot_names import choose_bot_name, house_player_name, name_offset
from paiju.server.domain.command_context import CommandContext
from paiju.server.domain.recorded_position import RecordedPosition
from paiju.server.domain.table_setup import SetupRequest, resolve_setup
from paiju.server.domain.table_state import Table
from paiju.server.errors import Refusal

_IN_HAND: Final = ("revealing", "playing")


def sit(draft: CommandContext, player: str, name: str, seat: Seat | None, *, program: bool = False) -> None:
    """Let a player sit down on ``seat`` (None: the first empty seat), or move there from another seat.

    Raises Refusal. ``program`` says that the player is a bot account.
    """
    _check_between_hands(draft.table)
    draft.table.require_not_removed(player)
    here = draft.table.seat_of(player)
    if here is not None and seat in (None, here):
        return
    if draft.table.is_demo:
        _vacate_demo_seat(draft, seat)
    wanted = _require_empty_seat(draft.table, seat)
    if here is None:
        seat_coins = table_coins.check_may_sit(draft.table.setup.stakes, draft.wallets, player)
    else:
        seat_coins = draft.table.chairs[here].purse
        draft.record(table_events.SeatVacated(here))
    draft.record(table_events.PlayerSat(wanted, player, name, seat_coins, program))
    if draft.table.host == "":  # the last host left when no other player was there
        draft.record(table_events.HostPassed(player))


def _vacate_demo_seat(draft: CommandContext, seat: Seat | None) -> None:
    """If no seat of a demo table is empty, remove a bot, so that a player can sit down.

    The bot is that of ``seat``, or of the first seat if ``seat`` is None. Raises Refusal if the table has no seat
    ``seat``.
    """
    chairs = draft.table.chairs
    if seat is not None and seat >= len(chairs):
        raise Refusal("no_such_seat")
    if not any(chair.is_vacant for chair in chairs):
        draft.record(table_events.SeatVacated(seat or 0))


def stand_up(draft: CommandContext, player: str, agreed: int = 0) -> None:
    """Give up a player's seat, at a cost of at most ``agreed`` points. Raises Refusal.

    - If no hand is running, the seat becomes empty.
    - If a hand is running and its rules have a cost of leaving, the hand ends.
    - If a hand is running and they have none, a bot plays the seat to the end (``hand_commands.leave_hand``).
    - A practice table is closed.
    - At the table of a duplicate deal, nobody may stand up.
    """
    seat = draft.table.require_seat(player)
    if draft.table.is_duplicate:
        raise Refusal("duplicate_table")
    if draft.table.practice_position is not None:
        close_practice(draft)
        return
    if draft.table.running_hand:
        hand_commands.leave_hand(draft, seat, agreed)
    vacate(draft, seat)


def leave(draft: CommandContext, player: str, agreed: int = 0) -> None:
    """Let a player leave the table. Raises Refusal.

    A player with a seat gives it up (``stand_up``); this may cost at most ``agreed`` points. At the table of a
    duplicate deal, the player keeps the seat, and may continue later.
    """
    seat = draft.table.seat_of(player)
    if seat is not None and not draft.table.chairs[seat].leaving and not draft.table.is_duplicate:
        stand_up(draft, player, agreed)


def vacate_seat_of(draft: CommandContext, player: str) -> None:
    """Vacate a player's seat. During a hand, a bot plays the seat to the end of the hand.

    Does nothing if the player has no seat or is already leaving.
    """
    seat = draft.table.seat_of(player)
    if seat is not None and not draft.table.chairs[seat].leaving:
        vacate(draft, seat)


def rename(draft: CommandContext, player: str, name: str) -> None:
    """Change a seated player's display name. The player must report ready again. Raises Refusal during a hand.

    Does nothing if the player has no seat.
    """
    seat = draft.table.seat_of(player)
    chair = None if seat is None else draft.table.chairs[seat]
    if seat is not None and chair is not None and chair.name != name:
        _check_between_hands(draft.table)
        draft.record(table_events.PlayerSat(seat, player, name, chair.purse, chair.program))


def vacate(draft: CommandContext, seat: Seat) -> None:
    """Vacate a seat. If a hand is running, the seat is vacated when that hand is over.

    If the player of the seat was the host, another player becomes host. If players were revealing their
    contributions to the deal, a new secret is drawn: what they have revealed must not decide the next deal.
    """
    gone, phase = draft.table.chairs[seat].player, draft.table.phase
    draft.record(table_events.LeavingSet(seat) if phase == "playing" else table_events.SeatVacated(seat))
    if phase == "revealing":
        draft.draw_next_secret()  # contributions that are already revealed must not decide the next deal
    if gone == draft.table.host:
        _pass_host_on(draft)


def set_ready(draft: CommandContext, player: str, pledge: str, answer: Any = None) -> None:
    """Record that a player is ready for the next hand. When the last player is ready, the hand begins.

    ``pledge`` is the commitment to the player's contribution to the deal. ``answer`` is the player's answer to the
    question that some games ask before the deal; None chooses the game's fallback. Raises Refusal, IllegalAction.
    """
    seat = draft.table.require_seat(player)
    _check_may_begin(draft.table)
    if answer is not None:
        predeal_question.check_predeal_answer(draft.game, seat, answer)
    table_coins.check_may_continue(draft.table.setup.stakes, draft.wallets, player)
    draft.record(table_events.ReadySet(seat, on=True, pledge=pledge, early=answer))
    hand_commands.begin_hand_if_all_ready(draft)


def set_unready(draft: CommandContext, player: str) -> None:
    """Record that a player is no longer ready. Raises Refusal."""
    seat = draft.table.require_seat(player)
    _check_may_begin(draft.table)
    draft.record(table_events.ReadySet(seat, on=False))


def start_with_bots(draft: CommandContext, player: str, bot: str, pledge: str, answer: Any = None) -> None:
    """For the host: seat bots on all empty seats, and record that the host is ready. Raises Refusal, IllegalAction.

    When all other players are ready too, the hand begins. ``pledge`` and ``answer`` are as in ``set_ready``.
    """
    _check_is_host(draft.table, player)
    _check_may_begin(draft.table)
    _fill_empty_seats(draft, bot)
    set_ready(draft, player, pledge, answer)


def add_bot(draft: CommandContext, player: str, bot: str, seat: Seat | None) -> None:
    """For the host: seat a bot on an empty seat; if ``seat`` is None, seat bots on all empty seats. Raises Refusal.

    If all players are ready and no seat is empty any more, the hand begins.
    """
    _check_is_host(draft.table, player)
    _check_between_hands(draft.table)
    if seat is None:
        _fill_empty_seats(draft, bot)
    else:
        _put_bot(draft, _require_empty_seat(draft.table, seat), bot)
    hand_commands.begin_hand_if_all_ready(draft)


def fill_with_bots(draft: CommandContext, bot: str) -> None:
    """For the server: seat bots on all empty seats, and begin the hand if all players are ready. Raises Refusal."""
    _check_between_hands(draft.table)
    _fill_empty_seats(draft, bot)
    hand_commands.begin_hand_if_all_ready(draft)


def remove_occupant(draft: CommandContext, player: str, seat: Seat) -> None:
    """For the host: remove the bot or player of a seat. A player can be removed only between hands. Raises Refusal.

    A removed player cannot sit here again until another player is host. If the seat is the host's own, the host
    stands up (``stand_up``).
    """
    _check_is_host(draft.table, player)
    _check_is_not_single_hand(draft.table)
    if seat >= len(draft.table.chairs):
        raise Refusal("no_such_seat")
    chair = draft.table.chairs[seat]
    if chair.is_vacant or chair.leaving:
        raise Refusal("seat_empty")
    if chair.player == player:
        stand_up(draft, player)
        return
    if chair.player is not None:
        _check_between_hands(draft.table)
        draft.record(table_events.PlayerRemoved(chair.player))
    vacate(draft, seat)


def mute(draft: CommandContext, player: str, seat: Seat, *, on: bool) -> None:
    """Mute the player at ``seat`` of a private table, or unmute the player if ``on`` is false. Raises Refusal.

    Only the host may do this. ``player`` is the id of the player who sends the command.
    """
    _check_is_host(draft.table, player)
    if not draft.table.private:
        raise Refusal("public_table")
    if seat >= len(draft.table.chairs):
        raise Refusal("no_such_seat")
    other = draft.table.chairs[seat].player
    if other in (None, player):
        raise Refusal("seat_empty" if other is None else "it_is_you")
    if (other in draft.table.hushed) != on:
        draft.record(table_events.PlayerMuted(other, on))


def change_setup(draft: CommandContext, player: str, wanted: SetupRequest) -> None:
    """For the host: change the ruleset or the settings. A new match starts. Raises Refusal, UnknownName, RulesetError."""
    _check_is_host(draft.table, player)
    _check_between_hands(draft.table)
    _check_match_may_end(draft.table, player)
    if draft.table.setup.room and not draft.table.private:
        raise Refusal("room_decides", room=draft.table.setup.room)
    setup = resolve_setup(draft.library, wanted, draft.table.setup, private=draft.table.private)
    _reduce_seats(draft, draft.library.game(setup.ruleset).seats)
    draft.record(table_events.SetupChanged(setup))


def _reduce_seats(draft: CommandContext, seats: int) -> None:
    """Vacate the seats with numbers from ``seats`` upward, because the new ruleset has only ``seats`` seats.

    A player in such a seat moves to an empty remaining seat, or else takes the remaining seat of a bot. If players
    have all remaining seats, the player loses the seat. Only the host does not: the host gets the last remaining
    seat, and the player who had it loses it.
    """
    chairs = draft.table.chairs
    going = [seat for seat in range(seats, len(chairs)) if not chairs[seat].is_vacant]
    for seat in sorted(going, key=lambda seat: chairs[seat].player != draft.table.host):
        chair, free = chairs[seat], _find_seat_without_player(draft.table, seats)
        to = free if free is not None else seats - 1 if chair.player == draft.table.host else None
        if chair.player is None or to is None:
            vacate(draft, seat)
        else:
            _change_seat(draft, seat, to)


def _find_seat_without_player(table: Table, seats: int) -> Seat | None:
    """Return the number of a seat in which no player sits; None if there is none.

    Only numbers below ``seats`` are considered. An empty seat is preferred to a seat in which a bot sits.
    """
    free = [seat for seat in range(seats) if table.chairs[seat].player is None]
    return min(free, key=lambda seat: not table.chairs[seat].is_vacant, default=None)


def _change_seat(draft: CommandContext, here: Seat, to: Seat) -> None:
    """Move a player to another seat, whose occupant is removed."""
    chair = draft.table.chairs[here]
    assert chair.player is not None
    if not draft.table.chairs[to].is_vacant:
        vacate(draft, to)
    draft.record(table_events.SeatVacated(here))
    draft.record(table_events.PlayerSat(to, chair.player, chair.name, chair.purse, chair.program))


def rematch(draft: CommandContext, player: str) -> None:
    """For the host: start a new match with the same seats; at a practice table, start the hand again. Raises Refusal."""
    _check_is_host(draft.table, player)
    if draft.table.practice_position is not None and draft.table.phase == "over":
        hand_commands.begin_practice_hand(draft, draft.table.practice_position)
        return
    _check_between_hands(draft.table)
    _check_match_may_end(draft.table, player)
    draft.record(table_events.MatchBegun())
    hand_commands.begin_hand_if_all_ready(draft)


def remove_unready_players(draft: CommandContext) -> None:
    """Vacate the seats of all players who are not ready. Raises Refusal during a hand."""
    _check_between_hands(draft.table)
    for seat, chair in enumerate(draft.table.chairs):
        if not chair.is_vacant and not chair.is_ready_or_bot:
            vacate(draft, seat)


def close_table(draft: CommandContext) -> None:
    """Close the table for good. Raises Refusal during a hand."""
    _check_between_hands(draft.table)
    draft.record(table_events.TableClosed())


def open_practice(
    draft: CommandContext, player: str, name: str, seat: Seat, bot: str, position: RecordedPosition
) -> None:
    """Seat the player and bots at a new table, and continue a recorded hand from a position. Raises Refusal."""
    sit(draft, player, name, seat)
    _fill_empty_seats(draft, bot)
    hand_commands.begin_practice_hand(draft, position)


def open_duplicate(draft: CommandContext, player: str, name: str, seats: Sequence[str]) -> None:
    """Seat the player and bots at a new table, and begin the duplicate deal. Raises Refusal.

    ``seats`` has one text for each seat: the name of its bot, or "" for the seat of the player.
    """
    for seat, bot in enumerate(seats):
        if bot:
            draft.record(table_events.BotSat(seat, bot, house_player_name(bot)))
        else:
            sit(draft, player, name, seat)
    hand_commands.begin_duplicate_hand(draft)


def close_past_duplicate(draft: CommandContext, day: str) -> None:
    """Close the table of a duplicate deal if its hand is over, or if the deal's day is not ``day``.

    Does nothing at another table.
    """
    table = draft.table
    is_past = table.phase == "over" or not table.setup.duplicate.startswith(f"{day}/")
    if table.is_duplicate and is_past and table.phase != "closed":
        draft.record(table_events.TableClosed())


def close_practice(draft: CommandContext) -> None:
    """Close a practice table for good, even during its hand.

    Does nothing if the table is not for practice or is already closed.
    """
    if draft.table.practice_position is not None and draft.table.phase != "closed":
        draft.record(table_events.TableClosed())


def _fill_empty_seats(draft: CommandContext, bot: str) -> None:
    for seat, chair in enumerate(draft.table.chairs):
        if chair.is_vacant:
            _put_bot(draft, seat, bot)


def _put_bot(draft: CommandContext, seat: Seat, bot: str) -> None:
    if draft.table.setup.stakes is not None and draft.table.setup.bots is None:
        raise Refusal("room_without_bots")
    draft.record(table_events.BotSat(seat, *_choose_bot(draft, bot)))


def _choose_bot(draft: CommandContext, bot: str) -> tuple[str, str]:
    """Choose the bot that takes a seat, and return its name and its display name.

    ``bot`` is the name of a bot, or a level of strength of the game. For a level, a house player is chosen who does
    not sit here yet and plays at about that level. If all house players sit here, or for any other name, the bot
    ``bot`` itself takes the seat.
    """
    chairs = draft.table.chairs
    seated = {found[0].id for chair in chairs if (found := parse_house_bot(chair.bot or "")) is not None}
    player = choose_house_player(bot, levels(draft.game), seated, name_offset(draft.table.id))
    if player is not None:
        named = player.bot_name_at_level(bot)
        return named, house_player_name(named)
    return bot, choose_bot_name(draft.table.id, {chair.name for chair in chairs}, bot)


def _check_between_hands(table: Table) -> None:
    if table.phase == "closed":
        raise Refusal("table_closed")
    _check_is_not_single_hand(table)
    if table.phase in _IN_HAND:
        raise Refusal("hand_running")


def _check_is_not_single_hand(table: Table) -> None:
    """Raise Refusal if the table was opened for a single given hand, which has begun."""
    if table.is_single_hand:
        raise Refusal("duplicate_table" if table.is_duplicate else "practice_table")


def _check_match_may_end(table: Table, host: str) -> None:
    """Raise Refusal at a public table if a match with other players is under way."""
    others = any(chair.player not in (None, host) for chair in table.chairs)
    if others and table.played and table.phase != "over" and not table.private:
        raise Refusal("match_running")


def _check_may_begin(table: Table) -> None:
    _check_between_hands(table)
    if table.phase == "over":
        raise Refusal("match_over")


def _check_is_host(table: Table, player: str) -> None:
    if table.host != player:
        raise Refusal("not_host")


def _require_empty_seat(table: Table, wanted: Seat | None) -> Seat:
    if wanted is None:
        wanted = next((seat for seat, chair in enumerate(table.chairs) if chair.is_vacant), None)
        if wanted is None:
            raise Refusal("no_empty_seat")
    if wanted >= len(table.chairs):
        raise Refusal("no_such_seat")
    if not table.chairs[wanted].is_vacant:
        raise Refusal("seat_taken")
    return wanted


def _pass_host_on(draft: CommandContext) -> None:
    players = (chair.player for chair in draft.table.chairs if chair.player and not chair.leaving)
    draft.record(table_events.HostPassed(next(players, "")))
