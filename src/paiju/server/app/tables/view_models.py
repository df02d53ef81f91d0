"""Builds the messages about a table for each viewer. A viewer's cards come only from the game's ``view`` and ``redact``."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import is_
from typing import Any, NamedTuple

from msgspec import Raw

from paiju.core.coins import changes_with_unlimited_wallets, withheld_payments_by_pair
from paiju.core.game import AnyGame
from paiju.core.hand_runner import possible_predeal_answers, predeal_question_state
from paiju.core.history import PastAction, history_of, without_history
from paiju.core.messages import Declaration, TranslatableText
from paiju.core.score_breakdown import FORFEITED, ScoreLine, Settlement, stake_of
from paiju.core.seats import DEALER, Seat, Viewer
from paiju.server import wire, wire_requests
from paiju.server.app.ranking.seat_titles import NO_TITLES, Titles
from paiju.server.domain import table_events
from paiju.server.domain.deadlines import TableDelays, Window, current_window, seats_waited_for
from paiju.server.domain.table_state import Ask, Table, TableHandState, hand_id
from paiju.server.domain.take_back import can_take_back

MAX_ACTIONS_COUNTED = 1_000_000
"""Upper limit of ``Choices.total``: a client receives this number even if there are more legal actions."""


@dataclass(slots=True)
class RecentMove:
    """A move of the current hand, and the first edition of the table that contains the move.

    ``hidden`` says whether the move was made in a claim window, so that nobody may see who chose it. ``open``
    is the message for viewers from whom the game hides nothing of the move. All these viewers get the same
    message, so it is built only once.
    """

    edition: int
    move: table_events.MoveMade
    hidden: bool
    open: wire.HandStep | None = None


class Presence(NamedTuple):
    """Who is at a table: the ids of connected players, the number of spectators, and the seated players' visible titles."""

    players: frozenset[str]
    watching: int
    titles: Titles = NO_TITLES


Hinter = Callable[[AnyGame, Any, Seat], Raw]
"""A function that returns the hints for a seat, given the game, the seat's view and the seat."""


def compute_hints(game: AnyGame, view: Any, seat: Seat) -> Raw:
    """Return the game's hints for a seat (``Game.hand_hints``), encoded as JSON."""
    return wire.encode_raw(game.hand_hints(view, seat))


class ViewContext(NamedTuple):
    """The viewer of a message: a seat or a spectator, and whether the viewer is the table's host.

    ``since`` is the last edition of the table that the viewer has received; None if the viewer needs the whole hand
    again. ``hinter`` returns the hints for a seat.
    """

    seat: Viewer
    is_host: bool
    since: int | None
    hinter: Hinter = compute_hints


class PublicHandInfo(NamedTuple):
    """The public information about a hand that a message adds to the viewer's view. It is the same for all viewers.

    The fields are those of ``wire.HandInfo`` with the same names, such as the score so far, notes, the names of
    the cards on the table, and declarations by seat.
    """

    account: tuple[ScoreLine, ...] = ()
    lines: tuple[TranslatableText, ...] = ()
    stake: int = 0
    shares: tuple[tuple[wire.Share, ...], ...] = ()
    notes: tuple[TranslatableText, ...] = ()
    on_table: tuple[TranslatableText | None, ...] = ()
    seat_notes: tuple[tuple[TranslatableText, ...], ...] = ()
    declared: tuple[Declaration | None, ...] = ()


@dataclass(frozen=True)
class HandHistory:
    """The past actions of a hand. They are encoded once for all viewers, when the first message needs them."""

    actions: tuple[PastAction[Any], ...]

    @cached_property
    def encoded_actions(self) -> Raw:
        """The past actions as JSON."""
        return wire.encode_raw(self.actions) if self.actions else wire.NO_HISTORY


class CommonView(NamedTuple):
    """The part of the messages about a table that is the same for all viewers.

    ``plain`` says whether the web client has no layout of its own for the family. Then the messages also have the
    zones of all cards that a viewer sees.
    """

    table: Table
    plain: bool
    info: wire.TableInfo
    seats: tuple[wire.SeatInfo, ...]
    next: wire.NextHand | None
    window: Window | None
    open: PublicHandInfo
    history: HandHistory


