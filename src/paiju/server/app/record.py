"""A finished hand: its record, and its replay step by step. Only hands that are over come here."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import Raw, Struct
from msgspec.structs import asdict, replace

from paiju.core.account import Line, Outcome, stake_of
from paiju.core.codec import from_json, from_plain, to_json, to_plain
from paiju.core.coins import Settled
from paiju.core.deal import Deal, DealPlan, draw_deal, hand_seed
from paiju.core.game import AnyGame, Pile
from paiju.core.seats import Seat
from paiju.core.voice import Words
from paiju.records import Fair, Moment, Player, Record, RecordedHand, RecordedMove, moments_of, new_record, read_json
from paiju.server.app.aside import reading_hand
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.formats import FORMAT, INFO, lifted, record_of_1
from paiju.server.app.project import lying, shares_of
from paiju.server.app.results import Seen, judged, judged_again, moved, ruleset_of
from paiju.server.app.verdict import Verdict
from paiju.server.domain.draft import PUBLIC_ID
from paiju.server.domain.library import Library
from paiju.server.domain.table import Chair, Hand, Table, deal_context, hand_id
from paiju.server.errors import SetAside
from paiju.server.wire import Share

T = TypeVar("T")


class HandSummary(Struct, frozen=True, kw_only=True):
    """A finished hand in a list."""

    id: str
    ruleset: str
    began: int
    ended: int
    players: tuple[Player, ...]
    outcome: Outcome
    coins: Settled | None = None
    """How it was settled, where it was played for coins."""
    private: bool = True
    """It was played at a private table, or nobody knows any more."""

    def has(self, player: str) -> bool:
        """Whether this player played it."""
        return any(one.id == player for one in self.players)


class ToldHand(HandSummary, frozen=True, kw_only=True):
    """The same with words: why the hand ended so, and what each line of the account is called."""

    reason: Words
    lines: tuple[Words, ...]


class ReplayStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move: what happened, the whole state after it, the account so far and the terms, and the hints that each seat had.

    ``label`` is what the move is called, ``lying`` what lies before each seat. ``told`` has the words for each event, null if it
    is not told. ``lines`` has those for each line of the account, which comes to ``stake``.
    """

    seat: Seat
    by: str | None
    at: int | None
    action: Raw
    text: str
    label: Words
    events: Raw
    told: tuple[Words | None, ...]
    state: Raw
    account: tuple[Line, ...]
    lines: tuple[Words, ...]
    stake: int
    terms: tuple[Words, ...]
    hints: tuple[Raw, ...]
    lying: tuple[Words | None, ...] = ()
    piles: tuple[Pile, ...] = ()


class Replay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished hand, step by step, with all hands open. ``plan`` is what it needed of chance, to prove the deal."""

    id: str
    record: Record
    withdrawn: bool = False
    """A player of the hand has withdrawn its link: only its players may open it."""
    plan: DealPlan
    deal: Deal
    sides: tuple[int, ...]
    start: Raw
    steps: tuple[ReplayStep, ...]
    headline: Words
    reason: Words
    shares: tuple[tuple[Share, ...], ...] = ()
    """What is added up to the points of each seat."""
    piles: tuple[Pile, ...] = ()
    """What lies where at the start, for a client that has no layout for the family; so in every step."""


def finished_hand(library: Library, before: Table, after: Table, now: int) -> FinishedHand | None:
    """What to keep when an entry has ended a hand. ``before`` still has everybody who played it."""
    hand = after.hand
    if hand is None or hand.outcome is None or (before.hand and before.hand.outcome and before.hand.seal == hand.seal):
        return None
    players, public = tuple(map(_player, before.chairs)), hand.seal.id or secrets.token_hex(PUBLIC_ID)
    info = HandSummary(
        id=public,
        ruleset=after.setup.ruleset.id,
        began=hand.began,
        ended=now,
        players=players,
        outcome=hand.outcome,
        coins=hand.coins,
        private=after.private,
    )
    return FinishedHand(
        id=hand_id(after.id, hand.number),
        public_id=public,
        table=after.id,
        ended=now,
        players=tuple(player.id for player in players if player.id is not None),
        format=FORMAT,
        info=to_json(info),
        record=to_json(_record_of(after, hand, players, now)),
        verdict=_verdict_of(library, after, hand, hand.outcome, players),
    )


def _verdict_of(
    library: Library, table: Table, hand: Hand, outcome: Outcome, players: tuple[Player, ...]
) -> Verdict:  # fmt: skip
    events = [event for move in hand.moves for event in move.events]
    coins = moved(hand.coins, private=table.private)
    return judged(library, Seen(table.setup.ruleset, table.game, players, events, hand.state, outcome, coins))


def _record_of(table: Table, hand: Hand, players: tuple[Player, ...], now: int) -> Record:
    """The record of a hand that is over; its events are still the game's own."""
    game, contributions = table.game, [bytes.fromhex(text) for text in hand.contributions]
    context = deal_context(table.id, hand.seal)
    seed = hand_seed(bytes.fromhex(hand.seal.secret), context, hand.number, contributions)
    deal = draw_deal(game.plan(hand.match), seed)
    recorded = RecordedHand(
        match=to_plain(hand.match),
        deck=tuple(map(game.format_card, deal.deck)),
        draws=deal.draws,
        moves=tuple(
            RecordedMove(move.seat, game.format_action(move.action), move.events, move.by, move.at - hand.began)
            for move in hand.moves
        ),
        outcome=hand.outcome,
        fair=Fair(context, hand.number, hand.seal.commitment, hand.contributions, hand.seal.secret, hand.pledges),
        began=hand.began,
        ended=now,
        coins=hand.coins,
    )
    return new_record(table.setup.ruleset, players, (recorded,))


