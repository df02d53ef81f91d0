"""The record of a finished hand, and the replay of the hand step by step.

Record and replay show all cards. Callers must therefore not pass a hand that is still running.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import Raw, Struct
from msgspec.structs import asdict, replace

from paiju.core.codec import from_json, from_plain, to_json, to_plain
from paiju.core.coins import Settled
from paiju.core.fair_deal import Deal, DealPlan, draw_deal, hand_seed
from paiju.core.game import AnyGame, Zone
from paiju.core.history import without_history
from paiju.core.messages import TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine, stake_of
from paiju.core.seats import Seat
from paiju.records import (
    FairProof,
    Record,
    RecordedHand,
    RecordedMove,
    RecordedPlayer,
    ReplayPoint,
    new_record,
    read_json,
    replay_hand,
)
from paiju.server.app.finished_hand import FinishedHand
from paiju.server.app.quarantine import quarantine_hand_errors
from paiju.server.app.ranking.hand_result import HandResult
from paiju.server.app.ranking.player_hand_results import (
    CompletedHand,
    evaluate_hand,
    evaluate_record,
    recorded_ruleset,
)
from paiju.server.app.tables.view_models import labels_on_table, seat_shares
from paiju.server.app.upcasting import FORMAT, HAND_SUMMARY_UPCASTERS, upcast, upcast_record_of_1
from paiju.server.domain.command_context import PUBLIC_ID
from paiju.server.domain.ruleset_registry import RulesetRegistry
from paiju.server.domain.table_state import Chair, Table, TableHandState, hand_id, hand_number, seed_context
from paiju.server.errors import Quarantined
from paiju.server.wire import Share

T = TypeVar("T")


class HandSummary(Struct, frozen=True, kw_only=True):
    """A finished hand in a list, without its moves and cards. Times are in Unix milliseconds."""

    id: str
    ruleset: str
    began: int
    ended: int
    players: tuple[RecordedPlayer, ...]
    outcome: Outcome
    coins: Settled | None = None
    """The settlement if the hand was played for coins."""
    private: bool = True
    """Whether the table was private. Also true for old hands, of which this is not known."""

    def has_player(self, player: str) -> bool:
        """Whether a player played the hand."""
        return any(one.id == player for one in self.players)


class HandWithWords(HandSummary, frozen=True, kw_only=True):
    """A hand summary with two kinds of texts: why the hand ended (``reason``), and a text for each score line."""

    reason: TranslatableText
    lines: tuple[TranslatableText, ...]


class NumberedHand(HandWithWords, frozen=True, kw_only=True):
    """A hand in the list of its table. ``number`` counts the table's hands, from 1."""

    number: int


class ReplayStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move of a replay, with the state and the texts after the move.

    - ``text``: the move in notation
    - ``label``: the name of the move for people
    - ``messages``: the text of each event; null for an event without a text
    - ``state``: the whole state
    - ``account``: the score breakdown
    - ``lines``: a text for each line of the score breakdown
    - ``stake``: the total of the score breakdown
    - ``notes``: short notes about the hand
    - ``hints``: the hints of each seat
    - ``on_table``: for each seat, the name of the cards that the seat has on the table
    - ``zones``: all cards
    - ``roles``: the role of each seat, as a code of the texts ``role.<code>``; empty until a seat has a role
    """

    seat: Seat
    by: str | None
    at: int | None
    action: Raw
    text: str
    label: TranslatableText
    events: Raw
    messages: tuple[TranslatableText | None, ...]
    state: Raw
    account: tuple[ScoreLine, ...]
    lines: tuple[TranslatableText, ...]
    stake: int
    notes: tuple[TranslatableText, ...]
    hints: tuple[Raw, ...]
    on_table: tuple[TranslatableText | None, ...] = ()
    zones: tuple[Zone, ...]
    roles: tuple[str, ...] = ()


class Replay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A replay of a finished hand with all cards visible.

    ``plan`` lists the cards that are shuffled and the random numbers that are drawn for the deal. With this list,
    a client can verify the deal.
    """

    id: str
    record: Record
    withdrawn: bool = False
    """Whether a player has withdrawn the public link of the hand. Then only players of the hand may open the replay."""
    plan: DealPlan
    deal: Deal
    sides: tuple[int, ...]
    start: Raw
    steps: tuple[ReplayStep, ...]
    headline: TranslatableText
    reason: TranslatableText
    shares: tuple[tuple[Share, ...], ...] = ()
    """For each seat, how it won or lost its points against the other seats (``Share``)."""
    zones: tuple[Zone, ...]
    """The zones before the first move."""


