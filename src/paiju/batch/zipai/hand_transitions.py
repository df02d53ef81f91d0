"""Plays a Da Zi Pai hand from deal to outcome (ZP-2, 3, 5, 6).

The module defines which action each action number stands for, and what this action does. ``row`` is the
record of one hand (``layout.HAND``), and ``rules`` is the record of its ruleset (``layout.RULES``).

``paiju.batch.kernels`` calls these functions: ``init_first_hand``, ``carry_over``, ``deal_hand``,
``begin_hand``, ``reset_row``, ``prepare_actions``, ``act`` and ``decode_action``.
"""

from __future__ import annotations

from typing import Any

from paiju.batch.jit_cache import jit, jit_inlined, jit_inlined_early, popcount
from paiju.batch.rng import shuffle
from paiju.batch.zipai.cards import lowest_kind, next_seat, nth_kind, some
from paiju.batch.zipai.eating import add_answer, add_eats, add_eats_keeping_copies, leaves_copies_to_lay
from paiju.batch.zipai.history_recording import record_entry
from paiju.batch.zipai.layout import (
    BITS_EACH,
    CARDS,
    DEAL,
    EATEN_AT,
    EMPTY,
    FROM_DISCARD,
    MELDS,
    SEATS,
    SELF_DRAWN,
)
from paiju.batch.zipai.threes_and_fours import (
    can_open_four,
    can_pong,
    eat,
    lay_forced_meld,
    lay_four_from_hand,
    must_open_four,
    open_four,
    pong,
)
from paiju.batch.zipai.winning import DRAWN, FROM_HAND, NO_POINTS, OWN, deal_winning_points, winning_points
from paiju.features.zipai.bit_encoding import (
    CATCH,
    CATCHING,
    CLAIMING,
    DISCARD,
    DISCARDING,
    EAT,
    LOOKING,
    MINIMUM,
    NOTHING,
    OPEN,
    OPENING,
    OVER,
    PASS,
    PONG,
    SET_MINIMUM,
    WIN,
)
from paiju.features.zipai.history_layout import CAUGHT, PUT_OUT_AS_DRAWN, PUT_OUT_FROM_HAND
from paiju.features.zipai.history_layout import SET_MINIMUM as MINIMUM_SET
from paiju.games.zipai.scoring import FROM_HAND as PAID_FROM_HAND
from paiju.games.zipai.state import BANKER_CARDS, OTHER_CARDS

# ---- the deal


@jit
def init_first_hand(_rules: Any, row: Any) -> None:
    """Prepare a row for its first hand: seat 0 is the banker (ZP-2.1)."""
    row.carried = 0


@jit
def carry_over(rules: Any, row: Any) -> None:
    """Set the banker of the next hand (ZP-2.1, 2.5).

    The winner becomes the banker. Of several winners, it is the first in turn, beginning with the old banker. If
    nobody won, the rules say whether the old banker stays or the next seat becomes the banker.
    """
    seat = row.banker
    if row.winners:
        while not row.winners >> seat & 1:
            seat = next_seat(rules, seat)
    elif not rules.banker_stays:
        seat = next_seat(rules, seat)
    row.carried = seat


@jit
def deal_hand(rules: Any, row: Any) -> None:
    """Shuffle the pack with the random generator of the row, and start a new hand."""
    for place in range(CARDS):
        row.deck[place] = rules.pack[place]
    shuffle(row, row.deck)
    begin_hand(rules, row)


@jit
def begin_hand(_rules: Any, row: Any) -> None:
    """Start a hand with the deck that the row already contains. The banker must set the minimum first (ZP-2.2)."""
    reset_row(row)
    row.banker = row.turn = row.carried


@jit
def reset_row(row: Any) -> None:
    """Set the fields of a row that describe the hand to their values before the deal."""
    for place in range(SEATS * MELDS):
        row.caught[place] = 0
    for seat in range(SEATS):
        row.hand[seat] = row.lies[seat] = row.declined[seat] = row.out[seat] = row.eaten[seat] = 0
        row.eaten_again[seat] = row.left[seat] = row.fours[seat] = row.worth[seat] = row.melds[seat] = row.won[seat] = 0
        row.sealed[seat] = NOTHING
        for place in range(MELDS):
            row.meld[seat, place] = 0
    row.phase = MINIMUM
    row.by = row.card = row.payer = NOTHING
    row.shown = row.minimum = row.drawn = row.waiting = row.asked = row.next = row.discarded = row.catches = 0
    row.past_entries = 0


