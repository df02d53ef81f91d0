"""What the solver proves: planted blunders are found, and winning plays are never marked."""

from __future__ import annotations

from random import Random

import pytest

from paiju.core.game import AnyGame
from paiju.games.doudizhu.cards import NO_CARDS, Cards
from paiju.review.judgement import Decision
from paiju.review.proofs import Prover
from tests.review.hands import PROOFS, hands, review_context, reviewed
from tests.rules.doudizhu.table import Table, playing, rules_of

QQ = "doudizhu/qq"
NODES = 1_000_000


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
    judged = Prover(review_context(QQ), NODES).judge(decision(table, 0, "3"), Random(1))
    assert judged is not None
    assert (judged.judge, judged.deals) == ("proved", 2)
    assert judged.mark == "blunder"
    assert judged.loss == 1
    assert {one.chance: review_context(QQ).game.format_action(one.action) for one in judged.actions}[0] == "play 3"


def test_a_play_that_is_proved_to_win_is_not_marked() -> None:
    table = ending("3BR", "5", "9")
    judged = Prover(review_context(QQ), NODES).judge(decision(table, 0, "BR"), Random(1))
    assert judged is not None
    assert (judged.mark, judged.loss, judged.played_action.chance) == ("", 0, 1)


def test_the_solver_says_nothing_where_the_best_play_depends_on_the_deal() -> None:
    """The landlord's pairs win unless one farmer has both kings."""
    table = ending("3399", "4K", "7K")
    assert Prover(review_context(QQ), NODES).judge(decision(table, 0, "33"), Random(1)) is None


def test_the_solver_says_nothing_without_a_budget_or_a_solver() -> None:
    table = ending("3BR", "5", "9")
    assert Prover(review_context(QQ), 0).judge(decision(table, 0, "3"), Random(1)) is None
    many = ending("34567893BR", "56789TTTJ", "9QQQKKKA2")
    assert Prover(review_context(QQ), NODES).judge(decision(many, 0, "3"), Random(1)) is None


def test_of_many_deals_some_are_solved() -> None:
    table = ending("3BR2222", "5678", "9TJQ")
    judged = Prover(review_context(QQ), NODES).judge(decision(table, 0, "2222"), Random(1))
    assert judged is not None
    assert (judged.judge, judged.deals) == ("sampled", 40)
    assert judged.mark == ""


def test_judged_with_open_hands_there_is_one_deal() -> None:
    table = ending("57", "6", "8")
    judged = Prover(review_context(QQ), NODES, is_open=True).judge(decision(table, 0, "5"), Random(1))
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
