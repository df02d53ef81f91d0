"""Finished hands as rows, and rows as columns for Arrow and Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from math import prod
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import fields

from paiju.core.breakdown import ScoreLine
from paiju.core.game import AnyGame
from paiju.core.seats import DEALER
from paiju.extras import module_of
from paiju.games.registry import family_of
from paiju.records import Record, RecordedHand, iter_hand_points

BATCH: Final = 10_000
"""Number of rows that are converted to columns at a time."""


class HandRow(Struct, frozen=True):
    """A finished hand; fields with an entry for each seat are in seat order.

    ``match`` counts the records from 0, ``hand`` the deals of the match. ``bots`` names bots, "" for a player. ``roles``
    are codes, "" if the game has none. ``reason`` says how the hand ended, and ``moves`` counts the actions of seats,
    without DEALER's. ``bid`` is the first line of the score breakdown (points, the bank), ``times`` the product of its
    factors, ``lines`` all its codes.
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
    """Yield a row for every finished hand. Each hand is replayed to learn the roles. Raises PaijuError."""
    games: dict[str, AnyGame] = {}
    for match, record in enumerate(records):
        book = record.ruleset
        if book.digest not in games:
            games[book.digest] = book.game()
        for hand in record.hands:
            if hand.outcome is not None:
                yield _to_row(games[book.digest], record, hand, match)


def _to_row(game: AnyGame, record: Record, hand: RecordedHand, match: int) -> HandRow:
    role_info = family_of(record.ruleset.family).role_info
    *_, end = iter_hand_points(game, hand)
    outcome = end.outcome
    assert outcome is not None
    return HandRow(
        ruleset=f"{record.ruleset.family}/{record.ruleset.name}",
        match=match,
        hand=int(hand.match.get("hand", 0)),
        bots=tuple(player.bot or "" for player in record.players),
        roles=tuple(role_info.role(end.state, seat) for seat in range(game.seats)),
        reason=outcome.reason,
        won=tuple(seat in outcome.winners for seat in range(game.seats)),
        points=outcome.points,
        moves=sum(move.seat != DEALER for move in hand.moves),
        bid=_first(outcome.account),
        times=prod(line.value for line in outcome.account if line.how == "times"),
        lines=tuple(line.code for line in outcome.account),
    )


def _first(account: Sequence[ScoreLine]) -> int:
    return next((line.value for line in account if line.how == "base"), 0)


def to_arrow(found: Iterable[HandRow]) -> Any:
    """Return a ``pyarrow.Table`` with a column for each field of ``HandRow``; fields by seat are lists. Needs ``paiju[data]``."""
    arrow = module_of("data", "pyarrow", "paiju.data.to_arrow")
    return arrow.Table.from_batches(_batches(found), schema=_schema())


def to_parquet(found: Iterable[HandRow], path: str | Path) -> int:
    """Write the columns to a Parquet file in batches. Returns the number of rows. Needs ``paiju[data]``."""
    count = 0
    with module_of("data", "pyarrow.parquet", str(path)).ParquetWriter(path, _schema(), compression="zstd") as writer:
        for batch in _batches(found):
            writer.write_batch(batch)
            count += batch.num_rows
    return count


def _batches(found: Iterable[HandRow]) -> Iterator[Any]:
    arrow, schema, left = import_module("pyarrow"), _schema(), iter(found)
    while batch := list(islice(left, BATCH)):
        columns = [[getattr(row, name) for row in batch] for name in schema.names]
        yield arrow.RecordBatch.from_arrays(
            [arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
        )


def _schema() -> Any:
    """Return the column types for the fields."""
    arrow = import_module("pyarrow")
    plain = {"str": arrow.string(), "int": arrow.int32(), "bool": arrow.bool_()}
    columns = []
    for field in fields(HandRow):
        several = getattr(field.type, "__args__", None)
        kind = plain[(several[0] if several else field.type).__name__]
        columns.append((field.name, arrow.list_(kind) if several else kind))
    return arrow.schema(columns)
