"""The steady bot of Da Zi Pai, compiled for the batch engine.

``play_steady`` defines the bot. The compiled code computes the same numbers from a row (the state of one hand in the
engine) instead of a view, so both bots choose the same actions (``tests/bots/zipai/test_batch_steady.py``).
"""

from __future__ import annotations

from math import inf
from typing import Any, Final

from paiju.batch.jit_cache import jit, jit_inlined, jit_inlined_early, popcount
from paiju.batch.zipai.cards import count_copies, lowest_kind, some
from paiju.batch.zipai.eating import leaves_copies_to_lay
from paiju.batch.zipai.layout import BITS_EACH, CARDS, EATEN_AT
from paiju.batch.zipai.observation import unseen_cards
from paiju.batch.zipai.winning import DRAWN, NO_POINTS, points_with_card
from paiju.bots.base import UNDECIDED
from paiju.bots.kernel_bot import KernelBot
from paiju.bots.zipai.batch_hand_value import discard_candidates, fill_blocks, sum_blocks_without, value_hand
from paiju.bots.zipai.batch_waits import fill_ready_discards, ready_bonus, weigh_winning_cards
from paiju.bots.zipai.batch_workspace import WORKSPACE
from paiju.bots.zipai.steady_bot import (
    KNOWN_KIND_RISK,
    MOST_CANDIDATES,
    OTHER_BLOCKS,
    RISK_OF_READY_HAND,
    SAFE_SIZE,
    WEIGHTS,
)
from paiju.features.zipai.bit_encoding import (
    CLAIMING,
    COST,
    DISCARDING,
    EACH_KIND,
    EAT,
    LIE_OPEN,
    LIE_PONG,
    LIES,
    NOTHING,
    PONG,
    WAY,
    WIN,
    WORTH_OF,
)

CLAIM: Final = WEIGHTS.claim
DANGER: Final = WEIGHTS.danger


@jit
def choose_rows(rules: Any, rows: Any, workspace: Any, chosen: Any) -> None:
    """For each row, write to ``chosen`` the number of the action that the steady bot takes.

    The number is 0 if the row has at most one legal action or its hand is over. It is UNDECIDED if the function
    cannot decide and ``play_steady`` has to choose.
    """
    for index in range(len(rows)):
        chosen[index] = choose(rules[0], rows[index], workspace[0]) if rows[index].count > 1 else 0


@jit_inlined_early
def choose(rules: Any, row: Any, work: Any) -> int:
    """Return the number of the steady bot's action in a row, or UNDECIDED if ``play_steady`` has to choose.

    If the seat has to discard, or may claim a card but cannot win with it, the function compares the actions. In
    all other cases, the bot takes the first legal action (0). This action

    - wins, if the seat can win,
    - passes, if the seat may only win or pass, and cannot win,
    - sets the lowest minimum,
    - or accuses the seat that ate (``CATCH``).
    """
    number = 0
    if row.phase == DISCARDING:
        number = choose_discard(rules, row, work)
    elif row.phase == CLAIMING and row.options[0] != WIN:
        number = choose_claim(rules, row, work)
    return number


@jit
def fill_hand_of_seat(row: Any, work: Any) -> None:
    """Write to the workspace the hand and the melds of the seat to act."""
    seat = row.turn
    work.hand, work.left, work.lies = row.hand[seat], row.left[seat], row.lies[seat]
    work.melds, work.fours, work.worth = row.melds[seat], row.fours[seat], row.worth[seat]


@jit
def fill_seat_knowledge(row: Any, work: Any) -> None:
    """Write to the workspace what the seat to act knows."""
    fill_hand_of_seat(row, work)
    work.unseen, work.minimum, work.declined = unseen_cards(row, row.turn), row.minimum, row.declined[row.turn]
    fill_blocks(work)


# ---- discards


