"""The beginning of a Gunzi hand (GZ-3, 4).

Seats cut for the first card, cards are dealt, seats declare trumps, and bottom cards are turned up.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.gunzi.cards import add_one_of_kinds, lowest_set_bit_index
from paiju.batch.gunzi.layout import ASK_SEAT_DEALT_TO
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.features.gunzi.bit_encoding import LOWEST_KINDS, NO_SUIT, SUIT_KINDS
from paiju.games.gunzi.cards import BIG_JOKER, COPIES, SMALL_JOKER
from paiju.games.gunzi.phases.cutting import ROUNDS
from paiju.games.gunzi.phases.declaring import FIRST_HAND, LATER_HANDS
from paiju.games.gunzi.state import BOTTOM, HAND, SEATS

DEALT: Final = SEATS * HAND
_HIGHEST_FIRST: Final = len(FIRST_HAND)
_HIGHEST_LATER: Final = len(LATER_HANDS["above"])
"""The greatest height of a declaration in the second and later hands of a match.

``_HIGHEST_FIRST`` is the greatest height in the first hand. ``declaration_height`` defines the height.
"""

# ---- cutting (GZ-3.1)


@jit
def find_first_seat(rules: Any, row: Any) -> int:
    """Return the seat that is dealt the first card: the one that cuts the highest card.

    Seats that cut equally high cards cut again.
    """
    tied = (1 << SEATS) - 1
    for turn in range(ROUNDS):
        most, best = -1, 0
        for seat in range(SEATS):
            if tied >> seat & 1:
                value = cut_value(rules, row.draws[turn * SEATS + seat])
                if value > most:
                    most, best = value, 0
                if value == most:
                    best |= 1 << seat
        tied = best
        if tied & (tied - 1) == 0:
            break
    return lowest_set_bit_index(tied)


@jit_inlined
def cut_value(rules: Any, kind: int) -> int:
    """Return the value by which the cards that seats cut are compared. Jokers have the lowest value."""
    if kind >= SMALL_JOKER:
        return 0
    rank = kind % SUIT_KINDS + 2
    return int(rules.cut_ace) if rank == 14 else min(rank, 10)


# ---- declaring (GZ-4.1, 4.3)


@jit
def declaration_height(rules: Any, row: Any, kind: int, copies: int) -> int:
    """Return the height of a declaration of ``copies`` cards of a kind, from 1; 0 if these cards cannot be declared.

    A declaration must be higher than the current one.
    """
    if row.bank < 0:
        return copies if kind == BIG_JOKER and copies <= _HIGHEST_FIRST else 0
    if kind < SMALL_JOKER:
        if kind % SUIT_KINDS + 2 != row.level:
            return 0
        return copies + (2 if copies == COPIES and not rules.joker_calls else 0)
    if copies < COPIES - 1:
        return 0
    if rules.joker_calls:  # all jokers above the level cards, big jokers above small ones
        return copies + 2 + 2 * (kind == BIG_JOKER)
    return copies + 1 + (kind == BIG_JOKER) + 2 * (copies == COPIES)


@jit_inlined
def standing_declaration_height(rules: Any, row: Any) -> int:
    """Return the height of the current declaration; 0 if there is none."""
    return declaration_height(rules, row, row.shown_kind, row.shown_copies) if row.shown_by >= 0 else 0


@jit
def is_higher_declaration_possible(rules: Any, row: Any) -> bool:
    """Whether a higher declaration is possible, regardless of who holds which cards."""
    return standing_declaration_height(rules, row) < (_HIGHEST_FIRST if row.bank < 0 else _HIGHEST_LATER)


@jit
def nth_declaration(rules: Any, row: Any, seat: int, number: int) -> tuple[int, int, int, int]:
    """Return the ``number``-th declaration (from 0) that a seat may make.

    The items are the kind of card, the number of cards, the call, and -1. The call is the trumps that the seat
    chooses with jokers, or -1. If the seat has only k declarations and k ≤ ``number``, the last item is
    ``number`` - k, and the other items have no meaning.
    """
    now = standing_declaration_height(rules, row)
    kinds = row.hand[seat, 0] & (LOWEST_KINDS << (row.level - 2) | 1 << SMALL_JOKER | 1 << BIG_JOKER)
    while kinds:
        kind = lowest_set_bit_index(kinds)
        kinds &= kinds - 1
        calls = NO_SUIT + 1 if kind >= SMALL_JOKER and row.bank >= 0 else 1
        for lane in range(COPIES):
            if row.hand[seat, lane] >> kind & 1 and beats_standing_declaration(
                row, now, declaration_height(rules, row, kind, lane + 1)
            ):
                if number < calls:
                    return kind, lane + 1, number if calls > 1 else -1, -1
                number -= calls
    return -1, 0, -1, number


@jit_inlined
def beats_standing_declaration(row: Any, now: int, high: int) -> bool:
    """Whether a declaration of height ``high`` beats the current declaration, which has height ``now``.

    In general, any greater height beats it. In the first hand of a match, the height must be exactly one more.
    """
    return high == now + 1 if row.bank < 0 else high > now


@jit
def can_declare(rules: Any, row: Any, seat: int) -> bool:
    """Whether a seat can make a declaration."""
    return nth_declaration(rules, row, seat, 0)[3] < 0


@jit
def seats_able_to_declare(rules: Any, row: Any) -> int:
    """Return the seats that are asked for optional actions and can make a declaration, as a bit mask."""
    seats = 0
    for seat in range(SEATS):
        seats |= can_declare(rules, row, seat) << seat
    return seats & rules.optional_seats


@jit_inlined
def seats_asked_between_cards(rules: Any, row: Any, seat: int) -> int:
    """Return the seats that are asked for a declaration after a card was dealt to ``seat``, as a bit mask."""
    if rules.optional_seats == ASK_SEAT_DEALT_TO:
        return can_declare(rules, row, seat) << seat
    return seats_able_to_declare(rules, row) if rules.optional_seats else 0


@jit_inlined
def next_seat_asked(rules: Any, row: Any) -> int:
    """Return which of the waiting seats is asked next: the lowest of the early seats, or else the lowest of all."""
    early = row.waiting & rules.early_seats
    return lowest_set_bit_index(early or row.waiting)


@jit
def declare(row: Any, seat: int, kind: int, copies: int, call: int) -> None:
    """Record that a seat declares trumps by showing ``copies`` cards of ``kind``.

    The suit of the shown cards becomes trumps. If the seat shows jokers, ``call`` says what becomes trumps. In the
    first hand of a match it is -1, because a card dealt later decides (``deal_card``). If there is no banker
    yet, the seat becomes banker.
    """
    row.shown_by, row.shown_kind, row.shown_copies = seat, kind, copies
    row.call = call if kind >= SMALL_JOKER else kind // SUIT_KINDS
    if row.banker < 0:
        row.banker = seat
    row.awaited = seat if row.bank < 0 else -1
    for lane in range(copies):
        row.known[seat, lane] |= 1 << kind


@jit_inlined
def deal_card(row: Any) -> int:
    """Deal the next card to the next seat, and return the seat.

    If the seat has declared big jokers in the first hand of a match (``row.awaited``), its next cards are public,
    up to the first card that has a suit. That suit becomes trumps.
    """
    seat, kind = (row.first + row.dealt) % SEATS, row.deck[row.dealt]
    add_one_of_kinds(row.hand[seat], 1 << kind)
    row.left[seat] += 1
    row.dealt += 1
    if seat == row.awaited:
        add_one_of_kinds(row.known[seat], 1 << kind)
        if kind < SMALL_JOKER:
            row.call, row.awaited = kind // SUIT_KINDS, -1
    return int(seat)


# ---- turning up bottom cards (GZ-4.1, 4.2, 4.5)


@jit
def turn_up_bottom(rules: Any, row: Any) -> None:
    """Turn bottom cards face up to determine the trumps and, if there is no banker yet, the banker.

    If there is no banker yet, all six cards are turned. Otherwise cards are turned until one of them has a suit.
    """
    kind = -1
    while row.turned < BOTTOM and (row.banker < 0 or row.turned == 0 or kind >= SMALL_JOKER):
        kind = row.deck[DEALT + row.turned]
        add_one_of_kinds(row.seen, 1 << kind)
        row.turned += 1
    if row.banker >= 0:
        row.call = NO_SUIT if kind >= SMALL_JOKER else kind // SUIT_KINDS
        return
    at, suited = find_highest_turned_card(rules, row, False), find_highest_turned_card(rules, row, True)
    if row.deck[DEALT + at] >= SMALL_JOKER:
        row.call = row.deck[DEALT + suited] // SUIT_KINDS if rules.turned_joker and suited >= 0 else NO_SUIT
    else:
        row.call = row.deck[DEALT + at] // SUIT_KINDS
    row.banker = (row.first + at) % SEATS


@jit
def find_highest_turned_card(rules: Any, row: Any, suited: bool) -> int:
    """Return the index of the highest bottom card; of several equally high cards, the index of the earliest.

    With ``suited``, ignore jokers, and return -1 if all bottom cards are jokers.
    """
    most, found = -1, -1
    for place in range(BOTTOM):
        kind = row.deck[DEALT + place]
        high = turned_height(rules, row.level, kind)
        if high > most and (kind < SMALL_JOKER or not suited):
            most, found = high, place
    return found


@jit_inlined
def turned_height(rules: Any, level: int, kind: int) -> int:
    """Return a number for comparing turned-up cards: higher cards have larger numbers (R5).

    If ``rules.turned_order`` is set (``trumps_first``), the order from the highest is: jokers, the level rank, 2,
    A, K … 4. Otherwise it is: jokers, A, K … 2.
    """
    rank = kind % SUIT_KINDS + 2
    if kind >= SMALL_JOKER:
        return 100 + kind
    if rules.turned_order:
        rank += 60 * (rank == level) + 50 * (rank == 2)
    return rank
