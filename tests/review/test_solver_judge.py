"""Verdicts of the solver: planted blunders are found, and winning plays are never marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.family import load_object
from paiju.core.game import AnyGame
from paiju.games.doudizhu.cards import NO_CARDS, Cards
from paiju.games.zipai.cards import PACK, parse_cards
from paiju.games.zipai.state import Claiming, Discarding, Looking
from paiju.review.judgement import Decision, JudgedAction, Judgement, make_judgement
from paiju.review.solver_judge import Prover
from paiju.solve import Budget
from tests.review.reviewed_hands import PROOFS, hands, review_context, reviewed
from tests.rules.doudizhu.table import Table, playing, rules_of
from tests.rules.zipai.table import drawing
from tests.solve.test_gunzi import ending_state
from tests.solve.test_zipai import endings

QQ, GUNZI, ZIPAI = "doudizhu/qq", "gunzi/six", "zipai/guilin-3"
NODES = 1_000_000
NO_PRIOR = Judgement((), 0, "net")
"""Where all results are proved, the judgement before does not count."""


def decision(table: Table, seat: int, played: str) -> Decision:
    game: AnyGame = table.game
    view = game.view(table.state, seat)
    return Decision(0, seat, table.state, view, game.legal(view, seat), game.parse_action(played))


def ending(*hands_held: str) -> Table:
    """The end of a hand in which all other cards have been played, by the landlord for what it matters."""
    table = playing(rules_of("qq"), hands_held)
    rest = sum(1 << (8 * (card >> 2) + 2 * (card & 3)) for card in table.game.compiled.pack)
    held = sum(int(hand or 0) for hand in table.state.secret.hands)
    return playing(rules_of("qq"), hands_held, played=(Cards(rest - held), NO_CARDS, NO_CARDS))


def test_a_planted_blunder_is_proved_in_all_deals() -> None:
    """The landlord holds both jokers and a 3; whoever has the 5 and the 9: the rocket first wins, the 3 first loses."""
    table = ending("3BR", "5", "9")
    judged = Prover(review_context(QQ), NODES).judge(decision(table, 0, "3"), Random(1), NO_PRIOR)
    assert judged is not None
    assert (judged.judge, judged.deals) == ("proved", 2)
    assert judged.mark == "blunder"
    assert judged.loss == 1
    assert {one.chance: review_context(QQ).game.format_action(one.action) for one in judged.actions}[0] == "play 3"


def test_a_play_that_is_proved_to_win_is_not_marked() -> None:
    table = ending("3BR", "5", "9")
    judged = Prover(review_context(QQ), NODES).judge(decision(table, 0, "BR"), Random(1), NO_PRIOR)
    assert judged is not None
    assert (judged.mark, judged.loss, judged.played_action.chance) == ("", 0, 1)


def test_no_verdict_where_the_best_play_depends_on_the_deal() -> None:
    """The landlord's pairs win unless one farmer has both kings."""
    table = ending("3399", "4K", "7K")
    assert Prover(review_context(QQ), NODES).judge(decision(table, 0, "33"), Random(1), NO_PRIOR) is None


def test_no_verdict_without_a_budget_or_a_solver() -> None:
    table = ending("3BR", "5", "9")
    assert Prover(review_context(QQ), 0).judge(decision(table, 0, "3"), Random(1), NO_PRIOR) is None
    many = ending("34567893BR", "56789TTTJ", "9QQQKKKA2")
    assert Prover(review_context(QQ), NODES).judge(decision(many, 0, "3"), Random(1), NO_PRIOR) is None


def test_many_deals_are_solved_by_sampling() -> None:
    table = ending("3BR2222", "5678", "9TJQ")
    judged = Prover(review_context(QQ), NODES).judge(decision(table, 0, "2222"), Random(1), NO_PRIOR)
    assert judged is not None
    assert (judged.judge, judged.deals) == ("sampled", 40)
    assert judged.mark == ""


def test_a_review_with_open_hands_considers_one_deal() -> None:
    table = ending("57", "6", "8")
    judged = Prover(review_context(QQ), NODES, is_open=True).judge(decision(table, 0, "5"), Random(1), NO_PRIOR)
    assert judged is not None
    assert (judged.judge, judged.deals, judged.loss) == ("proved", 1, 0)  # it loses whatever is led


