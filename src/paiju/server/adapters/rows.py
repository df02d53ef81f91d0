"""Rows of a database, whichever it is, and the values that they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from paiju.core.codec import from_json, to_json
from paiju.core.errors import NotationError
from paiju.server.app.finished_hand import FinishedHand, HandAccess
from paiju.server.app.store import (
    Account,
    Act,
    Booking,
    Contest,
    Entry,
    HandFilter,
    Invitation,
    Key,
    Known,
    Played,
    Player,
    Ranked,
    Snapshot,
    Standing,
    Summary,
    Tally,
    Tie,
)
from paiju.server.app.verdict import Result, Verdict
from paiju.server.domain.coins import Purse

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


HAND: Final = "hand_id, public_id, withdrawn, table_id, hands.ended, format, info"


def hand_of(row: Row) -> FinishedHand:
    """``HAND, record``. Who played stands elsewhere."""
    hand, public, withdrawn, table, ended, number, info, record = row
    return FinishedHand(
        id=hand, public_id=public, withdrawn=withdrawn, table=table, ended=ended, players=(), format=number, info=info,
        record=record,
    )  # fmt: skip


def access_of(rows: Sequence[Row]) -> HandAccess | None:
    """``hand_id, public_id, withdrawn, played``, if there is such a row."""
    if not rows:
        return None
    hand, public, withdrawn, played = rows[0]
    return HandAccess(id=hand, public_id=public, withdrawn=withdrawn, played=bool(played))


PLAYER = "player_id, name, created, bot"


def player_of(row: Row) -> Player:
    """``PLAYER``."""
    player, name, created, bot = row
    return Player(player, name, created, bool(bot))


def player_row(player: Player) -> tuple[object, ...]:
    """``PLAYER`` and ``folded``, to be written."""
    return player.id, player.name, player.created, int(player.bot), player.folded


RESULT = "ruleset, people, ladder, multiplier, role, side, won, points, coins, gone, feats"


def result_row(verdict: Verdict, result: Result) -> tuple[object, ...]:
    """``RESULT``, to be written."""
    return (
        verdict.ruleset, int(verdict.people), verdict.ladder, verdict.multiplier, result.role, result.side, result.won,
        result.points, result.coins, int(result.left), " ".join(result.feats),
    )  # fmt: skip


NO_RESULT = result_row(Verdict(ruleset="", people=False), Result(player=""))


def played_rows(hand: FinishedHand) -> list[tuple[Any, ...]]:
    """``player_id, ended, hand_id`` and ``RESULT``, to be written: a row a player."""
    verdict = hand.verdict
    rows = {result.player: result_row(verdict, result) for result in verdict.results} if verdict else {}
    return [(player, hand.ended, hand.id, *rows.get(player, NO_RESULT)) for player in hand.players]


PLAYED = f"{HAND}, people, multiplier, role, side, won, points, coins, gone, feats"


def played_of(player: str, row: Row) -> Played:
    """``PLAYED``."""
    *hand, people, multiplier, role, side, won, points, coins, gone, feats = row
    result = Result(
        player=player, role=role, side=side, won=won, points=points, coins=coins, left=bool(gone), feats=(*feats.split(),)
    )  # fmt: skip
    return Played(hand=hand_of((*hand, b"")), result=result, people=bool(people), multiplier=multiplier)


def filter_row(which: HandFilter) -> tuple[object, ...]:
    """``ruleset, role, won, people, beside``, to be asked for."""
    return which.ruleset, which.role, which.won, which.people, which.beside


TALLY = """ruleset, role, people, feats, count(*), sum(CASE WHEN won > 0 THEN 1 ELSE 0 END),
    sum(CASE WHEN won < 0 THEN 1 ELSE 0 END), sum(gone), sum(points), sum(coins), max(multiplier)"""


def tally_of(row: Row) -> Tally:
    """``TALLY``."""
    ruleset, role, people, feats, hands, won, lost, left, points, coins, multiplier = row
    return Tally(
        ruleset=ruleset, role=role, people=bool(people), feats=(*feats.split(),), hands=hands, won=won, lost=lost,
        left=left, points=int(points), coins=int(coins), multiplier=multiplier,
    )  # fmt: skip


def contest_row(hand: str, ended: int, verdict: Verdict) -> tuple[object, ...]:
    """``ruleset, ended, hand_id, verdict``, to be written."""
    return verdict.pool, ended, hand, to_json(verdict)


def contest_of(row: Row) -> Contest:
    """``ruleset, ended, hand_id, verdict``. One that cannot be read was nothing to anybody, so that the others are rated."""
    pool, ended, hand, written = row
    try:
        verdict: Verdict = from_json(written, Verdict)
    except NotationError:
        verdict = Verdict(ruleset=pool, people=False)
    return Contest(hand=hand, ended=ended, verdict=verdict)


STANDING = "player_id, ended, hand_id, mu, sigma, hands, points, climbs, coins, coined"


def standing_of(row: Row) -> Standing:
    """``STANDING``."""
    player, ended, hand, mu, sigma, hands, points, climbs, coins, coined = row
    return Standing(
        player=player, ended=ended, hand=hand, mu=mu, sigma=sigma, hands=hands, points=points, climbs=climbs, coins=coins,
        coined=coined,
    )  # fmt: skip


def by_player(rows: Sequence[Row]) -> dict[str, Standing]:
    """Rows of ``STANDING``, one a player."""
    return {row[0]: standing_of(row) for row in rows}


def standing_rows(pool: str, moved: Sequence[Standing]) -> list[tuple[object, ...]]:
    """``ruleset`` (the pool), ``STANDING`` and ``last``, to be written. The last of each player's comes last."""
    ends = {one.player: one for one in moved}
    return [(pool, *_standing_row(one), int(ends[one.player] is one)) for one in moved]


