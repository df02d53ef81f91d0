"""Who sits where, who is ready, and what the host may do."""

from __future__ import annotations

from typing import Any, Final

from paiju.core.seats import Seat
from paiju.server.domain import coins, early, facts, play
from paiju.server.domain.draft import Draft
from paiju.server.domain.names import bot_name
from paiju.server.domain.setup import Wanted, setup_of
from paiju.server.domain.table import Table
from paiju.server.errors import Refusal

_IN_HAND: Final = ("revealing", "playing")


def sit(draft: Draft, player: str, name: str, seat: Seat | None, *, program: bool = False) -> None:
    """Take a seat, or change to another. Raises Refusal."""
    _between_hands(draft.table)
    draft.table.must_be_welcome(player)
    here = draft.table.seat_of(player)
    if here is not None and seat in (None, here):
        return
    wanted = _empty_seat(draft.table, seat)
    if here is None:
        purse = coins.enter(draft.table.setup.stakes, draft.till, player)
    else:
        purse = draft.table.chairs[here].purse
        draft.add(facts.Left(here))
    draft.add(facts.Sat(wanted, player, name, purse, program))
    if draft.table.host == "":  # the last host left when no other player was there
        draft.add(facts.HostPassed(player))


def stand(draft: Draft, player: str, agreed: int = 0) -> None:
    """Give up a seat of one's own accord, for so many points at most. Raises Refusal.

    A hand that is played is void by it; where its rules tell nothing of leaving, the house plays it to the end.
    """
    seat = draft.table.must_sit(player)
    if draft.table.running:
        play.escape(draft, seat, agreed)
    vacate(draft, seat)


def leave(draft: Draft, player: str, agreed: int = 0) -> None:
    """The same, if the player has a seat and does not leave it already. Raises Refusal."""
    seat = draft.table.seat_of(player)
    if seat is not None and not draft.table.chairs[seat].leaving:
        stand(draft, player, agreed)


def rise(draft: Draft, player: str) -> None:
    """A player is sent away, from a seat that is not left already. In the middle of a hand the house plays it to the end."""
    seat = draft.table.seat_of(player)
    if seat is not None and not draft.table.chairs[seat].leaving:
        vacate(draft, seat)


def rename(draft: Draft, player: str, name: str) -> None:
    """A player is called otherwise where they sit, and has to be ready anew. Raises Refusal in a hand."""
    seat = draft.table.seat_of(player)
    chair = None if seat is None else draft.table.chairs[seat]
    if seat is not None and chair is not None and chair.name != name:
        _between_hands(draft.table)
        draft.add(facts.Sat(seat, player, name, chair.purse, chair.program))


def vacate(draft: Draft, seat: Seat) -> None:
    """Empty a seat, now or after the hand that is played. If it was the host's, the next player becomes host."""
    gone, phase = draft.table.chairs[seat].player, draft.table.phase
    draft.add(facts.LeavingSet(seat) if phase == "playing" else facts.Left(seat))
    if phase == "revealing":
        draft.seal()  # parts that are open already are none of the next deal
    if gone == draft.table.host:
        _pass_on(draft)


def ready(draft: Draft, player: str, pledge: str, answer: Any = None) -> None:
    """Be ready for the next hand, with an answer to what it asks first. When the last player is ready, it begins.

    Raises Refusal, IllegalAction.
    """
    seat = draft.table.must_sit(player)
    _may_begin(draft.table)
    if answer is not None:
        early.check(draft.game, seat, answer)
    coins.stay(draft.table.setup.stakes, draft.till, player)
    draft.add(facts.ReadySet(seat, on=True, pledge=pledge, early=answer))
    play.begin(draft)


def unready(draft: Draft, player: str) -> None:
    """Be ready no longer. Raises Refusal."""
    seat = draft.table.must_sit(player)
    _may_begin(draft.table)
    draft.add(facts.ReadySet(seat, on=False))


def start(draft: Draft, player: str, bot: str, pledge: str, answer: Any = None) -> None:
    """Host: put bots on the empty seats, and be ready. Raises Refusal, IllegalAction."""
    _host(draft.table, player)
    _may_begin(draft.table)
    _fill(draft, bot)
    ready(draft, player, pledge, answer)


def add_bot(draft: Draft, player: str, bot: str, seat: Seat | None) -> None:
    """Host: put a bot on one empty seat, or on all of them. Raises Refusal."""
    _host(draft.table, player)
    _between_hands(draft.table)
    if seat is None:
        _fill(draft, bot)
    else:
        _put_bot(draft, _empty_seat(draft.table, seat), bot)
    play.begin(draft)


def fill(draft: Draft, bot: str) -> None:
    """The house: bots take all empty seats. Raises Refusal."""
    _between_hands(draft.table)
    _fill(draft, bot)
    play.begin(draft)


def remove(draft: Draft, player: str, seat: Seat) -> None:
    """Host: send somebody away until somebody else is the host; of those who play, bots alone. Raises Refusal."""
    _host(draft.table, player)
    if seat >= len(draft.table.chairs):
        raise Refusal("no_such_seat")
    chair = draft.table.chairs[seat]
    if chair.empty or chair.leaving:
        raise Refusal("seat_empty")
    if chair.player == player:
        stand(draft, player)
        return
    if chair.player is not None:
        _between_hands(draft.table)
        draft.add(facts.Removed(chair.player))
    vacate(draft, seat)


