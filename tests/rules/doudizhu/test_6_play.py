"""DDZ-6: play and its end."""

import pytest

from tests.rules.doudizhu.table import RULESETS, playing, rules_of

THREE = [name for name in RULESETS if rules_of(name).players == 3]


@pytest.mark.clause("DDZ-6.1")
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("landlord", [0, 1])
def test_the_landlord_leads(name: str, landlord: int) -> None:
    table = playing(rules_of(name), ["67"] * rules_of(name).players, landlord)
    assert table.to_act == (landlord,)
    assert table.legal(landlord) == ["play 6", "play 7"]
    assert table.legal(1 - landlord) == []
    assert table.refuses(f"{1 - landlord} 6") == "not_your_turn"


@pytest.mark.clause("DDZ-6.1")
def test_each_in_turn_beats_the_standing_play_or_passes() -> None:
    table = playing(rules_of("qq"), ["3K", "5T2", "4QA"]).do("0 3")
    assert table.legal(1) == ["pass", "play 5", "play T", "play 2"]
    table.do("1 T")
    assert table.legal(2) == ["pass", "play Q", "play A"]
    assert table.refuses("2 4") == "does_not_beat"
    table.do("2 pass")
    assert table.legal(0) == ["pass", "play K"]


@pytest.mark.clause("DDZ-6.1")
def test_a_pass_binds_nobody_later() -> None:
    # The hand told in source 000: B lets A's trio go, and beats it when it comes round again.
    hands = ["3339KKKJ6", "AAA34", "555786"]
    table = playing(rules_of("classic"), hands)
    table.do("0 333+9", "1 pass", "2 555+7", "0 KKK+J")
    assert "play AAA+3" in table.legal(1)
    table.do("1 AAA+3", "2 pass", "0 pass")
    assert table.to_act == (1,)
    table.do("1 4")
    assert table.outcome.winners == (1, 2)


@pytest.mark.clause("DDZ-6.1")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("0 9", "not_held"),
        ("0 34", ""),
        ("0 33", "not_held"),
        ("0 333+5", "not_held"),
        ("0 3@4s", "cards_do_not_fit"),
        ("0 3@3h", "not_held"),
        ("0 bid 3", "not_asked_for"),
    ],
)
def test_only_held_cards_are_played(line: str, code: str) -> None:
    table = playing(rules_of("qq"), ["3s4s5s", "6", "7"])
    if code:
        assert table.refuses(line) == code
    else:
        with pytest.raises(Exception, match="no_such_combination"):
            table.do(line)


@pytest.mark.clause("DDZ-6.1", "DDZ-4.14")
def test_what_a_ruleset_does_not_know_is_refused() -> None:
    assert playing(rules_of("classic"), ["333355", "6", "7"]).refuses("0 3333+55") == "no_combination"
    assert playing(rules_of("four"), ["3335", "6", "7", "8"]).refuses("0 333+5") == "no_combination"


@pytest.mark.clause("DDZ-6.2")
@pytest.mark.parametrize("name", RULESETS)
def test_when_all_others_have_passed_the_last_to_play_leads_anything(name: str) -> None:
    seats = rules_of(name).players
    table = playing(rules_of(name), ["7", "899"] + ["7"] * (seats - 2), landlord=1)
    table.do("1 8")
    for _ in range(seats - 1):
        assert table.legal(table.to_act[0])[0] == "pass"
        table.do(f"{table.to_act[0]} pass")
    assert table.to_act == (1,)
    assert table.legal(1) == ["play 9", "play 99"]


@pytest.mark.clause("DDZ-6.2")
def test_passes_count_only_in_a_row() -> None:
    table = playing(rules_of("qq"), ["36K", "579", "48T"]).do("0 3", "1 pass", "2 4", "0 pass")
    assert table.legal(1) == ["pass", "play 5", "play 7", "play 9"]
    table.do("1 pass")
    assert table.to_act == (2,)
    assert "pass" not in table.legal(2)


@pytest.mark.clause("DDZ-6.2")
@pytest.mark.parametrize("name", RULESETS)
def test_the_leader_may_not_pass(name: str) -> None:
    table = playing(rules_of(name), ["67"] * rules_of(name).players)
    assert table.refuses("0 pass") == "leader_must_play"
    assert "pass" not in table.legal(0)


