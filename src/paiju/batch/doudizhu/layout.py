"""Record layouts for Dou Dizhu: the dtypes of a hand (a row of the array of hands), of an action, and of the rules."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from msgspec.structs import fields
from numba.extending import register_jitable

from paiju.batch.doudizhu.attachments import APART, LOOSE, STRICT
from paiju.batch.doudizhu.cards import counts_to_unary
from paiju.features.doudizhu.bit_encoding import BOTTOM, MOVES, SEATS, encode_stage
from paiju.features.doudizhu.history_layout import CALLS_KEPT, MOVES_KEPT
from paiju.features.doudizhu.observation_facts import PUBLIC_FACTS
from paiju.games.doudizhu.cards import cards_from_numbers, count_ranks
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.phases import STAGES
from paiju.games.doudizhu.phases.dealing import first_packet_size, list_random_draws
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.scoring import ROB_FACTORS
from paiju.games.doudizhu.yes_no_questions import DOUBLE, PHASE_QUESTIONS, double_questions

BOMBS: Final = 28
"""An upper bound on the number of bombs and rockets in a hand, even with two packs."""

_, LANDLORD_OUT, FARMER_OUT, HANDICAP, THROWN_IN = range(5)
REASONS: Final = ("", "landlord_out", "farmer_out", "handicap", "thrown_in")
"""The codes of the reasons why a hand ends. The field ``reason`` of a row is an index of this tuple."""

# ---- the questions with a phase of their own, by number

QUESTIONS: Final = len(PHASE_QUESTIONS)
ASKS_LANDLORD: Final = np.array([question.asked.side != "farmers" for question in PHASE_QUESTIONS if question.asked])
ASKS_FARMERS: Final = np.array([question.asked.side != "landlord" for question in PHASE_QUESTIONS if question.asked])
NONE: Final = -1
DOUBLES: Final = -2
_ANSWERED: Final = {"": NONE, DOUBLE.what: DOUBLES, **{one.what: at for at, one in enumerate(PHASE_QUESTIONS)}}
ANSWERED_QUESTION: Final = np.array(
    [_ANSWERED[question.asked.replies_to] for question in PHASE_QUESTIONS if question.asked]
)
"""For each question with a phase of its own, the number of the question to which it replies.

The number is DOUBLES if the question replies to a double, and NONE if it replies to no question.
"""
QUESTION_FACTORS: Final = np.array([question.factor for question in PHASE_QUESTIONS])

# ---- moves and bombs packed in one number


@register_jitable
def encode_move(kind: int, length: int, rank: int) -> int:
    """Pack the kind, the length and the rank of a play in one number. ``decode_move`` reverses it."""
    return kind | length << 5 | rank << 9


@register_jitable
def decode_move(code: int) -> tuple[int, int, int]:
    """Return the kind, the length and the rank of a play that ``encode_move`` packed."""
    return code & 31, code >> 5 & 15, code >> 9


@register_jitable
def encode_call(seat: int, rank: int, question: int) -> int:
    """Pack a call in one number.

    ``question`` is the number of the question that the seat answers, and ``rank`` is 1 for yes and 0 for no. For a bid,
    ``question`` is -1 and ``rank`` is the points.
    """
    return seat | rank << 2 | question + 1 << 4


@register_jitable
def decode_call(code: int) -> tuple[int, int, int]:
    """Return the seat, the rank and the question of a call that ``encode_call`` packed."""
    return code & 3, code >> 2 & 3, (code >> 4) - 1


SECOND_WILDS: Final = 3


@register_jitable
def encode_bomb(rank: int, size: int, wilds: int) -> int:
    """Pack the rank, the size and the numbers of wild cards of a bomb in one number. A rocket has size 0.

    ``wilds`` contains two numbers. Its low ``SECOND_WILDS`` bits are the number of cards of the first wild rank.
    The higher bits are the number of cards of the second wild rank. Cards of the bomb's own rank do not count as
    wild.
    """
    return rank | size << 4 | wilds << 8


def decode_bomb(code: int) -> tuple[int, int, int]:
    """Return the rank, the size and the numbers of wild cards of a bomb that ``encode_bomb`` packed."""
    return code & 15, code >> 4 & 15, code >> 8


ACTION: Final = np.dtype(
    [("kind", "i1"), ("length", "i1"), ("rank", "i1"), ("cards", "i8"), ("more", "i8")],
    align=True,
)
"""The dtype of an action.

``kind`` is an index of KINDS for a play, or else PASS, CHOOSE, BID or THROW. The other fields of a play
are:

