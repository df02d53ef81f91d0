"""The search: decides whether a team reaches a goal in an ending, however the four other seats play.

All hands are open. The search is a depth-first search, with a transposition table for the positions between tricks. Its
whole state is in arrays, so it can stop after any number of nodes and continue later. The goal is a value as an aim
defines it (``paiju.solve.gunzi.search_objective``). The team reaches the goal if it gets at least this value.
"""

from __future__ import annotations

from typing import Any, Final

from paiju.batch.jit_cache import jit, jit_inlined, popcount
from paiju.games.gunzi.state import SEATS, TEAMS
from paiju.solve.gunzi.search.move_generation import AFTER, POINTS, RANK, SCORE, points_in, write_follows, write_leads
from paiju.solve.gunzi.search.transposition_table import LEADER, LOWER, UPPER, find_entry, store_bound

# ---- the array of a task

TEAM, OWN, OTHER, LAST_OWN, LAST_OTHER, WAY, GENERATION = range(7)
TASK: Final = 7
"""Length of the array of a task, which holds:

- TEAM, OWN, OTHER, LAST_OWN, LAST_OTHER: the aim (``search_objective.Aim``)
- WAY: which shapes a following seat may play, BEST or UNBROKEN (``paiju.batch.gunzi.cards``)
- GENERATION: the generation of the entries that the search writes to the transposition table
"""

# ---- a frame: one position on the current path of the search

(SEAT, LED, NUMBER, LAID, BEST, TAKER, TRICK, GOAL) = range(8)
(START, NEXT, END, ENTERED) = range(8, 12)
FRAME: Final = 12
"""Length of the array of a frame, which holds:

- SEAT: the seat to move
- LED, NUMBER: the class and the number of the cards led; NUMBER is 0 before the lead
- LAID: the number of plays in the trick
- BEST, TAKER: the rank that currently wins the trick (-1 before the lead), and the seat that played this rank
- TRICK: the card points in the trick
- GOAL: the value that the team must still get
- START, NEXT, END: row numbers in the array of listed plays: the position's first play, the next play to try,
  and the end of the position's plays
- ENTERED: the number of nodes when the search entered the position
"""

# ---- the progress of a search

PLY, NODES, VALUE = range(3)
PROGRESS: Final = 3
UNKNOWN: Final = -1
OVERFLOW: Final = -2
"""Result of a search that stopped because the array had no room for all listed plays. The value stays unknown."""


@jit_inlined
def is_team_seat(task: Any, seat: int) -> bool:
    """Whether a seat belongs to the team of the aim."""
    return seat % TEAMS == task[TEAM]


@jit_inlined
def suit_class_of(slots: Any, seat: int, cards: int) -> int:
    """Return the class of the cards of a lead: the index of a side suit, or TRUMPS."""
    suit = 0
    while not slots.classes[seat, suit] & cards:
        suit += 1
    return suit


@jit
def result_by_bounds(task: Any, slots: Any, hands: Any, goal: int) -> int:
    """Return 1 if the value of a position between tricks is at least ``goal``, and 0 if it is less.

    Returns UNKNOWN if simple bounds of the value do not decide the question.
    """
    left = 0
    for seat in range(SEATS):
        left += points_in(slots, seat, hands[seat])
    most = max(task[OWN], task[OTHER]) * left + max(task[LAST_OWN], task[LAST_OTHER])
    least = min(task[OWN], task[OTHER]) * left + min(task[LAST_OWN], task[LAST_OTHER])
    if most < goal:
        return 0
    return 1 if least >= goal else UNKNOWN


@jit_inlined
def key_without_hands(task: Any, row: Any) -> int:
    """Return the key of a position between tricks without its hands: the leader, and the generation of the task."""
    return row[SEAT] | task[GENERATION] << LEADER


@jit_inlined
def probe_result(task: Any, slots: Any, hands: Any, row: Any, table: Any) -> int:
    """Return the result of a position between tricks if it is known without a search, otherwise UNKNOWN.

    The result is 1 if the team reaches the goal, and 0 if not. It is known if bounds or an entry of the
    transposition table determine it.
    """
    result = result_by_bounds(task, slots, hands, row[GOAL])
    if result != UNKNOWN:
        return result
    entry = find_entry(table, hands, key_without_hands(task, row))
    if entry < 0:
        return UNKNOWN
    if table[entry, LOWER] >= row[GOAL]:
        return 1
    return 0 if table[entry, UPPER] < row[GOAL] else UNKNOWN


@jit_inlined
def probe_or_expand(task: Any, slots: Any, hands: Any, frame: Any, plays: Any, table: Any, ply: int) -> int:
    """Return the result of a position if it is known without a search; otherwise list its plays, and return UNKNOWN.

    The result is 1 if the team reaches the goal, and 0 if not. It can be known only between tricks
    (``probe_result``). The plays are written to ``plays`` with their scores. Returns OVERFLOW if they do not fit
    there.
    """
    row = frame[ply]
    seat, start = row[SEAT], row[START]
    if row[NUMBER] == 0:
        result = probe_result(task, slots, hands[ply], row, table)
        if result != UNKNOWN:
            return result
        end = write_leads(slots, hands[ply], seat, plays, start)
    else:
        end = write_follows(slots, hands[ply], seat, row[LED], row[NUMBER], row[BEST], task[WAY], plays, start)
    if end < 0:
        return OVERFLOW
    row[NEXT], row[END] = start, end
    score_plays(task, row, plays)
    return UNKNOWN