@pytest.mark.clause("DDZ-6.3")
@pytest.mark.parametrize("name", [name for name in RULESETS if name != "duel"])
def test_the_first_to_be_out_ends_the_hand(name: str) -> None:
    seats = rules_of(name).players
    rest = ["6"] * (seats - 2)
    table = playing(rules_of(name), ["7", "89", *rest], landlord=1).do("1 8")
    assert table.game.outcome(table.state) is None
    for seat in range(2, seats):
        table.do(f"{seat} pass")
    table.do("0 pass", "1 9")
    assert (table.outcome.winners, table.outcome.reason) == ((1,), "landlord_out")
    farmer = playing(rules_of(name), ["79", "8", *rest]).do("0 7", "1 8")
    assert farmer.outcome.winners == tuple(range(1, seats))
    assert farmer.outcome.reason == "farmer_out"
    assert farmer.to_act == ()
    assert farmer.refuses("2 pass") == "hand_is_over"


@pytest.mark.clause("DDZ-6.3")
@pytest.mark.parametrize("name", THREE)
def test_the_number_of_cards_in_each_hand_is_public(name: str) -> None:
    table = playing(rules_of(name), ["3345", "6677", "89TJQ"]).do("0 33", "1 66")
    for viewer in (0, 1, 2, None):
        assert table.seen(viewer).public.counts == (2, 2, 5)


@pytest.mark.clause("DDZ-6.3")
def test_when_it_is_over_all_hands_are_shown() -> None:
    table = playing(rules_of("qq"), ["3", "44", "5R"]).do("0 3")
    for viewer in (0, 1, 2, None):
        seen = table.seen(viewer)
        assert [hand.text() for hand in seen.secret.hands if hand is not None] == ["", "4s4h", "5sRj"]
        assert table.game.redact(table.events[-1], viewer) == table.events[-1]


# ---- the handicap


@pytest.mark.clause("DDZ-6.4")
@pytest.mark.parametrize("handicap", range(5))
def test_the_farmer_wins_with_as_many_cards_as_the_handicap(handicap: int) -> None:
    farmer = "6789T"[: handicap + 1] + "A"
    table = playing(rules_of("duel"), ["55K2", farmer], robs=handicap).do("0 5")
    assert table.game.outcome(table.state) is None
    table.do("1 A", "0 2", "1 pass", "0 5")
    assert table.game.outcome(table.state) is None
    table.do(f"1 {farmer[0]}")
    assert table.outcome.winners == (1,)
    assert table.outcome.reason == ("handicap" if handicap else "farmer_out")


@pytest.mark.clause("DDZ-6.4")
def test_the_farmer_wins_with_fewer_cards_than_the_handicap() -> None:
    table = playing(rules_of("duel"), ["55K", "2667788T"], robs=4).do("0 5", "1 2", "0 pass")
    assert table.game.outcome(table.state) is None
    table.do("1 667788")
    assert table.public.counts == (2, 1)
    assert table.outcome.reason == "handicap"


@pytest.mark.clause("DDZ-6.4")
def test_the_handicap_is_the_farmers_alone() -> None:
    table = playing(rules_of("duel"), ["567", "89TJQK"], robs=4).do("0 5")
    assert table.game.outcome(table.state) is None
    assert table.public.counts == (2, 6)


@pytest.mark.clause("DDZ-6.4")
def test_robberies_give_no_handicap_with_three_players() -> None:
    table = playing(rules_of("happy"), ["55K2", "678", "9"], robs=3).do("0 5", "1 6")
    assert table.game.outcome(table.state) is None


@pytest.mark.clause("DDZ-6.4", "DDZ-7.4")
def test_a_handicap_win_is_no_reverse_spring() -> None:
    by_handicap = playing(rules_of("duel"), ["55K2", "6789"], robs=3).do("0 5", "1 6")
    assert by_handicap.lines() == [("base", 1), ("rob", 5)]
    assert by_handicap.outcome.points == (-5, 5)
    out = playing(rules_of("duel"), ["55K2", "6"], robs=3).do("0 5", "1 6")
    assert out.lines() == [("base", 1), ("rob", 5), ("reverse_spring", 2)]
    assert out.outcome.points == (-10, 10)
