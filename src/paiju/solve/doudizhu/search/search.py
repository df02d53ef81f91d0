"""The search: proves whether the landlord reaches a goal against the farmers, with all hands open.

The farmers play together. The search is a depth-first search with a transposition table. All state of the
search is in arrays, so the search can stop after any number of nodes and continue later. Seats are numbered
from the landlord, who is 0. Seats that can only pass are skipped: after each play, the next seat that can
beat the play moves. If no seat can beat it, the seat that made the play (its *owner*) leads.

The value of a hand depends on the winner and on the number *e* of doublings. If the landlord wins, the
value is ``e + 1``. If the farmers win, it is ``-(e + 1)``. The goal is such a value, too: the landlord
reaches the goal if the value of the hand is at least the goal. If only the winner counts, doublings are not
counted, and the goal is 1.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.doudizhu.cards import EVERY_LANE, LANE, ranks_above_count, without_cards
from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.features.doudizhu.bit_encoding import BOMB, NOTHING, PASS, ROCKET, SINGLE
from paiju.games.doudizhu.cards import BIG_JOKER, SMALL_JOKER
from paiju.solve.doudizhu.search.plays import (
    CARDS,
    KIND,
    LENGTH,
    MORE,
    POWER,
    RANK,
    SCORE,
    bodies_above,
    has_beating_play,
    has_bomb_above,
    write_plays,
)
from paiju.solve.doudizhu.search.transposition_table import probe_result, store_result
from paiju.solve.doudizhu.search.turn_estimate import estimate_turns
from paiju.solve.doudizhu.search.whole_hand_plays import is_one_answer, is_one_lead

# ---- the array of a task

WILD, HANDICAP, POINTS, GOAL, GENERATION = range(5)
TASK: Final = 5
"""Length of the array of a task, which holds:

- WILD: the wild rank, or -1
- HANDICAP: a farmer with at most so many cards has won the hand (DDZ-6.4); usually 0
- POINTS: whether doublings are counted
- GOAL: the goal
- GENERATION: the generation of the entries that the search writes to the transposition table
"""

# ---- a frame: one position on the current path of the search

(TURN, OWNER, BEAT_KIND, BEAT_LENGTH, BEAT_RANK, BEAT_POWER, SCORING, NEXT, START, REFUTED, END) = range(11)
(ENTERED, LIMIT, BUDGET) = range(11, 14)
FRAME: Final = 14
"""Length of the array of a frame, which holds:

- TURN: the seat to move
- OWNER: the seat that made the play to beat
- BEAT_KIND to BEAT_POWER: the kind, length, rank and power of the play to beat; the kind is NOTHING for a
  lead
- SCORING: the scoring state
- NEXT, START, REFUTED, END: row numbers in the array of listed plays. NEXT is the next play to try, START the
  position's first play, REFUTED the first play that is not refuted, and END the end of the position's plays
- ENTERED: the number of nodes when the search entered the position
- LIMIT: the number of nodes at which the search must leave the position
- BUDGET: the number of nodes for each play in this round (``FIRST_BUDGET``)
"""
SEAT_WORDS: Final = 8
"""Number of words that a frame uses for the hands of four seats, two words for each hand.

The first words of all four hands come first, and then their second words.
"""

# ---- the scoring state: the part of the history on which scoring depends, packed into a word

DOUBLINGS: Final = 31
"""Mask of the lowest five bits of the scoring state, which count the doublings."""
FARMERS_PLAYED: Final = 32
"""Bit of the scoring state that is set if a farmer has made a play."""
PLAYED_ONCE: Final = 64
"""The number that each of the landlord's first two plays adds to the scoring state."""

# ---- the progress of a search

PLY, NODES, VALUE = range(3)
PROGRESS: Final = 3
UNKNOWN: Final = -1
UNLIMITED: Final = 1 << 62
FIRST_BUDGET: Final = 64
"""Maximum number of nodes that the first round spends on each play of a position.

In one round, each play that is not refuted yet is tried once. The next round does the same with a larger
maximum (``WIDENING``).
"""
WIDENING: Final = 4
"""Factor by which the maximum number of nodes for each play grows from one round to the next."""
PASS_TO_PARTNER_SCORE: Final = -1000
"""Score of a pass on a partner's play. It is low, so that the search tries this pass early."""
SURE_WIN_BONUS: Final = 5000
"""Subtracted from the score of a play that surely wins, so that the search tries it first.

No opponent beats such a play, and the cards left after it form a single play.
"""
OVERFLOW: Final = -2
"""Result of a search that stopped because the listed plays did not fit into the array. The value stays unknown."""