def build_common_view(
    table: Table, presence: Presence, tempo: TableDelays, last: CommonView | None = None, *, plain: bool = False
) -> CommonView:  # fmt: skip
    """Return the part of the messages about a table that is the same for all viewers.

    ``last`` is an earlier result for the same presence. The parts of ``last`` that have not changed are reused.
    For ``plain``, see ``CommonView``.
    """
    if last is not None and last.table.version == table.version:
        return last
    window = current_window(table, table.running_hand, tempo) if table.running_hand else None
    seen = _build_public_hand(table.game, table.hand) if table.hand else PublicHandInfo()
    history = HandHistory(history_of(table.hand.state) if table.hand else ())
    if last is not None and last.table.revised == table.revised:
        return last._replace(table=table, window=window, open=seen, history=history)
    return CommonView(
        table=table,
        plain=plain,
        info=_to_table_info(table, presence),
        seats=tuple(_to_seat_info(table, seat, presence) for seat in range(len(table.chairs))),
        next=_to_next_hand(table),
        window=window,
        open=seen,
        history=history,
    )


def _build_public_hand(game: AnyGame, hand: TableHandState) -> PublicHandInfo:
    view = game.view(hand.state, None) if hand.outcome is None else hand.state
    account = game.score_lines(view) if hand.outcome is None else hand.outcome.account
    lines = tuple(game.voice.score_line_name(view, line) for line in account)
    shares = seat_shares(game, view, account)
    notes = tuple(game.voice.seat_notes(view, seat) for seat in range(game.seats))
    declared = tuple(game.voice.declaration(view, seat) for seat in range(game.seats))
    return PublicHandInfo(
        account,
        lines,
        stake_of(account),
        shares,
        game.hand_terms(view),
        labels_on_table(game, view),
        notes if any(notes) else (),
        declared if any(declared) else (),
    )


def seat_shares(game: AnyGame, state: Any, account: tuple[ScoreLine, ...]) -> tuple[tuple[wire.Share, ...], ...]:
    """Return, for each seat, how it won or lost its points against the other seats (``Share``).

    The points of a seat's shares add up to the points that the seat won or lost. The result is empty while the
    hand goes on, and in families without settlements (``Game.settlements``). It is also empty if a player left
    the hand and thereby forfeited a gain.
    """
    if any(line.code == FORFEITED for line in account):
        return ()
    stake = stake_of(account)
    seats = tuple(
        tuple(_to_share(part, account, stake) for part in game.settlements(state, seat)) for seat in range(game.seats)
    )
    return seats if any(seats) else ()


def _to_share(part: Settlement, account: tuple[ScoreLine, ...], stake: int) -> wire.Share:
    return wire.Share(tuple(map(account.index, part.lines)), part.others, part.points_for_stake(stake))


def build_table_message(
    common: CommonView, viewer: ViewContext, steps: Sequence[RecentMove], now: int, *, with_history: bool = True
) -> wire.Table:
    """Return the message with the table as a viewer may see it. ``steps`` are the recent moves, ``now`` the table's time.

    ``with_history`` says whether the message has the history of the hand.
    """
    table = common.table
    return wire.Table(
        v=table.edition,
        since=viewer.since,
        now=now,
        you=viewer.seat,
        is_host=viewer.is_host,
        table=common.info,
        seats=common.seats,
        hand=_to_hand_info(common, table.hand, viewer, now) if table.hand else None,
        steps=tuple(redacted_steps(table.game, steps, viewer)),
        next=common.next,
        log=tuple(narrate_hand(table.game, table.hand, viewer.seat)) if table.hand and viewer.since is None else (),
        history=common.history.encoded_actions if with_history else wire.NO_HISTORY,
    )


