"""The way of a hand from deal to outcome (ZP-2, 3, 5, 6): what a number means now, and what comes of it."""

from __future__ import annotations

from typing import Any

from paiju.batch.chance import shuffle
from paiju.batch.jit import glued, inlined, jit, popcount
from paiju.batch.zipai.cards import after, lowest, nth, some
from paiju.batch.zipai.eating import eats, offer
from paiju.batch.zipai.laying import can_pong, eat, four_of, lay_drawn, may_open, must_open, open_four, pong
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
from paiju.batch.zipai.winning import DRAWN, FROM_HAND, NOT, OWN, winning, winning_deal
from paiju.bits.zipai.codes import (
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
from paiju.games.zipai.scoring import FROM_HAND as PAID_FROM_HAND
from paiju.games.zipai.state import BANKER_CARDS, OTHER_CARDS

# ---- the deal


@jit
def fresh(_rules: Any, row: Any) -> None:
    """The first seat is banker (ZP-2.1)."""
    row.carried = 0


@jit
def carry(rules: Any, row: Any) -> None:
    """The winner is the next banker, of several the first in turn order from the old one (ZP-2.1, 2.5)."""
    seat = row.banker
    if row.winners:
        while not row.winners >> seat & 1:
            seat = after(rules, seat)
    elif not rules.banker_stays:
        seat = after(rules, seat)
    row.carried = seat


@jit
def deal(rules: Any, row: Any) -> None:
    """A new hand, shuffled by the row's own generator."""
    for place in range(CARDS):
        row.deck[place] = rules.pack[place]
    shuffle(row, row.deck)
    begin(rules, row)


@jit
def begin(_rules: Any, row: Any) -> None:
    """The hand of a deck that lies in the row already: the banker is to set the minimum (ZP-2.2)."""
    clear(row)
    row.banker = row.turn = row.carried


@jit
def clear(row: Any) -> None:
    """Nothing has happened yet."""
    for seat in range(SEATS):
        row.hand[seat] = row.lies[seat] = row.declined[seat] = row.out[seat] = row.eaten[seat] = 0
        row.eaten_again[seat] = row.left[seat] = row.fours[seat] = row.worth[seat] = row.melds[seat] = row.won[seat] = 0
        row.sealed[seat] = NOTHING
        for place in range(MELDS):
            row.meld[seat, place] = 0
    row.phase = MINIMUM
    row.by = row.card = row.payer = NOTHING
    row.shown = row.minimum = row.drawn = row.waiting = row.asked = row.next = row.discarded = 0


@jit
def hand_out(rules: Any, row: Any) -> None:
    """The banker's cards, then the others'; fours are laid, and a card more is drawn for each but the first (ZP-2.3, 2.4)."""
    seat = row.banker
    for _ in range(rules.players):
        for _ in range(dealt_to(row, seat)):
            row.hand[seat] += 1 << 3 * top(row)
        row.left[seat] = dealt_to(row, seat)
        seat = after(rules, seat)
    while laid_four(rules, row) or drew_extra(rules, row):
        pass
    row.phase = OPENING
    ask(row, (1 << rules.players) - 1)


@inlined
def dealt_to(row: Any, seat: int) -> int:
    """How many cards a seat is dealt."""
    return BANKER_CARDS if seat == row.banker else OTHER_CARDS


@inlined
def top(row: Any) -> int:
    """The top card of the stock, which is taken off."""
    row.next += 1
    return row.deck[row.next - 1]


@jit
def laid_four(rules: Any, row: Any) -> bool:
    """Whether a seat, in turn from the banker, held a four of a kind, which now lies face down."""
    seat = row.banker
    for _ in range(rules.players):
        fours = row.hand[seat] >> 2 & some(row.hand[seat])
        if fours:
            four_of(row, seat, lowest(fours))
            return True
        seat = after(rules, seat)
    return False


@jit
def drew_extra(rules: Any, row: Any) -> bool:
    """Whether a seat, in turn from the banker, had a card to come for its fours."""
    seat = row.banker
    for _ in range(rules.players):
        if row.left[seat] + 4 * row.melds[seat] - dealt_to(row, seat) + 1 < row.melds[seat]:
            row.hand[seat] += 1 << 3 * top(row)
            row.left[seat] += 1
            return True
        seat = after(rules, seat)
    return False


# ---- what may be done


@jit
def count(rules: Any, row: Any) -> None:
    """How many legal actions there are; answers are written down."""
    row.count = 0
    phase = row.phase
    if phase == CLAIMING:
        claims(rules, row)
    elif phase == DISCARDING:
        row.count = popcount(some(row.hand[row.turn]))
    elif phase == LOOKING:
        win_or_pass(row, winning(row, row.turn, row.card, OWN) != NOT)
    elif phase == OPENING:
        win_or_pass(row, winning_deal(row, row.turn) != NOT)
    elif phase == MINIMUM:
        row.count = rules.minimums


@inlined
def win_or_pass(row: Any, wins: bool) -> None:
    """A win if there is one, and passing."""
    if wins:
        offer(row, WIN)
    offer(row, PASS)


@jit
def claims(rules: Any, row: Any) -> None:
    """The answers to a card that was put out (ZP-6)."""
    seat, card, by = row.turn, row.card, row.by
    if seat != by:
        if winning(row, seat, card, DRAWN if row.drawn else FROM_HAND) != NOT:
            offer(row, WIN)
        if must_open(row, seat, card):
            offer(row, PASS)
            return
        if may_open(row, seat, card):
            offer(row, OPEN)
        if can_pong(row, seat, card):
            offer(row, PONG)
    if seat == by or seat == after(rules, by):
        eats(row, seat, card)
    offer(row, PASS)


@jit
def tell(rules: Any, row: Any, number: int, action: Any) -> None:
    """Write a legal action into a record."""
    action.card = action.first = action.second = action.third = NOTHING
    if row.phase == MINIMUM:
        action.kind, action.card = SET_MINIMUM, rules.minimum_from + number * rules.minimum_step
    elif row.phase == DISCARDING:
        action.kind, action.card = DISCARD, nth(row.hand[row.turn], number)
    else:
        answer = row.options[number]
        action.kind = answer & 7
        action.first = (answer >> EATEN_AT[0] & BITS_EACH) - 1
        action.second = (answer >> EATEN_AT[1] & BITS_EACH) - 1
        action.third = (answer >> EATEN_AT[2] & BITS_EACH) - 1


# ---- what comes of it


@jit
def act(rules: Any, row: Any, number: int) -> None:
    """Take the n-th legal action, and go on until somebody is asked again or the hand is over. The actions are not counted."""
    phase, seat = row.phase, row.turn
    if phase == MINIMUM:
        row.minimum = rules.minimum_from + number * rules.minimum_step
        hand_out(rules, row)
    elif phase == DISCARDING:
        card = nth(row.hand[seat], number)
        row.hand[seat] -= 1 << 3 * card
        row.left[seat] -= 1
        put_out(rules, row, seat, card, 0)
    elif phase == LOOKING:
        look(rules, row, row.options[number])
    else:
        answered(rules, row, row.options[number])


@jit
def put_out(rules: Any, row: Any, seat: int, card: int, drawn: int) -> None:
    """A card is put out, and everybody asked who could in principle claim it (ZP-6.3): a drawer too, who may eat (4.1)."""
    row.phase, row.by, row.card, row.drawn = CLAIMING, seat, card, drawn
    everybody = (1 << rules.players) - 1
    ask(row, everybody if drawn and rules.drawer_eats else everybody & ~(1 << seat))


@inlined
def ask(row: Any, seats: int) -> None:
    """These seats answer in secret."""
    row.asked = row.waiting = seats
    row.turn = first_of(seats)


@inlined
def first_of(bits: int) -> int:
    """The lowest seat."""
    return popcount((bits & -bits) - 1)


@jit
def look(rules: Any, row: Any, answer: int) -> None:
    """The drawer wins, or what must be, is (ZP-3.3)."""
    seat, card = row.turn, row.card
    if answer == WIN:
        row.won[seat] = winning(row, seat, card, OWN)
        over(rules, row, SELF_DRAWN, 1 << seat, NOTHING)
        return
    fours = row.fours[seat]
    if lay_drawn(row, seat, card):
        laid(rules, row, seat, fours)
    else:
        put_out(rules, row, seat, card, 1)


@glued
def laid(rules: Any, row: Any, seat: int, fours: int) -> None:
    """After melds were laid a card is due; after a second four it is not, and the next one draws (ZP-5.6)."""
    if fours and row.fours[seat] > fours:
        draw(rules, row, after(rules, seat))
    else:
        row.phase, row.turn = DISCARDING, seat
        row.by = row.card = NOTHING
        row.drawn = 0


@jit
def draw(rules: Any, row: Any, seat: int) -> None:
    """The top card of the stock goes to the seat, or the hand is over (ZP-3.2, 3.5)."""
    if row.next == CARDS:
        row.card = NOTHING
        over(rules, row, EMPTY, 0, NOTHING)
    else:
        row.phase, row.turn, row.by, row.card, row.drawn = LOOKING, seat, seat, top(row), 1


@jit
def answered(rules: Any, row: Any, answer: int) -> None:
    """An answer that is opened when all have answered."""
    row.sealed[row.turn] = answer
    row.waiting &= ~(1 << row.turn)
    if row.waiting:
        row.turn = first_of(row.waiting)
    elif row.phase == OPENING:
        decide(rules, row)
    else:
        close(rules, row)


@jit
def decide(rules: Any, row: Any) -> None:
    """The most points win on the deal, of equals all (ZP-2.5)."""
    most, winners = NOT, 0
    for seat in range(rules.players):
        points = winning_deal(row, seat) if row.sealed[seat] == WIN else NOT
        row.won[seat] = max(points, 0)
        if points > most:
            most, winners = points, 0
        if points == most and points != NOT:
            winners |= 1 << seat
    unseal(row)
    if winners:
        over(rules, row, DEAL, winners, NOTHING)
    else:
        row.phase, row.turn, row.asked = DISCARDING, row.banker, 0


@inlined
def unseal(row: Any) -> None:
    """No answers any more."""
    for seat in range(SEATS):
        row.sealed[seat] = NOTHING
    row.asked = 0


@jit
def close(rules: Any, row: Any) -> None:
    """The first in order takes the card (ZP-6.2), and who could have 碰 it and did not want to has declined (5.5)."""
    card, by = row.card, row.by
    taker, claim, level, seat = NOTHING, PASS, 3, by
    for _ in range(rules.players):
        answer = claimed(row, seat, card)
        if level_of(answer) < level:
            taker, claim, level = seat, answer, level_of(answer)
        seat = after(rules, seat)
    if claim != WIN:
        for other in range(rules.players):
            if other != by and row.sealed[other] != PONG and can_pong(row, other, card):
                row.declined[other] |= 1 << 3 * card
    unseal(row)
    if taker == NOTHING:
        row.out[by] += 1 << 3 * card
        row.shown += 1 << 3 * card
        row.discards[row.discarded] = card | by << 5
        row.discarded += 1
        draw(rules, row, after(rules, by))
    else:
        take(rules, row, taker, claim)


@inlined
def claimed(row: Any, seat: int, card: int) -> int:
    """What the seat claims, or must claim."""
    answer = row.sealed[seat]
    if answer == PASS and seat != row.by and must_open(row, seat, card):
        return OPEN
    return PASS if answer == NOTHING else answer


@inlined
def level_of(answer: int) -> int:
    """Who goes first (ZP-6.2); of equals the nearer to who put the card out. 3 for a pass."""
    kind = answer & 7
    if kind == WIN:
        return 0
    return 3 if kind == PASS else 1 + (kind == EAT)


@jit
def take(rules: Any, row: Any, seat: int, claim: int) -> None:
    """The seat gets the card."""
    card, fours = row.card, row.fours[seat]
    if claim == WIN:
        row.won[seat] = winning(row, seat, card, DRAWN if row.drawn else FROM_HAND)
        if row.drawn:
            over(rules, row, SELF_DRAWN, 1 << seat, NOTHING)
        else:
            over(rules, row, FROM_DISCARD, 1 << seat, row.by)
        return
    if claim == PONG:
        pong(row, seat, card)
    elif claim == OPEN:
        open_four(row, seat, card)
    else:
        eat(row, seat, card, claim)
    laid(rules, row, seat, fours)


@jit
def over(rules: Any, row: Any, reason: int, winners: int, payer: int) -> None:
    """The hand has ended. Every loser pays every winner (ZP-8.3); whose card was won with, pays alone, and twice (8.4)."""
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
