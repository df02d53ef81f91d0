"""What a seat of a row sees (GZ-4 to 8), as words.

Seats are counted from the viewer on, in playing order: 0 is oneself, 3 one's partner. Teams are counted likewise: 0 is one's own.
Cards are four words, the lanes of ``cards``.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.gunzi.cards import ALL, add, clear_cards, size
from paiju.batch.gunzi.layout import BURYING, CLOSING, DEALING, OVER, PAYING
from paiju.batch.jit import inlined, jit
from paiju.batch.observing import bar
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
    """One observation."""
    at = put(out, 0, row.hand[seat])
    at = unseen(row, seat, out, at)
    at = put(out, at, row.played)
    at = put(out, at, row.bottom) if sees_bottom(row, seat) else none(out, at)
    at = put(out, at, row.seen)
    at = shown(row, out, at)
    at = sealed(row, seat, out, at)
    for step in range(SEATS):
        at = put(out, at, row.known[(seat + step) % SEATS])
    for step in range(SEATS):
        at = put(out, at, row.plays[(seat + step - row.leader) % SEATS])
    for step in range(SEATS):
        at = put(out, at, row.last[(seat + step - row.last_leader) % SEATS])
    for step in range(SEATS):
        at = paid(row, (seat + step) % SEATS, out, at)
    for step in range(SEATS):
        out[at] = of_seat(row, (seat + step) % SEATS)
        at += 1
    for step in range(TEAMS):
        out[at] = of_team(row, (seat + step) % TEAMS)
        at += 1
    out[at] = of_hand(row)


@jit
def put(out: Any, at: int, cards: Any) -> int:
    """Cards, in four words."""
    for lane in range(COPIES):
        out[at + lane] = cards[lane]
    return at + COPIES


@jit
def none(out: Any, at: int) -> int:
    """No cards."""
    clear_cards(out[at : at + COPIES])
    return at + COPIES


@inlined
def sees_bottom(row: Any, seat: int) -> bool:
    """It lies open, or the viewer is the banker who buried it (GZ-5.3)."""
    return bool(row.bottom_open) or seat == row.banker


@jit
def unseen(row: Any, seat: int, out: Any, at: int) -> int:
    """The pack without what the seat sees."""
    cards = row.hand[seat].copy()
    add(cards, row.played)
    if row.phase < BURYING:
        add(cards, row.seen)
    elif sees_bottom(row, seat):
        add(cards, row.bottom)
    for lane in range(COPIES):
        out[at + lane] = ALL & ~cards[COPIES - 1 - lane]
    return at + COPIES


@jit
def shown(row: Any, out: Any, at: int) -> int:
    """The declaration that stands."""
    for lane in range(COPIES):
        out[at + lane] = 1 << row.shown_kind if lane < row.shown_copies else 0
    return at + COPIES


@jit
def sealed(row: Any, seat: int, out: Any, at: int) -> int:
    """One's own tribute before it is opened."""
    for place in range(row.payers):
        if row.payer[place] == seat and row.phase == PAYING:
            return put(out, at, row.tribute[place])
    return none(out, at)


@jit
def paid(row: Any, seat: int, out: Any, at: int) -> int:
    """What a seat has paid, once it is open."""
    for place in range(row.payers):
        if row.payer[place] == seat and row.opened:
            return put(out, at, row.tribute[place])
    return none(out, at)


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
