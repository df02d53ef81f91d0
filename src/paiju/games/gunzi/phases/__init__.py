"""The rules of the phases of a hand."""

from __future__ import annotations

from typing import Final

from paiju.core.phases import OverRules, Phases
from paiju.games.gunzi.phases.burying import BuryingJokersRules, BuryingRules, TakingBackRules
from paiju.games.gunzi.phases.cutting import CuttingRules
from paiju.games.gunzi.phases.dealing import DealingRules
from paiju.games.gunzi.phases.declaring import ClosingRules
from paiju.games.gunzi.phases.playing import PlayingRules
from paiju.games.gunzi.phases.tribute import GivingBackRules, PayingRules
from paiju.games.gunzi.phases.turning_up_bottom import TurningRules
from paiju.games.gunzi.state import (
    Burying,
    BuryingJokers,
    Closing,
    Cutting,
    Dealing,
    GivingBack,
    Over,
    Paying,
    Playing,
    TakingBack,
    Turning,
)

PHASES: Final[Phases] = {
    Cutting: CuttingRules(),
    Dealing: DealingRules(),
    Closing: ClosingRules(),
    Turning: TurningRules(),
    Paying: PayingRules(),
    GivingBack: GivingBackRules(),
    Burying: BuryingRules(),
    BuryingJokers: BuryingJokersRules(),
    TakingBack: TakingBackRules(),
    Playing: PlayingRules(),
    Over: OverRules(),
}