def _player(chair: Chair) -> Player:
    """A program that plays as somebody is named like them."""
    return Player(chair.name, chair.name if chair.program else chair.bot, chair.player)


def read_record(library: Library, hand: FinishedHand) -> Record:
    """What was kept. Raises SetAside."""
    with reading_hand(hand.public_id):
        return record_of(library, hand)


def shown_record(library: Library, hand: FinishedHand, *, played: bool) -> Record:
    """What those who ``played`` the hand may see of it, or anybody. Raises SetAside.

    Before format 4 the table's id was a part of the proof of the deal: only who was there may see that.
    """
    record = read_record(library, hand)
    hands = tuple(one if one.fair is None or not one.fair.table else replace(one, fair=None) for one in record.hands)
    return record if played else replace(record, hands=hands)


def record_of(library: Library, hand: FinishedHand) -> Record:
    """The same. Raises whatever is wrong with it."""
    if hand.format == 1:
        return record_of_1(from_json(hand.record, dict[str, Any]), library)
    return read_json(hand.record)


def read_verdict(library: Library, hand: FinishedHand) -> Verdict:
    """What the hand was to its players, from its record. Raises SetAside."""
    record = read_record(library, hand)
    with reading_hand(hand.public_id):
        return judged_again(library, record, private=info_of(hand).private)


def read_infos(hands: Iterable[FinishedHand]) -> list[HandSummary]:
    """The hands as lists show them, but those that cannot be read."""
    return _readable(hands, info_of)


def told_infos(library: Library, hands: Iterable[FinishedHand]) -> list[ToldHand]:
    """The same in words."""
    return _readable(hands, lambda hand: _told(library, info_of(hand)))


def _readable(hands: Iterable[FinishedHand], read: Callable[[FinishedHand], T]) -> list[T]:
    found: list[T] = []
    for hand in hands:
        with suppress(SetAside), reading_hand(hand.public_id):
            found.append(read(hand))
    return found


def info_of(hand: FinishedHand) -> HandSummary:
    """What lists tell of a hand. Raises whatever is wrong with it.

    Before format 4 the id with the table's in it was written there.
    """
    info: HandSummary = from_plain(lifted(from_json(hand.info, Any), hand.format, INFO), HandSummary)
    return replace(info, id=hand.public_id)


def _told(library: Library, info: HandSummary) -> ToldHand:
    voice, outcome = library.family(info.ruleset.partition("/")[0]).game.voice, info.outcome
    lines = tuple(voice.line(None, line) for line in outcome.account)
    return ToldHand(**asdict(info), reason=voice.reason(outcome), lines=lines)


def replay(library: Library, name: str, record: Record, *, withdrawn: bool = False) -> Replay:
    """Play a recorded hand again. Raises SetAside: the rules cannot follow it."""
    with reading_hand(name):
        return _replay(library, name, record, withdrawn=withdrawn)


def _replay(library: Library, name: str, record: Record, *, withdrawn: bool) -> Replay:
    ruleset, (hand,) = ruleset_of(library, record.ruleset), record.hands
    assert hand.outcome is not None
    game = library.game(ruleset)
    moments = tuple(moments_of(game, hand))
    plain = not library.family(ruleset.family).web
    pairs = zip(hand.moves, pairwise(moments), strict=True)
    steps = (_step(game, move, *around, plain=plain) for move, around in pairs)
    start, end = moments[0].state, moments[-1].state
    return Replay(
        id=name,
        record=record,
        withdrawn=withdrawn,
        plan=game.plan(hand.before(game)),
        deal=hand.deal(game),
        sides=game.sides,
        start=Raw(to_json(start)),
        steps=tuple(steps),
        headline=game.voice.ending(end, hand.outcome),
        reason=game.voice.reason(hand.outcome),
        shares=shares_of(game, end, hand.outcome.account),
        piles=game.piles(start) if plain else (),
    )


def _step(game: AnyGame, move: RecordedMove, before: Moment, after: Moment, *, plain: bool) -> ReplayStep:
    state, action = after.state, game.parse_action(move.action)
    account = game.account(state) if after.outcome is None else after.outcome.account
    return ReplayStep(
        seat=move.seat,
        by=move.by,
        at=move.at,
        action=Raw(to_json(action)),
        text=move.action,
        label=game.voice.action(before.state, move.seat, action),
        events=Raw(to_json(after.events)),
        told=tuple(map(game.voice.event, after.events)),
        state=Raw(to_json(state)),
        account=account,
        lines=tuple(game.voice.line(state, line) for line in account),
        stake=stake_of(account),
        terms=game.terms(state),
        hints=tuple(Raw(to_json(game.hints(game.view(state, seat), seat))) for seat in range(game.seats)),
        lying=lying(game, state),
        piles=game.piles(state) if plain else (),
    )