def build_hand_message(
    common: CommonView, viewer: ViewContext, steps: Sequence[RecentMove], now: int, last: wire.TableInfo | None
) -> wire.TableHand | None:
    """Return a message with the hand alone; None if the viewer needs the whole table.

    The hand alone is enough under two conditions: the hand has begun, and the viewer has already received the
    current ``TableInfo``. ``last`` is the ``TableInfo`` object in the last message to the viewer; it must be the
    same object as the current one.
    """
    table = common.table
    if table.hand is None or viewer.since is None or common.info is not last:
        return None
    return wire.TableHand(
        v=table.edition,
        since=viewer.since,
        now=now,
        hand=_to_hand_info(common, table.hand, viewer, now),
        steps=tuple(redacted_steps(table.game, steps, viewer)),
    )


def redacted_steps(game: AnyGame, steps: Sequence[RecentMove], viewer: ViewContext) -> Iterable[wire.HandStep]:
    """Return the moves that a viewer has not received yet, redacted for the viewer.

    If ``viewer.since`` is None, there are no moves to return, because the viewer receives the whole hand.
    """
    seen = len(steps) if viewer.since is None else bisect_right(steps, viewer.since, key=lambda step: step.edition)
    return (_to_redacted_step(game, step, viewer.seat) for step in steps[seen:])


def narrate_hand(game: AnyGame, hand: TableHandState, viewer: Viewer) -> Iterable[TranslatableText]:
    """Return the texts of all events of the hand so far, redacted for a viewer."""
    messages = (game.voice.event(game.redact(event, viewer)) for move in hand.moves for event in move.events)
    return (words for words in messages if words is not None)


def _to_redacted_step(game: AnyGame, step: RecentMove, viewer: Viewer) -> wire.HandStep:
    events = tuple(game.redact(event, viewer) for event in step.move.events)
    if not all(map(is_, events, step.move.events)):
        return _to_hand_step(game, step, events)
    if step.open is None:
        step.open = _to_hand_step(game, step, events)
    return step.open


def _to_hand_step(game: AnyGame, step: RecentMove, events: tuple[Any, ...]) -> wire.HandStep:
    by: table_events.ActedBy = "window" if step.hidden else step.move.by
    messages = tuple(map(game.voice.event, events))
    return wire.HandStep(v=step.edition, seat=step.move.seat, by=by, events=wire.encode_raw(events), messages=messages)


def labels_on_table(game: AnyGame, view: Any) -> tuple[TranslatableText | None, ...]:
    """Return, for each seat, the name of the cards that the seat has on the table.

    The name is None for a seat without such cards. The result is empty if no seat has cards on the table.
    """
    found = tuple(game.voice.last_play_name(view, seat) for seat in range(game.seats))
    return found if any(found) else ()


def describe_actions(game: AnyGame, view: Any, seat: Seat, actions: Iterable[Any]) -> tuple[wire.Reading, ...]:
    """Return actions of a seat as clients receive them.

    Each action comes with these data:

    - its notation and its label
    - the points that the seat loses if it takes the action and then loses the hand; None if the action does not
      raise the stake
    - whether the action breaks a bomb
    """
    return tuple(
        wire.Reading(
            action=wire.encode_raw(action),
            text=game.format_action(action),
            label=game.voice.action(view, seat, action),
            loss=game.loss_if_beaten_after(view, seat, action),
            breaks_bomb=game.breaks_bomb(view, seat, action),
        )
        for action in actions
    )


def _to_table_info(table: Table, presence: Presence) -> wire.TableInfo:
    setup = table.setup
    return wire.TableInfo(
        **setup.settings_by_name(),
        id=table.id,
        ruleset=setup.ruleset.id,
        title=setup.ruleset.title,
        options=wire.encode_raw(setup.ruleset.rules),
        digest=setup.ruleset.digest,
        pack=_count_pack_cards(table),
        sides=table.game.sides,
        room=setup.room,
        stakes=setup.stakes,
        private=table.private,
        host=table.seat_of(table.host) if table.host else None,
        phase=table.phase,
        played=table.played,
        watching=presence.watching,
        uncounted=table.uncounted_reason,
        demo=table.is_demo,
        duplicate=setup.duplicate,
    )


