"""The declaration of the family Dou Dizhu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from paiju.core.family import Family, RoleInfo
from paiju.core.seats import Seat
from paiju.games.doudizhu.combination_examples import combinations
from paiju.games.doudizhu.events import BidMade, LandlordCalled, LandlordRobbed
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.guide import guide
from paiju.games.doudizhu.payoff_bounds import payoff_bounds
from paiju.games.doudizhu.review_hooks import DouDizhuReviewHooks
from paiju.games.doudizhu.state import Over, Playing, State
from paiju.games.doudizhu.title_ladder import LADDER

SPRINGS: Final = ("spring", "reverse_spring")


def role(state: State, seat: Seat) -> str:
    """Return the role of a seat, ``landlord`` or ``farmer``; empty before there is a landlord."""
    landlord = state.public.landlord
    return "" if landlord is None else "landlord" if seat == landlord else "farmer"


def in_play(state: State) -> bool:
    """Return whether the hand has reached the play of cards."""
    return isinstance(state.phase, Playing | Over)


def feats(events: Sequence[Any], state: State, seat: Seat) -> Iterator[str]:
    """Yield the feats of a seat.

    ``called``: the seat bid points, called or robbed. ``spring``: the seat won by a spring or reverse spring.
    """
    if any(
        event.seat == seat and _is_landlord_bid(event)
        for event in events
        if isinstance(event, BidMade | LandlordCalled | LandlordRobbed)
    ):
        yield "called"
    outcome = state.phase.outcome if isinstance(state.phase, Over) else None
    if outcome and seat in outcome.winners and any(line.code in SPRINGS for line in outcome.account):
        yield "spring"


def _is_landlord_bid(event: BidMade | LandlordCalled | LandlordRobbed) -> bool:
    return event.points > 0 if isinstance(event, BidMade) else event.yes


FAMILY: Final = Family(
    name="doudizhu",
    game=DouDizhu,
    bots={"steady": "paiju.bots.doudizhu:play_steady"},
    compiled_bots={"steady": "paiju.bots.doudizhu.batch_steady:DouDizhuSteady"},
    dialects={"botzone": "paiju.bots.doudizhu.botzone:BotzoneProtocol"},
    terminal_renderer="paiju.tui.doudizhu:DouDizhuRenderer",
    batch="paiju.batch.doudizhu:DouDizhuEngine",
    feature_encoder="paiju.features.doudizhu.encoder:DouDizhuEncoder",
    endings="paiju.bots.doudizhu.solved_endings:DouDizhuEndings",
    bidding_bias="paiju.bots.doudizhu.choices_before_play:bias_bid",
    losing_actions="paiju.bots.doudizhu.losing_actions:losing_actions",
    solver="paiju.solve.doudizhu:DouDizhuSolver",
    puzzles="paiju.puzzles.doudizhu:DouDizhuPuzzles",
    web=True,
    query_commands={
        "legal": "paiju.cli.doudizhu_plays:print_legal_plays",
        "readings": "paiju.cli.doudizhu_plays:print_readings",
    },
    role_info=RoleInfo(role=role, in_play=in_play, feats=feats),
    combinations=combinations,
    review_hooks=DouDizhuReviewHooks(),
    guide=guide,
    payoff_bounds=payoff_bounds,
    ladder=LADDER,
    place=1,
)
