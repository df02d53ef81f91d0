"""Encodes what a seat sees of a hand (DDZ-2, 6), in the layout of ``paiju.features.doudizhu.observation_layout``.

An observation is an array of 64-bit words. Seats are numbered from the viewer in playing order, and cards are in unary
code (``cards``). With two packs each word of cards is followed by a second one.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.doudizhu.cards import with_cards, without_cards
from paiju.batch.doudizhu.layout import QUESTIONS, decode_call, decode_move
from paiju.batch.jit_cache import jit, jit_inlined
from paiju.batch.observation_bits import seat_after, steps_between_seats, unary
from paiju.features.doudizhu import history_layout
from paiju.features.doudizhu.bit_encoding import ASKING, BID, CHOOSE, MOVES, NOTHING, OPENED_LATE, PASS, THROWING
from paiju.features.doudizhu.history_layout import CALLS_KEPT, MOVES_KEPT
from paiju.features.doudizhu.observation_facts import MOST_BONUS, MOST_DOUBLINGS
from paiju.features.doudizhu.observation_layout import HAND_AT, SEAT_AT, STAKE_AT

LEFT, LANDLORD, FIRST, OPENED, KICKED, DOUBLED, WAITING, LEADS, SAID, THROWN, *_OTHERS = SEAT_AT.values()
CHOSE, CHOSE_HIGHER, HIGHER_DOUBLE, AGREED = _OTHERS[:4]  # the bits of the questions follow one another
PHASE, KIND, LENGTH, RANK, ASKED = [*HAND_AT.values()][:5]
history_word = jit_inlined(history_layout.history_word)
BASE, ROBS, DOUBLINGS, BONUS, PASSES, KICKED_BACK, WILD_RANK, UPCARD, SECOND_WILD_RANK = STAKE_AT.values()


@jit
def observe(rules: Any, row: Any, seat: int, out: Any) -> None:
    """Write what a seat sees to ``out``.

    With one pack, this function passes ``out`` to no other function, because passing an array takes longer than writing
    the whole observation.
    """
    players, decks = rules.players, rules.decks
    sees, away = sees_bottom(rules, row, seat), unseen_cards(rules, row, seat)
    out[0] = row.hand[seat]
    out[decks] = away[0]
    out[2 * decks] = row.beat
    out[3 * decks] = row.bottom if sees else 0
    out[4 * decks] = row.threw[seat]
    out[5 * decks] = visible_gifts(rules, row, seat)
    at = 6 * decks
    for step in range(players):
        out[at + step * decks] = row.played[seat_after(seat, step, players)]
    at += (players - 1) * decks
    for step in range(1, players):
        other = seat_after(seat, step, players)
        out[at + step * decks] = row.hand[other] & -(row.opened[other] != 0)
    at += players * decks
    for move in range(MOVES):
        out[at + move * decks] = row.recent[move]
    if decks == 2:
        observe_second_words(rules, row, seat, sees, away[1], out)
    at += MOVES * decks
    for step in range(players):
        out[at + step] = seat_word(rules, row, seat_after(seat, step, players), step == 0)
    out[at + players] = phase_word(rules, row)
    out[at + players + 1] = stake_word(row)


@jit
def observe_second_words(rules: Any, row: Any, seat: int, sees: bool, away: int, out: Any) -> None:
    """With two packs, write the second word of each set of cards to ``out``.

    ``sees`` says whether the seat sees the bottom, and ``away`` is the second word of the cards that the seat has
    not seen. The second words of thrown cards and of gifts are always 0.
    """
    players = rules.players
    out[1], out[3], out[5], out[7], out[9], out[11] = row.more[seat], away, row.beat_more, 0, 0, 0
    if sees:
        out[7] = row.bottom_more
    for step in range(players):
        out[13 + 2 * step] = row.played_more[seat_after(seat, step, players)]
    at = 11 + 2 * players
    for step in range(1, players):
        other = seat_after(seat, step, players)
        out[at + 2 * step] = row.more[other] if row.opened[other] else 0
    at += 2 * players
    for move in range(MOVES):
        out[at + 2 * move] = row.recent_more[move]


@jit_inlined
def past_move_index(row: Any, ago: int) -> int:
    """Return the index in the ring buffer ``row.past`` of the move made ``ago`` moves before the latest one."""
    return int((row.moves - 1 - ago) & MOVES_KEPT - 1)


@jit
def observe_history(rules: Any, row: Any, seat: int, at: int, out: Any) -> None:
    """Write the history that a seat sees to ``out``, from index ``at`` on.

    First come the first calls of the hand, then its latest moves, the newest first.
    """
    decks = rules.decks
    out[at:] = 0
    for place in range(row.calls):
        out[at + place] = call_word(rules, seat, row.call[place])
    at += CALLS_KEPT
    step = steps_between_seats(seat, row.turn if row.turn >= 0 else row.by + 1, rules.players)
    for ago in range(min(row.moves, MOVES_KEPT)):
        step = (step or rules.players) - 1
        place = past_move_index(row, ago)
        out[at] = row.past[place]
        if decks == 2:
            out[at + 1] = row.past_more[place]
        out[at + decks] = move_word(step, row.past_code[place])
        at += decks + 1


@jit_inlined
def call_word(rules: Any, seat: int, code: int) -> int:
    """Encode a call that ``layout.encode_call`` packed, as the word that ``seat`` observes."""
    other, rank, question = decode_call(code)
    kind = BID if question < 0 else CHOOSE
    return int(history_word(steps_between_seats(seat, other, rules.players), kind, 0, rank, question))


@jit_inlined
def move_word(step: int, code: int) -> int:
    """Encode a move that ``layout.encode_move`` packed.

    ``step`` is the distance in seats from the viewer to the seat that moved.
    """
    kind, length, rank = decode_move(code)
    return int(history_word(step, kind, length, -1 if kind == PASS else rank, -1))


@jit_inlined
def unseen_cards(rules: Any, row: Any, seat: int) -> tuple[int, int]:
    """Return the two words of the cards that the seat has not seen."""
    cards, more = without_cards(row.unplayed, row.unplayed_more, row.hand[seat], row.more[seat])
    if row.phase != THROWING:  # cards chosen to be thrown away are still in the hand
        cards, more = without_cards(cards, more, row.threw[seat], 0)
    for other in range(rules.players):
        if other != seat and row.opened[other]:
            cards, more = without_cards(cards, more, row.hand[other], row.more[other])
        if other != seat and row.throws_seen >> other & 1:
            cards, more = without_cards(cards, more, row.threw[other], 0)
    return cards, more


@jit_inlined
def sees_bottom(rules: Any, row: Any, seat: int) -> bool:
    """Whether the seat sees the bottom (DDZ-2.6).

    No seat sees the bottom before the landlord has taken it. After that the landlord sees it. The other seats see
    it if the rules show it, or if the landlord opened its hand before taking the bottom.
    """
    landlord = row.landlord
    if landlord < 0 or row.stage <= rules.bottom_stage:
        return False
    return bool(rules.bottom_shown) or seat == landlord or row.opened[landlord] > OPENED_LATE


@jit_inlined
def visible_gifts(rules: Any, row: Any, seat: int) -> int:
    """Return the cards that the landlord drew from the farmers' hands, as far as ``seat`` knows the cards (DDZ-2.5)."""
    if rules.draws_drawn < 0:
        return 0
    cards = 0
    for giver in range(rules.players):
        known = (seat == giver) | (seat == row.landlord) | (row.gifts_seen >> giver & 1)
        if row.gave[giver] >= 0 and known:
            cards = with_cards(cards, 0, 1 << (row.gave[giver] >> 2), 0)[0]
    return cards


