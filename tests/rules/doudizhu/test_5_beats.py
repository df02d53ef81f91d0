"""DDZ-5: what beats what."""

import pytest

from tests.rules.doudizhu.table import combo, counts, game, playing, rules_of, texts

EVERY_KIND = [
    "R",
    "22",
    "222",
    "222+R",
    "222+AA",
    "TJQKA",
    "QQKKAA",
    "KKKAAA",
    "KKKAAA+2R",
    "KKKAAA+22QQ",
    "2222+BR",
    "2222+AAKK",
]
SAME_KIND = [
    # lower, higher, of one category and size
    ("3", "4"),
    ("2", "B"),
    ("B", "R"),
    ("KK", "22"),
    ("333", "555"),
    ("888+A", "999+3"),
    ("TTT+KK", "QQQ+66"),
    ("34567", "45678"),
    ("334455", "445566"),
    ("333444", "444555"),
    ("333444+2R", "444555+36"),
    ("333444+AA22", "444555+3366"),
    ("3333+2R", "4444+35"),
    ("3333+AA22", "4444+3355"),
    ("3333", "4444"),
]


@pytest.mark.clause("DDZ-5.1")
@pytest.mark.parametrize("other", [*EVERY_KIND, "2222"])
def test_the_rocket_beats_everything(other: str) -> None:
    assert combo("BR").beats(combo(other))
    assert not combo(other).beats(combo("BR"))
    assert "BR" in texts(game("qq").compiled.find_beating_plays(counts("BR3"), combo(other)))


@pytest.mark.clause("DDZ-5.1")
def test_nothing_answers_the_rocket() -> None:
    assert game("qq").compiled.find_beating_plays(counts("3333444422225"), combo("BR")) == ()
    assert not combo("BR").beats(combo("BR"))


@pytest.mark.clause("DDZ-5.1", "DDZ-4.16")
def test_with_four_players_the_rocket_beats_even_eight() -> None:
    assert combo("BBRR").beats(combo("22222222"))
    assert not combo("22222222").beats(combo("BBRR"))


@pytest.mark.clause("DDZ-5.2")
@pytest.mark.parametrize("other", EVERY_KIND)
def test_a_bomb_beats_everything_else(other: str) -> None:
    assert combo("3333").beats(combo(other))
    assert not combo(other).beats(combo("3333"))
    assert "3333" in texts(game("qq").compiled.find_beating_plays(counts("33335"), combo(other)))


@pytest.mark.clause("DDZ-5.2")
def test_bombs_compare_by_rank() -> None:
    kind = game("classic").compiled
    assert texts(kind.find_beating_plays(counts("3333555577772222"), combo("5555"))) == ["7777", "2222"]


@pytest.mark.clause("DDZ-5.2", "DDZ-4.16")
def test_with_four_players_bombs_compare_by_number_first() -> None:
    kind = game("four").compiled
    assert texts(kind.find_beating_plays(counts("33333444444AAAA"), combo("2222"))) == ["33333", "44444", "444444"]
    assert texts(kind.find_beating_plays(counts("33333444444AAAA"), combo("44444"))) == ["444444"]
    sizes = ["3333", "2222", "33333", "22222", "333333", "3333333", "33333333", "22222222"]
    for at, low in enumerate(sizes):
        assert [combo(low).beats(combo(other)) for other in sizes] == [True] * at + [False] * (8 - at)


@pytest.mark.clause("DDZ-5.3")
@pytest.mark.parametrize(("low", "high"), SAME_KIND)
def test_the_higher_body_wins_and_what_is_attached_never_counts(low: str, high: str) -> None:
    assert combo(high).beats(combo(low))
    assert not combo(low).beats(combo(high))
    assert not combo(low).beats(combo(low))
    hand = counts(high.replace("+", ""))
    assert high in texts(game("classic").compiled.find_beating_plays(hand, combo(low)))


@pytest.mark.clause("DDZ-5.3")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3", "44"),
        ("33", "444"),
        ("333", "444+5"),
        ("333+4", "555+66"),
        ("34567", "456789"),
        ("345678", "334455"),
        ("334455", "333444"),
        ("33445566", "444555+67"),
        ("333444555", "444555"),
        ("333444555666", "444555666+789"),
        ("333444+56", "444555+6677"),
    ],
)
def test_other_categories_and_sizes_do_not_compare(one: str, other: str) -> None:
    assert not combo(one).beats(combo(other))
    assert not combo(other).beats(combo(one))


@pytest.mark.clause("DDZ-5.3")
def test_chains_compare_by_their_highest_rank() -> None:
    table = playing(rules_of("qq"), ["56789T", "6789TJ", "TJQKA3"])
    table.do("0 56789")
    assert table.legal(1) == ["pass", "play 6789T", "play 789TJ"]
    table.do("1 789TJ")
    assert table.legal(2) == ["pass", "play TJQKA"]
    assert table.refuses("2 34567") == "not_held"


@pytest.mark.clause("DDZ-5.3")
def test_an_attached_trio_does_not_lift_a_chain() -> None:
    kind = game("qq").compiled
    assert texts(kind.find_beating_plays(counts("444555666789"), combo("333444555+777"))) == [
        "444555666+789",
    ]
    assert texts(kind.find_beating_plays(counts("333444555KKK"), combo("444555666+789"))) == []


@pytest.mark.clause("DDZ-5.4")
def test_the_two_kinds_of_four_with_two_do_not_beat_each_other() -> None:
    for low, high in (("3333+45", "4444+5566"), ("3333+4455", "4444+56")):
        assert not combo(high).beats(combo(low))
    assert texts(game("qq").compiled.find_beating_plays(counts("44445566"), combo("3333+78"))) == [
        "4444+56",
        "4444+55",
        "4444+66",
        "4444",
    ]


@pytest.mark.clause("DDZ-5.4")
@pytest.mark.parametrize("four", ["2222+35", "2222+4455"])
def test_any_bomb_even_a_lower_one_beats_four_with_two(four: str) -> None:
    assert combo("3333").beats(combo(four))
    assert not combo(four).beats(combo("3333"))
    assert not combo("2222+45").beats(combo("3"))
