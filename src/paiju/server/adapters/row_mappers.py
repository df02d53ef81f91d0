"""Rows of a database, whichever it is, and the values that they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from paiju.core.codec import from_json, to_json
from paiju.core.errors import NotationError
from paiju.server.app.finished_hand import FinishedHand, HandAccess
from paiju.server.app.ranking.hand_result import HandResult, SeatResult
from paiju.server.app.store import (
    Account,
    ApiKey,
    Booking,
    Entry,
    HandFilter,
    HandTally,
    Invitation,
    ModerationAction,
    PlayedHand,
    PlayerEntry,
    RankedPlayer,
    RatedHand,
    Relation,
    Snapshot,
    Standing,
    StoredPlayer,
    TableSummary,
)
from paiju.server.domain.coins import Wallet

Row = Sequence[Any]


def to_entry(row: Row) -> Entry:
    """``table_id, version, at, actor, command, facts, format``."""
    table, version, at, actor, command, facts, number = row
    return Entry(table=table, version=version, at=at, actor=actor, command=command, format=number, facts=facts)


SUMMARY = "table_id, ruleset, phase, private, open_seats, due, format, info"


def to_summary(row: Row) -> TableSummary:
    """``SUMMARY``. Who sits there stands elsewhere."""
    table, ruleset, phase, private, open_seats, due, number, info = row
    return TableSummary(
        table=table, ruleset=ruleset, phase=phase, private=bool(private), open_seats=open_seats, due=due, players=(),
        format=number, info=info,
    )  # fmt: skip


def to_snapshot(rows: Sequence[Row]) -> Snapshot | None:
    """``table_id, version, build, state``, if there is such a row."""
    if not rows:
        return None
    table, version, build, state = rows[0]
    return Snapshot(table=table, version=version, build=build, state=state)


CAPPED: Final = b'"limits":['
"""What stands in the info of a hand whose coins were limited pair by pair; no text of a player has a plain quote."""
HAND: Final = "hand_id, public_id, withdrawn, table_id, hands.ended, format, info"


def to_hand(row: Row) -> FinishedHand:
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


def to_player(row: Row) -> StoredPlayer:
    """``PLAYER``."""
    player, name, created, bot = row
    return StoredPlayer(player, name, created, bool(bot))


def player_row(player: StoredPlayer) -> tuple[object, ...]:
    """``PLAYER`` and ``folded``, to be written."""
    return player.id, player.name, player.created, int(player.bot), player.folded


RESULT = "ruleset, people, ladder, multiplier, role, side, won, points, coins, gone, feats"


def result_row(verdict: HandResult, result: SeatResult) -> tuple[object, ...]:
    """``RESULT``, to be written."""
    return (
        verdict.ruleset, int(verdict.people), verdict.ladder, verdict.multiplier, result.role, result.side, result.won,
        result.points, result.coins, int(result.left), " ".join(result.feats),
    )  # fmt: skip


NO_RESULT = result_row(HandResult(ruleset="", people=False), SeatResult(player=""))


def played_rows(hand: FinishedHand) -> list[tuple[Any, ...]]:
    """``player_id, ended, hand_id`` and ``RESULT``, to be written: a row a player."""
    verdict = hand.verdict
    rows = {result.player: result_row(verdict, result) for result in verdict.results} if verdict else {}
    return [(player, hand.ended, hand.id, *rows.get(player, NO_RESULT)) for player in hand.players]


PLAYED = f"{HAND}, people, multiplier, role, side, won, points, coins, gone, feats"


def to_played_hand(player: str, row: Row) -> PlayedHand:
    """``PLAYED``."""
    *hand, people, multiplier, role, side, won, points, coins, gone, feats = row
    result = SeatResult(
        player=player, role=role, side=side, won=won, points=points, coins=coins, left=bool(gone), feats=(*feats.split(),)
    )  # fmt: skip
    return PlayedHand(hand=to_hand((*hand, b"")), result=result, people=bool(people), multiplier=multiplier)


def filter_row(which: HandFilter) -> tuple[object, ...]:
    """``ruleset, role, won, people, beside``, to be asked for."""
    return which.ruleset, which.role, which.won, which.people, which.beside


TALLY = """ruleset, role, people, feats, count(*), sum(CASE WHEN won > 0 THEN 1 ELSE 0 END),
    sum(CASE WHEN won < 0 THEN 1 ELSE 0 END), sum(gone), sum(points), sum(coins), max(multiplier)"""


def to_tally(row: Row) -> HandTally:
    """``TALLY``."""
    ruleset, role, people, feats, hands, won, lost, left, points, coins, multiplier = row
    return HandTally(
        ruleset=ruleset, role=role, people=bool(people), feats=(*feats.split(),), hands=hands, won=won, lost=lost,
        left=left, points=int(points), coins=int(coins), multiplier=multiplier,
    )  # fmt: skip


def rated_hand_row(hand: str, ended: int, verdict: HandResult) -> tuple[object, ...]:
    """``ruleset, ended, hand_id, verdict``, to be written."""
    return verdict.pool, ended, hand, to_json(verdict)


def to_rated_hand(row: Row) -> RatedHand:
    """``ruleset, ended, hand_id, verdict``. One that cannot be read was nothing to anybody, so that the others are rated."""
    pool, ended, hand, written = row
    try:
        verdict: HandResult = from_json(written, HandResult)
    except NotationError:
        verdict = HandResult(ruleset=pool, people=False)
    return RatedHand(hand=hand, ended=ended, verdict=verdict)


STANDING = "player_id, ended, hand_id, mu, sigma, hands, points, climbs, coins, coined"


def to_standing(row: Row) -> Standing:
    """``STANDING``."""
    player, ended, hand, mu, sigma, hands, points, climbs, coins, coined = row
    return Standing(
        player=player, ended=ended, hand=hand, mu=mu, sigma=sigma, hands=hands, points=points, climbs=climbs, coins=coins,
        coined=coined,
    )  # fmt: skip


def standings_by_player(rows: Sequence[Row]) -> dict[str, Standing]:
    """Rows of ``STANDING``, one a player."""
    return {row[0]: to_standing(row) for row in rows}


def standing_rows(pool: str, moved: Sequence[Standing]) -> list[tuple[object, ...]]:
    """``ruleset`` (the pool), ``STANDING`` and ``last``, to be written. The last of each player's comes last."""
    ends = {one.player: one for one in moved}
    return [(pool, *_standing_row(one), int(ends[one.player] is one)) for one in moved]


