"""Computes the state of a table after an event. No event is refused, because the log contains only what has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.codec import from_plain
from paiju.core.coins import Settled
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.game import AnyGame, Match
from paiju.core.seats import DEALER, Seat, replace_at
from paiju.server.domain import table_events
from paiju.server.domain.recorded_position import initial_state, iter_steps_to, match_before
from paiju.server.domain.ruleset_registry import RulesetRegistry, deserialize_ruleset
from paiju.server.domain.table_setup import Setup
from paiju.server.domain.table_state import (
    Ask,
    Chair,
    Phase,
    Seal,
    Table,
    TableHandState,
    TableMove,
    WindowAnswer,
    seed_context,
)

_NO_SEAL = Seal(0, "")


def new_table(library: RulesetRegistry, table: str, fact: table_events.TableOpened, at: int) -> Table:
    """Return a new table with empty seats, opened at time ``at`` (Unix milliseconds)."""
    setup = _deserialize_setup(library, fact.setup)
    game = library.game(setup.ruleset)
    return Table(
        id=table,
        version=0,
        setup=setup,
        game=game,
        private=fact.private,
        host=fact.host,
        chairs=(Chair(),) * game.seats,
        match=game.new_match(),
        played=0,
        phase="waiting",
        seal=_NO_SEAL,
        hand=None,
        decisions=(0,) * game.seats,
        since=at,
        released=library.is_released(setup.ruleset),
    )


def evolve(library: RulesetRegistry, table: Table, fact: table_events.AnyTableEvent, at: int) -> Table:
    """Return the table after an event at time ``at`` (Unix milliseconds)."""
    if isinstance(fact, table_events.SetupChanged):
        return _on_setup_changed(library, table, fact)
    return _EVOLVE[type(fact)](table, fact, at)


def after_move(table: Table, fact: table_events.MoveMade, at: int, state: Any) -> Table:
    """Return the table after a move. ``at`` is the time of the move (Unix milliseconds).

    ``state`` is the state of the hand after the move.
    """
    hand = _require_hand(table)
    acted = {fact.seat} if fact.seat != DEALER else set[Seat]()
    asks, decisions = next_asks(table.game, state, hand.asks, table.decisions, at, acted)
    done = replace(
        hand,
        state=state,
        asks=asks,
        reserves=_spend_reserve(table, hand, fact, at),
        dealing=_dealing_since(table.game, state, at),
        moves=(*hand.moves, TableMove(fact.seat, fact.by, fact.action, fact.events, at)),
        choices=(*hand.choices, len(hand.moves)) if _can_be_taken_back(table, hand, fact) else hand.choices,
    )
    return replace(table, hand=done, decisions=decisions, chairs=_count_missed_turns(table.chairs, fact))


def _can_be_taken_back(table: Table, hand: TableHandState, fact: table_events.MoveMade) -> bool:
    """Whether a move is a choice that its player may take back later.

    All of these conditions must hold:

    - The player made the move, not the server for the player.
    - The seat had more than one legal action.
    - The table allows taking back.
    - The move is not an answer in an optional window, such as the question before the deal. Players answer that
      question when they report ready.
    """
    if fact.by != "player" or not table.allows_take_back or table.game.is_window_optional(hand.state):
        return False
    return len(table.game.legal(hand.state, fact.seat)) > 1


def next_asks(
    game: AnyGame, state: Any, asks: tuple[Ask | None, ...], decisions: tuple[int, ...], at: int, acted: set[Seat]
) -> tuple[tuple[Ask | None, ...], tuple[int, ...]]:  # fmt: skip
    """Return two tuples with an entry for each seat: its pending decision, and the number of its decisions so far.

    The decisions are those in ``state``. ``asks`` and ``decisions`` are the same two tuples for the previous state.
    ``acted`` are the seats that made the move to ``state``.

    A seat that was already asked and has not acted keeps its pending decision and its clock, whatever other seats
    have chosen. New decisions begin at the time ``at`` (Unix milliseconds).
    """
    must, may, window = game.to_act(state), game.may_act(state), game.window_duration(state)
    new: list[Ask | None] = []
    counts = list(decisions)
    for seat, old in enumerate(asks):
        wanted = True if seat in must else False if seat in may else None
        if wanted is None:
            new.append(None)
        elif old is not None and old.must == wanted and seat not in acted:
            new.append(old)
        else:
            counts[seat] += 1
            choice = not window or len(game.legal(state, seat)) > 1
            new.append(Ask(counts[seat], wanted, at, choice))
    return tuple(new), tuple(counts)


def iter_states(table: Table, hand: TableHandState) -> Iterator[Any]:
    """Yield the state before the hand's first move, and the state after each move."""
    if hand.position is not None:
        state = initial_state(table.game, hand.position)
    else:
        state = _initial_hand_state(table, hand.match, hand.seal, hand.contributions)
    yield state
    for move in hand.moves:
        for event in move.events:
            state = table.game.evolve(state, event)
        yield state


