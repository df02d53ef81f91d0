"""DDZ-4: combinations."""

import pytest

from paiju.games.doudizhu.cards import RANKS
from paiju.games.doudizhu.combinations import ROWS
from paiju.games.doudizhu.move_generation import allowed_combination_rows
from tests.rules.doudizhu.table import RULESETS, combo, counts, game, playing, rules_of, texts

STRICT = "classic"
LOOSE = "qq"
TO_ACE = "3456789TJQKA"


def readings(name: str, cards: str, wild: str = "") -> list[str]:
    """Category and text of everything that these cards may be."""
    ranks = tuple(map(RANKS.index, wild))
    return [f"{one.category} {one.text()}" for one in game(name).compiled.readings(counts(cards), ranks)]


def leads(name: str, cards: str) -> list[str]:
    return texts(game(name).compiled.find_leading_plays(counts(cards)))


def is_only(name: str, cards: str, category: str, text: str = "") -> None:
    """The cards are this and nothing else, for the recogniser and for the generator."""
    assert readings(name, cards) == [f"{category} {text or cards}"]
    assert (text or cards) in leads(name, cards)


def is_nothing(name: str, cards: str) -> None:
    assert readings(name, cards) == []
    assert not [play for play in leads(name, cards) if len(play.replace("+", "")) == len(cards)]


@pytest.mark.clause("DDZ-4.1")
@pytest.mark.parametrize("rank", RANKS)
def test_single(rank: str) -> None:
    is_only(STRICT, rank, "single")


@pytest.mark.clause("DDZ-4.2")
@pytest.mark.parametrize("rank", RANKS[:13])
def test_pair(rank: str) -> None:
    is_only(STRICT, rank * 2, "pair")


@pytest.mark.clause("DDZ-4.2", "DDZ-4.12")
@pytest.mark.parametrize("name", [name for name in RULESETS if name != "four"])
def test_two_jokers_are_no_pair_but_the_rocket(name: str) -> None:
    is_only(name, "BR", "rocket")


@pytest.mark.clause("DDZ-4.2", "DDZ-4.3")
@pytest.mark.parametrize("cards", ["34", "2B", "AR", "334", "33445", "22BR"])
def test_unequal_cards_are_no_pair_or_trio(cards: str) -> None:
    is_nothing(STRICT, cards)


@pytest.mark.clause("DDZ-4.3")
@pytest.mark.parametrize("rank", RANKS[:13])
def test_trio(rank: str) -> None:
    is_only(STRICT, rank * 3, "trio")


@pytest.mark.clause("DDZ-4.4")
@pytest.mark.parametrize(
    ("cards", "text"), [("3334", "333+4"), ("3444", "444+3"), ("222R", "222+R"), ("AAAB", "AAA+B"), ("6668", "666+8")]
)
@pytest.mark.parametrize("name", [STRICT, LOOSE])
def test_trio_with_a_single(name: str, cards: str, text: str) -> None:
    is_only(name, cards, "trio_single", text)


@pytest.mark.clause("DDZ-4.5")
@pytest.mark.parametrize(("cards", "text"), [("33344", "333+44"), ("33444", "444+33"), ("AAA22", "AAA+22")])
@pytest.mark.parametrize("name", [STRICT, LOOSE, "four"])
def test_trio_with_a_pair(name: str, cards: str, text: str) -> None:
    is_only(name, cards, "trio_pair", text)


@pytest.mark.clause("DDZ-4.5", "DDZ-4.2")
@pytest.mark.parametrize("name", [STRICT, LOOSE])
def test_two_jokers_are_not_attached_as_a_pair(name: str) -> None:
    is_nothing(name, "333BR")


@pytest.mark.clause("DDZ-4.6")
@pytest.mark.parametrize("length", range(5, 13))
def test_straight(length: int) -> None:
    for first in range(12 - length + 1):
        is_only(STRICT, TO_ACE[first : first + length], "straight")


@pytest.mark.clause("DDZ-4.6")
@pytest.mark.parametrize("cards", ["3456", "34568", "TJQKA2", "JQKA2", "A2345", "2BR", "345678T"])
def test_no_straight(cards: str) -> None:
    is_nothing(STRICT, "".join(sorted(cards, key=RANKS.index)))


@pytest.mark.clause("DDZ-4.7", "DDZ-R13")
@pytest.mark.parametrize("cards", ["334455", "QQKKAA", "TTJJQQKK", "".join(rank * 2 for rank in TO_ACE)])
def test_pair_chain(cards: str) -> None:
    is_only(STRICT, cards, "pair_chain")