def to_finished_hand(library: RulesetRegistry, before: Table, after: Table, now: int) -> FinishedHand | None:
    """Return the finished hand to store; None if the last entry did not end a hand, and for a practice hand.

    ``before`` is the table before the last entry, and ``after`` the table after it. A player who has left is only
    in ``before``.
    """
    hand = after.hand
    if hand is None or hand.position is not None:
        return None
    if hand.outcome is None or (before.hand and before.hand.outcome and before.hand.seal == hand.seal):
        return None
    players, public = tuple(map(_to_record_player, before.chairs)), hand.seal.id or secrets.token_hex(PUBLIC_ID)
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
        record=to_json(_to_record(after, hand, players, now)),
        verdict=_hand_result(library, after, hand, hand.outcome, players),
    )


def _hand_result(
    library: RulesetRegistry, table: Table, hand: TableHandState, outcome: Outcome, players: tuple[RecordedPlayer, ...]
) -> HandResult:  # fmt: skip
    events = [event for move in hand.moves for event in move.events]
    ruleset, game, private = table.setup.ruleset, table.game, table.private
    return evaluate_hand(
        library, CompletedHand(ruleset, game, players, events, hand.state, outcome, private, hand.coins)
    )


def _to_record(table: Table, hand: TableHandState, players: tuple[RecordedPlayer, ...], now: int) -> Record:
    """Return the record of a finished hand.

    Its events are values of the family's types, not dicts as in a stored record.
    """
    game, contributions = table.game, [bytes.fromhex(text) for text in hand.contributions]
    context = seed_context(table.id, hand.seal)
    seed = hand_seed(bytes.fromhex(hand.seal.secret), context, hand.number, contributions)
    deal = draw_deal(game.deal_plan(hand.match), seed)
    recorded = RecordedHand(
        match=to_plain(hand.match),
        deck=tuple(map(game.format_card, deal.deck)),
        draws=deal.draws,
        moves=tuple(
            RecordedMove(move.seat, game.format_action(move.action), move.events, move.by, move.at - hand.began)
            for move in hand.moves
        ),
        outcome=hand.outcome,
        fair=FairProof(context, hand.number, hand.seal.commitment, hand.contributions, hand.seal.secret, hand.pledges),
        began=hand.began,
        ended=now,
        coins=hand.coins,
    )
    return new_record(table.setup.ruleset, players, (recorded,))


def _to_record_player(chair: Chair) -> RecordedPlayer:
    """Return the record's entry for a player. A bot account is recorded as a bot with its own name."""
    return RecordedPlayer(chair.name, chair.name if chair.program else chair.bot, chair.player)


def read_record(library: RulesetRegistry, hand: FinishedHand) -> Record:
    """Return the record of a stored hand. Raises Quarantined."""
    with quarantine_hand_errors(hand.public_id):
        return decode_record(library, hand)


def shown_record(library: RulesetRegistry, hand: FinishedHand, *, played: bool) -> Record:
    """Return the record to show to a player of the hand (``played``) or to somebody else. Raises Quarantined.

    In records before format 4, the proof of the deal contains the table's id, which only players of the hand may see.
    Therefore the proof is left out of these records for everybody else.
    """
    record = read_record(library, hand)
    hands = tuple(one if one.fair is None or not one.fair.table else replace(one, fair=None) for one in record.hands)
    return record if played else replace(record, hands=hands)


def decode_record(library: RulesetRegistry, hand: FinishedHand) -> Record:
    """Return the record of a stored hand. Raises any error of decoding."""
    if hand.format == 1:
        return upcast_record_of_1(from_json(hand.record, dict[str, Any]), library)
    return read_json(hand.record)


def was_private(hand: FinishedHand) -> bool | None:
    """Return whether a hand was played at a private table; None if this is unknown. Raises Quarantined.

    It is unknown if the hand is so old that its summary does not say so.
    """
    with quarantine_hand_errors(hand.public_id):
        info: dict[str, Any] = upcast(from_json(hand.info, Any), hand.format, HAND_SUMMARY_UPCASTERS)
        return info.get("private")


def evaluate_stored_hand(library: RulesetRegistry, hand: FinishedHand, *, private: bool, duplicate: bool) -> HandResult:
    """Return the result of a stored hand, computed from its record. Raises Quarantined."""
    record = read_record(library, hand)
    with quarantine_hand_errors(hand.public_id):
        return evaluate_record(library, record, private=private, duplicate=duplicate)


def read_summaries(hands: Iterable[FinishedHand]) -> list[HandSummary]:
    """Return the summaries of hands. Hands that cannot be read are left out."""
    return _map_readable_hands(hands, to_summary)