@jit
def deal_hands(rules: Any, row: Any) -> None:
    """Deal cards to all seats, beginning with the banker, and lay down the fours of a kind (ZP-2.3, 2.4).

    A seat that lays down several fours draws a card for each four after the first. After that, all seats are
    asked whether they win on the deal.
    """
    seat = row.banker
    for _ in range(rules.players):
        for _ in range(dealt_count(row, seat)):
            row.hand[seat] += 1 << 3 * take_top_card(row)
        row.left[seat] = dealt_count(row, seat)
        seat = next_seat(rules, seat)
    while lay_first_dealt_four(rules, row) or draw_first_extra_card(rules, row):
        pass
    row.phase = OPENING
    ask_seats(row, (1 << rules.players) - 1)


@jit_inlined
def dealt_count(row: Any, seat: int) -> int:
    """Return the number of cards that a seat is dealt, which is different for the banker."""
    return BANKER_CARDS if seat == row.banker else OTHER_CARDS


@jit_inlined
def take_top_card(row: Any) -> int:
    """Remove and return the top card of the stock."""
    row.next += 1
    return row.deck[row.next - 1]


@jit
def lay_first_dealt_four(rules: Any, row: Any) -> bool:
    """Find the first seat, from the banker on, that holds a four of a kind, and lay the four face down.

    Returns False if no seat holds one.
    """
    seat = row.banker
    for _ in range(rules.players):
        fours = row.hand[seat] >> 2 & some(row.hand[seat])
        if fours:
            lay_four_from_hand(rules, row, seat, lowest_kind(fours))
            return True
        seat = next_seat(rules, seat)
    return False


@jit
def draw_first_extra_card(rules: Any, row: Any) -> bool:
    """Find the first seat, from the banker on, that must still draw a card for one of its fours, and draw the card.

    Returns False if there is no such seat.
    """
    seat = row.banker
    for _ in range(rules.players):
        if row.left[seat] + 4 * row.melds[seat] - dealt_count(row, seat) + 1 < row.melds[seat]:
            row.hand[seat] += 1 << 3 * take_top_card(row)
            row.left[seat] += 1
            return True
        seat = next_seat(rules, seat)
    return False


# ---- legal actions


@jit
def prepare_actions(rules: Any, row: Any) -> None:
    """Set ``row.count`` to the number of legal actions.

    Except for discards and minimums, also write the actions to ``row.options`` as packed answers.
    """
    row.count = 0
    phase = row.phase
    if phase == CLAIMING:
        add_claims(rules, row)
    elif phase == DISCARDING:
        row.count = popcount(some(row.hand[row.turn]))
    elif phase == LOOKING:
        add_win_and_pass(row, winning_points(row, row.turn, row.card, OWN) != NO_POINTS)
    elif phase == OPENING:
        add_win_and_pass(row, deal_winning_points(rules, row, row.turn) != NO_POINTS)
    elif phase == CATCHING:
        add_answer(row, CATCH)
        add_answer(row, PASS)
    elif phase == MINIMUM:
        row.count = rules.minimums


@jit_inlined
def add_win_and_pass(row: Any, wins: bool) -> None:
    """Add to ``row.options`` a win, if ``wins`` is set, and a pass."""
    if wins:
        add_answer(row, WIN)
    add_answer(row, PASS)


@jit
def add_claims(rules: Any, row: Any) -> None:
    """Add to ``row.options`` a pass and the claims that the seat to act may make for the card on the table (ZP-6)."""
    seat, card, by = row.turn, row.card, row.by
    if seat != by:
        if winning_points(row, seat, card, DRAWN if row.drawn else FROM_HAND) != NO_POINTS:
            add_answer(row, WIN)
        if must_open_four(row, seat, card):
            add_answer(row, PASS)
            return
        if can_open_four(row, seat, card):
            add_answer(row, OPEN)
        if can_pong(row, seat, card):
            add_answer(row, PONG)
    if seat == by or seat == next_seat(rules, by):
        add_eats(row, seat, card)
        if rules.false_eat:
            add_eats_keeping_copies(row, seat, card)
    add_answer(row, PASS)


@jit
def decode_action(rules: Any, row: Any, number: int, action: Any) -> None:
    """Write the ``number``-th legal action (from 0) to the record ``action``."""
    action.card = action.first = action.second = action.third = NOTHING
    if row.phase == MINIMUM:
        action.kind, action.card = SET_MINIMUM, rules.minimum_from + number * rules.minimum_step
    elif row.phase == DISCARDING:
        action.kind, action.card = DISCARD, nth_kind(row.hand[row.turn], number)
    else:
        answer = row.options[number]
        action.kind = answer & 7
        action.first = (answer >> EATEN_AT[0] & BITS_EACH) - 1
        action.second = (answer >> EATEN_AT[1] & BITS_EACH) - 1
        action.third = (answer >> EATEN_AT[2] & BITS_EACH) - 1


# ---- effects of actions