@pytest.mark.clause("DDZ-4.7", "DDZ-R13")
@pytest.mark.parametrize("cards", ["3344", "334466", "KKAA22", "AA22BR", "3344556"])
def test_no_pair_chain(cards: str) -> None:
    is_nothing(STRICT, cards)


@pytest.mark.clause("DDZ-4.8")
@pytest.mark.parametrize("cards", ["333444", "KKKAAA", "555666777", "".join(rank * 3 for rank in "3456789")])
def test_trio_chain(cards: str) -> None:
    is_only(STRICT, cards, "trio_chain")


@pytest.mark.clause("DDZ-4.8")
@pytest.mark.parametrize("cards", ["333555", "AAA222", "33344", "KKKAAA222"])
@pytest.mark.parametrize("name", [STRICT, "four"])
def test_no_trio_chain(name: str, cards: str) -> None:
    assert "trio_chain" not in "".join(readings(name, cards))


@pytest.mark.clause("DDZ-4.9")
@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("33344457", "333444+57"),
        ("77788836", "777888+36"),
        ("KKKAAA2R", "KKKAAA+2R"),
        ("3334445552BT", "333444555+T2B"),
        ("333444555666789T", "333444555666+789T"),
    ],
)
@pytest.mark.parametrize("name", [STRICT, LOOSE])
def test_trio_chain_with_singles(name: str, cards: str, text: str) -> None:
    assert readings(name, cards) == [f"trio_chain_singles {text}"]
    assert text in leads(name, cards)


@pytest.mark.clause("DDZ-4.9")
@pytest.mark.parametrize("cards", ["3334445", "333444567", "33355567", "AAA22234"])
def test_as_many_singles_as_trios_and_a_chain(cards: str) -> None:
    is_nothing(STRICT, cards)


@pytest.mark.clause("DDZ-4.10")
@pytest.mark.parametrize(
    ("cards", "text"),
    [("888999 44JJ", "888999+44JJ"), ("333444 AA22", "333444+AA22"), ("333444555 6677TT", "333444555+6677TT")],
)
@pytest.mark.parametrize("name", [STRICT, LOOSE, "four"])
def test_trio_chain_with_pairs(name: str, cards: str, text: str) -> None:
    cards = "".join(sorted(cards.replace(" ", ""), key=RANKS.index))
    is_only(name, cards, "trio_chain_pairs", text)


@pytest.mark.clause("DDZ-4.10")
@pytest.mark.parametrize("name", [STRICT, LOOSE])
@pytest.mark.parametrize("cards", ["333444677", "33344466BR", "3334446678", "333444555777888"])
def test_singles_and_pairs_are_not_mixed_and_jokers_are_no_pair(name: str, cards: str) -> None:
    is_nothing(name, cards)


@pytest.mark.clause("DDZ-4.11")
@pytest.mark.parametrize("rank", RANKS[:13])
def test_bomb(rank: str) -> None:
    is_only(STRICT, rank * 4, "bomb")


@pytest.mark.clause("DDZ-4.11", "DDZ-4.16")
@pytest.mark.parametrize("size", range(4, 9))
def test_with_four_players_a_bomb_has_four_to_eight_cards(size: int) -> None:
    is_only("four", "5" * size, "bomb")


@pytest.mark.clause("DDZ-4.12", "DDZ-4.16")
@pytest.mark.parametrize(("cards", "expected"), [("BR", []), ("BBR", []), ("BRR", []), ("BBRR", ["rocket BBRR"])])
def test_with_four_players_the_rocket_is_all_four_jokers(cards: str, expected: list[str]) -> None:
    assert readings("four", cards) == expected
    assert ("BBRR" in leads("four", cards)) == bool(expected)


@pytest.mark.clause("DDZ-4.13")
@pytest.mark.parametrize("name", [STRICT, LOOSE])
@pytest.mark.parametrize(
    ("cards", "category", "text"),
    [
        ("666689", "quad_singles", "6666+89"),
        ("JJJJ99QQ", "quad_pairs", "JJJJ+99QQ"),
        ("22223R", "quad_singles", "2222+3R"),
        ("33334455", "quad_pairs", "3333+4455"),
    ],
)
def test_four_with_two(name: str, cards: str, category: str, text: str) -> None:
    cards = "".join(sorted(cards, key=RANKS.index))
    is_only(name, cards, category, text)
    assert not combo(text).bomb


