"""What a seat of a row sees (GZ-4 to 8), as words.

Seats are counted from the viewer on, in playing order: 0 is oneself, 3 one's partner. Teams are counted likewise: 0 is one's own.
Cards are four words, the lanes of ``cards``.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.gunzi.cards import ALL, Lanes, size
from paiju.batch.gunzi.layout import BURYING, CLOSING, DEALING, OVER, PAYING
from paiju.batch.jit import inlined, jit
from paiju.batch.observing import bar, from_seat
from paiju.bits.layout import BITS, Layout, Slice, starts, word
from paiju.games.gunzi.cards import COPIES
from paiju.games.gunzi.state import BOTTOM, SEATS, TEAMS

NAME: Final = "gunzi-1"
MOST_WON: Final = 8

_CARDS: Final = (
    ("hand", "one's own hand"),
    ("unseen", "cards that one does not see: in the others' hands, not dealt yet, or in the bottom"),
    ("played", "what has been played"),
    ("bottom", "the cards buried, where one knows them"),
    ("seen", "of the bottom dealt, what everybody has seen"),
    ("shown", "the cards of the declaration that stands"),
    ("sealed", "the tribute that one has laid face down"),
    *((f"known.{seat}", f"cards that everybody knows seat {seat} to hold") for seat in range(SEATS)),
    *((f"play.{seat}", f"what seat {seat} has played to the trick") for seat in range(SEATS)),
    *((f"last.{seat}", f"what seat {seat} played to the trick before") for seat in range(SEATS)),
    *((f"paid.{seat}", f"the tribute that seat {seat} has paid, once it is open") for seat in range(SEATS)),
)
_SEAT: Final = (
    ("left", 7, "cards in hand, a binary number"),
    ("due", 7, "the tribute due in this hand, a binary number"),
    ("owed", 7, "cards that the banker has still to give back, a binary number"),
    ("lacks", 5, "suits seen to be gone: spades, hearts, clubs, diamonds, trumps"),
    ("banker", 1, "is banker"),
    ("first", 1, "was dealt the first card"),
    ("declared", 1, "has made the declaration that stands"),
    ("awaited", 1, "is awaited to be dealt the card that tells the trump suit"),
    ("asked", 1, "is asked now; while cards are dealt this is not told"),
    ("leads", 1, "has led the trick"),
    ("takes", 1, "takes the trick as it lies"),
    ("led", 1, "led the trick before"),
    ("took", 1, "took the trick before"),
)
_TEAM: Final = (
    ("team_points", 10, "points taken, a binary number"),
    ("team_level", 13, "the level, from 2 to ace"),
    ("team_half", 1, "half a level more"),
    ("team_won", MOST_WON, "matches won, a bit each"),
    ("team_scored", 1, "the team, of those not banker, that took points last"),
)
_HAND: Final = (
    ("phase", OVER + 1, "the phase (``layout``)"),
    ("level", 13, "the level rank of the hand, from 2 to ace"),
    ("trumps", 5, "what is trumps, as far as it is told: a suit, or none"),
    ("opening", 1, "the first hand of a match"),
    ("bottom_open", 1, "the cards buried lie open"),
    ("takeable", BOTTOM, "cards of the bottom that may be taken back for jokers, a bit each"),
    ("taking", BOTTOM, "cards that are taken back now, a bit each"),
    ("turned", BOTTOM, "bottom cards turned, a bit each"),
    ("dealt", 8, "cards dealt to the seats, a binary number"),
)

_, DUE, OWED, LACKS, BANKER, FIRST, DECLARED, AWAITED, ASKED, LEADS, TAKES, LED, TOOK = starts(_SEAT)
_, TEAM_LEVEL, HALF, WON, SCORED = starts(_TEAM)
_, LEVEL, TRUMPS, OPENING, BOTTOM_OPEN, TAKEABLE, TAKING, TURNED, DEALT = starts(_HAND)


def layout() -> Layout:
    """The slices of an observation."""
    slices = [
        Slice(name, place * COPIES * BITS, COPIES * BITS, meaning) for place, (name, meaning) in enumerate(_CARDS)
    ]
    words = len(_CARDS) * COPIES
    seats = [(f".{seat}", _SEAT) for seat in range(SEATS)]
    teams = [(f".{team}", _TEAM) for team in range(TEAMS)]
    for ending, fields in (*seats, *teams, ("", _HAND)):
        slices += word(words, fields, ending)
        words += 1
    return Layout(NAME, words, tuple(slices))


@jit
def observe(_rules: Any, row: Any, seat: int, out: Any) -> None:
    """One observation. Nothing that is called is handed ``out``: that costs more than all it would write."""
    sees, sealed = sees_bottom(row, seat), paid_by(row, seat) if row.phase == PAYING else -1
    away = unseen(row, seat, sees)
    for lane in range(COPIES):
        out[lane] = row.hand[seat, lane]
        out[COPIES + lane] = away[lane]
        out[2 * COPIES + lane] = row.played[lane]
        out[3 * COPIES + lane] = row.bottom[lane] if sees else 0
        out[4 * COPIES + lane] = row.seen[lane]
        out[5 * COPIES + lane] = 1 << row.shown_kind if lane < row.shown_copies else 0
        out[6 * COPIES + lane] = row.tribute[sealed, lane] if sealed >= 0 else 0
    at, far = 7 * COPIES, SEATS * COPIES
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
    at += 3 * far
    for step in range(SEATS):
        out[at + step] = of_seat(row, from_seat(seat, step, SEATS))
    for step in range(TEAMS):
        out[at + SEATS + step] = of_team(row, (seat + step) % TEAMS)
    out[at + SEATS + TEAMS] = of_hand(row)


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
def lanes(cards: Any) -> Lanes:
    """Cards of a row as a value."""
    return cards[0], cards[1], cards[2], cards[3]


@inlined
def together(one: Lanes, other: Lanes) -> Lanes:
    """All cards of both."""
    return (
        one[0] | other[0],
        one[1] | other[1] | one[0] & other[0],
        one[2] | other[2] | one[1] & other[0] | one[0] & other[1],
        one[3] | other[3] | one[2] & other[0] | one[1] & other[1] | one[0] & other[2],
    )


@inlined
def paid_by(row: Any, seat: int) -> int:
    """Where the tribute of a seat lies; -1 if it pays none."""
    for place in range(row.payers):
        if row.payer[place] == seat:
            return place
    return -1


@jit
def of_seat(row: Any, seat: int) -> int:
    """What everybody knows of a seat."""
    bits = row.left[seat] | row.due[seat] << DUE | row.lacks[seat] << LACKS
    for place in range(row.payers - row.owed, row.payers):
        if row.payer[place] == seat:
            bits |= size(row.tribute[place]) << OWED
    bits |= (row.banker == seat) << BANKER
    bits |= (row.first == seat) << FIRST
    bits |= (row.shown_by == seat) << DECLARED
    bits |= (row.awaited == seat) << AWAITED
    bits |= asked(row, seat) << ASKED
    if row.laid:
        bits |= (row.leader == seat) << LEADS
        bits |= ((row.leader + row.best) % SEATS == seat) << TAKES
    bits |= (row.last_leader == seat) << LED
    bits |= (row.last_taker == seat) << TOOK
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
    bits = row.taken[team] | 1 << TEAM_LEVEL + row.levels[team] - 2
    bits |= row.halves[team] << HALF | bar(min(row.won[team], MOST_WON)) << WON
    return int(bits | (row.scored == team) << SCORED)


@inlined
def of_hand(row: Any) -> int:
    """Where the hand stands."""
    bits = 1 << row.phase | 1 << LEVEL + row.level - 2
    if row.call >= 0:
        bits |= 1 << TRUMPS + row.call
    bits |= (row.bank < 0) << OPENING
    bits |= row.bottom_open << BOTTOM_OPEN
    bits |= bar(row.takeable) << TAKEABLE
    bits |= bar(row.taking) << TAKING
    bits |= bar(row.turned) << TURNED
    return int(bits | row.dealt << DEALT)