- ``length``: the number of units in the body (the combination without its attached cards)
- ``rank``: the highest rank of the body
- ``cards`` and ``more``: the two words that together hold the cards

The same cards can sometimes be played as different combinations; ``kind``, ``length`` and ``rank`` tell
which combination is meant.
"""

HAND: Final = np.dtype(
    [
        ("chance", "u8"),  # the row's own generator
        ("count", "i8"),  # how many legal actions ``turn`` has; 0 when the hand is over
        ("hand", "i8", SEATS),  # in unary code, see ``cards``
        ("played", "i8", SEATS),
        ("unplayed", "i8"),  # all cards not yet played
        ("beat", "i8"),  # the cards of the play to beat
        ("recent", "i8", MOVES),  # the last moves, newest first; no cards for a pass
        *((name, "i1", SEATS if form.by_seat else ()) for name, form in PUBLIC_FACTS.items()),
        ("turn", "i1"),  # the seat to act (the lowest of several); -1 when the hand is over
        ("phase", "i1"),
        ("stage", "i1"),  # index of the current stage in those of the ruleset
        ("kind", "i1"),  # of the play to beat; NOTHING for a lead
        ("length", "i1"),
        ("rank", "i1"),
        ("by", "i1"),  # the seat that played the play to beat; -1 for none
        ("power", "i2"),  # strength of the play to beat if it is a bomb or rocket, else 0
        ("passes", "i1"),  # passes since the play to beat, or since the last bid
        ("moves", "i2"),  # if observations have the history: moves in this hand …
        ("calls", "i1"),  # … and calls that are kept
        ("trick", "i1"),  # moves in this trick, or in the last one before a lead; 100 at most
        ("doublings", "i1"),  # number of bombs played that double the stake
        ("bombs", "i1"),  # number of bombs and rockets played; ``bomb`` has their codes
        ("left", "i1", SEATS),  # number of cards in hand
        ("waiting", "i1"),  # seats that still have to make a secret choice: bits
        ("queued", "i1"),  # number of seats still to be asked …
        ("queue", "i1", SEATS),  # … and which, in turn
        ("carried", "i1"),  # the first bidder, if the previous hand determines it; -1 if it is drawn
        ("high", "i1"),  # the highest bid so far
        ("bidder", "i1"),  # the seat of the highest bid; -1 for none
        ("spoken", "i1"),  # number of bids and passes in the bidding so far
        ("said", "i1", SEATS),  # bid, or 0 no-call, 1 call, 2 no-rob, 3 rob; -1 before an answer
        ("caller", "i1"),  # the seat that called; -1 for none
        ("last", "i1"),  # the last seat that called or robbed
        ("robs", "i1"),  # number of robberies
        ("silent", "i1"),  # seats that had not spoken when the auction ended: bits
        ("barred", "i1"),  # seats with too few coins to double: bits
        ("sealed", "i1", SEATS),  # secret choice: 0 no, 1 yes, from 2 on a higher double; -1 for none
        ("double_factors", "i1", SEATS),  # factor of the double that a seat chose; 1 for none
        ("agreed", "i1", QUESTIONS),  # seats that said yes to a question with a phase of its own: bits
        ("bonus", "i1"),  # the factor of the bottom
        ("gave", "i1", SEATS),  # the card (rank × 4 + suit) that a seat gave the landlord; -1
        ("gifts_seen", "i1"),  # seats whose gift to the landlord everybody has seen: bits
        ("upcard", "i1"),  # index in the deck of the card turned up; -1 for none
        ("ended", "i1"),  # 1 if the last step ended a hand, 2 if that hand was thrown in
        ("reason", "i1"),  # why the last hand ended in this row (``REASONS``; 0 before any has) …
        ("winners", "i1"),  # … and its winners: bits
        ("number", "i4"),  # number of hands in this row before this one
        ("points", "i8", SEATS),  # of the last hand that ended in this row
        ("threw", "i8", SEATS),  # cards that a seat threw away
        ("bottom", "i8"),
        ("more", "i8", SEATS),  # the second word of ``hand``, for two packs; those of other sets end in ``_more``
        ("played_more", "i8", SEATS),
        ("unplayed_more", "i8"),
        ("beat_more", "i8"),
        ("recent_more", "i8", MOVES),
        ("recent_code", "i2", MOVES),  # the combinations played (``encode_move``)
        ("bottom_more", "i8"),
        ("bomb", "i2", BOMBS),  # codes of the bombs and rockets played (``encode_bomb``)
        ("deck", "u1", 108),  # cards as dealt, rank × 4 + suit: seat 0 first, the bottom after the hands
        ("draws", "u1", 5),  # additional draws, in the order of the deal's plan
        ("past", "i8", MOVES_KEPT),  # the latest moves in a ring, move n at n % MOVES_KEPT; no cards for a pass
        ("past_more", "i8", MOVES_KEPT),
        ("past_code", "i2", MOVES_KEPT),  # the combinations played (``encode_move``)
        ("call", "i2", CALLS_KEPT),  # the first calls of the hand (``encode_call``)
    ],
    align=True,
)
"""The dtype of one hand of Dou Dizhu; fields of unused seats are zero.

