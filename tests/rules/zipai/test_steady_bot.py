"""The steady bot of Da Zi Pai."""

from random import Random

import pytest

from paiju.bots.base import SeatedBot, make_bot_asker, play_random
from paiju.bots.zipai import play_steady
from paiju.core.hand_runner import run_hand
from paiju.games.zipai.cards import KINDS
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import Discarding, State, declined_pongs, hand_of, laid_melds
from paiju.games.zipai.waits import ReadyDiscard, ready_discards
from paiju.testing import random_deal
from tests.rules.zipai.table import Table, dealt, drawing, offered, playing

NEAR = "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"


def chosen(table: Table, seat: int) -> str:
    view = table.game.view(table.state, seat)
    return table.game.format_action(play_steady(table.game, view, seat, table.game.legal(view, seat), Random(0)))


def test_bot_wins_when_it_can() -> None:
    assert chosen(drawing(["二三五五"], [NEAR], stock="一"), 0) == "win"
    assert chosen(offered("一", ["九", "二三五五"], ["", NEAR]), 1) == "win"
    assert chosen(dealt(["", "一一一三三三五五五六六六肆肆肆"]), 1) == "win"


def test_bot_sets_the_lowest_minimum() -> None:
    game = ZiPai(Rules())
    state = game.start(game.new_match(), random_deal(game, game.new_match(), Random(1)))
    assert play_steady(game, game.view(state, 0), 0, game.legal(state, 0), Random(0)) == game.legal(state, 0)[0]


@pytest.mark.parametrize(
    ("hand", "card"),
    [("二七十三三三陆", "陆"), ("壹贰叁九二七十", "九"), ("四四四五五五七拾", "拾"), ("二七贰柒五", "五")],
)
def test_bot_keeps_valuable_cards(hand: str, card: str) -> None:
    assert chosen(playing([hand]), 0) == f"discard {card}"


def test_bot_discards_the_least_useful_card() -> None:
    assert chosen(playing(["二七十四五"], ["龙拾拾拾拾 碰八八八 碰九九九 碰六六六"]), 0) in ("discard 四", "discard 五")
    assert chosen(playing(["五五九"], [NEAR]), 0) == "discard 九"
    assert chosen(playing(["五五"], [NEAR]), 0) == "discard 五"


def test_bot_claims_scoring_melds() -> None:
    assert chosen(offered("贰", ["九", "贰贰四八壹肆"]), 1) == "pong"
    assert chosen(offered("二", ["九", "七十四八壹肆"]), 1) == "eat 二七十"
    assert chosen(offered("三", ["九", "五六", "二"], ["", "碰三三三"], drawn=True), 1) == "open"


def test_bot_makes_its_hand_ready_when_it_can() -> None:
    """Of all positions of some hands: where a discard leaves it ready for a win that counts, it makes one of these."""
    game, random, found = ZiPai(Rules()), Random(2), 0
    for _ in range(6):
        match = game.new_match()
        state: State = game.start(match, random_deal(game, match, random))
        for move in run_hand(
            game, state, make_bot_asker(game, {seat: SeatedBot(play_steady, random) for seat in range(3)})
        ):
            if isinstance(move.before.phase, Discarding):
                view = game.view(move.before, move.seat)
                choices = {one.discard for one in readies(view, move.seat)}
                found += bool(choices)
                assert not choices or move.action.card in choices
    assert found > 5


def readies(view: State, seat: int) -> list[ReadyDiscard]:
    """The discards that leave the hand ready, with a card that nobody has seen and that wins whoever draws it."""
    hand, laid, least = hand_of(view, seat), laid_melds(view, seat), view.public.minimum or 0
    gone = [0] * KINDS
    for other, melds in enumerate(view.public.melds):
        for kind in (kind for meld in melds for kind in (meld.cards or ()) if other != seat):
            gone[kind] += 1
    for kind in (kind for cards in view.public.discards for kind in cards):
        gone[kind] += 1
    found = ready_discards(hand, laid, declined_pongs(view, seat), tuple(gone))
    return [one for one in found if any((wait.drawn or 0) >= least for wait in one.waits)]


def test_bot_claims_cards_that_leave_it_ready() -> None:
    """The third 八 for a pair that the hand needs less than the win."""
    one = offered("八", ["九", "八八二三五五九"], ["", "龙拾拾拾拾 龙玖玖玖玖 罩七七七 罩六六六"])
    assert chosen(one, 1) == "pong"


def test_bot_declines_claims_that_break_up_better_groups() -> None:
    assert chosen(offered("六", ["九", "五五五四七七七九一"]), 1) == "pass"


def _play(game: ZiPai, steady: int, seed: int) -> tuple[int, ...]:
    """A hand in which one seat is steady; the points."""
    random = Random(seed)
    state: State = game.start(game.new_match(), random_deal(game, game.new_match(), random))
    bots = {seat: SeatedBot(play_steady if seat == steady else play_random, random) for seat in range(game.seats)}
    for move in run_hand(game, state, make_bot_asker(game, bots)):
        game.check(move.before, move.seat, move.action)
        state = move.step.state
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.points


@pytest.mark.sim
@pytest.mark.parametrize("players", [2, 3])
def test_bot_beats_the_random_bot(players: int) -> None:
    """Every deal is played with the steady bot at each seat in turn."""
    game = ZiPai(Rules(players=3 if players == 3 else 2))
    won = [sum(_play(game, seat, seed)[seat] for seat in range(players)) for seed in range(20)]
    assert sum(won) / len(won) > 20
    assert sum(points > 0 for points in won) >= 14
