"""The declaration of the family Da Zi Pai."""

from __future__ import annotations

from typing import Final

from paiju.core.family import Family
from paiju.games.zipai.cards import KINDS, is_red
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.guide import guide
from paiju.games.zipai.melds import HIDDEN, WAYS
from paiju.games.zipai.payoff_bounds import payoff_bounds
from paiju.games.zipai.review_hooks import ZiPaiReviewHooks

FAMILY: Final = Family(
    name="zipai",
    game=ZiPai,
    bots={"steady": "paiju.bots.zipai:play_steady"},
    compiled_bots={"steady": "paiju.bots.zipai.batch_steady:ZiPaiSteady"},
    terminal_renderer="paiju.tui.zipai:ZiPaiRenderer",
    batch="paiju.batch.zipai:ZiPaiEngine",
    feature_encoder="paiju.features.zipai.encoder:ZiPaiEncoder",
    losing_actions="paiju.games.zipai.losing_actions:losing_actions",
    solver="paiju.solve.zipai:ZiPaiSolver",
    puzzles="paiju.puzzles.zipai:ZiPaiPuzzles",
    web=True,
    query_commands={"win": "paiju.cli.zipai_win_check:print_win_check"},
    review_hooks=ZiPaiReviewHooks(),
    guide=guide,
    payoff_bounds=payoff_bounds,
    facts={
        "face_down": {way: WAYS[way].copies for way in sorted(HIDDEN)},
        "red": [kind for kind in range(KINDS) if is_red(kind)],
    },
    place=2,
)