@jit_inlined
def hand_of(hands: Any, ply: int, seat: int) -> tuple[int, int]:
    """Return the two words of a seat's hand in frame ``ply`` (see ``search.plays``)."""
    return hands[ply, seat], hands[ply, seat + 4]


@jit_inlined
def holds_wild(hand: int, wild: int) -> bool:
    """Whether a hand holds a wild card."""
    return wild >= 0 and (hand >> wild) & EVERY_LANE != 0


@jit_inlined
def scoring_state_after_play(rules: Any, task: Any, scoring: int, seat: int, kind: int, cards: int, more: int) -> int:
    """Return the scoring state after a play, as a packed number (DDZ-7.2 to 7.4).

    The scoring state is the part of the history on which scoring depends. It packs three things: the number of
    doublings, whether a farmer has played, and how often the landlord has played, counted up to 2. It is 0 if
    only the winner counts.
    """
    if not task[POINTS]:
        return 0
    if kind == ROCKET or (kind == BOMB and popcount(cards) + popcount(more) >= rules.bomb_doubles_from):
        scoring += 1
    if not rules.spring:
        return scoring
    if seat:
        return scoring | FARMERS_PLAYED
    return scoring if scoring >= 2 * PLAYED_ONCE else scoring + PLAYED_ONCE


@jit_inlined
def value_of_end(rules: Any, scoring: int, seat: int, empty: bool) -> int:
    """Return the value of a hand that ``seat`` has won.

    ``empty`` is true if the seat has no cards left. It is false if the seat has won with cards in hand (DDZ-6.4).
    """
    doublings = scoring & DOUBLINGS
    if rules.spring and scoring >> 5:
        if seat == 0:
            doublings += not scoring & FARMERS_PLAYED
        else:
            doublings += empty and scoring // PLAYED_ONCE == 1
    return -(doublings + 1) if seat else doublings + 1


@jit_inlined
def set_next_turn(rules: Any, task: Any, hands: Any, frame: Any, ply: int, seat: int) -> None:
    """Give the turn to the first seat, from ``seat`` on, that can beat the play to beat.

    If no seat can, the seat that made the play leads.
    """
    row = frame[ply]
    owner = row[OWNER]
    while seat != owner:
        cards, more = hand_of(hands, ply, seat)
        if has_beating_play(
            rules, task[WILD], cards, more, row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK], row[BEAT_POWER]
        ):
            row[TURN] = seat
            if not row[BEAT_POWER] and task[WILD] < 0:
                raise_rank_to_beat(rules, hands, row, ply)
            return
        seat = 0 if seat + 1 == rules.players else seat + 1
    row[TURN], row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK], row[BEAT_POWER] = owner, NOTHING, 0, 0, 0


@jit_inlined
def raise_rank_to_beat(rules: Any, hands: Any, row: Any, ply: int) -> None:
    """Raise the rank of the play to beat as far as possible without changing which plays beat it.

    Positions that differ only in this rank then get equal keys in the transposition table.
    """
    seat, bodies = row[TURN], 0
    while seat != row[OWNER]:
        bodies |= bodies_above(hands[ply, seat], row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK])
        seat = 0 if seat + 1 == rules.players else seat + 1
    if bodies:
        row[BEAT_RANK] = popcount((bodies & -bodies) - 1) + row[BEAT_LENGTH] - 2
    else:
        row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK] = SINGLE, 1, BIG_JOKER


@jit_inlined
def make_child(rules: Any, task: Any, hands: Any, frame: Any, plays: Any, ply: int, number: int) -> int:
    """Write the position after an action to frame ``ply + 1``. Frame ``ply`` contains the position before it.

    The action is a play or a pass, and is row ``number`` of ``plays``. Returns the value of the new position if
    that value is already known, otherwise 0.
    """
    row, child, play = frame[ply], frame[ply + 1], plays[number]
    for word in range(rules.players):
        hands[ply + 1, word] = hands[ply, word]
    if rules.decks > 1:
        for word in range(4, 4 + rules.players):
            hands[ply + 1, word] = hands[ply, word]
    seat = row[TURN]
    after = 0 if seat + 1 == rules.players else seat + 1
    if play[KIND] == PASS:
        for field in range(OWNER, NEXT):
            child[field] = row[field]
        set_next_turn(rules, task, hands, frame, ply + 1, after)
        return value_if_out(rules, task, hands, child, ply + 1)
    cards, more = hand_of(hands, ply, seat)
    cards, more = without_cards(cards, more, play[CARDS], play[MORE])
    hands[ply + 1, seat], hands[ply + 1, seat + 4] = cards, more
    scoring = scoring_state_after_play(rules, task, row[SCORING], seat, play[KIND], play[CARDS], play[MORE])
    left = popcount(cards) + popcount(more)
    if left == 0 or (seat and left <= task[HANDICAP]):
        return value_of_end(rules, scoring, seat, left == 0)
    child[OWNER], child[BEAT_KIND], child[BEAT_LENGTH] = seat, play[KIND], play[LENGTH]
    child[BEAT_RANK], child[BEAT_POWER], child[SCORING] = play[RANK], play[POWER], scoring
    set_next_turn(rules, task, hands, frame, ply + 1, after)
    return value_if_out(rules, task, hands, child, ply + 1)


