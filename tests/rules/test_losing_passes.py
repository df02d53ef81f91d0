"""No built-in bot passes where passing surely loses and another action is legal (``paiju.games.losing_actions``)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from paiju.bots.base import RANDOM
from paiju.bots.registry import bot_names, make_bot
from paiju.core.fair_deal import draw_deal, hand_seed
from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.core.seats import DEALER, Seat
from paiju.features.family_encoder import FamilyEncoder
from paiju.games.doudizhu.actions import PASS, Play
from paiju.games.losing_actions import exclude_losing_actions
from paiju.games.registry import family_of, game, rulesets
from paiju.games.zipai.actions import PASS as NO_CLAIM
from paiju.games.zipai.actions import WIN
from tests.bots.doudizhu.positions import position
from tests.rules.zipai.table import TWO, drawing, last_card, offered, playing

DOUDIZHU = [name for name in rulesets() if name.startswith("doudizhu/")]
SEEDS = 40
HANDS = 100

Planted = tuple[str, list[str], Seat, str, Seat, dict[str, Any]]
"""Ruleset, hands (seat 0 is the landlord), whose turn, what is on the table, by whom, and what else is public."""

LOST: dict[str, Planted] = {
    "the landlord leads the last card": ("qq", ["4", "2233", "56K"], 2, "9", 0, {}),
    "the landlord leads a pair, whatever the two cards are": ("qq", ["KK", "KK", "AAQ"], 2, "99", 0, {}),
    "the partner cannot beat it either": ("qq", ["4", "567", "2K"], 2, "Q", 0, {}),
    "the partner, who acts next, cannot beat it": ("qq", ["4", "2K", "567"], 1, "K", 0, {}),
    "the landlord beats the partner's card with any last card": ("qq", ["7", "45", "2256"], 2, "3", 1, {}),
    "a farmer leads the last card": ("qq", ["22AA", "4", "567"], 0, "9", 1, {}),
    "an open hand is led out": ("qq", ["AA5", "24", "567"], 1, "T", 0, {"opened": (2, 0, 0)}),
    "an open hand leads and leads": ("duel", ["AA222BR", "5567899TAA"], 1, "K", 0, {"robs": 1, "opened": (2, 0)}),
    "the handicap is left": ("duel", ["22A", "5678"], 0, "9", 1, {"robs": 3}),
    "between two": ("duel", ["5", "2A"], 1, "9", 0, {}),
    "among four": ("four", ["4", "56789", "56789", "22AA"], 3, "9", 0, {}),
    "with a wild rank": ("wild", ["4", "5678", "2333"], 2, "9", 0, {"wild": 5}),
}

OPEN_YET: dict[str, Planted] = {
    "the partner may beat it": ("qq", ["4", "2K", "56A"], 1, "Q", 0, {}),
    "the landlord has two cards that may not be a pair": ("qq", ["45", "2233", "KK6"], 2, "99", 0, {}),
    "the landlord's last card may be too low": ("qq", ["4", "35", "2256"], 2, "4", 1, {}),
    "the partner leads": ("qq", ["45", "3", "2256"], 2, "4", 1, {}),
}


def decision(
    name: str, hands: Sequence[str], turn: Seat, beat: str, by: Seat, public: dict[str, Any]
) -> tuple[AnyGame, Any, Sequence[Any]]:
    of = game(f"doudizhu/{name}")
    view = of.view(position(name, hands, turn, beat, by, **public), turn)
    legal = of.legal(view, turn)
    assert legal[0] == PASS
    assert len(legal) > 1
    return of, view, legal


def never(action: Any, ruleset: str, view: Any, seat: Seat, legal: Sequence[Any]) -> None:
    """No bot of the house does this, but the random one may."""
    of = game(ruleset)
    for name in bot_names(ruleset):
        if name != RANDOM:
            assert all(
                make_bot(name, ruleset)(of, view, seat, legal, Random(seed)) != action for seed in range(SEEDS)
            ), name


@pytest.mark.parametrize("told", LOST)
def test_no_bot_passes_where_passing_surely_loses(told: str) -> None:
    name, hands, turn, beat, by, public = LOST[told]
    of, view, legal = decision(name, hands, turn, beat, by, public)
    assert exclude_losing_actions(of, view, turn, legal) == list(legal[1:])
    never(PASS, f"doudizhu/{name}", view, turn, legal)


@pytest.mark.parametrize("told", OPEN_YET)
def test_a_pass_that_may_not_lose_stays_among_the_actions(told: str) -> None:
    name, hands, turn, beat, by, public = OPEN_YET[told]
    of, view, legal = decision(name, hands, turn, beat, by, public)
    assert exclude_losing_actions(of, view, turn, legal) == legal


def test_where_nothing_else_is_legal_a_bot_passes() -> None:
    of = game("doudizhu/qq")
    view = of.view(position("qq", ["4", "2233", "567"], 2, "9", 0), 2)
    legal = of.legal(view, 2)
    assert exclude_losing_actions(of, view, 2, legal) == legal == (PASS,)


# ---- Zi Pai: with an empty stock it is known what the others hold


HELD = ["一二", "四五"]
LAID = [
    "碰贰贰贰 碰柒柒柒 碰拾拾拾 吃四五六 吃四五六 吃七八九",
    "碰二二二 碰七七七 碰十十十 碰玖玖玖 吃壹贰叁 吃肆伍陆",
]


def test_no_bot_passes_on_a_drawn_card_that_lets_the_opponent_win() -> None:
    of = game("zipai/guilin-2")
    state = last_card(drawing(HELD, LAID, "三", turn=0, rules=TWO))
    view = of.view(state, 0)
    assert of.legal(view, 0) == (WIN, NO_CLAIM)
    assert exclude_losing_actions(of, view, 0, of.legal(view, 0)) == [WIN]
    never(NO_CLAIM, "zipai/guilin-2", view, 0, of.legal(view, 0))


def test_a_card_put_out_by_the_opponent_may_be_passed() -> None:
    of = game("zipai/guilin-2")
    view = of.view(last_card(offered("三", HELD, LAID, by=1, drawn=True, rules=TWO)), 0)
    legal = of.legal(view, 0)
    assert NO_CLAIM in legal
    assert len(legal) > 1
    assert exclude_losing_actions(of, view, 0, legal) == legal


def test_no_pass_surely_loses_while_there_are_cards_to_draw() -> None:
    of = game("zipai/guilin-2")
    view = of.view(last_card(drawing(HELD, LAID, "三捌", turn=0, rules=TWO)), 0)
    assert exclude_losing_actions(of, view, 0, of.legal(view, 0)) == (WIN, NO_CLAIM)


def test_a_seat_that_must_discard_keeps_all_its_discards() -> None:
    of = game("zipai/guilin-2")
    view = of.view(last_card(playing(["一二三", "四五"], LAID, rules=TWO)), 0)
    legal = of.legal(view, 0)
    assert view.public.stock == 0
    assert len(legal) == 3
    assert exclude_losing_actions(of, view, 0, legal) == legal


# ---- whole hands


@pytest.mark.sim
@pytest.mark.parametrize("name", DOUDIZHU)
def test_a_losing_pass_loses_to_an_opponent_who_takes_the_win(name: str) -> None:
    """In hands played at random whoever would surely lose by a pass passes, and loses, whatever the own side does."""
    of, bits, found = game(name), bits_of(name), 0
    for number in range(HANDS):
        random = Random(f"{name}:{number}")
        state = of.start(of.new_match(), draw_deal(of.deal_plan(of.new_match()), hand_seed(b"losing", name, number)))
        loser: Seat | None = None
        while (outcome := of.outcome(state)) is None:
            seat = next(iter(of.to_act(state)), DEALER)
            view = state if seat == DEALER else of.view(state, seat)
            legal = of.legal(view, seat)
            action = random.choice(legal)
            if seat != DEALER and loser is None and exclude_losing_actions(of, view, seat, legal) != legal:
                loser, action = seat, PASS
            elif loser is not None and of_other_side(view, loser, seat):
                action = winning(bits, view, seat, legal)
            state = of.act(state, seat, action).state
        found += loser is not None
        assert loser is None or outcome.points[loser] < 0
    assert found >= HANDS // 10


def bits_of(name: str) -> FamilyEncoder:
    found: FamilyEncoder = load_object(family_of(name).feature_encoder)(game(name))
    return found


def of_other_side(view: Any, one: Seat, other: Seat) -> bool:
    landlord: Seat = view.public.landlord
    return (one == landlord) != (other == landlord)


def winning(bits: FamilyEncoder, view: Any, seat: Seat, legal: Sequence[Any]) -> Any:
    """A sure win, the longest play first; else a pass."""
    sure = bits.forced_wins(view, seat, legal)
    plays = [action for action, wins in zip(legal, sure, strict=True) if wins and isinstance(action, Play)]
    return max(plays, key=lambda play: play.what.size, default=legal[0])
