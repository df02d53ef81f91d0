"""What a seat of a row sees (DDZ-2, 6), as words.

Seats are counted from the viewer on, in playing order: 0 is oneself. Cards are thermometers (``cards``); with two packs each word
of cards has a second one after it.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.doudizhu.cards import less, plus
from paiju.batch.doudizhu.layout import KINDS, MOVES, NOTHING, OPENED_LATE, OVER, THROWING
from paiju.batch.jit import inlined, jit
from paiju.batch.observing import BITS, Layout, Slice, bar, from_seat, starts, word
from paiju.games.doudizhu.rules import Rules

NAME: Final = "doudizhu-1"
MOST_LEFT: Final = 40
MOST_DOUBLINGS: Final = 8
PHASES: Final = OVER + 1

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


LEFT, LANDLORD, FIRST, OPENED, KICKED, DOUBLED, WAITING, LEADS, SAID, THROWN, CHOSE = starts(_SEAT)
PHASE, KIND, LENGTH, RANK = starts(_HAND)
BASE, ROBS, DOUBLINGS, BONUS, PASSES, KICKED_BACK, WILD_RANK, UPCARD = starts(_WORTH)


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
        slices += word(words, fields, ending)
        words += 1
    return Layout(NAME, words, tuple(slices))


@jit
def observe(rules: Any, row: Any, seat: int, out: Any) -> None:
    """One observation. Nothing that is called is handed ``out``: that costs more than all it would write."""
    players, decks = rules.players, rules.decks
    sees, away = sees_bottom(rules, row, seat), unseen(rules, row, seat)
    out[0] = row.hand[seat]
    out[decks] = away[0]
    out[2 * decks] = row.beat
    out[3 * decks] = row.bottom if sees else 0
    out[4 * decks] = row.threw[seat]
    out[5 * decks] = gifts(rules, row, seat)
    at = 6 * decks
    for step in range(players):
        out[at + step * decks] = row.played[from_seat(seat, step, players)]
    at += (players - 1) * decks
    for step in range(1, players):
        other = from_seat(seat, step, players)
        out[at + step * decks] = row.hand[other] if row.opened[other] else 0
    at += players * decks
    for move in range(MOVES):
        out[at + move * decks] = row.recent[move]
    if decks == 2:
        observe_more(rules, row, seat, sees, away[1], out)
    at += MOVES * decks
    for step in range(players):
        out[at + step] = of_seat(rules, row, from_seat(seat, step, players), step == 0)
    out[at + players] = of_hand(row)
    out[at + players + 1] = of_worth(row)


@jit
def observe_more(rules: Any, row: Any, seat: int, sees: bool, away: int, out: Any) -> None:
    """The second words of cards, each after its first; neither cards thrown away nor given need one."""
    players = rules.players
    out[1], out[3], out[5], out[7], out[9], out[11] = row.more[seat], away, row.beat_more, 0, 0, 0
    if sees:
        out[7] = row.bottom_more
    for step in range(players):
        out[13 + 2 * step] = row.played_more[from_seat(seat, step, players)]
    at = 11 + 2 * players
    for step in range(1, players):
        other = from_seat(seat, step, players)
        out[at + 2 * step] = row.more[other] if row.opened[other] else 0
    at += 2 * players
    for move in range(MOVES):
        out[at + 2 * move] = row.recent_more[move]


@inlined
def unseen(rules: Any, row: Any, seat: int) -> tuple[int, int]:
    """The pack without what the seat has seen."""
    cards, more = less(row.unplayed, row.unplayed_more, row.hand[seat], row.more[seat])
    if row.phase != THROWING:  # what one has chosen to throw away is in the hand still
        cards, more = less(cards, more, row.threw[seat], 0)
    for other in range(rules.players):
        if other != seat and row.opened[other]:
            cards, more = less(cards, more, row.hand[other], row.more[other])
        if other != seat and row.throws_seen >> other & 1:
            cards, more = less(cards, more, row.threw[other], 0)
    return cards, more


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
    if rules.draws_drawn < 0:
        return 0
    cards = 0
    for giver in range(rules.players):
        known = (seat == giver) | (seat == row.landlord) | (row.gifts_seen >> giver & 1)
        if row.gave[giver] >= 0 and known:
            cards = plus(cards, 0, 1 << (row.gave[giver] >> 2), 0)[0]
    return cards


@inlined
def of_seat(rules: Any, row: Any, seat: int, own: bool) -> int:
    """What everybody knows of a seat, and one's own sealed choice."""
    said = row.said[seat]
    if rules.called and said >= 0:
        said &= 1
    bits = bar(row.left[seat]) << LEFT
    bits |= (row.landlord == seat) << LANDLORD
    bits |= (row.first == seat) << FIRST
    opened = row.opened[seat]
    bits |= (bar(max(opened - 2, 1)) if opened else 0) << OPENED
    bits |= (row.kicked >> seat & 1) << KICKED
    bits |= (row.doubled >> seat & 1) << DOUBLED
    bits |= (row.waiting >> seat & 1) << WAITING
    bits |= (row.by == seat) << LEADS
    bits |= (1 << said if said >= 0 else 0) << SAID
    bits |= bar(row.thrown[seat]) << THROWN
    if own and row.sealed[seat] >= 0:
        bits |= 1 << CHOSE + row.sealed[seat]
    return bits


@inlined
def of_hand(row: Any) -> int:
    """The phase and the play to beat."""
    bits = 1 << PHASE + row.phase
    if row.kind != NOTHING:
        bits |= 1 << KIND + row.kind
        bits |= bar(row.length) << LENGTH
        bits |= 1 << RANK + row.rank
    return bits


@inlined
def of_worth(row: Any) -> int:
    """What the hand is worth so far."""
    bits = bar(max(row.base, row.high)) << BASE
    bits |= bar(row.robs) << ROBS
    bits |= bar(min(row.doublings, MOST_DOUBLINGS)) << DOUBLINGS
    bits |= bar(row.bonus - 1) << BONUS
    bits |= bar(min(row.passes, 2)) << PASSES
    bits |= row.kicked_back << KICKED_BACK
    if row.wild >= 0:
        bits |= 1 << WILD_RANK + row.wild
    if row.upcard >= 0:
        bits |= 1 << UPCARD + (row.deck[row.upcard] >> 2)
    return bits
