"""What an account adds up to."""

from paiju.core.account import Line, left_by, stake_of


def test_bases_and_additions_add_and_factors_multiply_in_order() -> None:
    lines = (Line("a", 2, "base"), Line("b", 3), Line("c", 4, "plus"), Line("d", 5))
    assert stake_of(lines) == ((2 * 3) + 4) * 5
    assert stake_of(()) == 0


def test_personal_factors_and_notes_are_left_out() -> None:
    assert stake_of((Line("a", 2, "base"), Line("b", 9, "personal", 1), Line("c", 7, "note"))) == 2


def test_a_hand_that_was_left_is_nobodys_and_costs_what_its_account_comes_to() -> None:
    outcome = left_by(2, 4, (Line("a", 3, "base"), Line("b", 5)))
    assert (outcome.reason, outcome.winners, outcome.points) == ("left", (), (0, 0, 0, 0))
    assert (outcome.left, outcome.cost) == (2, 15)
    assert left_by(0, 2).cost == 0
