"""Encodes what a seat sees of a hand, in the layout of ``paiju.features.gunzi.observation_layout``."""

from __future__ import annotations

from typing import Any

from paiju.batch.gunzi.cards import ALL_KINDS, Lanes, card_count, lanes_tuple
from paiju.batch.gunzi.layout import decode_action_before_tricks
from paiju.batch.jit_cache import compile_module_functions, jit, jit_inlined
from paiju.batch.observation_bits import seat_after, steps_between_seats, unary
from paiju.features.gunzi import bit_encoding, history_layout, observation_layout
from paiju.features.gunzi.bit_encoding import BURYING, CLOSING, DEALING, PAYING
from paiju.features.gunzi.history_layout import CALLS_KEPT, PLAYS_KEPT
from paiju.features.gunzi.observation_layout import OF_SEATS_AT, SEATS_AT
from paiju.games.gunzi.cards import COPIES
from paiju.games.gunzi.state import SEATS, TEAMS

order_by_trumps, suit_of_call, _, with_cards = compile_module_functions(
    bit_encoding, "order_by_trumps", "suit_of_call", "add_one_each", "with_cards"
)
lacking = jit_inlined(observation_layout.order_missing_suits_by_trumps)
history_word = jit_inlined(history_layout.history_word)


@jit
def observe(_rules: Any, row: Any, seat: int, out: Any) -> None:
    """Write what a seat sees to ``out``.

    This function passes ``out`` to no other function, because passing an array takes longer than writing the whole
    observation.
    """
    sees, sealed = sees_bottom(row, seat), tribute_payer_index(row, seat) if row.phase == PAYING else -1
    away, suit = unseen_cards(row, seat, sees), suit_of_call(row.call)
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
        other = seat_after(seat, step, SEATS)
        play, last = (other - row.leader) % SEATS, (other - row.last_leader) % SEATS
        paid = tribute_payer_index(row, other) if row.opened else -1
        for lane in range(at, at + COPIES):
            out[lane] = row.known[other, lane - at]
            out[lane + far] = row.plays[play, lane - at]
            out[lane + 2 * far] = row.last[last, lane - at]
            out[lane + 3 * far] = row.tribute[paid, lane - at] if paid >= 0 else 0
        at += COPIES
    for place in range(SEATS_AT):
        if out[place]:
            out[place] = order_by_trumps(out[place], row.level, suit)
    for step in range(SEATS):
        out[SEATS_AT + step] = seat_word(row, seat_after(seat, step, SEATS), suit)
    for step in range(TEAMS):
        out[SEATS_AT + SEATS + step] = team_word(row, (seat + step) % TEAMS)
    out[SEATS_AT + SEATS + TEAMS] = hand_word(row)


@jit
def observe_history(_rules: Any, row: Any, seat: int, at: int, out: Any) -> None:
    """Write the history to ``out`` from index ``at`` on.

    First come the earliest actions before the first trick, the oldest first. Then come the latest plays, the newest
    first.
    """
    suit, entry = suit_of_call(row.call), COPIES + 1
    plays_at = at + CALLS_KEPT * entry
    out[at:] = 0
    start = 0
    for place in range(row.calls):
        (other, kind, call), end = decode_action_before_tricks(row.call_code[place]), row.call_end[place]
        for card in range(start, end):
            add_card(order_by_trumps(1 << row.call_kinds[card], row.level, suit), at, out)
        start = end
        out[at + COPIES] = history_word(steps_between_seats(seat, other, SEATS), 0, kind, call)
        at += entry
    at = plays_at
    for ago in range(min(row.past_plays, PLAYS_KEPT)):
        place = (row.past_plays - 1 - ago) % PLAYS_KEPT
        for card in range(COPIES):
            if row.past_kinds[place, card] >= 0:
                add_card(order_by_trumps(1 << row.past_kinds[place, card], row.level, suit), at, out)
        step = steps_between_seats(seat, row.past_by[place], SEATS)
        out[at + COPIES] = history_word(step, (row.laid - 1 - ago) % SEATS == 0, -1, -1)
        at += entry


@jit_inlined
def add_card(bit: int, at: int, out: Any) -> None:
    """Add a card to the lanes that begin at index ``at`` of ``out``.

    ``bit`` is the bit of the card's kind in trump order.
    """
    for lane in range(COPIES - 1, 0, -1):
        out[at + lane] |= out[at + lane - 1] & bit
    out[at] |= bit