def _standing_row(one: Standing) -> tuple[object, ...]:
    """``STANDING``, to be written."""
    rating = one.player, one.ended, one.hand, one.mu, one.sigma
    return *rating, one.hands, one.points, one.climbs, one.coins, one.coined


def ranked_of(row: Row) -> Ranked:
    """``player_id, name, value, sigma, hands``."""
    player, name, value, sigma, hands = row
    return Ranked(player=player, name=name, value=float(value), sigma=float(sigma), hands=hands)


def hidden_of(rows: Sequence[Row]) -> dict[str, frozenset[str]]:
    """``player_id, what``, by player."""
    found: dict[str, set[str]] = {}
    for player, what in rows:
        found.setdefault(player, set()).add(what)
    return {player: frozenset(what) for player, what in found.items()}


def account_of(rows: Sequence[Row]) -> Account | None:
    """``player_id, name, folded, secret, created``, if there is such a row."""
    return Account(*rows[0]) if rows else None


def account_row(account: Account) -> tuple[object, ...]:
    """The same, to be written."""
    return account.player, account.user, account.folded, account.secret, account.created


def key_row(key: Key) -> tuple[object, ...]:
    """``digest, player_id, kind, label, created, seen``, to be written."""
    return key.digest, key.player, key.kind, key.label, key.created, key.seen


TIE = "player_id, other_id, bond, at"


def tie_row(tie: Tie) -> tuple[object, ...]:
    """``TIE``, to be written."""
    return tie.player, tie.other, tie.bond, tie.at


INVITATION = "player_id, sender_id, table_id, at"


def invitation_row(invitation: Invitation) -> tuple[object, ...]:
    """``INVITATION``, to be written."""
    return invitation.player, invitation.sender, invitation.table, invitation.at


ACT = "number, at, actor, act, subject, detail, why"


def act_of(row: Row) -> Act:
    """``ACT``."""
    number, at, actor, act, subject, detail, why = row
    return Act(number=number, at=at, actor=actor, act=act, subject=subject, detail=detail, why=why)


def act_row(act: Act) -> tuple[object, ...]:
    """The same but for the number, to be written."""
    return act.at, act.actor, act.act, act.subject, act.detail, act.why


def known_of(row: Row) -> Known:
    """``PLAYER``, ``user`` and ``seen``."""
    *player, user, seen = row
    return Known(player=player_of(player), user=user, seen=seen)


OWN: Final = "player:"
"""How the account of a player begins."""


def purses_of(rows: Sequence[Row]) -> dict[str, Purse]:
    """``player_id, coins, hand_id``."""
    return {player: Purse(coins, hand or "") for player, coins, hand in rows}


def booking_rows(booking: Booking) -> list[tuple[str, str, int, int]]:
    """``cause, account, amount, at``, to be written. Raises ValueError: it is out of balance."""
    if sum(booking.amounts.values()):
        raise ValueError(f"{booking.cause} is out of balance: {booking.amounts}")
    return [(booking.cause, account, amount, booking.at) for account, amount in booking.amounts.items()]


def changes_of(booking: Booking) -> dict[str, int]:
    """What a booking moves, by player."""
    return {account.removeprefix(OWN): amount for account, amount in booking.amounts.items() if account.startswith(OWN)}


def bookings_of(rows: Sequence[Row]) -> list[Booking]:
    """``cause, account, amount, at``, in the order of the causes."""
    return [_booking(cause, list(some)) for cause, some in groupby(rows, key=itemgetter(0))]


def _booking(cause: str, rows: Sequence[Row]) -> Booking:
    return Booking(cause, rows[0][3], {account: amount for _, account, amount, _ in rows})


def return_of(player: str, coins: int, now: int) -> Booking:
    """The booking by which the coins of who is gone go back."""
    return Booking(f"gone:{player}", now, {OWN + player: -coins, "mint": coins} if coins else {})


def booking_of_act(act: Act, number: int, coins: int) -> Booking:
    """The booking by which a host has given or taken coins."""
    return Booking(f"act:{number}", act.at, {OWN + act.subject: coins, "mint": -coins})


def hand_settled(booking: Booking) -> str:
    """The hand that a booking settles."""
    return booking.cause.removeprefix("hand:")