@jit_inlined
def value_if_out(rules: Any, task: Any, hands: Any, row: Any, ply: int) -> int:
    """Return the value of the hand if the seat to move can win now by playing all its cards at once; otherwise 0.

    The result is also 0 if the hand has wild cards or more than four cards of a rank, because such hands are not
    examined. And it is 0 if the win is not good enough for the seat's side: for the landlord, the value must be at
    least the goal; for the farmers, it must be lower than the goal.
    """
    seat = row[TURN]
    cards, more = hand_of(hands, ply, seat)
    if more or holds_wild(cards, task[WILD]):
        return 0
    if row[BEAT_KIND] == NOTHING:
        out = is_one_lead(rules, cards)
    else:
        out = is_one_answer(rules, cards, row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK], row[BEAT_POWER])
    if not out:
        return 0
    value = value_of_end(rules, scoring_state_after_play(rules, task, row[SCORING], seat, SINGLE, 0, 0), seat, True)
    return value if (value >= task[GOAL]) == (seat == 0) else 0


@jit_inlined
def key_without_hands(row: Any) -> int:
    """Return a key for everything in a position except the hands.

    The key contains the turn, the play to beat, the owner of this play, and the scoring state.
    """
    key = row[TURN] | row[OWNER] << 2 | (row[BEAT_KIND] + 1) << 4 | row[BEAT_LENGTH] << 9
    rank = 0 if row[BEAT_POWER] else row[BEAT_RANK]
    return key | rank << 13 | row[BEAT_POWER] << 17 | row[SCORING] << 31


@jit_inlined
def write_hand_words(rules: Any, hands: Any, ply: int, words: Any) -> int:
    """Write the hands of a position to ``words``, as part of its key. Returns the number of words."""
    for seat in range(rules.players):
        words[seat] = hands[ply, seat]
    if rules.decks == 1:
        return rules.players
    for seat in range(rules.players):
        words[rules.players + seat] = hands[ply, seat + 4]
    return 2 * rules.players


@jit
def result_by_bounds(rules: Any, task: Any, hands: Any, row: Any, ply: int) -> int:
    """Return the result of a position if bounds on the number of doublings decide it, otherwise UNKNOWN.

    The result is 1 if the landlord reaches the goal, and 0 if not.
    """
    scoring = row[SCORING]
    most = scoring & DOUBLINGS
    if rules.spring and (not scoring & FARMERS_PLAYED or scoring < 2 * PLAYED_ONCE):
        most += 1
    for seat in range(rules.players):
        cards, more = hand_of(hands, ply, seat)
        most += popcount(ranks_above_count(cards, 3)) + popcount(ranks_above_count(more, 3))
        most += ranks_above_count(cards, 0) >> SMALL_JOKER == 3
        if task[WILD] >= 0:
            most += popcount((cards >> task[WILD]) & EVERY_LANE)
    if most + 1 < task[GOAL]:
        return 0
    return 1 if -(most + 1) >= task[GOAL] else UNKNOWN