The fields for public information are those that ``features.doudizhu.observation_facts`` declares.
"""


STAGE_PLACES: Final = len(STAGES) + 1

_NUMBERS: Final = tuple(field.name for field in fields(Rules) if isinstance(field.default, int))
"""The parameters of a ruleset that are numbers or booleans. They have the same names in ``RULES``."""
_PARAMETERS: Final = (
    *_NUMBERS,
    *("first_packet", "pack_size", "once", "duel", "manner", "rotates", "called", "bottom_stage"),
    *("rob_way", "nobody_calls", "bonuses_multiply", "throws_multiply", "doubles", "asks"),
    *("draws_first", "draws_upcard", "draws_wild", "draws_second_wild", "draws_drawn"),
    *("numbers", "full", "full_more", "history"),
)
RULES: Final = np.dtype(
    [
        *((name, "i8") for name in _PARAMETERS),
        ("stages", "i1", STAGE_PLACES),
        ("factors", "i1", STAGE_PLACES),
        ("rob_factors", "i1", 8),
        ("double_factors", "i1", 8),
        ("pack", "u1", 108),
    ],
    align=True,
)
"""The dtype of the rules, as numbers for the compiled code.

``numbers`` has a bit for each rank in the pack except the jokers; ``full`` and ``full_more`` are the whole pack in unary
code.
"""


def rules_row(compiled: CompiledRuleset, *, history: bool = False) -> Any:
    """Return the rules of a ruleset as an array with one record of the dtype ``RULES``.

    ``history`` says whether rows store the history of the hand.
    """
    rules, stages, pack = compiled.rules, compiled.stages, compiled.pack
    row = np.zeros(1, RULES)
    for name, value in _parameters(
        rules, pack_size=len(pack), draws=[name for name, _ in list_random_draws(rules)]
    ).items():
        row[name] = value
    codes = [encode_stage(stage) for stage in stages]
    bottoms = [place for place, (code, _) in enumerate(codes) if code == BOTTOM]
    row["history"] = history
    row["bottom_stage"] = bottoms[0] if bottoms else STAGE_PLACES
    row["full"], row["full_more"] = counts_to_unary(count_ranks(cards_from_numbers(pack)))
    row["stages"][0, : len(codes)] = [code for code, _ in codes]
    row["factors"][0, : len(codes)] = [factor for _, factor in codes]
    factors = ROB_FACTORS[rules.rob_factors]
    row["rob_factors"][0, : len(factors)] = factors
    offered = [1, *(double.factor for double in double_questions(rules))]
    row["double_factors"][0, : len(offered)] = offered
    row["pack"][0, : len(pack)] = pack
    return row


def _parameters(rules: Rules, pack_size: int, draws: list[str]) -> dict[str, int]:
    return {
        **{name: getattr(rules, name) for name in _NUMBERS},
        "first_packet": first_packet_size(rules),
        "pack_size": pack_size,
        "once": rules.auction == "points_once",
        "duel": rules.auction == "rob_duel",
        "manner": (STRICT if rules.attached == "strict" else LOOSE) | (0 if rules.attach_both_jokers else APART),
        "rob_way": 1 if rules.rob_order == "playing" else -1,
        "nobody_calls": ("first", "second", "redeal").index(rules.nobody_calls),
        "bonuses_multiply": rules.bottom_bonuses == "multiplied",
        "throws_multiply": rules.discard_factors == "multiplied",
        "doubles": len(double_questions(rules)),
        "asks": any(question.applies(rules) for question in PHASE_QUESTIONS),
        "rotates": rules.first_bidder == "rotate",
        "numbers": sum(1 << rank for rank in rules.non_joker_ranks),
        "called": not rules.auction.startswith("points"),
        **{
            f"draws_{name}": draws.index(name) if name in draws else -1
            for name in ("first", "upcard", "wild", "second_wild", "drawn")
        },
    }
