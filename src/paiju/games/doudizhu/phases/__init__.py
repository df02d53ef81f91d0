"""The stages of a hand in their fixed order (DDZ-7.9), and the rules of each kind of phase.

A ruleset has only the stages that apply to it.
"""

from __future__ import annotations

from typing import Final

from paiju.core.phases import OverRules, Phases
from paiju.games.doudizhu.compiled_ruleset import Stage
from paiju.games.doudizhu.phases.automatic_stages import AutomaticRules, AutomaticStage
from paiju.games.doudizhu.phases.bidding import BiddingRules, BiddingStage
from paiju.games.doudizhu.phases.dealing import DealingRules, DealStage
from paiju.games.doudizhu.phases.doubling import DoublingRules, DoublingStage
from paiju.games.doudizhu.phases.kicking import KickingRules, KickingStage
from paiju.games.doudizhu.phases.open_hand import OpeningRules, OpeningStage
from paiju.games.doudizhu.phases.playing import PlayingRules, PlayingStage
from paiju.games.doudizhu.phases.robbing import RobbingRules, RobbingStage
from paiju.games.doudizhu.phases.throwing_away import ThrowingRules, ThrowingStage
from paiju.games.doudizhu.phases.yes_no_question import AskingRules, AskingStage
from paiju.games.doudizhu.state import (
    Asking,
    Automatic,
    Bidding,
    Dealing,
    Doubling,
    Kicking,
    Opening,
    Over,
    Playing,
    Robbing,
    Throwing,
)
from paiju.games.doudizhu.yes_no_questions import REDOUBLE

STAGES: Final[tuple[Stage, ...]] = (
    OpeningStage(5),
    DealStage(0),
    OpeningStage(4),
    DealStage(1),
    OpeningStage(3),
    AutomaticStage("wild", lambda rules: rules.second_wild),
    BiddingStage(),
    RobbingStage(),
    AutomaticStage("rotating", lambda rules: rules.auction == "rotating"),
    KickingStage(),
    AutomaticStage("bottom", lambda rules: rules.bottom_size > 0),
    AutomaticStage("drawing", lambda rules: rules.draw_from_others),
    AutomaticStage("wild", lambda rules: rules.wild and not rules.second_wild),
    AutomaticStage("second_wild", lambda rules: rules.second_wild),
    ThrowingStage(),
    OpeningStage(2, landlord_only=True),
    DoublingStage(),
    AskingStage(REDOUBLE),
    PlayingStage(),
)

PHASES: Final[Phases] = {
    Automatic: AutomaticRules(),
    Dealing: DealingRules(),
    Opening: OpeningRules(),
    Bidding: BiddingRules(),
    Robbing: RobbingRules(),
    Kicking: KickingRules(),
    Throwing: ThrowingRules(),
    Doubling: DoublingRules(),
    Asking: AskingRules(),
    Playing: PlayingRules(),
    Over: OverRules(),
}
