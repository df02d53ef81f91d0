"""Record layouts for Gunzi: the dtypes of a hand (a row of the array of hands), of an action, and of the rules."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from paiju.core.errors import RulesetError
from paiju.features.gunzi.history_layout import CALLS_KEPT, PLAYS_KEPT
from paiju.games.gunzi.cards import COPIES, PACK
from paiju.games.gunzi.phases.cutting import list_cut_draws
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import BOTTOM, SEATS, TEAMS

# ---- reasons

(_, SHUT_OUT, ALL_POINTS, JOKERS_DUG, JOKERS_KEPT, KEPT, HELD, TAKEN, TAKEN_DUG) = range(9)
REASONS: Final = (
    *("", "shut_out", "all_points", "jokers_dug", "jokers_kept"),
    *("kept", "held", "taken", "taken_dug"),
)
"""The codes of the reasons why a hand ends. The field ``reason`` of a row is an index of this tuple."""

# ---- records

MOST_TRIBUTE: Final = 33
"""The largest number of cards of tribute in a hand.

If there were more, the number of ways to give cards back might not fit into 64 bits.
"""
CALL_CARDS: Final = 2 * MOST_TRIBUTE + 2 * BOTTOM + COPIES * CALLS_KEPT // 2
"""An upper bound on the number of cards shown before the first trick.

These are the cards of tributes, the cards given back for tributes, buried jokers, the cards taken back for
those jokers, and the cards of declarations.
"""


@register_jitable
def encode_action_before_tricks(seat: int, kind: int, call: int) -> int:
    """Pack an action before the first trick in one number: its seat, its kind and its call, but not its cards."""
    return seat | kind << 3 | call + 1 << 6


@register_jitable
def decode_action_before_tricks(code: int) -> tuple[int, int, int]:
    """Return the seat, the kind and the call that ``encode_action_before_tricks`` packed."""
    return code & 7, code >> 3 & 7, (code >> 6) - 1


ACTION: Final = np.dtype(
    [("kind", "i1"), ("call", "i1"), ("ones", "i8"), ("twos", "i8"), ("threes", "i8"), ("fours", "i8")],
    align=True,
)
"""The dtype of an action: its kind, its call and the four lanes of its cards (``cards``).