def hush(draft: Draft, player: str, seat: Seat, *, on: bool) -> None:
    """Host of a private table: let nobody hear somebody, or again. Raises Refusal."""
    _host(draft.table, player)
    if not draft.table.private:
        raise Refusal("public_table")
    if seat >= len(draft.table.chairs):
        raise Refusal("no_such_seat")
    other = draft.table.chairs[seat].player
    if other in (None, player):
        raise Refusal("seat_empty" if other is None else "it_is_you")
    if (other in draft.table.hushed) != on:
        draft.add(facts.Hushed(other, on))


def change(draft: Draft, player: str, wanted: Wanted) -> None:
    """Host: play something else from now on. Raises Refusal, UnknownName, RulesetError."""
    _host(draft.table, player)
    _between_hands(draft.table)
    _match_may_end(draft.table, player)
    if draft.table.setup.room and not draft.table.private:
        raise Refusal("room_decides", room=draft.table.setup.room)
    setup = setup_of(draft.library, wanted, draft.table.setup)
    _move_up(draft, draft.library.game(setup.ruleset).seats)
    draft.add(facts.Changed(setup))


def _move_up(draft: Draft, seats: int) -> None:
    """Only so many seats stay. A player whose seat goes takes an empty one or a bot's; the host, if need be, the last."""
    chairs = draft.table.chairs
    going = [seat for seat in range(seats, len(chairs)) if not chairs[seat].empty]
    for seat in sorted(going, key=lambda seat: chairs[seat].player != draft.table.host):
        chair, free = chairs[seat], _free_of_players(draft.table, seats)
        to = free if free is not None else seats - 1 if chair.player == draft.table.host else None
        if chair.player is None or to is None:
            vacate(draft, seat)
        else:
            _change_seat(draft, seat, to)


def _free_of_players(table: Table, seats: int) -> Seat | None:
    """The first seat without a player, empty ones before those with a bot."""
    free = [seat for seat in range(seats) if table.chairs[seat].player is None]
    return min(free, key=lambda seat: not table.chairs[seat].empty, default=None)


def _change_seat(draft: Draft, here: Seat, to: Seat) -> None:
    """A player changes to another seat. Who sat there loses it."""
    chair = draft.table.chairs[here]
    assert chair.player is not None
    if not draft.table.chairs[to].empty:
        vacate(draft, to)
    draft.add(facts.Left(here))
    draft.add(facts.Sat(to, chair.player, chair.name, chair.purse, chair.program))


def rematch(draft: Draft, player: str) -> None:
    """Host: a new match with the same seats. Raises Refusal."""
    _host(draft.table, player)
    _between_hands(draft.table)
    _match_may_end(draft.table, player)
    draft.add(facts.MatchBegun())
    play.begin(draft)


def dismiss_idle(draft: Draft) -> None:
    """Those who kept the others waiting too long lose their seats. Raises Refusal in a hand."""
    _between_hands(draft.table)
    for seat, chair in enumerate(draft.table.chairs):
        if not chair.empty and not chair.set:
            vacate(draft, seat)


def close(draft: Draft) -> None:
    """Nobody will play here any more. Raises Refusal in a hand."""
    _between_hands(draft.table)
    draft.add(facts.ClosedDown())


def _fill(draft: Draft, bot: str) -> None:
    for seat, chair in enumerate(draft.table.chairs):
        if chair.empty:
            _put_bot(draft, seat, bot)


def _put_bot(draft: Draft, seat: Seat, bot: str) -> None:
    if draft.table.setup.stakes is not None and draft.table.setup.bots is None:
        raise Refusal("room_without_bots")
    taken = {chair.name for chair in draft.table.chairs}
    draft.add(facts.BotSat(seat, bot, bot_name(draft.table.id, taken, bot)))


def _between_hands(table: Table) -> None:
    if table.phase == "closed":
        raise Refusal("table_closed")
    if table.phase in _IN_HAND:
        raise Refusal("hand_running")


def _match_may_end(table: Table, host: str) -> None:
    """At a public table a match that others play too goes on to its end. Raises Refusal."""
    others = any(chair.player not in (None, host) for chair in table.chairs)
    if others and table.played and table.phase != "over" and not table.private:
        raise Refusal("match_running")


def _may_begin(table: Table) -> None:
    _between_hands(table)
    if table.phase == "over":
        raise Refusal("match_over")


def _host(table: Table, player: str) -> None:
    if table.host != player:
        raise Refusal("not_host")


def _empty_seat(table: Table, wanted: Seat | None) -> Seat:
    if wanted is None:
        wanted = next((seat for seat, chair in enumerate(table.chairs) if chair.empty), None)
        if wanted is None:
            raise Refusal("no_empty_seat")
    if wanted >= len(table.chairs):
        raise Refusal("no_such_seat")
    if not table.chairs[wanted].empty:
        raise Refusal("seat_taken")
    return wanted


def _pass_on(draft: Draft) -> None:
    players = (chair.player for chair in draft.table.chairs if chair.player and not chair.leaving)
    draft.add(facts.HostPassed(next(players, "")))
