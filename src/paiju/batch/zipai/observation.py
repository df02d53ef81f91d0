"""Encodes what a seat sees of a row, in the layout of ``paiju.features.zipai.observation_layout``."""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.batch.observation_bits import from_seat, unary
from paiju.batch.zipai.cards import thermometer
from paiju.batch.zipai.layout import CARDS
from paiju.features.zipai import bit_encoding
from paiju.features.zipai.bit_encoding import ALL, CATCHING, EACH, LOOKING, NOTHING
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
bit_of_kind = jit_inlined(bit_encoding.kind_bit)
phase_shown = jit_inlined(bit_encoding.encoded_phase)


@jit
def observe(rules: Any, row: Any, seat: int, out: Any) -> None:
    """Write to ``out`` what a seat sees."""
    seen, away = card_seen(row, seat), unseen_cards(row, seat)
    out[0] = thermometer(row.hand[seat])
    out[1] = thermometer(away)
    out[2] = away >> 2 & EACH | row.declined[seat] << 1 | seen << 2
    at = 3
    for step in range(rules.players):
        other = from_seat(seat, step, rules.players)
        lies = row.lies[other]
        hidden = hidden_in(lies)
        out[at] = thermometer(row.out[other])
        out[at + 1] = lies if step == 0 else lies & ~(hidden * 7)
        out[at + 2] = row.eaten[other] | unary(row.left[other]) << LEFT
        out[at + 3] = row.eaten_again[other] | encode_seat(row, other, hidden, lies, step == 0)
        at += 4
    out[at] = (
        1 << PHASE + phase_shown(row.phase) | row.drawn << DRAWN | unary(min(CARDS - row.next, MOST_STOCK)) << STOCK
    )
    out[at + 1] = unary(row.minimum)


@jit_inlined
def card_seen(row: Any, seat: int) -> int:
    """Return the card on the table that the seat sees, which includes a drawn card that it is looking at, as a word."""
    sees = row.card != NOTHING and row.phase != CATCHING and (row.phase != LOOKING or row.turn == seat)
    return 1 << 3 * row.card if sees else 0


@jit_inlined
def unseen_cards(row: Any, seat: int) -> int:
    """Return the cards that the seat has not seen."""
    return ALL - row.shown - row.hand[seat] - own_hidden(row.lies[seat]) - card_seen(row, seat)


@jit_inlined
def own_hidden(lies: int) -> int:
    """Return the cards in the seat's face-down melds."""
    hidden = hidden_in(lies)
    return 3 * hidden + (hidden & lies >> 2)


@jit_inlined
def encode_seat(row: Any, seat: int, hidden: int, lies: int, own: bool) -> int:
    """Encode the public information about a seat, and the viewer's own sealed answer."""
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
