"""Turns records into rows of tables, and writes rows as Arrow tables and Parquet files.

A row stands for a finished hand or for a decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice, pairwise
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import fields

from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.score_breakdown import ScoreLine
from paiju.core.seats import DEALER
from paiju.extras import import_from_extra
from paiju.games.registry import family_of
from paiju.records import Record, RecordedHand, replay_hand

if TYPE_CHECKING:
    from paiju.features.family_encoder import FamilyEncoder  # imports NumPy

BATCH: Final = 10_000
"""Number of rows that are converted to columns at a time."""


class HandRow(Struct, frozen=True):
    """A finished hand; fields with an entry for each seat are in seat order.

    - ``match``: the index of the record among all records, from 0
    - ``hand``: the number of hands that were dealt before this one in its match, including redeals
    - ``bots``: the name of each seat's bot, "" for a person
    - ``roles``: the code of each seat's role, "" if the game has no roles
    - ``reason``: the code of how the hand ended
    - ``moves``: the number of actions of seats, without those of DEALER
    - ``bid``: the base of the score, in Dou Dizhu the bid; 0 if the score breakdown has no base
    - ``times``: the product of all factors in the score breakdown; 1 if it has none
    - ``lines``: the code of each line of the score breakdown
    """

    ruleset: str
    match: int
    hand: int
    bots: tuple[str, ...]
    roles: tuple[str, ...]
    reason: str
    won: tuple[bool, ...]
    points: tuple[int, ...]
    moves: int
    bid: int
    times: int
    lines: tuple[str, ...]


def hand_rows(records: Iterable[Record]) -> Iterator[HandRow]:
    """Yield a row for every finished hand. Replays each hand to learn the roles. Raises PaijuError."""
    games: dict[str, AnyGame] = {}
    for match, record in enumerate(records):
        book = record.ruleset
        if book.digest not in games:
            games[book.digest] = book.game()
        for hand in record.hands:
            if hand.outcome is not None:
                yield _hand_row(games[book.digest], record, hand, match)


def _hand_row(game: AnyGame, record: Record, hand: RecordedHand, match: int) -> HandRow:
    role_info = family_of(record.ruleset.family).role_info
    *_, end = replay_hand(game, hand)
    outcome = end.outcome
    assert outcome is not None
    return HandRow(
        ruleset=record.ruleset.id,
        match=match,
        hand=int(hand.match.get("hand", 0)),
        bots=tuple(player.bot or "" for player in record.players),
        roles=tuple(role_info.role(end.state, seat) for seat in range(game.seats)),
        reason=outcome.reason,
        won=tuple(seat in outcome.winners for seat in range(game.seats)),
        points=outcome.points,
        moves=sum(move.seat != DEALER for move in hand.moves),
        bid=_base_of_score(outcome.account),
        times=prod(line.value for line in outcome.account if line.how == "times"),
        lines=tuple(line.code for line in outcome.account),
    )


class DecisionRow(Struct, frozen=True):
    """A decision of a finished hand: what the seat saw, the action it took, and the seat's result.

    - ``match``: the index of the record among all records, from 0
    - ``hand``: the number of hands that were dealt before this one in its match, including redeals
    - ``move``: the number of the action in the hand, from 1; actions of DEALER are counted too
    - ``role``: the code of the seat's role before the action
    - ``bot``: the name of the seat's bot, "" for a person
    - ``observation``: what the seat saw, as bits in 64-bit integers; empty if the seat acted without having to
    - ``legal``: the number of legal actions
    - ``action``: the action that the seat took, as text
    - ``action_bits``: the same action as bits in 64-bit integers
    - ``points``, ``won``: the seat's result at the end of the hand

    The family's encoder makes the bits, in the order of its layouts (``paiju.features``). In a family without an
    encoder, ``observation`` and ``action_bits`` are empty.
    """

    ruleset: str
    match: int
    hand: int
    move: int
    seat: int
    role: str
    bot: str
    observation: tuple[int, ...]
    legal: int
    action: str
    action_bits: tuple[int, ...]
    points: int
    won: bool


def decision_rows(records: Iterable[Record]) -> Iterator[DecisionRow]:
    """Yield a row for every decision in every finished hand, hand by hand. Needs NumPy. Raises PaijuError."""
    games: dict[str, tuple[AnyGame, FamilyEncoder | None]] = {}
    for match, record in enumerate(records):
        book = record.ruleset
        if book.digest not in games:
            game, bits = book.game(), family_of(book.family).feature_encoder
            games[book.digest] = game, load_object(bits)(game) if bits else None
        for hand in record.hands:
            if hand.outcome is not None:
                yield from _decision_rows_of_hand(*games[book.digest], record, hand, match)


def _decision_rows_of_hand(
    game: AnyGame, encoder: FamilyEncoder | None, record: Record, hand: RecordedHand, match: int
) -> Iterator[DecisionRow]:
    role_info = family_of(record.ruleset.family).role_info
    points = list(replay_hand(game, hand))
    outcome = points[-1].outcome
    assert outcome is not None
    bots = [player.bot or "" for player in record.players]
    for before, after in pairwise(points):
        seat = after.seat
        if seat is None or seat == DEALER:
            continue
        view, action = game.view(before.state, seat), game.parse_action(after.action)
        asked = seat in game.to_act(before.state)
        yield DecisionRow(
            ruleset=record.ruleset.id,
            match=match,
            hand=int(hand.match.get("hand", 0)),
            move=after.move,
            seat=seat,
            role=role_info.role(before.state, seat),
            bot=bots[seat] if seat < len(bots) else "",
            observation=tuple(encoder.encode_observation(view, seat).tolist()) if encoder and asked else (),
            legal=len(game.legal(view, seat)),
            action=after.action,
            action_bits=tuple(encoder.encode_actions(view, seat, [action])[0].tolist()) if encoder else (),
            points=outcome.points[seat],
            won=seat in outcome.winners,
        )


def _base_of_score(account: Sequence[ScoreLine]) -> int:
    return next((line.value for line in account if line.how == "base"), 0)


def to_arrow(found: Iterable[Struct], row: type[Struct] = HandRow) -> Any:
    """Return rows as a ``pyarrow.Table`` with a column for each field. Needs ``paiju[data]``.

    ``row`` is the class of the rows, ``HandRow`` or ``DecisionRow``. A field that contains a tuple becomes a column of
    lists.
    """
    arrow = import_from_extra("data", "pyarrow", "paiju.data.to_arrow")
    schema = _arrow_schema(row)
    return arrow.Table.from_batches(_record_batches(found, schema), schema=schema)


def to_parquet(found: Iterable[Struct], path: str | Path, row: type[Struct] = HandRow) -> int:
    """Write rows to a Parquet file, with a column for each field; return the number of rows. Needs ``paiju[data]``.

    ``row`` is the class of the rows, ``HandRow`` or ``DecisionRow``. At most ``BATCH`` rows are in memory at a time.
    """
    count = 0
    parquet = import_from_extra("data", "pyarrow.parquet", str(path))
    schema = _arrow_schema(row)
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in _record_batches(found, schema):
            writer.write_batch(batch)
            count += batch.num_rows
    return count


def _record_batches(found: Iterable[Struct], schema: Any) -> Iterator[Any]:
    arrow, left = import_module("pyarrow"), iter(found)
    while batch := list(islice(left, BATCH)):
        columns = [[getattr(row, name) for row in batch] for name in schema.names]
        yield arrow.RecordBatch.from_arrays(
            [arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
        )


INT64_FIELDS: Final = ("observation", "legal", "action_bits")
"""The fields that are stored as 64-bit integers; other integer fields are stored with 32 bits."""


def _arrow_schema(row: type[Struct]) -> Any:
    """Return the Arrow schema with a column for each field of ``row``."""
    arrow = import_module("pyarrow")
    plain = {"str": arrow.string(), "int": arrow.int32(), "bool": arrow.bool_()}
    columns = []
    for field in fields(row):
        several = getattr(field.type, "__args__", None)
        kind = arrow.int64() if field.name in INT64_FIELDS else plain[(several[0] if several else field.type).__name__]
        columns.append((field.name, arrow.list_(kind) if several else kind))
    return arrow.schema(columns)