@jit_inlined
def sees_bottom(row: Any, seat: int) -> bool:
    """Whether a seat sees the buried cards (GZ-5.3).

    The banker sees them. The other seats see them only if they lie open.
    """
    return bool(row.bottom_open) or seat == row.banker


@jit_inlined
def unseen_cards(row: Any, seat: int, sees: bool) -> Lanes:
    """Return the cards that the seat does not see. ``sees`` says whether it sees the buried cards."""
    cards = with_cards(lanes_tuple(row.hand[seat]), lanes_tuple(row.played))
    if row.phase < BURYING:
        cards = with_cards(cards, lanes_tuple(row.seen))
    elif sees:
        cards = with_cards(cards, lanes_tuple(row.bottom))
    return ALL_KINDS & ~cards[3], ALL_KINDS & ~cards[2], ALL_KINDS & ~cards[1], ALL_KINDS & ~cards[0]


@jit_inlined
def tribute_payer_index(row: Any, seat: int) -> int:
    """Return the index of a seat among the payers of tribute; -1 if it pays none."""
    for place in range(row.payers):
        if row.payer[place] == seat:
            return place
    return -1


@jit
def seat_word(row: Any, seat: int, suit: int) -> int:
    """Encode the public information about a seat in one word. ``suit`` is the trump suit."""
    bits = (
        row.left[seat]
        | row.due[seat] << observation_layout.DUE
        | lacking(row.lacks[seat], suit) << observation_layout.LACKS
    )
    for place in range(row.payers - row.owed, row.payers):
        if row.payer[place] == seat:
            bits |= card_count(row.tribute[place]) << observation_layout.OWED
    bits |= (row.banker == seat) << observation_layout.BANKER
    bits |= (row.first == seat) << observation_layout.FIRST
    bits |= (row.shown_by == seat) << observation_layout.DECLARED
    bits |= (row.awaited == seat) << observation_layout.AWAITED
    bits |= asked_bit(row, seat) << observation_layout.ASKED
    if row.laid:
        bits |= (row.leader == seat) << observation_layout.LEADS
        bits |= ((row.leader + row.best) % SEATS == seat) << observation_layout.TAKES
    bits |= (row.last_leader == seat) << observation_layout.LED
    bits |= (row.last_taker == seat) << observation_layout.TOOK
    return bits


@jit_inlined
def asked_bit(row: Any, seat: int) -> int:
    """Return 1 if a seat is being asked for an action, else 0.

    During the deal the result is always 0. Only a seat that can declare is asked then, so a 1 would reveal its
    cards.
    """
    if row.phase == DEALING:
        return 0
    if row.phase in (CLOSING, PAYING):
        return int(row.waiting >> seat & 1)
    return int(row.turn == seat)


@jit_inlined
def team_word(row: Any, team: int) -> int:
    """Encode the points of a team, its level and the matches that it has won in one word."""
    points = row.taken[team]
    bits = unary(min(points // 10, observation_layout.TENS)) | points % 10 // 5 << observation_layout.FIVE
    bits |= 1 << observation_layout.TEAM_LEVEL + row.levels[team] - 2
    bits |= (
        row.halves[team] << observation_layout.HALF
        | unary(min(row.won[team], observation_layout.MOST_WON)) << observation_layout.WON
    )
    return int(bits | (row.scored == team) << observation_layout.SCORED)


@jit_inlined
def hand_word(row: Any) -> int:
    """Encode, in one word, the phase and the public facts about the hand that belong to no seat or team."""
    bits = 1 << row.phase | 1 << observation_layout.LEVEL + row.level - 2
    if row.call >= 0:
        bits |= 1 << observation_layout.TRUMPS + row.call
    bits |= (row.bank < 0) << observation_layout.OPENING
    bits |= row.bottom_open << observation_layout.BOTTOM_OPEN
    bits |= unary(row.takeable) << observation_layout.TAKEABLE
    bits |= unary(row.taking) << observation_layout.TAKING
    bits |= unary(row.turned) << observation_layout.TURNED
    return int(bits | row.dealt << observation_layout.DEALT)