def _standing_row(one: Standing) -> tuple[object, ...]:
    """``STANDING``, to be written."""
    rating = one.player, one.ended, one.hand, one.mu, one.sigma
    return *rating, one.hands, one.points, one.climbs, one.coins, one.coined


def to_ranked_player(row: Row) -> RankedPlayer:
    """``player_id, name, value, sigma, hands``."""
    player, name, value, sigma, hands = row
    return RankedPlayer(player=player, name=name, value=float(value), sigma=float(sigma), hands=hands)


def to_hidden_parts(rows: Sequence[Row]) -> dict[str, frozenset[str]]:
    """``player_id, what``, by player."""
    found: dict[str, set[str]] = {}
    for player, what in rows:
        found.setdefault(player, set()).add(what)
    return {player: frozenset(what) for player, what in found.items()}


def to_account(rows: Sequence[Row]) -> Account | None:
    """``player_id, name, folded, secret, created``, if there is such a row."""
    return Account(*rows[0]) if rows else None


def account_row(account: Account) -> tuple[object, ...]:
    """The same, to be written."""
    return account.player, account.user, account.folded, account.secret, account.created


def key_row(key: ApiKey) -> tuple[object, ...]:
    """``digest, player_id, kind, label, created, seen``, to be written."""
    return key.digest, key.player, key.kind, key.label, key.created, key.seen


TIE = "player_id, other_id, bond, at"


def relation_row(tie: Relation) -> tuple[object, ...]:
    """``TIE``, to be written."""
    return tie.player, tie.other, tie.bond, tie.at


INVITATION = "player_id, sender_id, table_id, at"


def invitation_row(invitation: Invitation) -> tuple[object, ...]:
    """``INVITATION``, to be written."""
    return invitation.player, invitation.sender, invitation.table, invitation.at


ACT = "number, at, actor, act, subject, detail, why"


def to_action(row: Row) -> ModerationAction:
    """``ACT``."""
    number, at, actor, act, subject, detail, why = row
    return ModerationAction(number=number, at=at, actor=actor, act=act, subject=subject, detail=detail, why=why)


def action_row(act: ModerationAction) -> tuple[object, ...]:
    """The same but for the number, to be written."""
    return act.at, act.actor, act.act, act.subject, act.detail, act.why


def to_player_entry(row: Row) -> PlayerEntry:
    """``PLAYER``, ``user`` and ``seen``."""
    *player, user, seen = row
    return PlayerEntry(player=to_player(player), user=user, seen=seen)


OWN: Final = "player:"
"""How the account of a player begins."""


def to_wallets(rows: Sequence[Row]) -> dict[str, Wallet]:
    """``player_id, coins, hand_id``."""
    return {player: Wallet(coins, hand or "") for player, coins, hand in rows}


def booking_rows(booking: Booking) -> list[tuple[str, str, int, int]]:
    """``cause, account, amount, at``, to be written. Raises ValueError: it is out of balance."""
    if sum(booking.amounts.values()):
        raise ValueError(f"{booking.cause} is out of balance: {booking.amounts}")
    return [(booking.cause, account, amount, booking.at) for account, amount in booking.amounts.items()]


def changes_by_player(booking: Booking) -> dict[str, int]:
    """What a booking moves, by player."""
    return {account.removeprefix(OWN): amount for account, amount in booking.amounts.items() if account.startswith(OWN)}


def to_bookings(rows: Sequence[Row]) -> list[Booking]:
    """``cause, account, amount, at``, in the order of the causes."""
    return [_to_booking(cause, list(some)) for cause, some in groupby(rows, key=itemgetter(0))]


def _to_booking(cause: str, rows: Sequence[Row]) -> Booking:
    return Booking(cause, rows[0][3], {account: amount for _, account, amount, _ in rows})


def reclaim_booking(player: str, coins: int, now: int) -> Booking:
    """The booking by which the coins of who is gone go back."""
    return Booking(f"gone:{player}", now, {OWN + player: -coins, "mint": coins} if coins else {})


def moderation_booking(act: ModerationAction, number: int, coins: int) -> Booking:
    """The booking by which a host has given or taken coins."""
    return Booking(f"act:{number}", act.at, {OWN + act.subject: coins, "mint": -coins})


def settled_hand_id(booking: Booking) -> str:
    """The hand that a booking settles."""
    return booking.cause.removeprefix("hand:")
