"""A finished hand: what is kept of it, and its replay step by step. Only hands that are over come here."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from paiju.core.account import Line, Outcome
from paiju.core.codec import from_json, from_plain, to_json
from paiju.core.deal import Deal, DealPlan, draw_deal, hand_seed
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.core.voice import Words
from paiju.records.model import Fair, Player, Record, new_record, record_hand
from paiju.server.app.formats import FORMAT, HANDS, lifted
from paiju.server.app.store import FinishedHand
from paiju.server.domain.library import Library, thawed
from paiju.server.domain.table import Chair, Hand, Table, hand_id


class Sitter(Struct, frozen=True):
    """Who played a seat."""

    name: str
    player: str | None
    bot: str | None


class RecordedMove(Struct, frozen=True):
    """An action of a seat (-1: the dealer) at so many milliseconds since the hand began."""

    seat: Seat
    by: str
    action: Any
    at: int


class HandInfo(Struct, frozen=True, kw_only=True):
    """A finished hand in a list."""

    id: str
    ruleset: str
    began: int
    ended: int
    seats: tuple[Sitter, ...]
    outcome: Outcome


class HandRecord(Struct, frozen=True, kw_only=True):
    """All that is needed to play the hand again, and to prove its deal."""

    id: str
    table: str
    number: int
    ruleset: Ruleset
    digest: str
    match: Any
    seats: tuple[Sitter, ...]
    began: int
    ended: int
    commitment: str
    secret: str
    contributions: tuple[str, ...]
    deal: Deal
    moves: tuple[RecordedMove, ...]
    outcome: Outcome


class ReplayStep(Struct, frozen=True, kw_only=True):
    """A move with what happened, the whole state after it, the account so far, and what each seat was told of its hand.

    ``told`` has the words for each of the events, null for what is not told, and ``lines`` those for each line of the account.
    """

    seat: Seat
    by: str
    at: int
    action: Raw
    text: str
    events: Raw
    told: tuple[Words | None, ...]
    state: Raw
    account: tuple[Line, ...]
    lines: tuple[Words, ...]
    hints: tuple[Raw, ...]


class Replay(Struct, frozen=True, kw_only=True):
    """A finished hand, every step with all hands open; ``plan`` is what it needed of chance, for whoever proves the deal."""

    record: HandRecord
    plan: DealPlan
    start: Raw
    steps: tuple[ReplayStep, ...]
    headline: Words
    reason: Words


def finished_hand(before: Table, after: Table, now: int) -> FinishedHand | None:
    """What to keep when an entry has ended a hand. ``before`` still has everybody who played it."""
    hand = after.hand
    if hand is None or hand.outcome is None or (before.hand and before.hand.outcome and before.hand.seal == hand.seal):
        return None
    record = record_of(after, hand, tuple(_sitter(chair) for chair in before.chairs), now)
    info = HandInfo(
        id=record.id,
        ruleset=record.ruleset.id,
        began=record.began,
        ended=now,
        seats=record.seats,
        outcome=record.outcome,
    )
    return FinishedHand(
        id=record.id,
        table=after.id,
        ended=now,
        players=tuple(seat.player for seat in record.seats if seat.player is not None),
        format=FORMAT,
        info=to_json(info),
        record=to_json(record),
    )


def record_of(table: Table, hand: Hand, seats: tuple[Sitter, ...], now: int) -> HandRecord:
    """The record of a hand that is over."""
    if hand.outcome is None:
        raise LookupError("the hand is not over")
    secret, contributions = bytes.fromhex(hand.seal.secret), [bytes.fromhex(text) for text in hand.contributions]
    seed = hand_seed(secret, table.id, hand.number, contributions)
    return HandRecord(
        id=hand_id(table.id, hand.number),
        table=table.id,
        number=hand.number,
        ruleset=table.setup.ruleset,
        digest=table.setup.ruleset.digest,
        match=hand.match,
        seats=seats,
        began=hand.began,
        ended=now,
        commitment=hand.seal.commitment,
        secret=hand.seal.secret,
        contributions=hand.contributions,
        deal=draw_deal(table.game.plan(hand.match), seed),
        moves=tuple(RecordedMove(move.seat, move.by, move.action, move.at - hand.began) for move in hand.moves),
        outcome=hand.outcome,
    )


def read_record(hand: FinishedHand) -> HandRecord:
    """What was kept; the family's own values in it are plain."""
    read: HandRecord = from_plain(lifted(from_json(hand.record, Any), hand.format, HANDS), HandRecord)
    return read


def read_info(hand: FinishedHand) -> HandInfo:
    """The hand as lists show it."""
    read: HandInfo = from_json(hand.info, HandInfo)
    return read


def replay(library: Library, record: HandRecord) -> Replay:
    """Play a recorded hand again."""
    game = library.game(thawed(library, record.ruleset))
    match = from_plain(record.match, game.match_type)
    state = game.start(match, record.deal)
    start = Raw(to_json(state))
    steps = []
    for move in record.moves:
        step, state = _replayed(game, state, move)
        steps.append(step)
    return Replay(
        record=record,
        plan=game.plan(match),
        start=start,
        steps=tuple(steps),
        headline=game.voice.headline(state, record.outcome),
        reason=game.voice.reason(state, record.outcome),
    )


def as_record(library: Library, kept: HandRecord) -> Record:
    """The hand in the project's own record format, which ``paiju replay`` and ``paiju verify`` read."""
    ruleset = thawed(library, kept.ruleset)
    game = library.game(ruleset)
    fair = Fair(kept.table, kept.number, kept.commitment, kept.contributions, kept.secret)
    moves = tuple((move.seat, from_plain(move.action, game.action_type)) for move in kept.moves)
    hand = record_hand(game, from_plain(kept.match, game.match_type), kept.deal, moves, fair)
    return new_record(ruleset, tuple(Player(seat.name, seat.bot) for seat in kept.seats), (hand,))


def _replayed(game: AnyGame, state: Any, move: RecordedMove) -> tuple[ReplayStep, Any]:
    action = from_plain(move.action, game.action_type)
    after, events = game.step(state, move.seat, action)
    account = game.account(after)
    step = ReplayStep(
        seat=move.seat,
        by=move.by,
        at=move.at,
        action=Raw(to_json(action)),
        text=game.format_action(action),
        events=Raw(to_json(events)),
        told=tuple(map(game.voice.event, events)),
        state=Raw(to_json(after)),
        account=account,
        lines=tuple(game.voice.line(after, line) for line in account),
        hints=tuple(Raw(to_json(game.hints(game.view(after, seat), seat))) for seat in range(game.seats)),
    )
    return step, after


def _sitter(chair: Chair) -> Sitter:
    return Sitter(chair.name, chair.player, chair.bot)
