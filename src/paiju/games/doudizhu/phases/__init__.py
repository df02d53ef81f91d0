"""The phases of a hand, in the one order that all rulesets keep (DDZ-7.9); a ruleset has those that apply to it."""

from __future__ import annotations

from typing import Any, Final

from paiju.games.doudizhu.phases.base import PhaseRules, Stage
from paiju.games.doudizhu.phases.bidding import BiddingRules, BiddingStage, RotatingStage
from paiju.games.doudizhu.phases.dealing import DealingRules, DealStage
from paiju.games.doudizhu.phases.doubling import DoublingRules, DoublingStage
from paiju.games.doudizhu.phases.ending import OverRules
from paiju.games.doudizhu.phases.kicking import KickingRules, KickingStage
from paiju.games.doudizhu.phases.landlord import AutomaticRules, AutomaticStage
from paiju.games.doudizhu.phases.opening import OpeningRules, OpeningStage
from paiju.games.doudizhu.phases.playing import PlayingRules, PlayingStage
from paiju.games.doudizhu.phases.robbing import RobbingRules, RobbingStage
from paiju.games.doudizhu.phases.throwing import ThrowingRules, ThrowingStage
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import (
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

STAGES: Final[tuple[Stage, ...]] = (
    OpeningStage(5),
    DealStage(0),
    OpeningStage(4),
    DealStage(1),
    OpeningStage(3),
    BiddingStage(),
    RobbingStage(),
    RotatingStage(),
    KickingStage(),
    AutomaticStage("bottom"),
    AutomaticStage("drawing"),
    AutomaticStage("wild"),
    ThrowingStage(),
    OpeningStage(2, landlord_only=True),
    DoublingStage(),
    PlayingStage(),
)

PHASE_RULES: Final[dict[type[Any], PhaseRules[Any]]] = {
    Automatic: AutomaticRules(),
    Dealing: DealingRules(),
    Opening: OpeningRules(),
    Bidding: BiddingRules(),
    Robbing: RobbingRules(),
    Kicking: KickingRules(),
    Throwing: ThrowingRules(),
    Doubling: DoublingRules(),
    Playing: PlayingRules(),
    Over: OverRules(),
}


def stages_of(rules: Rules) -> tuple[Stage, ...]:
    """A ruleset's list of phases."""
    return tuple(stage for stage in STAGES if stage.applies(rules))