def _count_pack_cards(table: Table) -> dict[str, int]:
    """Return how many copies of each card the pack has, by the card's notation."""
    return dict(Counter(map(table.game.format_card, table.game.deal_plan(table.match).pack)))


def _to_seat_info(table: Table, seat: Seat, presence: Presence) -> wire.SeatInfo:
    chair = table.chairs[seat]
    points = table.match.points
    worn = presence.titles.get(chair.player or "")
    return wire.SeatInfo(
        seat=seat,
        kind="bot" if chair.bot is not None else "player" if chair.player is not None else "empty",
        name=chair.name,
        player=chair.player,
        bot=chair.bot,
        ready=chair.is_ready_or_bot and table.phase in ("waiting", "revealing"),
        connected=chair.bot is not None or chair.player in presence.players,
        auto=chair.auto,
        leaving=chair.leaving,
        points=points[seat] if seat < len(points) else 0,
        coins=chair.purse if table.setup.stakes is not None else None,
        program=chair.program,
        muted=chair.player in table.hushed,
        title=worn and worn.words,
        promoted=worn is not None and worn.is_new,
    )


def _to_hand_info(common: CommonView, hand: TableHandState, viewer: ViewContext, now: int) -> wire.HandInfo:
    table, window, seen, seat = common.table, common.window, common.open, viewer.seat
    view = table.game.view(hand.state, seat)
    choices, question, tip = _to_choices(table.game, hand, view, seat)
    clocked = _seats_with_visible_clock(table, hand, seat) if window else None
    return wire.HandInfo(
        number=hand.number,
        commitment=hand.seal.commitment,
        view=wire.encode_raw(without_history(view)),
        account=seen.account,
        lines=seen.lines,
        stake=seen.stake,
        shares=seen.shares,
        notes=seen.notes,
        on_table=seen.on_table,
        seat_notes=seen.seat_notes,
        declared=seen.declared,
        question=question,
        tip=tip,
        acting=tuple(_to_acting_seats(table, hand, view, clocked, now)) if hand.outcome is None else (),
        window=_to_window_info(table, hand, window, now),
        choices=choices,
        hints=wire_requests.NOTHING if seat is None or hand.outcome else viewer.hinter(table.game, view, seat),
        reveal=_to_hand_reveal(table, hand),
        can_take_back=can_take_back(table, seat),
        practice=_to_practice(hand, seat),
        leaving=None if seat is None or hand.outcome else table.game.leave_cost_bounds(view, seat),
        zones=table.game.zones(view if hand.outcome is None else hand.state) if common.plain else (),
    )


def _to_practice(hand: TableHandState, viewer: Viewer) -> wire.Practice | None:
    """Return where a practice hand began; None for any other hand.

    Spectators do not receive the id of the recorded hand.
    """
    if hand.position is None:
        return None
    return wire.Practice(hand="" if viewer is None else hand.position.hand, moves=len(hand.position.moves))


def _to_window_info(table: Table, hand: TableHandState, window: Window | None, now: int) -> wire.WindowInfo | None:
    if window is None:
        return None
    left, total = max(0, window.ends - now), window.ends - window.begins
    return wire.WindowInfo(left=left, total=total, optional=table.game.is_window_optional(hand.state))


def _seats_with_visible_clock(table: Table, hand: TableHandState, viewer: Viewer) -> tuple[Seat, ...]:
    """Return the seats whose clock a viewer may see during a claim window.

    This is only the viewer's own seat, and only while the window waits for its answer.
    """
    return tuple(seat for seat in seats_waited_for(table, hand) if seat == viewer)