@pytest.mark.clause("DDZ-4.13")
@pytest.mark.parametrize("cards", ["33334", "3333455", "3333456", "33334456"])
@pytest.mark.parametrize("name", [STRICT, LOOSE])
def test_four_with_anything_else_is_nothing(name: str, cards: str) -> None:
    is_nothing(name, cards)


# ---- what may be attached


LOOSE_ONLY = [
    ("333444 55", "333444+55"),
    ("333444 BR", "333444+BR"),
    ("3333 55", "3333+55"),
    ("3333 BR", "3333+BR"),
    ("333444555 667", "333444555+667"),
    ("333444555 777", "333444555+777"),
    ("333444555666 7777", "333444555666+7777"),
]


@pytest.mark.clause("DDZ-4.14", "DDZ-R8")
@pytest.mark.parametrize(("cards", "text"), LOOSE_ONLY)
def test_loose_attaches_any_cards_as_singles(cards: str, text: str) -> None:
    cards = cards.replace(" ", "")
    for name in RULESETS:
        strict = rules_of(name).attached == "strict"
        if rules_of(name).stripped_ranks:
            continue
        assert (text in [one.split()[1] for one in readings(name, cards)]) != strict
        assert (text in leads(name, cards)) != strict


@pytest.mark.clause("DDZ-4.14", "DDZ-R8")
def test_which_rulesets_are_strict() -> None:
    assert [name for name in RULESETS if rules_of(name).attached == "strict"] == ["classic", "four"]


@pytest.mark.clause("DDZ-4.14", "DDZ-R8")
def test_attaching_both_jokers_is_an_option_of_its_own() -> None:
    kind = game("classic", attach_both_jokers=True).compiled
    assert texts(kind.readings(counts("3333BR"))) == ["3333+BR"]
    assert texts(kind.readings(counts("333355"))) == []
    other = game("qq", attach_both_jokers=False).compiled
    assert texts(other.readings(counts("3333BR"))) == []
    assert "3333+BR" not in texts(other.find_leading_plays(counts("3333BR")))
    assert texts(other.readings(counts("333355"))) == ["3333+55"]


@pytest.mark.clause("DDZ-4.14", "DDZ-R17")
@pytest.mark.parametrize("name", [STRICT, LOOSE])
def test_no_card_of_a_rank_of_the_body_is_attached(name: str) -> None:
    is_only(name, "3333", "bomb")
    assert "333+3" not in leads(name, "3333")
    is_nothing(name, "33334445")  # 333444 with 3 and 5
    is_nothing(name, "3333444455")
    assert readings("four", "33333") == ["bomb 33333"]  # no trio with a pair


@pytest.mark.clause("DDZ-4.14")
@pytest.mark.parametrize("name", [STRICT, LOOSE])
def test_attached_pairs_differ_in_rank(name: str) -> None:
    assert "quad_pairs 4444+3333" not in readings(name, "33334444")
    assert "trio_chain_pairs 444555+3333" not in readings(name, "3333444555")
    is_nothing(name, "3333444555")
    assert not [play for play in leads(name, "33334444") if len(play) == 9]


@pytest.mark.clause("DDZ-4.14")
def test_a_strict_set_has_exactly_one_reading() -> None:
    kind = game(STRICT).compiled
    for play in kind.find_leading_plays(counts("333344445556679TJQKA2BR")):
        assert texts(kind.readings(play.what.used)) == [play.what.text()]


# ---- more than one reading


SEVERAL = [
    ("333444555666", ["333444555666", "333444555+666", "444555666+333"]),
    ("333444555777", ["333444555+777"]),
]


@pytest.mark.clause("DDZ-4.15")
@pytest.mark.parametrize(("cards", "expected"), SEVERAL)
def test_leading_all_readings_are_offered(cards: str, expected: list[str]) -> None:
    assert sorted(texts(game(LOOSE).compiled.readings(counts(cards)))) == sorted(expected)
    table = playing(rules_of(LOOSE), [cards, "8", "9"])
    offered = [play for play in table.legal(0) if len(play.replace("+", "")) == len("play ") + 12]
    assert sorted(offered) == sorted(f"play {text}" for text in expected)


@pytest.mark.clause("DDZ-4.15")
@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        ("333444555+789", ["444555666+333"]),
        ("444555666+789", []),
        ("333444555+666", ["444555666+333"]),
        ("333444555666", []),
    ],
)
def test_following_only_those_that_beat_the_table(standing: str, expected: list[str]) -> None:
    kind = game(LOOSE).compiled
    assert texts(kind.find_beating_plays(counts("333444555666"), combo(standing))) == expected


