"""The numbers that encode Dou Dizhu in bits: kinds of actions, phases, and upper bounds.

These numbers are used by the layouts and the encoder of this package, and by the compiled code of
``paiju.batch.doudizhu``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from paiju.games.doudizhu.combinations import ROWS
from paiju.games.doudizhu.compiled_ruleset import Stage
from paiju.games.doudizhu.phases import STAGES
from paiju.games.doudizhu.phases.automatic_stages import AutomaticStage
from paiju.games.doudizhu.phases.bidding import BiddingStage
from paiju.games.doudizhu.phases.dealing import DealStage
from paiju.games.doudizhu.phases.doubling import DoublingStage
from paiju.games.doudizhu.phases.kicking import KickingStage
from paiju.games.doudizhu.phases.open_hand import OpeningStage
from paiju.games.doudizhu.phases.playing import PlayingStage
from paiju.games.doudizhu.phases.robbing import RobbingStage
from paiju.games.doudizhu.phases.throwing_away import ThrowingStage
from paiju.games.doudizhu.phases.yes_no_question import AskingStage
from paiju.games.doudizhu.yes_no_questions import PHASE_QUESTIONS

SEATS: Final = 4
"""The largest number of players; a row of the batch engine has this many seats."""
MOVES: Final = 6
"""The number of past moves that a row of the batch engine stores."""

# ---- kinds of actions: plays are numbered by the categories of ``combinations.ROWS``, where all bombs share a category

KINDS: Final = tuple(dict.fromkeys(row.category for row in ROWS))
"""The categories of plays; the index is the number of the kind."""
(
    SINGLE,
    PAIR,
    TRIO,
    TRIO_SINGLE,
    TRIO_PAIR,
    STRAIGHT,
    PAIR_CHAIN,
    TRIO_CHAIN,
    TRIO_CHAIN_SINGLES,
    TRIO_CHAIN_PAIRS,
    QUAD_SINGLES,
    QUAD_PAIRS,
    BOMB,
    ROCKET,
) = range(len(KINDS))
PASS: Final = 14
CHOOSE: Final = 15
"""The kind of action that answers a yes-or-no question: ``rank`` is 1 for yes and 0 for no."""
BID: Final = 16
"""The kind of action that bids ``rank`` points; 0 declines to bid."""
THROW: Final = 17
NOTHING: Final = -1

_ROWS: Final = [next(row for row in ROWS if row.category == kind) for kind in KINDS]
UNIT: Final = np.array([row.unit for row in _ROWS], np.int64)
ATTACH: Final = np.array([row.attach for row in _ROWS], np.int64)
"""For each kind of play, the number of cards in one attachment.

The number is 1 for single cards, 2 for pairs, and 0 if the kind has no attachments.
"""
ATTACHED: Final = np.array([row.attached for row in _ROWS], np.int64)
"""By kind of play, the number of attachments for each unit of the body."""
SHORTEST: Final = np.array([row.shortest for row in _ROWS], np.int64)
LONGEST_OF: Final = np.array([row.longest for row in _ROWS], np.int64)

# ---- phases

(
    DEALING,
    OPENING,
    OPENING_LANDLORD,
    BIDDING,
    ROBBING,
    ROTATING,
    KICKING,
    BOTTOM,
    DRAWING,
    WILD,
    THROWING,
    DOUBLING,
    PLAYING,
    OVER,
    ASKING,
    SECOND_WILD,
) = range(16)


def encode_stage(stage: Stage) -> tuple[int, int]:
    """Return the number of the phase that a stage of a hand begins, and a parameter of the stage.

    The parameter depends on the stage:

    - a stage in which seats may open their hands: the factor for an open hand
    - a stage that deals a packet: the index of the packet
    - a stage that asks a question with a phase of its own: the index of the question in ``PHASE_QUESTIONS``
    - any other stage: 0
    """
    match stage:
        case OpeningStage(factor=factor, landlord_only=alone):
            return OPENING_LANDLORD if alone else OPENING, factor
        case DealStage(packet=packet):
            return DEALING, packet
        case AskingStage(question=question):
            return ASKING, PHASE_QUESTIONS.index(question)
        case AutomaticStage(what=what):
            return _AUTOMATIC[what], 0
    return _ASKING[type(stage)], 0


_AUTOMATIC: Final = {
    "rotating": ROTATING,
    "bottom": BOTTOM,
    "drawing": DRAWING,
    "wild": WILD,
    "second_wild": SECOND_WILD,
}
_ASKING: Final[dict[type[Stage], int]] = {
    BiddingStage: BIDDING,
    RobbingStage: ROBBING,
    KickingStage: KICKING,
    ThrowingStage: THROWING,
    DoublingStage: DOUBLING,
    PlayingStage: PLAYING,
}

OPENED_LATE: Final = next(number for phase, number in map(encode_stage, STAGES) if phase == OPENING_LANDLORD)
"""The factor if the landlord opens its hand after it has taken the bottom (DDZ-7.7)."""