@jit
def choose_discard(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the best discard (``_SeatKnowledge.choose_discard``)."""
    fill_seat_knowledge(row, work)
    fill_ready_discards(work)
    ready, best, most = work.ready, NOTHING, -inf
    left = ready or discard_candidates(work)
    while left:
        card = lowest_kind(left)
        left &= left - 1
        risk = discard_risk(rules, row, card)
        if ready:
            value = work.chances[card] - RISK_OF_READY_HAND * risk
        else:
            value = value_hand(work, work.hand - (1 << 3 * card)) - risk
            value += OTHER_BLOCKS * sum_blocks_without(work, card)
        if value > most:
            best, most = card, value
    return UNDECIDED if work.is_full else popcount(some(work.hand) & (1 << 3 * best) - 1)


@jit
def discard_risk(rules: Any, row: Any, card: int) -> float:
    """Return the risk of discarding a card (``_SeatKnowledge._discard_risk``)."""
    least, known = CARDS, 0
    for seat in range(rules.players):
        known += count_copies(row.out[seat], card)
        if seat != row.turn:
            least = min(least, row.left[seat])
    return DANGER * (KNOWN_KIND_RISK if known else 1.0) * max(0.0, SAFE_SIZE - least) / 10


# ---- claims


@jit
def choose_claim(rules: Any, row: Any, work: Any) -> int:
    """Return the action number of the best claim, or of the pass (``_SeatKnowledge.choose_claim``).

    Of equally good claims, the first in the order of ``game.legal`` is returned. In that order, ways to eat are
    sorted. The pass is the last action. The result is UNDECIDED if the bot would pass but may lose by passing, or
    if the search needs too many nodes.
    """
    fill_seat_knowledge(row, work)
    passes = row.count - 1
    best, most, first = NOTHING, -inf, 0
    for number in range(passes):
        answer = row.options[number]
        fill_hand_after_claim(row, work, answer)
        if rules.false_eat and answer & 7 == EAT and leaves_copies_to_lay(work.hand, row.card):
            continue  # another seat would catch this one
        value, order = value_after_claim(work, answer), eaten_melds_order_key(answer)
        if value > most or (value == most and order < first):
            best, most, first = number, value, order
    fill_hand_of_seat(row, work)
    now = value_hand(work, work.hand) + ready_bonus(weigh_winning_cards(work, work.hand, work.left))
    if work.is_full:
        return UNDECIDED
    if best != NOTHING and most > now + CLAIM:
        return best
    return UNDECIDED if best != NOTHING and may_lose_by_passing(rules, row) else passes


@jit_inlined
def eaten_melds_order_key(answer: int) -> int:
    """Return a number by which packed answers can be sorted into the order of ``game.legal``.

    It is 0 for claims other than eating.
    """
    order = 0
    for place in EATEN_AT:
        order = order << 6 | answer >> place & BITS_EACH
    return order


@jit
def fill_hand_after_claim(row: Any, work: Any, answer: int) -> None:
    """Write to the workspace what the seat to act would have after a claim: its hand and its melds.

    ``answer`` is the claim as a packed answer.
    """
    fill_hand_of_seat(row, work)
    card, kind = row.card, answer & 7
    if kind == EAT:
        work.hand, work.left = work.hand + (1 << 3 * card), work.left + 1
        for place in EATEN_AT:
            which = (answer >> place & BITS_EACH) - 1
            if which != NOTHING:
                work.hand, work.left = work.hand - COST[which], work.left - 3
                work.melds, work.worth = work.melds + 1, work.worth + WORTH_OF[which]
    elif kind == PONG:
        work.hand, work.left = work.hand - (2 << 3 * card), work.left - 2
        work.melds, work.worth = work.melds + 1, work.worth + WORTH_OF[WAY * LIE_PONG + card]
        work.lies |= LIES[LIE_PONG] << 3 * card
    else:
        work.fours += 1
        work.worth += WORTH_OF[WAY * LIE_OPEN + card] - WORTH_OF[WAY * LIE_PONG + card]
        work.lies += LIES[LIE_OPEN] - LIES[LIE_PONG] << 3 * card


@jit
def value_after_claim(work: Any, answer: int) -> float:
    """Return the value of the hand after a claim.

    If the seat must discard after the claim, this is the value after the best discard. After an open four (开招),
    the seat does not discard.
    """
    if answer & 7 in (EAT, PONG):
        return value_after_best_discard(work)
    return value_hand(work, work.hand) + ready_bonus(weigh_winning_cards(work, work.hand, work.left))


@jit
def value_after_best_discard(work: Any) -> float:
    """Return the value that the hand has after the best discard.

    The bot that is not compiled computes the same in ``_SeatKnowledge._value_after_best_discard``.
    """
    fill_ready_discards(work)
    left, most = discard_candidates(work), -inf
    after = left
    for _ in range(MOST_CANDIDATES):
        after &= after - 1
    left = left & ~after | work.ready
    while left:
        card = lowest_kind(left)
        left &= left - 1
        most = max(most, value_hand(work, work.hand - (1 << 3 * card)) + ready_bonus(work.chances[card]))
    return most


@jit
def may_lose_by_passing(rules: Any, row: Any) -> bool:
    """Whether a pass of the seat to act may be certain to lose (``losing_actions``).

    A pass is certain to lose only if another seat then wins with the card on the table, for every distribution of
    the unseen cards. This is possible only if the stock is empty and the card was drawn. The function checks only
    the actual hands of the other seats. It may therefore return true for a pass that is not certain to lose.
    """
    if row.next < CARDS or not row.drawn:
        return False
    found = False
    for seat in range(rules.players):
        if seat not in (row.turn, row.by):
            found |= wins_with_drawn_card(row, seat)
    return found


@jit_inlined
def wins_with_drawn_card(row: Any, seat: int) -> bool:
    """Whether a seat would win with the card on the table, even if it has declined a pong of that kind."""
    points = points_with_card(
        row.hand[seat],
        row.left[seat],
        row.melds[seat],
        row.fours[seat],
        row.lies[seat],
        EACH_KIND,
        row.card,
        DRAWN,
    )
    return bool(points != NO_POINTS and points + row.worth[seat] >= row.minimum)


# ---- the interface


class ZiPaiSteady(KernelBot):
    """The compiled steady bot. It returns UNDECIDED where ``play_steady`` has to choose."""

    kernel = staticmethod(choose_rows)
    workspace_type = WORKSPACE