def _initial_hand_state(table: Table, match: Match, seal: Seal, contributions: tuple[str, ...]) -> Any:
    """Return the state of a hand before any card is dealt.

    The deal of the hand follows from the server's secret and the players' contributions.
    """
    parts = [bytes.fromhex(text) for text in contributions]
    seed = hand_seed(bytes.fromhex(seal.secret), seed_context(table.id, seal), seal.number, parts)
    return table.game.start(match, draw_deal(table.game.deal_plan(match), seed))


def _dealing_since(game: AnyGame, state: Any, at: int) -> int | None:
    return at if game.to_act(state) == (DEALER,) else None


def _require_hand(table: Table) -> TableHandState:
    if table.hand is None:
        raise LookupError(f"table {table.id} has no hand at version {table.version}")
    return table.hand


def _deserialize_setup(library: RulesetRegistry, setup: Setup) -> Setup:
    return replace(setup, ruleset=deserialize_ruleset(library, setup.ruleset))


def _spend_reserve(table: Table, hand: TableHandState, fact: table_events.MoveMade, at: int) -> tuple[int, ...]:
    """Return the reserves of all seats after a move, in milliseconds.

    If a player took longer than the length of a turn, the excess is taken from the player's reserve.
    """
    asked = hand.asks[fact.seat] if fact.seat != DEALER else None
    if asked is None or not asked.must or fact.by not in ("player", "timeout"):
        return hand.reserves
    beyond = max(0, at - asked.since - table.setup.pace.turn * 1000)
    return replace_at(hand.reserves, fact.seat, max(0, hand.reserves[fact.seat] - beyond))


def _count_missed_turns(chairs: tuple[Chair, ...], fact: table_events.MoveMade) -> tuple[Chair, ...]:
    if fact.by not in ("player", "timeout"):
        return chairs
    chair = chairs[fact.seat]
    missed = chair.missed + 1 if fact.by == "timeout" else 0
    return chairs if missed == chair.missed else replace_at(chairs, fact.seat, replace(chair, missed=missed))


def _with_chair(table: Table, seat: Seat, chair: Chair, at: int) -> Table:
    return replace(table, chairs=replace_at(table.chairs, seat, chair), since=at)


def _on_setup_changed(library: RulesetRegistry, table: Table, fact: table_events.SetupChanged) -> Table:
    setup = _deserialize_setup(library, fact.setup)
    game = library.game(setup.ruleset)
    chairs = tuple(map(_reset_readiness, table.chairs))
    fitting = (*chairs, *(Chair(),) * game.seats)[: game.seats]
    decisions = (*table.decisions, *(0,) * game.seats)[: max(game.seats, len(table.decisions))]
    return replace(
        table, setup=setup, game=game, chairs=fitting, match=game.new_match(), played=0, phase="waiting", hand=None,
        decisions=decisions, released=library.is_released(setup.ruleset),
    )  # fmt: skip


def _reset_readiness(chair: Chair) -> Chair:
    return replace(chair, ready=False, pledge="", contribution="", early=None)


def _on_match_begun(table: Table, fact: table_events.MatchBegun, at: int) -> Table:
    return replace(table, match=table.game.new_match(), played=0, phase="waiting", since=at)


def _on_player_sat(table: Table, fact: table_events.PlayerSat, at: int) -> Table:
    return _with_chair(
        table, fact.seat, Chair(player=fact.player, name=fact.name, purse=fact.purse, program=fact.program), at
    )


def _on_bot_sat(table: Table, fact: table_events.BotSat, at: int) -> Table:
    return _with_chair(table, fact.seat, Chair(bot=fact.bot, name=fact.name or fact.bot), at)


def _on_seat_vacated(table: Table, fact: table_events.SeatVacated, at: int) -> Table:
    table = _with_chair(table, fact.seat, Chair(), at)
    if table.phase != "revealing":
        return table
    # The hand for which contributions were being revealed is not dealt: all players must report ready again.
    chairs = tuple(map(_reset_readiness, table.chairs))
    return replace(table, chairs=chairs, phase="waiting")


def _on_leaving_set(table: Table, fact: table_events.LeavingSet, at: int) -> Table:
    return _with_chair(table, fact.seat, replace(table.chairs[fact.seat], leaving=True, auto=True), at)


def _on_player_removed(table: Table, fact: table_events.PlayerRemoved, at: int) -> Table:
    return replace(table, removed=table.removed | {fact.player})


def _on_player_muted(table: Table, fact: table_events.PlayerMuted, at: int) -> Table:
    there = {fact.player}
    return replace(table, hushed=table.hushed | there if fact.on else table.hushed - there)