@jit
def act(rules: Any, row: Any, number: int) -> None:
    """Take the ``number``-th legal action (from 0), and continue until a seat must act or the hand is over.

    Does not update ``row.count``.
    """
    phase, seat = row.phase, row.turn
    if phase == MINIMUM:
        row.minimum = rules.minimum_from + number * rules.minimum_step
        record_entry(rules, row, seat, MINIMUM_SET, 0, 0)
        deal_hands(rules, row)
    elif phase == DISCARDING:
        card = nth_kind(row.hand[seat], number)
        row.hand[seat] -= 1 << 3 * card
        row.left[seat] -= 1
        put_card_out(rules, row, seat, card, 0)
    elif phase == LOOKING:
        act_on_drawn(rules, row, row.options[number])
    else:
        record_answer(rules, row, row.options[number])


@jit
def put_card_out(rules: Any, row: Any, seat: int, card: int, drawn: int) -> None:
    """Put a card of a seat on the table, and ask the other seats whether they claim it (ZP-6.3).

    ``drawn`` says whether the seat has just drawn the card. If so, and if the rules let the seat eat it (ZP-4.1), the
    seat is also asked.
    """
    row.phase, row.by, row.card, row.drawn = CLAIMING, seat, card, drawn
    record_entry(rules, row, seat, PUT_OUT_AS_DRAWN if drawn else PUT_OUT_FROM_HAND, card + 1, 0)
    everybody = (1 << rules.players) - 1
    ask_seats(row, everybody if drawn and rules.drawer_eats else everybody & ~(1 << seat))


@jit_inlined
def ask_seats(row: Any, seats: int) -> None:
    """Ask the seats in the bit mask ``seats`` for secret answers."""
    row.asked = row.waiting = seats
    row.turn = lowest_seat(seats)


@jit_inlined
def lowest_seat(bits: int) -> int:
    """Return the lowest seat in a bit mask."""
    return popcount((bits & -bits) - 1)


@jit
def act_on_drawn(rules: Any, row: Any, answer: int) -> None:
    """Carry out the answer of a seat to the card that it has drawn (ZP-3.3).

    If the seat does not win, the card is laid or put out as the rules require.
    """
    seat, card = row.turn, row.card
    if answer == WIN:
        row.won[seat] = winning_points(row, seat, card, OWN)
        end_hand(rules, row, SELF_DRAWN, 1 << seat, NOTHING)
        return
    fours = row.fours[seat]
    if lay_forced_meld(rules, row, seat, card):
        continue_after_laying(rules, row, seat, fours)
    else:
        put_card_out(rules, row, seat, card, 1)


@jit_inlined_early
def continue_after_laying(rules: Any, row: Any, seat: int, fours: int) -> None:
    """Decide who acts after a seat has laid melds (ZP-5.6).

    If the seat has now laid its second or a later four, the next seat draws a card. Otherwise the seat must
    discard. ``fours`` is the number of fours that the seat had laid before.
    """
    if fours and row.fours[seat] > fours:
        draw_card(rules, row, next_seat(rules, seat))
    else:
        row.phase, row.turn = DISCARDING, seat
        row.by = row.card = NOTHING
        row.drawn = 0


@jit
def draw_card(rules: Any, row: Any, seat: int) -> None:
    """Let the seat look at the top card of the stock; if the stock is empty, end the hand (ZP-3.2, 3.5)."""
    if row.next == CARDS:
        row.card = NOTHING
        end_hand(rules, row, EMPTY, 0, NOTHING)
    else:
        row.phase, row.turn, row.by, row.card, row.drawn = LOOKING, seat, seat, take_top_card(row), 1


@jit
def record_answer(rules: Any, row: Any, answer: int) -> None:
    """Record the secret answer of the seat to act. When all seats have answered, carry out the answers."""
    row.sealed[row.turn] = answer
    row.waiting &= ~(1 << row.turn)
    if row.waiting:
        row.turn = lowest_seat(row.waiting)
    elif row.phase == OPENING:
        decide_deal_winners(rules, row)
    elif row.phase == CATCHING:
        close_catches(rules, row)
    else:
        close_claims(rules, row)


@jit
def decide_deal_winners(rules: Any, row: Any) -> None:
    """Decide which seats win on the deal (ZP-2.5). If none does, let the banker discard.

    Of the seats that declare a win, the one with the most points wins. If several have the most, all of them win.
    """
    most, winners = NO_POINTS, 0
    for seat in range(rules.players):
        points = deal_winning_points(rules, row, seat) if row.sealed[seat] == WIN else NO_POINTS
        row.won[seat] = max(points, 0)
        if points > most:
            most, winners = points, 0
        if points == most and points != NO_POINTS:
            winners |= 1 << seat
    clear_answers(row)
    if winners:
        end_hand(rules, row, DEAL, winners, NOTHING)
    else:
        row.phase, row.turn, row.asked = DISCARDING, row.banker, 0


