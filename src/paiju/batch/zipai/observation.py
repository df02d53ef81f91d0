"""Encodes what a seat sees of a hand, in the layout of ``paiju.features.zipai.observation_layout``."""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.batch.observation_bits import seat_after, steps_between_seats, unary
from paiju.batch.zipai.cards import thermometer
from paiju.batch.zipai.layout import BITS_EACH, CARDS, EATEN_AT, PAST_KIND, PAST_RAISED, PAST_WHAT
from paiju.features.zipai import bit_encoding, history_layout
from paiju.features.zipai.bit_encoding import CATCHING, COST, EACH_KIND, LIE_EATEN, LOOKING, NOTHING, WHOLE_PACK
from paiju.features.zipai.history_layout import ENTRIES_KEPT, PUT_OUT_FROM_HAND
from paiju.features.zipai.observation_layout import (
    ANSWER,
    BANKER,
    BY,
    DRAWN,
    FOURS,
    LEFT,
    MOST_STOCK,
    PHASE,
    STOCK,
    THREES,
    TURN,
    WAITING,
)

hidden_in = jit_inlined(bit_encoding.hidden_meld_kinds)
bit_of_kind = jit_inlined(bit_encoding.action_kind_bit)
history_word = jit_inlined(history_layout.history_word)
COPIES_LAID = history_layout.COPIES_LAID
phase_shown = jit_inlined(bit_encoding.encode_phase)


@jit
def observe(rules: Any, row: Any, seat: int, out: Any) -> None:
    """Write what a seat sees to ``out``."""
    seen, away = visible_card(row, seat), unseen_cards(row, seat)
    out[0] = thermometer(row.hand[seat])
    out[1] = thermometer(away)
    out[2] = away >> 2 & EACH_KIND | row.declined[seat] << 1 | seen << 2
    at = 3
    for step in range(rules.players):
        other = seat_after(seat, step, rules.players)
        lies = row.lies[other]
        hidden = hidden_in(lies)
        out[at] = thermometer(row.out[other])
        out[at + 1] = lies if step == 0 else lies & ~(hidden * 7)
        out[at + 2] = row.eaten[other] | unary(row.left[other]) << LEFT
        out[at + 3] = row.eaten_again[other] | seat_word(row, other, hidden, lies, step == 0)
        at += 4
    out[at] = (
        1 << PHASE + phase_shown(row.phase) | row.drawn << DRAWN | unary(min(CARDS - row.next, MOST_STOCK)) << STOCK
    )
    out[at + 1] = unary(row.minimum)


@jit
def observe_history(rules: Any, row: Any, seat: int, at: int, out: Any) -> None:
    """Write the latest entries of the history, the newest first, to ``out`` from index ``at`` on."""
    out[at:] = 0
    for ago in range(min(row.past_entries, ENTRIES_KEPT)):
        code = row.past[(row.past_entries - 1 - ago) % ENTRIES_KEPT]
        kind, what, step = code >> PAST_KIND & 15, code >> PAST_WHAT, steps_between_seats(seat, code & 3, rules.players)
        melds = count_melds_in_entry(what) if kind == LIE_EATEN else kind < PUT_OUT_FROM_HAND
        raised = code >> PAST_RAISED & 15 != 0
        out[at] = thermometer(cards_of_entry(kind, what))
        out[at + 1] = history_word(step, kind, melds, raised)
        at += 2


@jit_inlined
def count_melds_in_entry(what: int) -> int:
    """Return the number of eaten melds in a history entry. ``what`` are the packed cards of the entry."""
    melds = 0
    while what:
        melds += 1
        what >>= EATEN_AT[1] - EATEN_AT[0]
    return melds


@jit_inlined
def cards_of_entry(kind: int, what: int) -> int:
    """Return, as a word, those cards of a history entry that all seats know.

    ``what`` are the packed cards of the entry.
    """
    if kind != LIE_EATEN:
        return COPIES_LAID[kind] << 3 * (what - 1) if what else 0
    cards = 0
    while what:
        cards += COST[(what & BITS_EACH) - 1]
        what >>= EATEN_AT[1] - EATEN_AT[0]
    return cards


@jit_inlined
def visible_card(row: Any, seat: int) -> int:
    """Return the card on the table, as a word of cards; 0 if there is none.

    If the seat is looking at a card that it drew, that card is returned.
    """
    sees = row.card != NOTHING and row.phase != CATCHING and (row.phase != LOOKING or row.turn == seat)
    return 1 << 3 * row.card if sees else 0


@jit_inlined
def unseen_cards(row: Any, seat: int) -> int:
    """Return the cards that the seat has not seen, as a word."""
    return WHOLE_PACK - row.shown - row.hand[seat] - cards_in_face_down_melds(row.lies[seat]) - visible_card(row, seat)


@jit_inlined
def cards_in_face_down_melds(lies: int) -> int:
    """Return the cards in a seat's face-down melds, as a word. ``lies`` is the seat's item of ``row.lies``."""
    hidden = hidden_in(lies)
    return 3 * hidden + (hidden & lies >> 2)


@jit_inlined
def seat_word(row: Any, seat: int, hidden: int, lies: int, own: bool) -> int:
    """Encode the public information about a seat in one word. With ``own``, also encode its sealed answer.

    ``lies`` is the seat's item of ``row.lies``, and ``hidden`` has the lowest bit of each kind that lies face down.
    """
    fours = popcount(hidden & lies >> 2)
    bits = unary(popcount(hidden) - fours) << THREES
    bits |= unary(fours) << FOURS
    bits |= (row.banker == seat) << BANKER
    bits |= (row.waiting >> seat & 1) << WAITING
    bits |= (row.by == seat) << BY
    bits |= (row.turn == seat) << TURN
    if own and row.sealed[seat] != NOTHING:
        bits |= bit_of_kind(row.sealed[seat] & 7) << ANSWER
    return bits