If the action declares jokers, the call is the trumps that the seat chooses. In any other action it is -1.
During the deal, the kind PASS also stands for the dealer's action ``Deal``.
"""

HAND: Final = np.dtype(
    [
        ("chance", "u8"),  # the row's own generator
        ("count", "i8"),  # how many legal actions ``turn`` has; 0 when the hand is over
        ("turn", "i1"),  # the seat to act (the lowest of several); -1 when the hand is over
        ("phase", "i1"),
        ("ended", "i1"),  # 1 if the last step ended a hand
        ("reason", "i1"),  # why the last hand ended in this row (``REASONS``; 0 before any has) …
        ("winners", "i1"),  # … and its winners: bits
        ("level", "i1"),  # the level rank of the hand, 2 to 14
        ("call", "i1"),  # the trumps: a suit, NO_SUIT, or -1 before they are announced
        ("banker", "i1"),  # -1 before there is one
        ("leader", "i1"),  # leader of the trick; after the hand, the taker of the last one
        ("laid", "i1"),  # number of plays in the trick so far
        ("best", "i1"),  # index in ``plays`` of the play that currently takes the trick
        ("waiting", "i1"),  # seats still to be asked before the deal or hand continues: bits
        ("hand", "i8", (SEATS, COPIES)),  # lanes, see ``cards``
        ("plays", "i8", (SEATS, COPIES)),  # cards of each play to the trick, the leader's first
        ("played", "i8", COPIES),  # cards played by all seats
        ("left", "i1", SEATS),  # number of cards in hand
        ("lacks", "i1", SEATS),  # suits that a seat is known to lack: bits 0 to 4 (trumps)
        ("taken", "i2", TEAMS),  # points in tricks, by team
        ("scored", "i1"),  # the non-banking team that took points last; -1 for none
        ("takeable", "i1"),  # number of bottom cards that may still be taken back for jokers
        ("taking", "i1"),  # number of cards to be taken back now
        ("bottom_open", "i1"),
        ("known", "i8", (SEATS, COPIES)),  # cards that everybody knows a seat to hold
        ("bottom", "i8", COPIES),  # the cards buried
        ("last", "i8", (SEATS, COPIES)),  # the previous trick, the leader's play first
        ("last_leader", "i1"),  # -1 if there was none
        ("last_taker", "i1"),
        ("first", "i1"),  # the seat that is dealt the first card
        ("awaited", "i1"),  # in a first hand, the seat whose next suited card sets the trumps; -1
        ("shown_by", "i1"),  # the seat that declared; -1 for none
        ("shown_kind", "i1"),  # … with which cards …
        ("shown_copies", "i1"),  # … and how many
        ("turned", "i1"),  # number of bottom cards turned, from the first
        ("dealt", "i2"),  # number of cards dealt to the seats
        ("payers", "i1"),  # number of tribute payers
        ("payer", "i1", 2),  # … and which, the seat just before the banker first
        ("opened", "i1"),  # the tribute is open
        ("owed", "i1"),  # number of payers, the last of ``payer``, still owed cards by the banker
        ("tribute", "i8", (2, COPIES)),  # the tribute chosen by the payers, sealed until it is opened
        ("seen", "i8", COPIES),  # cards of the dealt bottom that every seat has seen
        ("levels", "i1", TEAMS),  # the match before this hand: levels, half levels and matches won by team …
        ("halves", "i1", TEAMS),
        ("won", "i4", TEAMS),
        ("bank", "i1"),  # … the banker at the start of the hand; -1 in the first hand of a match …
        ("due", "i2", SEATS),  # … and the number of cards that each seat must pay as tribute
        ("calls", "i1"),  # if observations have the history: number of actions before the play that are kept …
        ("past_plays", "i2"),  # … and number of plays in this hand
        ("final", "i2", TEAMS),  # points of the last finished hand, including the bottom
        ("number", "i4"),  # number of hands in this row before this one
        ("points", "i8", SEATS),  # of the last hand that ended in this row
        ("deck", "u1", len(PACK)),  # kinds in the order of the deal, the bottom last; cards already dealt are ignored
        ("draws", "u1", len(list_cut_draws())),  # kinds to be cut, six a round; used in the first hand of a match
        ("call_code", "i2", CALLS_KEPT),  # the first actions before the play (``encode_action_before_tricks``) …
        ("call_end", "u1", CALLS_KEPT),  # … where the kinds of its cards end …
        ("call_kinds", "u1", CALL_CARDS),  # … in this list
        ("past_by", "i1", PLAYS_KEPT),  # the latest plays in a ring, play n at n % PLAYS_KEPT: whose …
        ("past_kinds", "i1", (PLAYS_KEPT, COPIES)),  # … and the kinds of its cards; -1 for none
    ],
    align=True,
)
"""The dtype of one hand of Gunzi. It includes the match state, because a row plays whole matches, hand after hand."""

_NUMBERS: Final = (
    *("first_level", "last_level", "bank_at", "win_at", "jokers_to_win", "bottom_times"),
    *("big_joker_levels", "small_joker_levels", "tribute_below", "tribute_above", "tribute_step"),
    *("big_joker_tribute", "small_joker_tribute", "cut_ace"),
)
_READINGS: Final = {
    "must_play": "as_banker",
    "joker_calls": "above",
    "turned_order": "trumps_first",
    "turned_joker": "next_suit",
    "staying_banker": "same",
    "give_back": "any",
    "break_sets": True,
    "digger_exempt": "always",
}
"""For each parameter that has two values, the value that a rules record stores as 1.

The other value is stored as 0.
"""
ASK_SEAT_DEALT_TO: Final = -1
"""The value of ``optional_seats`` with which only the seat that was just dealt a card is asked for a declaration."""
RULES: Final = np.dtype(
    [
        *((name, "i8") for name in (*_NUMBERS, *_READINGS, "history")),
        ("optional_seats", "i8"),  # seats asked for declarations between cards: bits, or ASK_SEAT_DEALT_TO
        ("early_seats", "i8"),  # seats asked before the others when several must act at once: bits
    ],
    align=True,
)
"""The dtype of the rules, as numbers for the compiled code.

The last fields are not part of the ruleset. They say what rows store and which seats they ask (``Hands.set_asking_order``).
"""


def rules_row(rules: Rules, *, history: bool = False) -> Any:
    """Return the rules of a ruleset as an array with one record of the dtype ``RULES``.

    ``history`` says whether rows store the history of the hand. Raises RulesetError if the tribute of the ruleset can
    exceed ``MOST_TRIBUTE``.
    """
    if max_tribute_cards(rules) > MOST_TRIBUTE:
        raise RulesetError("tribute_too_large_for_batch", cards=max_tribute_cards(rules), most=MOST_TRIBUTE)
    row = np.zeros(1, RULES)
    for name in _NUMBERS:
        row[name] = getattr(rules, name)
    for name, first in _READINGS.items():
        row[name] = getattr(rules, name) == first
    row["history"], row["optional_seats"] = history, ASK_SEAT_DEALT_TO
    return row


def max_tribute_cards(rules: Rules) -> int:
    """Return an upper bound on the number of tribute cards that a banker gets in one hand (GZ-8.2 to 8.5)."""
    few = -(-rules.tribute_below // rules.tribute_step)
    many = max(0, rules.win_at - 1 - rules.tribute_above) // rules.tribute_step
    jokers = max(
        big * rules.big_joker_tribute + min(COPIES, BOTTOM - big) * rules.small_joker_tribute
        for big in range(COPIES + 1)
    )
    return few + max(few, many) + jokers
