"""What lies where: the record of one hand, and that of the rules."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from paiju.core.errors import RulesetError
from paiju.games.gunzi.cards import COPIES, PACK
from paiju.games.gunzi.phases.cutting import cut_draws
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import BOTTOM, SEATS, TEAMS

# ---- reasons

(_, SHUT_OUT, ALL_POINTS, JOKERS_DUG, JOKERS_KEPT, KEPT, HELD, TAKEN, TAKEN_DUG) = range(9)
REASONS: Final = (
    *("", "shut_out", "all_points", "jokers_dug", "jokers_kept"),
    *("kept", "held", "taken", "taken_dug"),
)
"""How a hand ends."""

# ---- records

ACTION: Final = np.dtype(
    [("kind", "i1"), ("call", "i1"), ("ones", "i8"), ("twos", "i8"), ("threes", "i8"), ("fours", "i8")],
    align=True,
)
"""One action: what is done, what jokers that are shown call (-1: nothing), and the lanes of the cards (``cards``).

PASS also lets the deal go on while cards are dealt.
"""

HAND: Final = np.dtype(
    [
        ("chance", "u8"),  # the row's own generator
        ("count", "i8"),  # how many legal actions ``turn`` has; 0 when the hand is over
        ("turn", "i1"),  # who acts; of several, the lowest seat. -1 when the hand is over
        ("phase", "i1"),
        ("ended", "i1"),  # 1 in the step in which a hand ended
        ("reason", "i1"),  # how the last hand that ended in this row did (``REASONS``; 0 if none has) …
        ("winners", "i1"),  # … and who won it, a bit a seat
        ("level", "i1"),  # the level rank of the hand, 2 to 14
        ("call", "i1"),  # what is trumps: a suit, NO_SUIT, or -1 while it is not told
        ("banker", "i1"),  # -1 before there is one
        ("leader", "i1"),  # of the trick; when the hand is over, who took the last one
        ("laid", "i1"),  # how many have played to the trick
        ("best", "i1"),  # which of these plays takes it as yet
        ("waiting", "i1"),  # who is still asked before the deal, or the hand, goes on: a bit a seat
        ("hand", "i8", (SEATS, COPIES)),  # lanes, see ``cards``
        ("plays", "i8", (SEATS, COPIES)),  # of the trick, the leader's first
        ("played", "i8", COPIES),  # by all
        ("left", "i1", SEATS),  # cards in hand
        ("lacks", "i1", SEATS),  # the suits that a seat was seen to have no more of, bits 0 to 4 (trumps)
        ("taken", "i2", TEAMS),  # points in tricks, by team
        ("scored", "i1"),  # the team, of those not banker, that last took points; -1
        ("takeable", "i1"),  # cards of the bottom that may still be taken back for jokers
        ("taking", "i1"),  # cards that are taken back now
        ("bottom_open", "i1"),
        ("known", "i8", (SEATS, COPIES)),  # cards that everybody knows a seat to hold
        ("bottom", "i8", COPIES),  # the cards buried
        ("last", "i8", (SEATS, COPIES)),  # the trick before, the leader's play first
        ("last_leader", "i1"),  # -1 where there was none
        ("last_taker", "i1"),
        ("first", "i1"),  # who is dealt the first card
        ("awaited", "i1"),  # in a first hand: whose next suited card tells the trump suit; -1
        ("shown_by", "i1"),  # who has declared; -1
        ("shown_kind", "i1"),  # … with which cards …
        ("shown_copies", "i1"),  # … and how many
        ("turned", "i1"),  # bottom cards turned, the first of the bottom
        ("dealt", "i2"),  # cards dealt to the seats
        ("payers", "i1"),  # how many pay tribute
        ("payer", "i1", 2),  # … and who, the one just before the banker first
        ("opened", "i1"),  # the tribute lies open
        ("owed", "i1"),  # to how many the banker has still to give back, the last of ``payer``
        ("tribute", "i8", (2, COPIES)),  # what the payers have chosen, sealed until it is opened
        ("seen", "i8", COPIES),  # of the bottom dealt, what everybody has seen
        ("levels", "i1", TEAMS),  # the match before this hand: levels, half levels, matches won by team …
        ("halves", "i1", TEAMS),
        ("won", "i4", TEAMS),
        ("bank", "i1"),  # … the banker it begins with; -1 in the first hand of a match …
        ("due", "i2", SEATS),  # … and the tribute due
        ("final", "i2", TEAMS),  # points of the hand that ended last, the bottom in them
        ("number", "i4"),  # hands before this one
        ("points", "i8", SEATS),  # of the last hand that ended in this row
        ("deck", "u1", len(PACK)),  # the kinds as dealt; the bottom are the last six. What is dealt does not count
        ("draws", "u1", len(cut_draws())),  # kinds to be cut, six a round; they count in the first hand of a match
    ],
    align=True,
)
"""One hand of Gunzi. What goes from hand to hand is the match: rows play on until one is won, and then the next."""

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
"""The rules that are played in two ways, and the value that a 1 stands for."""
RULES: Final = np.dtype([(name, "i8") for name in (*_NUMBERS, *_READINGS)], align=True)
"""The rules, as numbers: what the compiled code reads."""

MOST_TRIBUTE: Final = 33
"""With more cards a banker's ways to give back might not be told by a word."""


def rules_row(rules: Rules) -> Any:
    """The rules of a ruleset, as an array of one record. Raises RulesetError where tribute may be too much to be numbered."""
    if most_tribute(rules) > MOST_TRIBUTE:
        raise RulesetError("tribute_too_large_for_batch", cards=most_tribute(rules), most=MOST_TRIBUTE)
    row = np.zeros(1, RULES)
    for name in _NUMBERS:
        row[name] = getattr(rules, name)
    for name, first in _READINGS.items():
        row[name] = getattr(rules, name) == first
    return row


def most_tribute(rules: Rules) -> int:
    """More cards of tribute than a banker can get in one hand (GZ-8.2 to 8.5)."""
    few = -(-rules.tribute_below // rules.tribute_step)
    many = max(0, rules.win_at - 1 - rules.tribute_above) // rules.tribute_step
    jokers = max(
        big * rules.big_joker_tribute + min(COPIES, BOTTOM - big) * rules.small_joker_tribute
        for big in range(COPIES + 1)
    )
    return few + max(few, many) + jokers
