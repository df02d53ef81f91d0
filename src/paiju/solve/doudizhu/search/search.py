"""The search: proves whether the landlord reaches a goal against farmers who play together, all hands open.

Depth first, with the transposition table. All of its state is in arrays, so that it can stop after any number of nodes and go
on later. Seats are numbered from the landlord, who is 0. A seat that can only pass is passed over: after each play, the next
seat is one that can beat it, or else its owner leads.

The goal is a value: a hand that the landlord wins with *e* doublings is worth ``e + 1``, and one that the farmers win
``-(e + 1)``; the landlord reaches the goal if the value is at least as much. Where only the winner counts, doublings are
not counted, so the goal is 1.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.doudizhu.cards import remove_cards
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.features.doudizhu.bit_encoding import BOMB, NOTHING, PASS, ROCKET, SINGLE
from paiju.games.doudizhu.cards import BIG_JOKER
from paiju.solve.doudizhu.search.ordering import estimate_turns
from paiju.solve.doudizhu.search.plays import (
    CARDS,
    KIND,
    LENGTH,
    MORE,
    POWER,
    RANK,
    SCORE,
    bodies_above,
    can_beat,
    list_plays,
)
from paiju.solve.doudizhu.search.table import find_result, store_result

# ---- what a task is

WILD, SPARE, POINTS, GOAL, GENERATION = range(5)
TASK: Final = 5
"""Numbers of a task: the wild rank or -1; how many cards a farmer may be left with, and win; whether doublings are counted;
the goal; and the generation of its entries in the table."""

# ---- a frame: one position on the way

(TURN, OWNER, BEAT_KIND, BEAT_LENGTH, BEAT_RANK, BEAT_POWER, ACCOUNT, NEXT, START, END, ENTERED) = range(11)
FRAME: Final = 11
"""Numbers of a frame: whose turn; the play to beat (NOTHING for a lead) and its owner; the account; and the rows of its plays."""
SEAT_WORDS: Final = 8
"""Words of the hands of a frame: of each seat, then the second words of each seat."""

# ---- the account: what scoring has to remember

DOUBLINGS: Final = 31
FARMERS_PLAYED: Final = 32
PLAYED_ONCE: Final = 64
"""The landlord's plays, up to two, start at this bit."""

# ---- the progress of a search

PLY, NODES, VALUE = range(3)
PROGRESS: Final = 3
UNKNOWN: Final = -1
OVERFLOW: Final = -2
"""The result of a search whose plays did not fit: it knows nothing."""


@jit_inlined
def hand_of(hands: Any, ply: int, seat: int) -> tuple[int, int]:
    """Return both words of a hand."""
    return hands[ply, seat], hands[ply, seat + 4]


@jit_inlined
def account_of_play(rules: Any, task: Any, account: int, seat: int, kind: int, cards: int, more: int) -> int:
    """Return the account after a play; 0 where only the winner counts (DDZ-7.2 to 7.4)."""
    if not task[POINTS]:
        return 0
    if kind == ROCKET or (kind == BOMB and popcount(cards) + popcount(more) >= rules.doubles_from):
        account += 1
    if not rules.spring:
        return account
    if seat:
        return account | FARMERS_PLAYED
    return account if account >= 2 * PLAYED_ONCE else account + PLAYED_ONCE


@jit_inlined
def value_of_end(rules: Any, account: int, seat: int, empty: bool) -> int:
    """Return the value of a hand that this seat has ended."""
    doublings = account & DOUBLINGS
    if rules.spring and account >> 5:
        if seat == 0:
            doublings += not account & FARMERS_PLAYED
        else:
            doublings += empty and account // PLAYED_ONCE == 1
    return -(doublings + 1) if seat else doublings + 1