@pytest.mark.sim
def test_winning_plays_are_never_marked_in_hands_of_bots() -> None:
    proved = 0
    for hand in hands(QQ, ("random", "steady"), 4):
        for one in reviewed(QQ, hand, PROOFS).decisions:
            if one.judge in ("proved", "sampled"):
                proved += 1
                assert not (one.mark and one.choices[one.played].chance == 100)
                assert one.mark or one.loss < 5 or one.judge == "sampled"
    assert proved


# ---- games with more than two sides

PRIOR = 0.5
"""The chance that the net gives every action."""


def judge_all(name: str, state: Any, seat: int, *, is_open: bool = True) -> Iterator[tuple[Judgement, bool | None]]:
    """Yield the judgement of each action as if it had been played, and its result with all hands open."""
    game = review_context(name).game
    view = game.view(state, seat)
    legal = game.legal(view, seat)
    results = load_object(review_context(name).family.solver)(game).results_of_actions(
        state, seat, legal, Budget(nodes=2000)
    )
    for played, result in zip(legal, results, strict=True):
        prior = make_judgement([JudgedAction(one, PRIOR, 0.05, PRIOR) for one in legal], played, "net", 0.05)
        prover = Prover(review_context(name), 2_000_000, is_open=is_open)
        judged = prover.judge(Decision(0, seat, state, view, legal, played), Random(1), prior)
        if judged is not None:
            yield judged, result


def check_proofs(name: str, states: Iterable[tuple[Any, int]]) -> int:
    """Lost wins are found, and plays that win for sure are never marked. Returns how many blunders are proved."""
    blunders = 0
    for state, seat in states:
        for judged, result in judge_all(name, state, seat):
            if result is True:
                assert (judged.judge, judged.loss, judged.mark) == ("proved", 0, "")
                assert judged.played_action.chance == 1
            elif result is False and judged.best.chance == 1:
                assert (judged.judge, judged.loss, judged.mark) == ("proved", 1, "blunder")
                blunders += 1
            elif result is None:  # the net judges the loss, and the better play is proved
                assert (judged.judge, judged.played_action.chance) == ("net", PRIOR)
                assert judged.best.chance == 1
    return blunders


def gunzi_endings(number: int) -> Iterator[tuple[Any, int]]:
    """States with two cards in each hand, in the midst of a trick."""
    game: Any = review_context(GUNZI).game
    random = Random(1)
    for _ in range(number):
        state: Any = ending_state(game, random)
        for _ in range(random.randrange(6)):
            seat = game.to_act(state)[0]
            state = game.step(state, seat, random.choice(game.legal(state, seat))).state
        yield state, game.to_act(state)[0]


@pytest.mark.clause("GZ-7.1")
def test_planted_blunders_in_gunzi_are_proved() -> None:
    assert check_proofs(GUNZI, gunzi_endings(60))


@pytest.mark.clause("ZP-3.5")
@pytest.mark.parametrize("is_open", [False, True])
def test_a_win_with_the_last_card_that_was_passed_is_proved(is_open: bool) -> None:
    hands, laid = ("伍陆", "九玖", "九玖"), "二二二四四四五五五六六六七七七壹壹壹"
    melds = " ".join(f"碰{laid[at : at + 3]}" for at in range(0, len(laid), 3))
    state = drawing(hands, (melds,), stock="柒", minimum=1).state
    gone = Counter(PACK) - Counter(parse_cards("".join((*hands, laid, "柒"))))
    state = replace(state, public=replace(state.public, discards=(tuple(gone.elements()), (), ())))
    for judged, result in judge_all(ZIPAI, state, 0, is_open=is_open):
        # the others hold 九九 and 玖玖, or 九玖 each
        assert (judged.judge, judged.deals) == ("proved", 1 if is_open else 3)
        assert judged.mark == ("" if result else "blunder")
        assert judged.loss == (0 if result else 1)


def test_sure_wins_in_zi_pai_are_never_marked() -> None:
    states = islice(endings(ZIPAI, Random(4), 1, (Discarding, Looking, Claiming)), 40)
    check_proofs(ZIPAI, ((state, review_context(ZIPAI).game.to_act(state)[0]) for state in states))


def test_with_few_hidden_cards_all_deals_of_gunzi_are_counted() -> None:
    proved = 0
    for state, seat in gunzi_endings(40):
        seen = replace(state, bottom_open=True)
        for judged, result in judge_all(GUNZI, seen, seat, is_open=False):
            if judged.judge == "proved":
                proved += 1
                assert judged.deals <= 40
                assert result is None or result == (judged.played_action.chance == 1)
    assert proved
