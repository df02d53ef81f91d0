"""DDZ-8: the wild card."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from paiju.core.errors import NotationError
from paiju.core.messages import CardsRef
from paiju.games.doudizhu.cards import RANKS, WildRanks
from paiju.games.doudizhu.events import WildDrawn
from paiju.games.doudizhu.state import Playing, Robbing
from paiju.testing import check_hand
from tests.rules.doudizhu.table import Table, auction, combo, counts, game, playing, rules_of, texts

KIND = game("wild").compiled


def wilds_of(letters: str) -> WildRanks:
    return tuple(map(RANKS.index, letters))


def readings(cards: str, wild: str) -> list[str]:
    return sorted(texts(KIND.readings(counts(cards), wilds_of(wild))))


def leads(cards: str, wild: str) -> list[str]:
    return texts(KIND.find_leading_plays(counts(cards), wilds_of(wild)))


def answers(cards: str, beat: str, wild: str) -> list[str]:
    return texts(KIND.find_beating_plays(counts(cards), combo(beat), wilds_of(wild)))


def table_with(wild: str, *hands: str, **public: Any) -> Table:
    return playing(rules_of("wild"), hands, wild=RANKS.index(wild), **public)


# ---- the draw


@pytest.mark.clause("DDZ-8.1")
@pytest.mark.parametrize("wild", "3456789TJQKA2")
def test_a_rank_is_drawn_once_the_landlord_has_the_bottom(wild: str) -> None:
    table = auction(rules_of("wild"), first=0, wild=wild).do("0 call", "2 no-rob")
    assert table.public.wild is None
    table.do("1 no-rob")
    assert table.public.counts == (20, 17, 17)
    drawn = [event for event in table.events if isinstance(event, WildDrawn)]
    assert drawn == [WildDrawn(RANKS.index(wild))]
    for viewer in (0, 1, 2, None):
        assert table.seen(viewer).public.wild == RANKS.index(wild)
        assert table.game.redact(drawn[0], viewer) == drawn[0]


@pytest.mark.clause("DDZ-8.1")
def test_a_joker_is_never_drawn_nor_a_rank_that_is_not_in_the_pack() -> None:
    assert dict(game("wild").deal_plan(game("wild").new_match()).draws) == {"first": 3, "wild": 13}
    duel = rules_of("duel", wild=True)
    ranks = []
    for at in range(11):
        table = auction(duel, first=0, wild=at).do("0 call")
        while isinstance(table.phase, Robbing):
            table.do(f"{table.to_act[0]} no-rob")
        ranks.append(table.public.wild)
    assert "".join(RANKS[rank] for rank in ranks if rank is not None) == "56789TJQKA2"


@pytest.mark.clause("DDZ-8.1")
def test_only_cards_of_the_drawn_rank_are_wild() -> None:
    assert leads("57", "5") == ["5", "7", "77<57"]
    assert leads("57", "9") == ["5", "7"]
    assert leads("57", "7") == ["5", "7", "55<57"]


# ---- what a wild card stands for


@pytest.mark.clause("DDZ-8.2")
@pytest.mark.parametrize(
    ("cards", "wild", "expected"),
    [
        ("57", "5", ["77<57"]),
        ("5577", "5", ["777+5<5577", "7777<5577"]),
        ("577", "5", ["777<577"]),
        ("3457", "5", []),
        ("34567", "5", ["34567"]),
        ("3467T", "T", ["34567<3467T"]),
        ("4567T", "T", ["34567<4567T", "45678<4567T"]),
        ("TJQKA", "T", ["TJQKA"]),
        ("3JQKA", "3", ["TJQKA<3JQKA"]),
        ("33QKA", "3", ["TJQKA<33QKA"]),
    ],
)
def test_a_wild_card_stands_for_any_rank(cards: str, wild: str, expected: list[str]) -> None:
    assert readings(cards, wild) == expected
    assert sorted(play for play in leads(cards, wild) if play in expected) == expected


@pytest.mark.clause("DDZ-8.2")
@pytest.mark.parametrize("cards", ["5B", "5R", "55R", "5BR"])
def test_but_not_for_a_joker(cards: str) -> None:
    assert readings(cards, "5") == []
    assert "BR" not in leads("5B", "5")
    assert not [play for play in leads(cards, "5") if "<" in play]


@pytest.mark.clause("DDZ-8.2")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("5", ["single 5"]), ("55", ["pair 55"]), ("555", ["trio 555"])],
    ids=["one", "two", "three"],
)
def test_wild_cards_alone_stand_for_themselves(cards: str, expected: list[str]) -> None:
    found = KIND.readings(counts(cards), wilds_of("5"))
    assert [f"{one.category} {one.text()}" for one in found] == expected
    assert leads(cards, "5")[-1] == cards


@pytest.mark.clause("DDZ-8.2")
def test_a_lone_wild_card_answers_by_its_own_rank_only() -> None:
    assert answers("5", "6", "5") == []
    assert answers("5", "4", "5") == ["5"]
    assert answers("55", "66", "5") == []
    assert answers("555", "222", "5") == []


# ---- four wild cards


@pytest.mark.clause("DDZ-8.4", "DDZ-8.2", "DDZ-R17")
def test_four_wild_cards_are_the_pure_bomb_or_a_trio_with_a_single() -> None:
    assert readings("5555", "5") == ["555+5", "5555"]
    assert leads("5555", "5") == ["5", "55", "555", "555+5", "5555"]
    table = table_with("5", "5555", "6", "7")
    assert "play 555+5" in table.legal(0)
    table.do("0 555+5")
    assert table.public.bombs == ()
    pure = table_with("5", "5555", "6", "7").do("0 5555")
    assert [bomb.text() for bomb in pure.public.bombs] == ["5555"]


@pytest.mark.clause("DDZ-8.4")
def test_four_wild_cards_answer_a_trio_with_a_single() -> None:
    assert answers("5555", "444+K", "5") == ["555+5", "5555"]
    assert answers("5555", "666+K", "5") == ["5555"]


@pytest.mark.clause("DDZ-8.4", "DDZ-4.14")
def test_no_other_rank_is_attached_to_its_own_trio() -> None:
    assert readings("7777", "5") == ["7777"]
    assert readings("5777", "5") == ["777+5", "7777<5777"]


# ---- hard and soft


@pytest.mark.clause("DDZ-8.5", "DDZ-8.9")
@pytest.mark.parametrize(
    ("text", "soft"), [("7777", False), ("7777<5777", True), ("7777<5577", True), ("7777<5557", True), ("5555", False)]
)
def test_a_bomb_with_a_wild_card_in_it_is_soft(text: str, soft: bool) -> None:
    assert combo(text).soft == soft
    assert combo(text).category == "bomb"


@pytest.mark.clause("DDZ-8.5")
def test_four_cards_of_the_wild_rank_are_nothing_else_whatever_they_are_called() -> None:
    table = table_with("5", "5555", "6", "7")
    for called in ("7777<5555", "777+5<5555"):
        assert table.refuses(f"0 {called}") == "no_combination"
    assert [play for play in leads("5555", "5") if len(play.replace("+", "")) > 3] == ["555+5", "5555"]


ORDER = ["3", "2222+34", "3333<4333", "3333<4433", "KKKK<444K", "2222<4222", "3333", "2222", "4444", "BR"]
SAME = {("3333<4333", "3333<4433")}


@pytest.mark.clause("DDZ-8.6", "DDZ-5.2")
def test_the_order_of_bombs() -> None:
    wild = wilds_of("4")
    for low, high in ((low, high) for at, low in enumerate(ORDER) for high in ORDER[at + 1 :]):
        if low == "3":
            assert combo(high).beats(combo(low), wild) == combo(high).bomb
        elif (low, high) not in SAME and combo(high).bomb:
            assert combo(high).beats(combo(low), wild), (low, high)
        assert not combo(low).beats(combo(high), wild), (low, high)


@pytest.mark.clause("DDZ-8.6")
def test_soft_bombs_of_one_rank_do_not_beat_each_other() -> None:
    assert answers("5777", "7777<5577", "5") == []
    assert answers("55666", "7777<5577", "5") == []
    assert answers("5888", "7777<5577", "5") == ["8888<5888"]


@pytest.mark.clause("DDZ-8.6")
def test_answering_a_bomb() -> None:
    assert answers("3333BR", "AAAA<5AAA", "5") == ["3333", "BR"]
    assert answers("5555BR", "2222", "5") == ["5555", "BR"]
    assert answers("222267", "5555", "5") == []
    assert answers("BR", "5555", "5") == ["BR"]
    assert answers("35AAA", "3333", "5") == []


@pytest.mark.clause("DDZ-8.6")
def test_a_hand_without_wild_cards_keeps_the_order() -> None:
    assert answers("3333", "2222<5222", "5") == ["3333"]
    assert answers("2222", "5555", "5") == []
    assert answers("3333", "4444", "5") == []


@pytest.mark.clause("DDZ-8.6", "DDZ-7.2")
def test_every_kind_of_bomb_doubles() -> None:
    for text in ("7777<5577", "7777", "5555"):
        hand = text.partition("<")[2] or text
        table = table_with("5", hand, "6", "8", plays=(1, 1, 1)).do(f"0 {text}")
        assert table.lines() == [("base", 1), ("bomb", 2)]


# ---- four with two


def quads(plays: list[str]) -> list[str]:
    return [play for play in plays if combo(play).category.startswith("quad")]


@pytest.mark.clause("DDZ-8.7")
def test_no_wild_card_stands_in_for_a_card_of_the_quad() -> None:
    for cards in ("344456", "334456", "34445566", "33445566"):  # the first is the rulebook's own
        assert quads(readings(cards, "3")) == []
        assert quads(leads(cards, "3")) == []
    assert "4444<3444" in leads("344456", "3")


@pytest.mark.clause("DDZ-8.7")
def test_a_quad_of_the_wild_rank_itself_is_fine() -> None:
    assert quads(readings("333356", "3")) == ["3333+56"]  # the rulebook's own
    assert quads(readings("33335566", "3")) == ["3333+5566"]
    assert quads(readings("7777AK", "7")) == ["7777+KA"]
    assert "3333+56" in leads("333356", "3")
    assert "3333+5566" in leads("33335566", "3")


@pytest.mark.clause("DDZ-8.7")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("344445", ["4444+35"]),
        ("334444", ["4444+33"]),
        ("34444R", ["4444+3R"]),
        ("34444556", ["4444+5566<34444556"]),
        ("33444455", ["4444+3355"]),
        ("33444456", ["4444+5566<33444456"]),
        ("33344445", ["4444+3355<33344445"]),
        ("3344445R", []),
    ],
)
def test_wild_cards_may_be_attached(cards: str, expected: list[str]) -> None:
    assert quads(readings(cards, "3")) == expected
    for play in expected:
        assert play in leads(cards, "3")


# ---- readings


@pytest.mark.clause("DDZ-8.8")
@pytest.mark.parametrize(
    ("cards", "wild", "expected"),
    [
        ("5777", "5", ["777+5", "7777<5777"]),
        ("5778", "5", ["777+8<5778"]),
        ("55778", "5", ["777+88<55778", "888+77<55778"]),
        ("445566", "3", ["445566"]),
        ("344556", "3", ["445566<344556"]),
        ("3445566", "3", []),
        ("334456", "3", ["445566<334456"]),
        ("34455667", "3", ["44556677<34455667"]),
        ("33445566", "7", ["33445566"]),
    ],
)
def test_leading_every_reading_is_offered(cards: str, wild: str, expected: list[str]) -> None:
    assert readings(cards, wild) == expected
    whole = [play for play in leads(cards, wild) if len(play.partition("<")[0].replace("+", "")) == len(cards)]
    assert sorted(whole) == expected


@pytest.mark.clause("DDZ-8.8", "DDZ-5.3")
def test_following_only_those_that_beat_the_table() -> None:
    assert answers("55778", "666+99", "5")[:2] == ["777+88<55778", "888+77<55778"]
    assert [play for play in answers("55778", "777+99", "5") if "<55778" in play] == ["888+77<55778"]
    assert answers("4567T", "34567", "T") == ["45678<4567T"]


@pytest.mark.clause("DDZ-8.8")
def test_what_an_attached_wild_card_stands_for_makes_no_other_play() -> None:
    assert readings("3444", "3") == ["444+3", "4444<3444"]
    offered = leads("34445", "3")
    assert Counter(play for play in offered if play.startswith("444+")) == {
        "444+3": 1,
        "444+5": 1,
        "444+5<3445": 1,
        "444+55<34445": 1,
    }
    table = table_with("3", "34445", "6", "7").do("0 444+9<3444")
    assert table.hand(0) == "5"
    assert table.public.played[0].text() == "3s4s4h4c"
    assert isinstance(table.phase, Playing)
    assert table.phase.standing == combo("444+3")


@pytest.mark.clause("DDZ-8.8", "DDZ-4.14")
def test_the_rank_that_is_represented_counts() -> None:
    assert readings("3335557", "3") == []
    chains = [play for play in readings("33355578", "3") if play.endswith("+78<33355578")]
    assert chains == ["444555+78<33355578", "555666+78<33355578"]
    strict = game("wild", attached="strict").compiled
    assert texts(strict.readings(counts("444433"), wilds_of("3"))) == ["4444+35<334444"]
    assert texts(strict.readings(counts("444466"), wilds_of("3"))) == []
    assert texts(strict.readings(counts("344446"), wilds_of("3"))) == ["4444+36"]


@pytest.mark.clause("DDZ-8.8", "DDZ-4.14")
@pytest.mark.parametrize(
    ("attached", "expected"),
    [("loose", "333444+55<33334445"), ("strict", "333444+56<33334445")],
    ids=["loose", "strict"],
)
def test_where_its_own_rank_is_in_the_body_it_stands_for_the_lowest_that_may_be_attached(
    attached: str, expected: str
) -> None:
    kind = game("wild", attached=attached).compiled
    assert expected in texts(kind.readings(counts("33334445"), wilds_of("3")))
    assert expected in texts(kind.find_leading_plays(counts("33334445"), wilds_of("3")))


# ---- how it is written


@pytest.mark.clause("DDZ-8.9")
@pytest.mark.parametrize("text", ["7777<5577", "7777", "333+5", "34567<3467T", "444555+78<33355578"])
def test_a_play_is_written_by_what_it_represents_and_what_was_used(text: str) -> None:
    assert combo(text).text() == text


@pytest.mark.clause("DDZ-8.9")
def test_any_order_and_case_is_read() -> None:
    assert combo("7777<7575") == combo("7777<5577")
    assert combo("jjj+q<q5jj").text() == "JJJ+Q<5JJQ"
    assert combo("333+5<3335") == combo("333+5")


@pytest.mark.clause("DDZ-8.9")
@pytest.mark.parametrize(
    ("text", "code"), [("7777<557", "used_cards_differ"), ("7777<", "bad_play"), ("<77", "bad_play")]
)
def test_what_cannot_be_read(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        combo(text)
    assert caught.value.code == code


@pytest.mark.clause("DDZ-8.9", "DDZ-8.2")
def test_the_cards_used_leave_the_hand() -> None:
    table = table_with("5", "55779", "6", "8").do("0 7777<5577")
    assert table.hand(0) == "9"
    assert table.public.counts == (1, 1, 1)
    assert table_with("5", "55779", "6", "8").refuses("0 7777<5777") == "not_held"
    assert table_with("5", "55779", "6", "8").refuses("0 7777") == "not_held"


# ---- two wild ranks

TWO = game("wild", second_wild=True).compiled


def reads_of_two(cards: str, wilds: str) -> list[str]:
    return sorted(texts(TWO.readings(counts(cards), wilds_of(wilds))))


@pytest.mark.clause("DDZ-8.10")
def test_the_first_of_two_ranks_is_drawn_before_the_auction_and_the_second_after_the_bottom() -> None:
    rules, drawn = rules_of("wild", second_wild=True), set()
    for at in range(12):
        table = auction(rules, first=0, wild="7", second_wild=at)
        assert isinstance(table.phase, Robbing)
        assert table.public.wilds == wilds_of("7")
        assert [note.key for note in table.game.hand_terms(table.state)] == ["term.first_wild"]
        table.do("0 call", "2 no-rob", "1 no-rob")
        events = [event for event in table.events if isinstance(event, WildDrawn)]
        assert events == [WildDrawn(RANKS.index("7"), 1), WildDrawn(table.public.wilds[1], 2)]
        (note,) = table.game.hand_terms(table.state)
        assert (note.key, note.args["rank"]) == ("term.two_wilds", CardsRef(f"7 {RANKS[table.public.wilds[1]]}"))
        drawn.add(table.public.second_wild)
    assert drawn == set(wilds_of("345689TJQKA2"))


@pytest.mark.clause("DDZ-8.10")
@pytest.mark.parametrize(
    ("cards", "wilds", "expected"),
    [
        ("57", "57", []),
        ("577", "57", []),
        ("55777", "57", ["777+55"]),
        ("5557", "57", ["555+7", "7777<5557"]),
        ("5577", "75", ["7777<5577"]),
        ("5555", "57", ["555+5", "5555"]),
        ("555577", "57", ["5555+77"]),
        ("555777", "57", []),
        ("555666", "56", ["555666"]),
        ("3457", "57", ["333+4<3457", "444+3<3457"]),
        ("357", "57", ["333<357"]),
    ],
)
def test_wild_cards_of_two_ranks_alone_stand_for_themselves(cards: str, wilds: str, expected: list[str]) -> None:
    assert reads_of_two(cards, wilds) == sorted(expected)


@pytest.mark.clause("DDZ-8.10", "DDZ-8.6")
def test_pure_bombs_of_two_ranks_compare_by_the_highest_card() -> None:
    order, wilds = ["2222<2257", "2222", "5555", "7777<5557", "BR"], wilds_of("57")
    for low, high in ((low, high) for at, low in enumerate(order) for high in order[at + 1 :]):
        assert combo(high).beats(combo(low), wilds), (low, high)
        assert not combo(low).beats(combo(high), wilds), (low, high)
    assert not combo("7777").beats(combo("7777<5557"), wilds)
    assert texts(TWO.find_beating_plays(counts("557788"), combo("2222"), wilds)) == ["7777<5577"]


@pytest.mark.clause("DDZ-8.10", "DDZ-8.7")
def test_the_quad_of_a_wild_rank_is_its_four_cards() -> None:
    assert "5555+36" in reads_of_two("555536", "57")
    assert not any(play.startswith("5555+36") for play in reads_of_two("555736", "57"))
    assert "4444+66" in reads_of_two("444466", "57")
    assert "4444+55<444457" in reads_of_two("444457", "57")


@pytest.mark.clause("DDZ-8.10")
def test_hands_with_two_wild_ranks_obey_the_laws_of_a_game() -> None:
    check_hand(game("wild", second_wild=True), Random(0))