@jit_inlined
def score_plays(task: Any, row: Any, plays: Any) -> None:
    """Score the plays of a position. Plays with lower scores are tried first."""
    own = is_team_seat(task, row[SEAT])
    holds = row[NUMBER] > 0 and is_team_seat(task, row[TAKER]) == own
    for number in range(row[START], row[END]):
        play = plays[number]
        takes = play[RANK] > row[BEST]
        if row[NUMBER] == 0:
            play[SCORE] = -play[RANK]
        elif takes and not holds:
            play[SCORE] = play[RANK] - 4 * play[POINTS] - 400
        elif holds and not takes:
            play[SCORE] = -4 * play[POINTS] - 400
        else:
            play[SCORE] = play[RANK] + 4 * play[POINTS]


@jit_inlined
def choose_next_play(row: Any, plays: Any) -> int:
    """Choose the play with the lowest score among the plays that have not been tried. Returns the index of its row.

    The chosen play is swapped to the front of the untried plays, and counts as tried from then on.
    """
    first = row[NEXT]
    best, least = first, plays[first, SCORE]
    for number in range(first + 1, row[END]):
        score = plays[number, SCORE]
        if score < least:
            best, least = number, score
    if best != first:
        for field in range(SCORE + 1):
            plays[first, field], plays[best, field] = plays[best, field], plays[first, field]
    row[NEXT] = first + 1
    return first


@jit_inlined
def make_child(task: Any, slots: Any, hands: Any, frame: Any, play: Any, ply: int) -> int:
    """Make ``play`` in the position of frame ``ply``, and write the new position to frame ``ply + 1``.

    If the hand is over, returns 1 if the goal is reached and 0 if it is not. Otherwise returns UNKNOWN.
    """
    row, child = frame[ply], frame[ply + 1]
    seat = row[SEAT]
    before = hands[ply, seat]
    for other in range(SEATS):
        hands[ply + 1, other] = hands[ply, other]
    hands[ply + 1, seat] = play[AFTER]
    child[GOAL], child[TRICK], child[LAID] = row[GOAL], row[TRICK] + play[POINTS], row[LAID] + 1
    child[LED], child[NUMBER], child[BEST], child[TAKER] = row[LED], row[NUMBER], row[BEST], row[TAKER]
    if row[NUMBER] == 0:
        cards = before ^ play[AFTER]
        child[LED], child[NUMBER] = suit_class_of(slots, seat, cards), popcount(cards)
    if play[RANK] > row[BEST]:
        child[BEST], child[TAKER] = play[RANK], seat
    child[SEAT] = 0 if seat + 1 == SEATS else seat + 1
    return end_trick(task, hands[ply + 1], child) if child[LAID] == SEATS else UNKNOWN


@jit_inlined
def end_trick(task: Any, hands: Any, row: Any) -> int:
    """Subtract the value of a completed trick from the goal, and give the lead to the seat that takes the trick.

    If the hand is over, returns 1 if the goal is reached and 0 if it is not. Otherwise returns UNKNOWN.
    """
    own = is_team_seat(task, row[TAKER])
    row[GOAL] -= row[TRICK] * (task[OWN] if own else task[OTHER])
    row[SEAT], row[NUMBER], row[LAID], row[BEST], row[TRICK] = row[TAKER], 0, 0, -1, 0
    if hands[row[SEAT]]:
        return UNKNOWN
    return 1 if (task[LAST_OWN] if own else task[LAST_OTHER]) >= row[GOAL] else 0


@jit_inlined
def record_result(task: Any, hands: Any, row: Any, table: Any, value: int, done: int) -> bool:
    """Record the result of the play that was tried last. Returns whether this result decides the position.

    ``value`` is the result: 1 if the team reaches the goal with the play, otherwise 0. If the position is decided
    and lies between tricks, its result is stored in the transposition table. ``done`` is the number of nodes that
    the search has entered up to now.
    """
    if value == is_team_seat(task, row[SEAT]) or row[NEXT] == row[END]:
        if row[NUMBER] == 0:
            store_bound(table, hands, key_without_hands(task, row), row[GOAL], value, done - row[ENTERED])
        return True
    return False


@jit
def search(task: Any, slots: Any, hands: Any, frame: Any, plays: Any, table: Any, progress: Any, nodes: int) -> int:
    """Continue a search until its result is known or it has entered ``nodes`` positions in total.

    Returns 1 if the team reaches the goal, 0 if not, UNKNOWN if ``nodes`` did not suffice, or OVERFLOW if the listed
    plays did not fit into ``plays``. Frame 0 contains the position to solve. Before the first call, ``progress`` must
    contain UNKNOWN at index VALUE and otherwise zeros.
    """
    ply, value, done = progress[PLY], progress[VALUE], progress[NODES]
    if done == 0:
        done = 1
        frame[0, ENTERED], frame[0, START] = 0, 0
        value = probe_or_expand(task, slots, hands, frame, plays, table, 0)
        ply = -1 if value >= 0 else 0
    while ply >= 0 and value != OVERFLOW:
        row = frame[ply]
        if value >= 0 and record_result(task, hands[ply], row, table, value, done):
            ply -= 1
            continue
        value = UNKNOWN
        if done >= nodes:
            break
        number = choose_next_play(row, plays)
        done += 1
        value = make_child(task, slots, hands, frame, plays[number], ply)
        if value == UNKNOWN:
            frame[ply + 1, ENTERED], frame[ply + 1, START] = done, row[END]
            value = probe_or_expand(task, slots, hands, frame, plays, table, ply + 1)
            ply += value == UNKNOWN
    progress[PLY], progress[VALUE], progress[NODES] = ply, value, done
    return value