@jit_inlined
def probe_or_expand(
    rules: Any, task: Any, hands: Any, frame: Any, plays: Any, words: Any, history: Any, table: Any, ply: int
) -> int:
    """Return the result of a position if it is known without a search; otherwise list its plays, and return UNKNOWN.

    The result is 1 if the landlord reaches the goal, and 0 if not. It is known if the transposition table or bounds
    determine it. The plays are written to ``plays`` with their scores. Returns OVERFLOW if they do not fit there.
    """
    row = frame[ply]
    count = write_hand_words(rules, hands, ply, words)
    result = probe_result(table, words, count, key_without_hands(row), task[GENERATION])
    if result < 0 and task[POINTS]:
        result = result_by_bounds(rules, task, hands, row, ply)
    if result >= 0:
        return result
    seat = row[TURN]
    cards, more = hand_of(hands, ply, seat)
    start = row[START]
    end = write_plays(
        rules, task[WILD], cards, more, row[BEAT_KIND], row[BEAT_LENGTH], row[BEAT_RANK], row[BEAT_POWER], plays, start
    )
    if end < 0 or end == len(plays):
        return OVERFLOW
    if row[BEAT_KIND] != NOTHING:
        plays[end, KIND], plays[end, CARDS], plays[end, MORE], plays[end, RANK] = PASS, 0, 0, 0
        end += 1
    row[NEXT], row[REFUTED], row[END], row[BUDGET] = start, start, end, FIRST_BUDGET
    score_plays(rules, task, hands, frame, plays, history, ply)
    return UNKNOWN


@jit_inlined
def score_plays(rules: Any, task: Any, hands: Any, frame: Any, plays: Any, history: Any, ply: int) -> None:
    """Score the plays of a position. Plays with lower scores are tried first."""
    row = frame[ply]
    seat, wild = row[TURN], task[WILD]
    cards, more = hand_of(hands, ply, seat)
    meets_bomb = opponent_has_bomb(rules, task, hands, ply, seat)
    for number in range(row[START], row[END]):
        play = plays[number]
        if play[KIND] == PASS:
            is_friends = seat != 0 and row[OWNER] != 0
            score = PASS_TO_PARTNER_SCORE if is_friends else 8 * estimate_turns(cards, wild) + 3
        else:
            rest, beyond = without_cards(cards, more, play[CARDS], play[MORE])
            score = 8 * (estimate_turns(rest, wild) + popcount(beyond & LANE)) + (6 if play[POWER] else 0)
            if (play[POWER] or not meets_bomb) and not is_beatable(rules, task, hands, ply, seat, play):
                score -= 10
                if not beyond and not holds_wild(rest, wild) and is_one_lead(rules, rest):
                    score -= SURE_WIN_BONUS
        play[SCORE] = score * 16 - popcount(play[CARDS]) - history[history_heuristic_index(row, play)]


@jit_inlined
def opponent_has_bomb(rules: Any, task: Any, hands: Any, ply: int, seat: int) -> bool:
    """Whether an opponent of a seat holds a bomb or rocket in frame ``ply``.

    Hands with wild cards are ignored. This makes the order of plays worse, but the result of the search stays correct.
    """
    for other in range(rules.players):
        if (other == 0) != (seat == 0):
            cards, more = hand_of(hands, ply, other)
            if not holds_wild(cards, task[WILD]) and has_bomb_above(rules, cards, more, 0):
                return True
    return False


@jit_inlined
def is_beatable(rules: Any, task: Any, hands: Any, ply: int, seat: int, play: Any) -> bool:
    """Whether an opponent of a seat can beat a play."""
    if seat:
        cards, more = hand_of(hands, ply, 0)
        return has_beating_play(rules, task[WILD], cards, more, play[KIND], play[LENGTH], play[RANK], play[POWER])
    for other in range(1, rules.players):
        cards, more = hand_of(hands, ply, other)
        if has_beating_play(rules, task[WILD], cards, more, play[KIND], play[LENGTH], play[RANK], play[POWER]):
            return True
    return False


@jit_inlined
def history_heuristic_index(row: Any, play: Any) -> int:
    """Return the index of a play in the history table: by seat, lead or not, kind, and rank."""
    return (row[TURN] * 2 + (row[BEAT_KIND] != NOTHING)) * 256 + play[KIND] * 16 + play[RANK]


@jit_inlined
def update_history(history: Any, row: Any, plays: Any, success: bool) -> None:
    """Update the history table with the success of the play that was tried last.

    Plays are divided into classes (``history_heuristic_index``). For each class, the table holds a moving average
    of the successes of its plays, from 0 to 256.
    """
    place = history_heuristic_index(row, plays[row[NEXT] - 1])
    history[place] += ((256 if success else 0) - history[place]) >> 4


@jit_inlined
def choose_next_play(row: Any, plays: Any) -> int:
    """Choose the play with the lowest score among the untried plays of this round. Returns the index of its row.

    The chosen play is swapped to the front of the untried plays, and counts as tried from then on.
    """
    first = row[NEXT]
    best, least = first, plays[first, SCORE]
    for number in range(first + 1, row[END]):
        score = plays[number, SCORE]
        if score < least:
            best, least = number, score
    swap_plays(plays, first, best)
    row[NEXT] = first + 1
    return first