@pytest.mark.clause("DDZ-4.15")
def test_following_both_readings_that_beat_the_table_are_offered() -> None:
    table = playing(rules_of(LOOSE), ["333444555TTJQ", "T", "666777888999"]).do("0 333444555+TTJ", "1 pass")
    assert table.legal(2) == ["pass", "play 666777888+999", "play 777888999+666"]


@pytest.mark.clause("DDZ-4.15")
def test_the_play_says_which_reading_is_meant() -> None:
    hands = ["3334445556668", "777888999TT2", "J"]
    table = playing(rules_of(LOOSE), hands).do("0 333444555+666")
    assert "play 777888999+TT2" in table.legal(1)
    other = playing(rules_of(LOOSE), hands).do("0 333444555666")
    assert other.legal(1) == ["pass"]
    assert other.refuses("1 777888999+TT2") == "does_not_beat"


# ---- four players


@pytest.mark.clause("DDZ-4.16")
@pytest.mark.parametrize("cards", ["3334", "33344456", "333345", "33334455"])
def test_with_four_players_some_categories_do_not_exist(cards: str) -> None:
    is_nothing("four", cards)


@pytest.mark.clause("DDZ-4.16")
def test_the_rows_of_every_ruleset() -> None:
    everything = {row.category for row in ROWS}
    missing = {
        name: everything - {row.category for row in allowed_combination_rows(rules_of(name))} for name in RULESETS
    }
    gone = {"trio_single", "trio_chain_singles", "quad_singles", "quad_pairs"}
    assert missing == {name: gone if name == "four" else set() for name in RULESETS}
    sizes = {
        name: [row.unit for row in allowed_combination_rows(rules_of(name)) if row.category == "bomb"]
        for name in RULESETS
    }
    assert sizes == {name: [4, 5, 6, 7, 8] if name == "four" else [4] for name in RULESETS}


@pytest.mark.clause("DDZ-4.16")
@pytest.mark.parametrize("jokers", ["BB", "RR"])
def test_two_equal_jokers_are_a_pair_and_may_be_attached(jokers: str) -> None:
    is_only("four", jokers, "pair")
    is_only("four", "333" + jokers, "trio_pair", "333+" + jokers)
    is_only("four", "33344455" + jokers, "trio_chain_pairs", "333444+55" + jokers)


@pytest.mark.clause("DDZ-4.16")
def test_both_such_pairs_on_one_chain() -> None:
    is_only("four", "333444BBRR", "trio_chain_pairs", "333444+BBRR")


@pytest.mark.clause("DDZ-4.16")
def test_among_pairs_big_jokers_beat_small_ones_and_these_the_twos() -> None:
    kind = game("four").compiled
    assert texts(kind.find_beating_plays(counts("BBRR2233"), combo("AA"))) == ["22", "BB", "RR", "BBRR"]
    assert texts(kind.find_beating_plays(counts("BBRR22"), combo("22"))) == ["BB", "RR", "BBRR"]
    assert texts(kind.find_beating_plays(counts("RRBB"), combo("BB"))) == ["RR", "BBRR"]
    assert texts(kind.find_beating_plays(counts("BB"), combo("RR"))) == []


@pytest.mark.clause("DDZ-4.11")
@pytest.mark.parametrize(
    ("hand", "play", "breaks"),
    [
        ("33334", "33", True),
        ("333345", "3333+45", False),
        ("3333456", "3333+45", True),
        ("33334", "3333", False),
        ("33334", "4", False),
        ("3334", "333", False),
        ("BR3", "B", True),
        ("BR3", "BR", False),
        ("B33", "B", False),
    ],
)
def test_a_play_that_breaks_a_bomb_or_the_rocket(hand: str, play: str, breaks: bool) -> None:
    one, state = game(STRICT), playing(rules_of(STRICT), (hand, "6", "7")).state
    action = one.parse_action(play)
    assert one.breaks_bomb(one.view(state, 0), 0, action) is breaks
    assert not one.breaks_bomb(one.view(state, 1), 0, action)


def test_nothing_but_a_play_breaks_a_bomb() -> None:
    one, state = game(STRICT), playing(rules_of(STRICT), ("33334", "6", "7")).state
    assert not one.breaks_bomb(state, 0, one.parse_action("pass"))
