"""The total of an account of score lines."""

from paiju.core.score_breakdown import ScoreLine, outcome_of_leaving, stake_of


def test_account_sum_adds_bases_and_multiplies_factors_in_order() -> None:
    lines = (ScoreLine("a", 2, "base"), ScoreLine("b", 3), ScoreLine("c", 4, "plus"), ScoreLine("d", 5))
    assert stake_of(lines) == ((2 * 3) + 4) * 5
    assert stake_of(()) == 0


def test_personal_factors_and_notes_are_left_out() -> None:
    assert stake_of((ScoreLine("a", 2, "base"), ScoreLine("b", 9, "personal", 1), ScoreLine("c", 7, "note"))) == 2


def test_an_abandoned_hand_has_no_winner_and_costs_the_account_total() -> None:
    outcome = outcome_of_leaving(2, 4, (ScoreLine("a", 3, "base"), ScoreLine("b", 5)))
    assert (outcome.reason, outcome.winners, outcome.points) == ("left", (), (0, 0, 0, 0))
    assert (outcome.left, outcome.cost) == (2, 15)
    assert outcome_of_leaving(0, 2).cost == 0