@jit
def next_answer(rules: Any, task: Any, hands: Any, frame: Any, ply: int, seat: int) -> None:
    """Set the turn to the first seat from this one on that can beat the play, or else to its owner, who leads."""
    row = frame[ply]
    owner = row[OWNER]
    while seat != owner:
        cards, more = hand_of(hands, ply, seat)
        if can_beat(rules, task[WILD], cards, more, row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK], row[BEAT_POWER]):
            row[TURN] = seat
            if not row[BEAT_POWER] and task[WILD] < 0:
                raise_rank(rules, hands, row, ply)
            return
        seat = 0 if seat + 1 == rules.players else seat + 1
    row[TURN], row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK], row[BEAT_POWER] = owner, NOTHING, 0, 0, 0


@jit_inlined
def raise_rank(rules: Any, hands: Any, row: Any, ply: int) -> None:
    """Replace the play to beat by the highest that the same plays beat, so that equal positions have equal keys."""
    seat, bodies = row[TURN], 0
    while seat != row[OWNER]:
        bodies |= bodies_above(hands[ply, seat], row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK])
        seat = 0 if seat + 1 == rules.players else seat + 1
    if bodies:
        row[BEAT_RANK] = popcount((bodies & -bodies) - 1) + row[BEAT_LENGTH] - 2
    else:
        row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK] = SINGLE, 1, BIG_JOKER


@jit
def make_child(rules: Any, task: Any, hands: Any, frame: Any, plays: Any, ply: int, number: int) -> int:
    """Write the position after a play, or a pass, to the next frame. Returns the value if the hand has ended, else 0."""
    row, child, play = frame[ply], frame[ply + 1], plays[number]
    for word in range(SEAT_WORDS):
        hands[ply + 1, word] = hands[ply, word]
    seat = row[TURN]
    after = 0 if seat + 1 == rules.players else seat + 1
    if play[KIND] == PASS:
        for field in range(OWNER, NEXT):
            child[field] = row[field]
        next_answer(rules, task, hands, frame, ply + 1, after)
        return 0
    cards, more = hand_of(hands, ply, seat)
    cards, more = remove_cards(cards, more, play[CARDS], play[MORE])
    hands[ply + 1, seat], hands[ply + 1, seat + 4] = cards, more
    account = account_of_play(rules, task, row[ACCOUNT], seat, play[KIND], play[CARDS], play[MORE])
    left = popcount(cards) + popcount(more)
    if left == 0 or (seat and left <= task[SPARE]):
        return value_of_end(rules, account, seat, left == 0)
    child[OWNER], child[BEAT_KIND], child[BEAT_LENGTH] = seat, play[KIND], play[LENGTH]
    child[BEAT_RANK], child[BEAT_POWER], child[ACCOUNT] = play[RANK], play[POWER], account
    next_answer(rules, task, hands, frame, ply + 1, after)
    return 0


@jit_inlined
def key_of(row: Any) -> int:
    """Return the part of a position's key beside the hands."""
    key = row[TURN] | row[OWNER] << 2 | (row[BEAT_KIND] + 1) << 4 | row[BEAT_LENGTH] << 9
    rank = 0 if row[BEAT_POWER] else row[BEAT_RANK]
    return key | rank << 13 | row[BEAT_POWER] << 17 | row[ACCOUNT] << 31


@jit_inlined
def pack_words(rules: Any, hands: Any, ply: int, words: Any) -> int:
    """Write the hands of a position as words of its key. Returns how many."""
    for seat in range(rules.players):
        words[seat] = hands[ply, seat]
    if rules.decks == 1:
        return rules.players
    for seat in range(rules.players):
        words[rules.players + seat] = hands[ply, seat + 4]
    return 2 * rules.players


@jit
def enter(rules: Any, task: Any, hands: Any, frame: Any, plays: Any, words: Any, table: Any, ply: int) -> int:
    """Look a position up, and list its plays in the order in which they will be tried. Returns its result or UNKNOWN."""
    row = frame[ply]
    count = pack_words(rules, hands, ply, words)
    result = find_result(table, words, count, key_of(row), task[GENERATION])
    if result >= 0:
        return result
    seat = row[TURN]
    cards, more = hand_of(hands, ply, seat)
    start = row[START]
    end = list_plays(
        rules, task[WILD], cards, more, row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK], row[BEAT_POWER], plays, start
    )
    if end < 0 or end == len(plays):
        return OVERFLOW
    if row[BEAT_KIND] != NOTHING:
        plays[end, KIND], plays[end, CARDS], plays[end, MORE] = PASS, 0, 0
        end += 1
    row[NEXT], row[END] = start, end
    score_plays(rules, task, hands, frame, plays, ply)
    return UNKNOWN


