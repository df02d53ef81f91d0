"""The rules of the phases of a hand."""

from __future__ import annotations

from typing import Final

from paiju.core.phases import OverRules, Phases
from paiju.games.zipai.phases.catching_eater import CatchingRules
from paiju.games.zipai.phases.claims import ClaimingRules
from paiju.games.zipai.phases.dealing import DealingRules, OpeningRules
from paiju.games.zipai.phases.minimum import MinimumRules
from paiju.games.zipai.phases.turn import DiscardingRules, DrawingRules, LookingRules
from paiju.games.zipai.state import (
    Catching,
    Claiming,
    Dealing,
    Discarding,
    Drawing,
    Looking,
    Minimum,
    Opening,
    Over,
)

PHASES: Final[Phases] = {
    Minimum: MinimumRules(),
    Dealing: DealingRules(),
    Opening: OpeningRules(),
    Discarding: DiscardingRules(),
    Claiming: ClaimingRules(),
    Catching: CatchingRules(),
    Drawing: DrawingRules(),
    Looking: LookingRules(),
    Over: OverRules(),
}
