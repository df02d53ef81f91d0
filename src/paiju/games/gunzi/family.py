"""The declaration of the family Gunzi."""

from __future__ import annotations

from typing import Final

from paiju.core.family import Family
from paiju.games.gunzi.game import Gunzi
from paiju.games.gunzi.guide import guide
from paiju.games.gunzi.payoff_bounds import payoff_bounds
from paiju.games.gunzi.review_hooks import GunziReviewHooks
from paiju.games.gunzi.state import BOTTOM, HAND, SEATS

FAMILY: Final = Family(
    name="gunzi",
    game=Gunzi,
    bots={"steady": "paiju.bots.gunzi:choose"},
    compiled_bots={"steady": "paiju.bots.gunzi.batch_steady:CompiledGunziSteady"},
    bidding_bias="paiju.bots.gunzi.steady_bot:bias_declaration",
    terminal_renderer="paiju.tui.gunzi:GunziRenderer",
    web=True,
    query_commands={"follow": "paiju.cli.gunzi_follow_check:print_follow_check"},
    batch="paiju.batch.gunzi:GunziEngine",
    feature_encoder="paiju.features.gunzi.encoder:GunziEncoder",
    review_hooks=GunziReviewHooks(),
    solver="paiju.solve.gunzi:GunziSolver",
    puzzles="paiju.puzzles.gunzi:GunziPuzzles",
    guide=guide,
    payoff_bounds=payoff_bounds,
    facts={"bottom": BOTTOM, "dealt": SEATS * HAND},
    place=3,
)