def _on_host_passed(table: Table, fact: table_events.HostPassed, at: int) -> Table:
    return replace(table, host=fact.player, removed=frozenset(), hushed=frozenset())


def _on_ready_set(table: Table, fact: table_events.ReadySet, at: int) -> Table:
    chair = table.chairs[fact.seat]
    auto = chair.auto and not fact.on
    ready = replace(
        chair, ready=fact.on, pledge=fact.pledge, early=_decode_action(table.game, fact.early), auto=auto, missed=0
    )
    return replace(table, chairs=replace_at(table.chairs, fact.seat, ready))


def _on_reveal_begun(table: Table, fact: table_events.RevealBegun, at: int) -> Table:
    seat_stakes = fact.purses or (None,) * len(table.chairs)
    chairs = tuple(replace(chair, purse=purse) for chair, purse in zip(table.chairs, seat_stakes, strict=True))
    return replace(table, phase="revealing", chairs=chairs, cap=fact.cap, since=at)


def _on_contribution_revealed(table: Table, fact: table_events.ContributionRevealed, at: int) -> Table:
    chair = replace(table.chairs[fact.seat], contribution=fact.contribution)
    return replace(table, chairs=replace_at(table.chairs, fact.seat, chair))


def _on_auto_set(table: Table, fact: table_events.AutoSet, at: int) -> Table:
    old = table.chairs[fact.seat]
    chair = replace(old, auto=fact.on, leaving=old.leaving and fact.on, missed=0)
    table = replace(table, chairs=replace_at(table.chairs, fact.seat, chair))
    asked = table.running_hand.asks[fact.seat] if table.running_hand else None
    if table.hand is None or asked is None or fact.on:
        return table
    # A player who takes the seat back gets the full time of a turn.
    asks = replace_at(table.hand.asks, fact.seat, replace(asked, since=at))
    return replace(table, hand=replace(table.hand, asks=asks))


def _on_secret_sealed(table: Table, fact: table_events.SecretSealed, at: int) -> Table:
    return replace(table, seal=Seal(fact.number, fact.secret, fact.id))


def _on_hand_begun(table: Table, fact: table_events.HandBegun, at: int) -> Table:
    match = table.match if table.match.hand else table.game.new_match(fact.first)
    seat_stakes = _stakes_of_chairs(table)
    if seat_stakes is not None and table.setup.stakes is not None:
        match = table.game.with_wallets(match, seat_stakes, table.setup.stakes)
    state = _initial_hand_state(table, match, replace(table.seal, number=fact.number), fact.contributions)
    seats = table.game.seats
    asks, decisions = next_asks(table.game, state, (None,) * seats, table.decisions, at, set())
    hand = TableHandState(
        seal=table.seal,
        contributions=fact.contributions,
        pledges=fact.pledges,
        began=at,
        match=match,
        names=tuple(chair.name for chair in table.chairs),
        state=state,
        asks=asks,
        reserves=(table.setup.pace.reserve * 1000,) * seats,
        dealing=_dealing_since(table.game, state, at),
        purses=seat_stakes,
        cap=table.cap,
    )
    chairs = tuple(replace(_reset_readiness(chair), missed=0) for chair in table.chairs)
    return replace(table, match=match, phase="playing", hand=hand, chairs=chairs, decisions=decisions)


def _on_practice_hand_begun(table: Table, fact: table_events.PracticeHandBegun, at: int) -> Table:
    game, position = table.game, fact.position
    steps = tuple(iter_steps_to(game, position))
    state = steps[-1].state if steps else initial_state(game, position)
    asks, decisions = next_asks(game, state, (None,) * game.seats, table.decisions, at, set())
    seal = Seal(table.seal.number + 1, "")
    match = match_before(game, position)
    hand = TableHandState(
        seal=seal,
        contributions=(),
        pledges=(),
        began=at,
        match=match,
        names=tuple(chair.name for chair in table.chairs),
        state=state,
        asks=asks,
        reserves=(table.setup.pace.reserve * 1000,) * game.seats,
        dealing=_dealing_since(game, state, at),
        moves=tuple(
            TableMove(step.seat, "dealer" if step.seat == DEALER else "player", step.action, step.events, at)
            for step in steps
        ),
        position=position,
    )
    return replace(table, match=match, played=0, phase="playing", seal=seal, hand=hand, decisions=decisions)


def _stakes_of_chairs(table: Table) -> tuple[int, ...] | None:
    """Return the coins that each seat can lose, as recorded in the chairs; None at a table without coins."""
    seat_stakes = tuple(chair.purse for chair in table.chairs if chair.purse is not None)
    return seat_stakes if table.setup.stakes is not None and len(seat_stakes) == len(table.chairs) else None


