"""What a seat of a row sees (DDZ-2, 6), as words.

Seats are counted from the viewer on, in playing order: 0 is oneself. Cards are thermometers (``cards``); with two packs each word
of cards has a second one after it.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.doudizhu.cards import EVERY, LANE, plus
from paiju.batch.doudizhu.layout import KINDS, MOVES, NOTHING, OPENED_LATE, THROWING
from paiju.batch.jit import inlined, jit
from paiju.batch.observing import BITS, Layout, Slice
from paiju.games.doudizhu.rules import Rules

NAME: Final = "doudizhu-1"
MOST_LEFT: Final = 40
MOST_DOUBLINGS: Final = 8
PHASES: Final = 14

_CARDS: Final = (
    ("hand", "one's own hand"),
    ("unseen", "cards that one has not seen yet: in the others' hands, thrown away, in the bottom, or set aside"),
    ("beat", "the play to beat"),
    ("bottom", "the bottom, where one has seen it"),
    ("threw", "what one has thrown away"),
    ("gifts", "cards that the landlord drew, as far as one knows them"),
)
_SEAT: Final = (
    ("left", MOST_LEFT, "cards in hand, a bit each from the lowest"),
    ("landlord", 1, "is landlord"),
    ("first", 1, "speaks first"),
    ("opened", 3, "has an open hand, for a factor of 3, 4, 5 (the first alone: 2)"),
    ("kicked", 1, "has kicked"),
    ("doubled", 1, "has doubled"),
    ("waiting", 1, "still chooses in secret"),
    ("leads", 1, "has played what is to beat"),
    ("said", 4, "passed or declined; bid 1, called or robbed; bid 2; bid 3"),
    ("thrown", 3, "cards thrown away, a bit each"),
    ("chose", 2, "one's own secret choice while it is sealed: no, yes"),
)
_HAND: Final = (
    ("phase", PHASES, "the phase (``layout``)"),
    ("kind", len(KINDS), "the kind of the play to beat"),
    ("length", 12, "units of its body, a bit each"),
    ("rank", 15, "the highest rank of its body"),
)
_WORTH: Final = (
    ("base", 3, "the base, or the standing bid, a bit each"),
    ("robs", 4, "robberies, a bit each"),
    ("doublings", MOST_DOUBLINGS, "bombs that doubled, a bit each"),
    ("bonus", 3, "the bottom's factor above 1, a bit each"),
    ("passes", 2, "passes in a row, a bit each"),
    ("kicked_back", 1, "the landlord has kicked back"),
    ("wild", 13, "the wild rank"),
    ("upcard", 15, "the rank of the card turned up"),
)


def layout(rules: Rules) -> Layout:
    """The slices of a ruleset's observation."""
    slices: list[Slice] = []
    words = 0
    cards = [
        *_CARDS,
        *((f"played.{seat}", f"what seat {seat} has played") for seat in range(rules.players)),
        *((f"seen.{seat}", f"the hand of seat {seat}, if it is open") for seat in range(1, rules.players)),
        *((f"move.{move}", f"the move before, {move} more back; no cards for a pass") for move in range(MOVES)),
    ]
    for name, meaning in cards:
        slices.append(Slice(name, words * BITS, BITS * rules.decks, meaning))
        words += rules.decks
    seats = [(f".{seat}", _SEAT) for seat in range(rules.players)]
    for ending, fields in (*seats, ("", _HAND), ("", _WORTH)):
        first = words * BITS
        for name, size, meaning in fields:
            slices.append(Slice(name + ending, first, size, meaning))
            first += size
        words += 1
    return Layout(NAME, words, tuple(slices))


@jit
def observe(rules: Any, row: Any, seat: int, out: Any) -> None:
    """One observation."""
    players, decks = rules.players, rules.decks
    at = put(out, 0, decks, row.hand[seat], row.more[seat])
    at = unseen(rules, row, seat, out, at)
    at = put(out, at, decks, row.beat, row.beat_more)
    sees = sees_bottom(rules, row, seat)
    at = put(out, at, decks, row.bottom if sees else 0, row.bottom_more if sees else 0)
    at = put(out, at, decks, row.threw[seat], 0)
    at = put(out, at, decks, gifts(rules, row, seat), 0)
    for step in range(players):
        other = (seat + step) % players
        at = put(out, at, decks, row.played[other], row.played_more[other])
    for step in range(1, players):
        other = (seat + step) % players
        shown = row.opened[other] > 0
        at = put(out, at, decks, row.hand[other] if shown else 0, row.more[other] if shown else 0)
    for move in range(MOVES):
        at = put(out, at, decks, row.recent[move], row.recent_more[move])
    for step in range(players):
        out[at] = of_seat(rules, row, (seat + step) % players, step == 0)
        at += 1
    out[at] = of_hand(row)
    out[at + 1] = of_worth(row)