@jit_inlined
def seat_word(rules: Any, row: Any, seat: int, own: bool) -> int:
    """Encode the public information about a seat. With ``own``, also encode the secret choice of the seat."""
    declaration = row.said[seat]
    if rules.called and declaration >= 0:
        declaration &= 1
    bits = unary(row.left[seat]) << LEFT
    bits |= (row.landlord == seat) << LANDLORD
    bits |= (row.first == seat) << FIRST
    opened = row.opened[seat]
    bits |= (unary(max(opened - 2, 1)) if opened else 0) << OPENED
    bits |= (row.kicked >> seat & 1) << KICKED
    bits |= (row.double_factors[seat] > 1) << DOUBLED
    bits |= (row.waiting >> seat & 1) << WAITING
    bits |= (row.by == seat) << LEADS
    bits |= (1 << declaration + 1 >> 1) << SAID  # 0 for -1
    bits |= unary(row.thrown[seat]) << THROWN
    if own and row.sealed[seat] >= 0:
        bits |= 1 << CHOSE + min(row.sealed[seat], 1)
    if rules.doubles > 1:
        bits |= higher_double_bits(rules, row, seat, own)
    if rules.asks:
        for number in range(QUESTIONS):
            bits |= (row.agreed[number] >> seat & 1) << AGREED + number
    return bits


@jit
def higher_double_bits(rules: Any, row: Any, seat: int, own: bool) -> int:
    """Encode which of the higher doubles a seat has chosen.

    With ``own``, also encode a choice that is not revealed yet.
    """
    bits = 0
    for number in range(2, rules.doubles + 1):
        bits |= (row.double_factors[seat] == rules.double_factors[number]) << HIGHER_DOUBLE + number - 2
        bits |= (own and row.sealed[seat] == number) << CHOSE_HIGHER + number - 2
    return bits


@jit_inlined
def phase_word(rules: Any, row: Any) -> int:
    """Encode the phase and the play to beat; in the phase ASKING, encode only which question is asked."""
    if row.phase == ASKING:
        return 1 << ASKED + rules.factors[row.stage]
    bits = 1 << PHASE + row.phase
    play = 1 << KIND + row.kind | unary(row.length) << LENGTH | 1 << RANK + row.rank
    return bits | play & -(row.kind != NOTHING)


@jit_inlined
def stake_word(row: Any) -> int:
    """Encode in one word the base and what has raised it so far, the passes, the wild ranks and the upcard."""
    bits = unary(max(row.base, row.high)) << BASE
    bits |= unary(row.robs) << ROBS
    bits |= unary(min(row.doublings, MOST_DOUBLINGS)) << DOUBLINGS
    bits |= unary(min(row.bonus, MOST_BONUS) - 1) << BONUS
    bits |= unary(min(row.passes, 2)) << PASSES
    bits |= row.kicked_back << KICKED_BACK
    if row.wild >= 0:
        bits |= 1 << WILD_RANK + row.wild
    if row.second_wild >= 0:
        bits |= 1 << SECOND_WILD_RANK + row.second_wild
    if row.upcard >= 0:
        bits |= 1 << UPCARD + (row.deck[row.upcard] >> 2)
    return bits