@jit_inlined
def clear_answers(row: Any) -> None:
    """Clear the secret answers of all seats, and the record of which seats were asked."""
    for seat in range(SEATS):
        row.sealed[seat] = NOTHING
    row.asked = 0


@jit
def close_claims(rules: Any, row: Any) -> None:
    """Give the card to the claim of highest priority (ZP-6.2); without a claim, the next seat draws.

    If nobody wins, a seat that could have claimed a pong (碰) but did not may not claim one with this kind of card
    later (ZP-5.5).
    """
    card, by = row.card, row.by
    taker, claim, level, seat = NOTHING, PASS, 3, by
    for _ in range(rules.players):
        answer = claim_of(row, seat, card)
        if claim_priority(answer) < level:
            taker, claim, level = seat, answer, claim_priority(answer)
        seat = next_seat(rules, seat)
    if claim != WIN:
        for other in range(rules.players):
            if other != by and row.sealed[other] != PONG and can_pong(row, other, card):
                row.declined[other] |= 1 << 3 * card
    clear_answers(row)
    if taker == NOTHING:
        row.out[by] += 1 << 3 * card
        row.shown += 1 << 3 * card
        row.discards[row.discarded] = card | by << 5
        row.discarded += 1
        draw_card(rules, row, next_seat(rules, by))
    else:
        take_claimed(rules, row, taker, claim)


@jit_inlined
def claim_of(row: Any, seat: int, card: int) -> int:
    """Return the claim of a seat: its answer, or OPEN if it passed but must make an open four (开招)."""
    answer = row.sealed[seat]
    if answer == PASS and seat != row.by and must_open_four(row, seat, card):
        return OPEN
    return PASS if answer == NOTHING else answer


@jit_inlined
def claim_priority(answer: int) -> int:
    """Return the priority of a packed answer: 0 is the highest, and 3 is that of a pass (ZP-6.2).

    If claims have equal priority, the seat that is first in turn has precedence. The turn begins with the seat
    that put the card out.
    """
    kind = answer & 7
    if kind == WIN:
        return 0
    return 3 if kind == PASS else 1 + (kind == EAT)


@jit
def take_claimed(rules: Any, row: Any, seat: int, claim: int) -> None:
    """Give the card on the table to the seat that claims it: the seat wins, or lays the melds of its claim."""
    card, fours = row.card, row.fours[seat]
    if claim == WIN:
        row.won[seat] = winning_points(row, seat, card, DRAWN if row.drawn else FROM_HAND)
        if row.drawn:
            end_hand(rules, row, SELF_DRAWN, 1 << seat, NOTHING)
        else:
            end_hand(rules, row, FROM_DISCARD, 1 << seat, row.by)
        return
    if claim == PONG:
        pong(rules, row, seat, card)
    elif claim == OPEN:
        open_four(rules, row, seat, card)
    else:
        eat(rules, row, seat, card, claim)
        if rules.false_eat:
            row.phase, row.by, row.drawn = CATCHING, seat, 0
            ask_seats(row, (1 << rules.players) - 1 & ~(1 << seat))
            return
    continue_after_laying(rules, row, seat, fours)


@jit
def close_catches(rules: Any, row: Any) -> None:
    """Record whether the seat that ate was caught keeping copies of the card, and let it discard (ZP-4.5, R6).

    If it was caught, what it must pay is settled at the end of the hand.
    """
    seat, is_caught = row.by, False
    for other in range(rules.players):
        is_caught |= row.sealed[other] == CATCH
    clear_answers(row)
    if is_caught and leaves_copies_to_lay(row.hand[seat], row.card):
        record_entry(rules, row, seat, CAUGHT, 0, 0)
        row.caught[row.catches] = seat
        row.catches += 1
    continue_after_laying(rules, row, seat, row.fours[seat])


@jit
def end_hand(rules: Any, row: Any, reason: int, winners: int, payer: int) -> None:
    """End the hand and set the points (ZP-8.3, 8.4).

    Every loser pays every winner. The exception is a win on a discard: ``payer`` is then the seat that
    discarded the card, and pays alone. For each time that a seat was caught eating a card and keeping further
    copies (下伙), the seat also pays the minimum to each other seat (R6).
    """
    row.phase, row.turn, row.reason, row.winners, row.payer = OVER, -1, reason, winners, payer
    row.ended = 1 if winners else 2
    for seat in range(SEATS):
        row.points[seat] = 0
    for winner in range(rules.players):
        if not winners >> winner & 1:
            continue
        for other in range(rules.players):
            pays = other == payer if payer != NOTHING else not winners >> other & 1
            points = row.won[winner] * (1 if payer == NOTHING else PAID_FROM_HAND) if pays else 0
            row.points[other] -= points
            row.points[winner] += points
    for catch in range(row.catches):
        for other in range(rules.players):
            row.points[other] += row.minimum
        row.points[row.caught[catch]] -= rules.players * row.minimum