@inlined
def put(out: Any, at: int, decks: int, cards: int, more: int) -> int:
    """Cards, in one word or two."""
    out[at] = cards
    if decks == 2:
        out[at + 1] = more
    return at + decks


@inlined
def unseen(rules: Any, row: Any, seat: int, out: Any, at: int) -> int:
    """The pack without what the seat has seen."""
    cards, more = row.hand[seat], row.more[seat]
    if row.phase != THROWING:  # what one has chosen to throw away is in the hand still
        cards, more = plus(cards, more, row.threw[seat], 0)
    for other in range(rules.players):
        cards, more = plus(cards, more, row.played[other], row.played_more[other])
        if other != seat and row.opened[other]:
            cards, more = plus(cards, more, row.hand[other], row.more[other])
        if other != seat and row.throws_seen >> other & 1:
            cards, more = plus(cards, more, row.threw[other], 0)
    if rules.decks == 1:
        numbers = turned(~cards) & rules.numbers * EVERY
        return put(out, at, 1, numbers | (~cards & LANE & ~0x1FFF), 0)
    numbers, beyond = turned(~more) & rules.numbers * EVERY, turned(~cards) & rules.numbers * EVERY
    ones, twos = ~cards & 3 << 13, (~cards >> 16) & 3 << 13
    return put(out, at, 2, numbers | twos | ones << 16, beyond)


@inlined
def turned(cards: int) -> int:
    """The four lanes the other way round."""
    return (cards & LANE) << 48 | (cards >> 16 & LANE) << 32 | (cards >> 32 & LANE) << 16 | (cards >> 48 & LANE)


@inlined
def sees_bottom(rules: Any, row: Any, seat: int) -> bool:
    """The landlord has taken it, and shows it or is the viewer (DDZ-2.6)."""
    landlord = row.landlord
    if landlord < 0 or row.stage <= rules.bottom_stage:
        return False
    return bool(rules.bottom_shown) or seat == landlord or row.opened[landlord] > OPENED_LATE


@inlined
def gifts(rules: Any, row: Any, seat: int) -> int:
    """The cards given to the landlord that the seat knows of (DDZ-2.5)."""
    cards = 0
    for giver in range(rules.players):
        known = (seat == giver) | (seat == row.landlord) | (row.gifts_seen >> giver & 1)
        if row.gave[giver] >= 0 and known:
            cards = plus(cards, 0, 1 << (row.gave[giver] >> 2), 0)[0]
    return cards


@inlined
def bar(number: int) -> int:
    """So many bits, from the lowest."""
    return (1 << number) - 1


@inlined
def of_seat(rules: Any, row: Any, seat: int, own: bool) -> int:
    """What everybody knows of a seat, and one's own sealed choice."""
    said = row.said[seat]
    if rules.called and said >= 0:
        said &= 1
    bits = bar(row.left[seat])
    bits |= (row.landlord == seat) << 40
    bits |= (row.first == seat) << 41
    opened = row.opened[seat]
    bits |= (bar(max(opened - 2, 1)) if opened else 0) << 42
    bits |= (row.kicked >> seat & 1) << 45
    bits |= (row.doubled >> seat & 1) << 46
    bits |= (row.waiting >> seat & 1) << 47
    bits |= (row.by == seat) << 48
    bits |= (1 << said if said >= 0 else 0) << 49
    bits |= bar(row.thrown[seat]) << 53
    if own and row.sealed[seat] >= 0:
        bits |= 1 << 56 + row.sealed[seat]
    return bits


@inlined
def of_hand(row: Any) -> int:
    """The phase and the play to beat."""
    bits = 1 << row.phase
    if row.kind != NOTHING:
        bits |= 1 << 14 + row.kind
        bits |= bar(row.length) << 28
        bits |= 1 << 40 + row.rank
    return bits


@inlined
def of_worth(row: Any) -> int:
    """What the hand is worth so far."""
    bits = bar(max(row.base, row.high))
    bits |= bar(row.robs) << 3
    bits |= bar(min(row.doublings, 8)) << 7
    bits |= bar(row.bonus - 1) << 15
    bits |= bar(min(row.passes, 2)) << 18
    bits |= row.kicked_back << 20
    bits |= (1 << row.wild if row.wild >= 0 else 0) << 21
    if row.upcard >= 0:
        bits |= 1 << 34 + (row.deck[row.upcard] >> 2)
    return bits