def summaries_with_texts(library: RulesetRegistry, hands: Iterable[FinishedHand]) -> list[HandWithWords]:
    """Return the summary of each hand, with texts for the reason of its end and for its score lines.

    Hands that cannot be read are left out.
    """
    return _map_readable_hands(hands, lambda hand: _with_texts(library, to_summary(hand)))


def to_numbered_hands(library: RulesetRegistry, hands: Iterable[FinishedHand]) -> list[NumberedHand]:
    """Return the summaries of a table's hands with texts and numbers. Hands that cannot be read are left out."""
    return _map_readable_hands(hands, lambda hand: _with_number(hand, _with_texts(library, to_summary(hand))))


def _with_number(hand: FinishedHand, info: HandWithWords) -> NumberedHand:
    return NumberedHand(**asdict(info), number=hand_number(hand.id))


def _map_readable_hands(hands: Iterable[FinishedHand], read: Callable[[FinishedHand], T]) -> list[T]:
    found: list[T] = []
    for hand in hands:
        with suppress(Quarantined), quarantine_hand_errors(hand.public_id):
            found.append(read(hand))
    return found


def to_summary(hand: FinishedHand) -> HandSummary:
    """Return the stored summary of a hand, with the hand's public id. Raises any error that occurs in decoding.

    Before format 4, a summary was stored with the internal id, which reveals the table. The public id replaces
    it.
    """
    info: HandSummary = from_plain(upcast(from_json(hand.info, Any), hand.format, HAND_SUMMARY_UPCASTERS), HandSummary)
    return replace(info, id=hand.public_id)


def _with_texts(library: RulesetRegistry, info: HandSummary) -> HandWithWords:
    voice, outcome = library.family(info.ruleset.partition("/")[0]).game.voice, info.outcome
    lines = tuple(voice.score_line_name(None, line) for line in outcome.account)
    return HandWithWords(**asdict(info), reason=voice.end_reason(outcome), lines=lines)


def replay_stored_hand(library: RulesetRegistry, name: str, record: Record, *, withdrawn: bool = False) -> Replay:
    """Return the replay of a recorded hand. Raises Quarantined if the rules cannot replay it.

    ``name`` becomes the id of the replay.
    """
    with quarantine_hand_errors(name):
        return build_replay(library, name, record, withdrawn=withdrawn)


def build_replay(library: RulesetRegistry, name: str, record: Record, *, withdrawn: bool = False) -> Replay:
    """Return the replay of the only hand of a record. The record must have exactly one hand.

    Raises any error of the rules.
    """
    ruleset, (hand,) = recorded_ruleset(library, record.ruleset), record.hands
    assert hand.outcome is not None
    game = library.game(ruleset)
    moments = tuple(replay_hand(game, hand))
    role = library.family(ruleset.family).role_info.role
    pairs = zip(hand.moves, pairwise(moments), strict=True)
    steps = (_to_replay_step(game, role, move, *around) for move, around in pairs)
    start, end = moments[0].state, moments[-1].state
    return Replay(
        id=name,
        record=record,
        withdrawn=withdrawn,
        plan=game.deal_plan(hand.match_before(game)),
        deal=hand.deal(game),
        sides=game.sides,
        start=Raw(to_json(without_history(start))),
        steps=tuple(steps),
        headline=game.voice.ending(end, hand.outcome),
        reason=game.voice.end_reason(hand.outcome),
        shares=seat_shares(game, end, hand.outcome.account),
        zones=game.zones(start),
    )


def _to_replay_step(
    game: AnyGame, role: Callable[[Any, Seat], str], move: RecordedMove, before: ReplayPoint, after: ReplayPoint
) -> ReplayStep:
    state, action = after.state, game.parse_action(move.action)
    roles = tuple(role(state, seat) for seat in range(game.seats))
    account = game.score_lines(state) if after.outcome is None else after.outcome.account
    return ReplayStep(
        seat=move.seat,
        by=move.by,
        at=move.at,
        action=Raw(to_json(action)),
        text=move.action,
        label=game.voice.action(before.state, move.seat, action),
        events=Raw(to_json(after.events)),
        messages=tuple(map(game.voice.event, after.events)),
        state=Raw(to_json(without_history(state))),
        account=account,
        lines=tuple(game.voice.score_line_name(state, line) for line in account),
        stake=stake_of(account),
        notes=game.hand_terms(state),
        hints=tuple(Raw(to_json(game.hand_hints(game.view(state, seat), seat))) for seat in range(game.seats)),
        on_table=labels_on_table(game, state),
        zones=game.zones(state),
        roles=roles if any(roles) else (),
    )