@jit
def score_plays(rules: Any, task: Any, hands: Any, frame: Any, plays: Any, ply: int) -> None:
    """Score the plays of a position: the lower, the sooner tried."""
    row = frame[ply]
    seat = row[TURN]
    cards, more = hand_of(hands, ply, seat)
    for number in range(row[START], row[END]):
        play = plays[number]
        if play[KIND] == PASS:
            friends = seat != 0 and row[OWNER] != 0
            play[SCORE] = -1000 if friends else 8 * estimate_turns(cards, task[WILD]) + 3
            continue
        rest, beyond = remove_cards(cards, more, play[CARDS], play[MORE])
        if rest == 0:
            play[SCORE] = -10000
            continue
        score = 8 * (estimate_turns(rest, task[WILD]) + popcount(beyond & 0x7FFF))
        if play[POWER]:
            score += 6
        if not is_beatable(rules, task, hands, ply, seat, play):
            score -= 10
        play[SCORE] = score * 16 - popcount(play[CARDS])


@jit
def is_beatable(rules: Any, task: Any, hands: Any, ply: int, seat: int, play: Any) -> bool:
    """Whether an opponent of a seat can beat a play."""
    if seat:
        cards, more = hand_of(hands, ply, 0)
        return can_beat(rules, task[WILD], cards, more, play[KIND], play[LENGTH], play[RANK], play[POWER])
    for other in range(1, rules.players):
        cards, more = hand_of(hands, ply, other)
        if can_beat(rules, task[WILD], cards, more, play[KIND], play[LENGTH], play[RANK], play[POWER]):
            return True
    return False


@jit_inlined
def choose_next(row: Any, plays: Any) -> int:
    """Move the best play that has not been tried yet to the front, and return its row."""
    first = row[NEXT]
    best = first
    for number in range(first + 1, row[END]):
        if plays[number, SCORE] < plays[best, SCORE]:
            best = number
    if best != first:
        for field in range(SCORE + 1):
            plays[first, field], plays[best, field] = plays[best, field], plays[first, field]
    row[NEXT] = first + 1
    return first


@jit
def search(
    rules: Any, task: Any, hands: Any, frame: Any, plays: Any, words: Any, table: Any, progress: Any, nodes: int
) -> int:
    """Go on with a search until it is done or has entered ``nodes`` positions. Returns its result, UNKNOWN or OVERFLOW.

    The position is in frame 0, and ``progress`` begins as zeros but for VALUE, which begins as UNKNOWN.
    """
    rules = rules[0]
    ply, value = progress[PLY], progress[VALUE]
    done = progress[NODES]
    if done == 0:
        done = 1
        frame[0, ENTERED] = 0
        value = enter(rules, task, hands, frame, plays, words, table, 0)
    while True:
        row = frame[ply]
        wanted = 1 if row[TURN] == 0 else 0
        if value == OVERFLOW:
            return OVERFLOW
        if value == wanted or (value >= 0 and row[NEXT] == row[END]):
            count = pack_words(rules, hands, ply, words)
            store_result(table, words, count, key_of(row), task[GENERATION], value, done - row[ENTERED])
            if ply == 0:
                progress[PLY], progress[NODES], progress[VALUE] = 0, done, value
                return value
            ply -= 1
            continue
        if done >= nodes:
            progress[PLY], progress[NODES], progress[VALUE] = ply, done, value
            return UNKNOWN
        number = choose_next(row, plays)
        ended = make_child(rules, task, hands, frame, plays, ply, number)
        if ended:
            value = 1 if ended >= task[GOAL] else 0
            continue
        done += 1
        child = frame[ply + 1]
        child[ENTERED], child[START] = done - 1, row[END]
        value = enter(rules, task, hands, frame, plays, words, table, ply + 1)
        if value == UNKNOWN:
            ply += 1
