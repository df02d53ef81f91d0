"""What a seat of a row sees, written as words (``bits.gunzi.seen``)."""

from __future__ import annotations

from typing import Any

from paiju.batch.gunzi.cards import ALL, Lanes, lanes, size
from paiju.batch.jit import compiled_of, inlined, jit
from paiju.batch.observing import bar, from_seat
from paiju.bits.gunzi import codes, seen
from paiju.bits.gunzi.codes import BURYING, CLOSING, DEALING, PAYING
from paiju.bits.gunzi.seen import OF_SEATS_AT, SEATS_AT
from paiju.games.gunzi.cards import COPIES
from paiju.games.gunzi.state import SEATS, TEAMS

ordered, suit_of_call, _, together = compiled_of(codes, "ordered", "suit_of_call", "add_kinds", "together")
lacking = inlined(seen.lacking)


@jit
def observe(_rules: Any, row: Any, seat: int, out: Any) -> None:
    """One observation. Nothing that is called is handed ``out``: that costs more than all it would write."""
    sees, sealed = sees_bottom(row, seat), paid_by(row, seat) if row.phase == PAYING else -1
    away, suit = unseen(row, seat, sees), suit_of_call(row.call)
    for lane in range(COPIES):
        out[lane] = row.hand[seat, lane]
        out[COPIES + lane] = away[lane]
        out[2 * COPIES + lane] = row.played[lane]
        out[3 * COPIES + lane] = row.bottom[lane] if sees else 0
        out[4 * COPIES + lane] = row.seen[lane]
        out[5 * COPIES + lane] = 1 << row.shown_kind if lane < row.shown_copies else 0
        out[6 * COPIES + lane] = row.tribute[sealed, lane] if sealed >= 0 else 0
    at, far = OF_SEATS_AT, SEATS * COPIES
    for step in range(SEATS):
        other = from_seat(seat, step, SEATS)
        play, last = (other - row.leader) % SEATS, (other - row.last_leader) % SEATS
        paid = paid_by(row, other) if row.opened else -1
        for lane in range(at, at + COPIES):
            out[lane] = row.known[other, lane - at]
            out[lane + far] = row.plays[play, lane - at]
            out[lane + 2 * far] = row.last[last, lane - at]
            out[lane + 3 * far] = row.tribute[paid, lane - at] if paid >= 0 else 0
        at += COPIES
    for place in range(SEATS_AT):
        if out[place]:
            out[place] = ordered(out[place], row.level, suit)
    for step in range(SEATS):
        out[SEATS_AT + step] = of_seat(row, from_seat(seat, step, SEATS), suit)
    for step in range(TEAMS):
        out[SEATS_AT + SEATS + step] = of_team(row, (seat + step) % TEAMS)
    out[SEATS_AT + SEATS + TEAMS] = of_hand(row)


@inlined
def sees_bottom(row: Any, seat: int) -> bool:
    """It lies open, or the viewer is the banker who buried it (GZ-5.3)."""
    return bool(row.bottom_open) or seat == row.banker


@inlined
def unseen(row: Any, seat: int, sees: bool) -> Lanes:
    """The pack without what the seat sees."""
    cards = together(lanes(row.hand[seat]), lanes(row.played))
    if row.phase < BURYING:
        cards = together(cards, lanes(row.seen))
    elif sees:
        cards = together(cards, lanes(row.bottom))
    return ALL & ~cards[3], ALL & ~cards[2], ALL & ~cards[1], ALL & ~cards[0]


@inlined
def paid_by(row: Any, seat: int) -> int:
    """Where the tribute of a seat lies; -1 if it pays none."""
    for place in range(row.payers):
        if row.payer[place] == seat:
            return place
    return -1


@jit
def of_seat(row: Any, seat: int, suit: int) -> int:
    """What everybody knows of a seat."""
    bits = row.left[seat] | row.due[seat] << seen.DUE | lacking(row.lacks[seat], suit) << seen.LACKS
    for place in range(row.payers - row.owed, row.payers):
        if row.payer[place] == seat:
            bits |= size(row.tribute[place]) << seen.OWED
    bits |= (row.banker == seat) << seen.BANKER
    bits |= (row.first == seat) << seen.FIRST
    bits |= (row.shown_by == seat) << seen.DECLARED
    bits |= (row.awaited == seat) << seen.AWAITED
    bits |= asked(row, seat) << seen.ASKED
    if row.laid:
        bits |= (row.leader == seat) << seen.LEADS
        bits |= ((row.leader + row.best) % SEATS == seat) << seen.TAKES
    bits |= (row.last_leader == seat) << seen.LED
    bits |= (row.last_taker == seat) << seen.TOOK
    return bits


@inlined
def asked(row: Any, seat: int) -> int:
    """Whether a seat is asked; who is asked while cards are dealt would tell what it holds."""
    if row.phase == DEALING:
        return 0
    if row.phase in (CLOSING, PAYING):
        return int(row.waiting >> seat & 1)
    return int(row.turn == seat)


@inlined
def of_team(row: Any, team: int) -> int:
    """What a team has."""
    points = row.taken[team]
    bits = bar(min(points // 10, seen.TENS)) | points % 10 // 5 << seen.FIVE
    bits |= 1 << seen.TEAM_LEVEL + row.levels[team] - 2
    bits |= row.halves[team] << seen.HALF | bar(min(row.won[team], seen.MOST_WON)) << seen.WON
    return int(bits | (row.scored == team) << seen.SCORED)


@inlined
def of_hand(row: Any) -> int:
    """Where the hand stands."""
    bits = 1 << row.phase | 1 << seen.LEVEL + row.level - 2
    if row.call >= 0:
        bits |= 1 << seen.TRUMPS + row.call
    bits |= (row.bank < 0) << seen.OPENING
    bits |= row.bottom_open << seen.BOTTOM_OPEN
    bits |= bar(row.takeable) << seen.TAKEABLE
    bits |= bar(row.taking) << seen.TAKING
    bits |= bar(row.turned) << seen.TURNED
    return int(bits | row.dealt << seen.DEALT)