@jit_inlined
def swap_plays(plays: Any, one: int, other: int) -> None:
    """Swap two rows of plays."""
    if one != other:
        for field in range(SCORE + 1):
            plays[one, field], plays[other, field] = plays[other, field], plays[one, field]


@jit_inlined
def mark_play_refuted(row: Any, plays: Any) -> None:
    """Mark the play that was tried last as refuted.

    The refuted plays come first among the rows of a position. The play is swapped with the first row after them.
    """
    swap_plays(plays, row[REFUTED], row[NEXT] - 1)
    row[REFUTED] += 1


@jit_inlined
def record_result(
    rules: Any,
    task: Any,
    hands: Any,
    row: Any,
    plays: Any,
    words: Any,
    history: Any,
    table: Any,
    ply: int,
    value: int,
    done: int,
) -> bool:
    """Record the result ``value`` of the play that was tried last. Returns whether this decides the position.

    If the position is decided, its result is stored in the transposition table. ``value`` is 1 if the landlord
    reaches the goal with the play, otherwise 0. ``done`` is the number of nodes that the search has entered so
    far.
    """
    success = value == (row[TURN] == 0)
    if row[NEXT] > row[START]:
        update_history(history, row, plays, success)
        if not success:
            mark_play_refuted(row, plays)
    if success or row[REFUTED] == row[END]:
        count = write_hand_words(rules, hands, ply, words)
        store_result(table, words, count, key_without_hands(row), task[GENERATION], value, done - row[ENTERED])
        return True
    return False


@jit_inlined
def try_next(
    rules: Any,
    task: Any,
    hands: Any,
    frame: Any,
    plays: Any,
    words: Any,
    history: Any,
    table: Any,
    progress: Any,
    ply: int,
) -> int:
    """Try the next play of the position in frame ``ply``.

    Returns 1 if the landlord reaches the goal with the play, and 0 if not. Returns UNKNOWN if the position after the
    play must be searched; it is then in frame ``ply + 1``. Returns OVERFLOW if the plays of that position do not fit
    into ``plays``.

    If every play that is not refuted has been tried in this round, a new round begins: the same plays are tried again,
    with a larger budget.
    """
    row, child = frame[ply], frame[ply + 1]
    if row[NEXT] == row[END]:
        row[NEXT] = row[REFUTED]
        row[BUDGET] *= WIDENING
    number = choose_next_play(row, plays)
    ended = make_child(rules, task, hands, frame, plays, ply, number)
    done = progress[NODES]
    progress[NODES] = done + 1
    if ended:
        return 1 if ended >= task[GOAL] else 0
    is_last = row[REFUTED] + 1 == row[END]
    child[LIMIT] = row[LIMIT] if is_last else min(row[LIMIT], done + 1 + row[BUDGET])
    child[ENTERED], child[START] = done, row[END]
    return probe_or_expand(rules, task, hands, frame, plays, words, history, table, ply + 1)


@jit
def search(
    rules: Any,
    task: Any,
    hands: Any,
    frame: Any,
    plays: Any,
    words: Any,
    history: Any,
    table: Any,
    progress: Any,
    nodes: int,
) -> int:
    """Continue a search until its result is known or it has entered ``nodes`` positions in total.

    Returns 1 if the landlord reaches the goal, and 0 if not. Returns UNKNOWN if ``nodes`` did not suffice, and
    OVERFLOW if the listed plays did not fit into ``plays``.

    Frame 0 contains the position to solve. Before the first call, ``progress`` must contain UNKNOWN at index
    VALUE, and zeros at all other indices.
    """
    rules = rules[0]
    ply, value = progress[PLY], progress[VALUE]
    if progress[NODES] == 0:
        progress[NODES] = 1
        frame[0, ENTERED], frame[0, START], frame[0, LIMIT] = 0, 0, UNLIMITED
        value = probe_or_expand(rules, task, hands, frame, plays, words, history, table, 0)
    while value != OVERFLOW:
        row, done = frame[ply], progress[NODES]
        if value >= 0 and record_result(rules, task, hands, row, plays, words, history, table, ply, value, done):
            if ply == 0:
                break
            ply -= 1
        elif done >= row[LIMIT]:
            ply, value = ply - 1, UNKNOWN
        elif done >= nodes:
            value = UNKNOWN
            break
        else:
            value = try_next(rules, task, hands, frame, plays, words, history, table, progress, ply)
            ply += value == UNKNOWN
    progress[PLY], progress[VALUE] = ply, value
    return value
