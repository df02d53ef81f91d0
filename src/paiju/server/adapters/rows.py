"""Rows of a database, whichever it is, and the values that they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.server.app.store import Account, Act, Entry, FinishedHand, Key, Known, Player, Snapshot, Summary

Row = Sequence[Any]


def entry_of(row: Row) -> Entry:
    """``table_id, version, at, actor, command, facts, format``."""
    table, version, at, actor, command, facts, number = row
    return Entry(table=table, version=version, at=at, actor=actor, command=command, format=number, facts=facts)


SUMMARY = "table_id, ruleset, phase, private, open_seats, due, format, info"


def summary_of(row: Row) -> Summary:
    """``SUMMARY``. Who sits there stands elsewhere."""
    table, ruleset, phase, private, open_seats, due, number, info = row
    return Summary(
        table=table, ruleset=ruleset, phase=phase, private=bool(private), open_seats=open_seats, due=due, players=(),
        format=number, info=info,
    )  # fmt: skip


def snapshot_of(rows: Sequence[Row]) -> Snapshot | None:
    """``table_id, version, build, state``, if there is such a row."""
    if not rows:
        return None
    table, version, build, state = rows[0]
    return Snapshot(table=table, version=version, build=build, state=state)


def hand_of(row: Row) -> FinishedHand:
    """``hand_id, table_id, ended, format, info, record``. Who played stands elsewhere."""
    hand, table, ended, number, info, record = row
    return FinishedHand(id=hand, table=table, ended=ended, players=(), format=number, info=info, record=record)


PLAYER = "player_id, name, created"


def player_row(player: Player) -> tuple[object, ...]:
    """``PLAYER`` and ``folded``, to be written."""
    return player.id, player.name, player.created, player.folded


def account_of(rows: Sequence[Row]) -> Account | None:
    """``player_id, name, folded, secret, created``, if there is such a row."""
    return Account(*rows[0]) if rows else None


def account_row(account: Account) -> tuple[object, ...]:
    """The same, to be written."""
    return account.player, account.user, account.folded, account.secret, account.created


def key_row(key: Key) -> tuple[object, ...]:
    """``digest, player_id, kind, label, created, seen``, to be written."""
    return key.digest, key.player, key.kind, key.label, key.created, key.seen


ACT = "number, at, actor, act, subject, detail, why"


def act_of(row: Row) -> Act:
    """``ACT``."""
    number, at, actor, act, subject, detail, why = row
    return Act(number=number, at=at, actor=actor, act=act, subject=subject, detail=detail, why=why)


def act_row(act: Act) -> tuple[object, ...]:
    """The same but for the number, to be written."""
    return act.at, act.actor, act.act, act.subject, act.detail, act.why


def known_of(row: Row) -> Known:
    """``player_id, name, created, user, seen``."""
    player, name, created, user, seen = row
    return Known(player=Player(player, name, created), user=user, seen=seen)