def _on_move_made(table: Table, fact: table_events.MoveMade, at: int) -> Table:
    """Return the table after a move that was read from the log.

    In the log, the move's action and events are dicts and lists.
    """
    game, state = table.game, _require_hand(table).state
    action = _decode_action(game, fact.action)
    if fact.events is None:
        state, events = game.act(state, fact.seat, action)
    else:
        events = tuple(from_plain(event, game.event_type) for event in fact.events)
        for event in events:
            state = game.evolve(state, event)
    return after_move(table, table_events.MoveMade(fact.seat, fact.by, action, events), at, state)


def _decode_action(game: AnyGame, action: Any) -> Any:
    """Return an action as a value of the game's type, converted from dicts and lists if necessary."""
    return action if action is None or isinstance(action, Struct) else from_plain(action, game.action_type)


def _on_moves_taken_back(table: Table, fact: table_events.MovesTakenBack, at: int) -> Table:
    """Return the table with its hand as it was after the first ``fact.kept`` moves.

    The numbers of decisions are not reset. If a player answers a decision from before the take-back, the answer
    is therefore refused.
    """
    hand, game = _require_hand(table), table.game
    state = next(islice(iter_states(table, hand), fact.kept, None))
    asks, decisions = next_asks(game, state, (None,) * len(hand.asks), table.decisions, at, set())
    done = replace(
        hand,
        state=state,
        asks=asks,
        dealing=_dealing_since(game, state, at),
        moves=hand.moves[: fact.kept],
        choices=tuple(before for before in hand.choices if before < fact.kept),
    )
    return replace(table, hand=done, decisions=decisions)


def _on_window_answered(table: Table, fact: table_events.WindowAnswered, at: int) -> Table:
    hand = _require_hand(table)
    asked = hand.asks[fact.seat]
    answered = asked and replace(asked, answer=WindowAnswer(fact.by, _decode_action(table.game, fact.action)))
    return replace(table, hand=replace(hand, asks=replace_at(hand.asks, fact.seat, answered)))


def _on_table_hand_ended(table: Table, fact: table_events.TableHandEnded, at: int) -> Table:
    hand = _require_hand(table)
    match = table.game.match_after(table.match, hand.state, fact.outcome)
    played = table.played + table.game.is_counted(hand.state, fact.outcome)
    over = 0 < table.setup.hands <= played or table.is_single_hand
    done = replace(
        hand,
        outcome=fact.outcome,
        asks=(None,) * len(hand.asks),
        dealing=None,
        coins=fact.coins,
        uncounted=table.uncounted_reason,
    )
    phase: Phase = "over" if over else "waiting"
    chairs = _with_wallets_after(table.chairs, fact.coins)
    return replace(table, match=match, played=played, hand=done, phase=phase, chairs=chairs, since=at)


def _with_wallets_after(chairs: tuple[Chair, ...], coins: Settled | None) -> tuple[Chair, ...]:
    if coins is None:
        return chairs
    each = zip(chairs, coins.purses, coins.transfer.seats, strict=True)
    return tuple(replace(chair, purse=purse + change) for chair, purse, change in each)


def _on_clocks_resumed(table: Table, fact: table_events.ClocksResumed, at: int) -> Table:
    table = replace(table, since=table.since + fact.down)
    hand = table.running_hand
    if hand is None:
        return table
    asks = tuple(asked and replace(asked, since=asked.since + fact.down) for asked in hand.asks)
    dealing = None if hand.dealing is None else hand.dealing + fact.down
    return replace(table, hand=replace(hand, asks=asks, dealing=dealing))


def _on_table_closed(table: Table, fact: table_events.TableClosed, at: int) -> Table:
    return replace(table, phase="closed")


_EVOLVE: dict[type, Callable[[Table, Any, int], Table]] = {
    table_events.MatchBegun: _on_match_begun,
    table_events.PlayerSat: _on_player_sat,
    table_events.BotSat: _on_bot_sat,
    table_events.SeatVacated: _on_seat_vacated,
    table_events.LeavingSet: _on_leaving_set,
    table_events.PlayerRemoved: _on_player_removed,
    table_events.PlayerMuted: _on_player_muted,
    table_events.HostPassed: _on_host_passed,
    table_events.ReadySet: _on_ready_set,
    table_events.RevealBegun: _on_reveal_begun,
    table_events.ContributionRevealed: _on_contribution_revealed,
    table_events.AutoSet: _on_auto_set,
    table_events.SecretSealed: _on_secret_sealed,
    table_events.HandBegun: _on_hand_begun,
    table_events.PracticeHandBegun: _on_practice_hand_begun,
    table_events.MoveMade: _on_move_made,
    table_events.MovesTakenBack: _on_moves_taken_back,
    table_events.WindowAnswered: _on_window_answered,
    table_events.TableHandEnded: _on_table_hand_ended,
    table_events.ClocksResumed: _on_clocks_resumed,
    table_events.TableClosed: _on_table_closed,
}