def _to_acting_seats(
    table: Table, hand: TableHandState, view: Any, clocked: tuple[Seat, ...] | None, now: int
) -> Iterable[wire.Acting]:  # fmt: skip
    """Return the seats that must or may act, as far as the viewer may know.

    If ``clocked`` is not None, only the clocks of these seats are included.
    """
    for seats, must in ((table.game.to_act(view), True), (table.game.may_act(view), False)):
        for seat in seats:
            if seat != DEALER:
                has_clock = clocked is None or seat in clocked
                turn, reserve = _remaining_time(table, hand, seat, hand.asks[seat], now) if has_clock else (None, None)
                yield wire.Acting(seat=seat, must=must, turn=turn, reserve=reserve)


def _remaining_time(
    table: Table, hand: TableHandState, seat: Seat, asked: Ask | None, now: int
) -> tuple[int | None, int | None]:  # fmt: skip
    if asked is None or not asked.must or table.setup.pace.turn == 0 or table.chairs[seat].is_house_controlled:
        return None, None
    left = asked.since + table.setup.pace.turn * 1000 - now
    return max(0, left), max(0, hand.reserves[seat] + min(0, left))


def _to_choices(
    game: AnyGame, hand: TableHandState, view: Any, seat: Viewer
) -> tuple[wire.Choices | None, TranslatableText | None, TranslatableText | None]:
    """Return the viewer's legal actions, the text of the question to the viewer, and a tip.

    All three are None if the viewer has no pending decision.
    """
    asked = hand.pending_ask(seat) if seat is not None else None
    if asked is None or seat is None:
        return None, None, None
    legal = game.legal(view, seat)
    total = len(legal)
    listed = describe_actions(game, view, seat, legal) if total <= wire.LISTED else ()
    choices = wire.Choices(
        decision=asked.decision, must=asked.must, total=min(total, MAX_ACTIONS_COUNTED), actions=listed
    )
    return choices, game.voice.question(view, seat, legal), game.voice.tip(view, seat, legal)


def _to_hand_reveal(table: Table, hand: TableHandState) -> wire.HandReveal | None:
    if hand.outcome is None:
        return None
    voice = table.game.voice
    return wire.HandReveal(
        outcome=hand.outcome,
        headline=voice.ending(hand.state, hand.outcome),
        reason=voice.end_reason(hand.outcome),
        names=hand.names,
        state=wire.encode_raw(without_history(hand.state)),
        secret="" if table.is_duplicate else hand.seal.secret,
        pledges=hand.pledges,
        contributions=hand.contributions,
        replay=""
        if hand.position
        else hand.seal.id
        or hand_id(table.id, hand.number),  # the internal id reveals the table, which these viewers know
        coins=_to_coins_moved(hand),
        uncounted=hand.uncounted,
    )


def _to_coins_moved(hand: TableHandState) -> wire.CoinsMoved | None:
    """Return the coins that the settlement of the hand moved (DDZ-9.1); None if the hand has no settlement in coins."""
    if hand.coins is None or hand.outcome is None:
        return None
    settled = hand.coins
    return wire.CoinsMoved(
        coefficient=settled.stakes.coefficient,
        rake=settled.stakes.rake,
        uncapped=changes_with_unlimited_wallets(settled.stakes, hand.outcome),
        changes=settled.transfer.seats,
        house=settled.transfer.house,
        withheld=sum(coins for _, _, coins in withheld_payments_by_pair(settled, hand.outcome)),
    )


@lru_cache(maxsize=1 << 10)
def _describe_predeal_answers(game: AnyGame) -> tuple[wire.Reading, ...]:
    """Return the possible answers to the question before the deal, with labels; empty if the game has no such question."""
    state = predeal_question_state(game)
    return (
        ()
        if state is None
        else describe_actions(game, game.view(state, None), game.to_act(state)[0], possible_predeal_answers(game))
    )


def _to_next_hand(table: Table) -> wire.NextHand | None:
    if table.phase in ("playing", "closed") or table.is_single_hand:
        return None
    return wire.NextHand(
        number=table.seal.number,
        commitment=table.seal.commitment,
        pledges=tuple(chair.pledge for chair in table.chairs),
        opened=tuple(chair.is_contribution_revealed for chair in table.chairs),
        predeal=_describe_predeal_answers(table.game),
    )
