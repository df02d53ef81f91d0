"""ZP-7: winning 和, and the search held against a plain reading of the rules."""

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from paiju.games.zipai.cards import COPIES, PACK, count_cards
from paiju.games.zipai.melds import LAID, MIXED_MELDS, WORTH, Meld, Source, format_meld, meld_of_kind
from paiju.games.zipai.notation import parse_melds
from paiju.games.zipai.win_check import find_win
from paiju.games.zipai.winning import best_division
from tests.rules.zipai import reference_rules
from tests.rules.zipai.table import counts, drawing, offered

SOURCES: tuple[Source, ...] = ("own", "drawn", "hand")


def points(hand: str, laid: str = "", card: str = "", source: Source = "own") -> int | None:
    answer = find_win(hand, laid, card, source)
    return None if answer is None else answer.points


@pytest.mark.clause("ZP-7.1")
def test_seven_melds_and_no_pair_without_a_four() -> None:
    assert points("一二三二七十贰柒拾壹贰叁四五六四五六陆柒", "", "捌") == 18
    assert points("一二三二七十贰柒拾壹贰叁四五六五五陆陆", "", "捌") is None


@pytest.mark.clause("ZP-7.1")
def test_six_melds_and_a_pair_with_a_four() -> None:
    assert points("一二三二七十贰柒拾壹贰叁五五四六", "龙玖玖玖玖", "五") == 30
    assert points("一二三二七十贰柒拾壹贰叁五五六", "龙玖玖玖玖", "四") is None
    assert points("一二三二七十贰柒拾壹贰叁四五六四五六陆柒", "龙玖玖玖玖", "捌") is None


@pytest.mark.clause("ZP-7.1")
@pytest.mark.parametrize("fours", [2, 3, 4, 5, 6])
def test_with_more_fours(fours: int) -> None:
    laid = " ".join(f"龙{name * 4}" for name in "壹肆伍陆捌玖"[:fours])
    melds = ["一二三", "四五六", "七八九", "二七十"][: 6 - fours]
    hand = "".join(melds) + "三"
    assert points(hand, laid, "三") == 12 * fours + 3 * sum(m in ("一二三", "二七十") for m in melds)


@pytest.mark.clause("ZP-7.1")
def test_the_pair_is_of_one_kind() -> None:
    laid = "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"
    assert points("一二三五", laid, "五") == 36
    assert points("一二三五", laid, "伍") is None


@pytest.mark.clause("ZP-7.1")
def test_no_meld_of_five() -> None:
    assert points("一二三四五六七八九壹贰叁肆伍陆柒捌玖二七", "", "拾") is None


@pytest.mark.clause("ZP-7.2")
def test_the_minimum() -> None:
    laid = ["碰五五五 碰四四四 碰八八八 碰九九九 碰六六六"]
    for minimum, choices in ((8, ["win", "pass"]), (9, ["pass"])):
        table = drawing(["二七三三叁"], laid, stock="十", minimum=minimum)
        assert table.legal(0) == choices
    assert table.refuses("0 win") == "too_few_points"


@pytest.mark.clause("ZP-7.2")
def test_the_best_way_counts() -> None:
    """Three times 二七十, and not the threes that the card would complete with less."""
    laid = "吃四五六 吃四五六 吃叁肆伍 吃叁肆伍"
    assert points("一一二二三三壹壹", laid, "壹") == 6 + 6
    assert points("二二二七七十十壹", laid, "十") is None
    assert points("二七十二二七七十", laid, "十") == 9
    assert points("贰柒拾贰贰柒柒拾", laid, "拾") == 18


@pytest.mark.clause("ZP-7.2")
def test_laid_melds_stay_as_they_are() -> None:
    # 二三四 and 一 七十 cannot become 一… and 二七十
    assert points("七十三", "吃二三四 罩五五五 罩六六六 罩八八八 罩九九九 罩壹壹壹", "一") is None


@pytest.mark.clause("ZP-7.3")
@pytest.mark.parametrize(("source", "reason"), [("own", "self_drawn"), ("drawn", "self_drawn"), ("hand", "discard")])
def test_any_card_may_complete_the_hand(source: Source, reason: str) -> None:
    laid = "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"
    if source == "own":
        table = drawing(["三四伍伍"], [laid], stock="五").do("0 win")
    else:
        table = offered("五", ["一", "三四伍伍"], ["", laid], drawn=source == "drawn").claims("1 win")
    assert table.outcome.reason == reason


@pytest.mark.clause("ZP-7.3")
def test_wherever_one_sits() -> None:
    laid = "龙拾拾拾拾 龙玖玖玖玖 罩八八八 罩七七七 罩六六六"
    table = offered("五", ["一", "二", "三四伍伍"], ["", "", laid])
    assert table.legal(2) == ["win", "pass"]


@pytest.mark.clause("ZP-7.1", "ZP-R9")
def test_only_the_first_four_completes_a_hand() -> None:
    """A later four makes six melds and a pair of one card too many."""
    random = Random(1)
    for _ in range(300):
        laid, hand, card = _near_complete(random, fours_laid=1)
        for source in SOURCES:
            division = best_division(count_cards(hand), laid, card, source)
            fours = [meld for meld in division.melds if meld.way in ("dragon", "open")] if division else []
            assert sum(card in (meld.cards or ()) for meld in fours) == 0


# ---- the plain reading


def _near_complete(random: Random, fours_laid: int | None = None) -> tuple[tuple[Meld, ...], list[int], int]:
    """Laid melds, a hand and a card that mostly complete it; one card in four is changed for another."""
    while True:
        fours = random.choice((0, 0, 1, 2)) if fours_laid is None else fours_laid
        melds: list[tuple[int, ...]] = [(kind,) * 4 for kind in random.sample(range(20), fours)]
        while len(melds) < (6 if fours else 7):
            melds.append(random.choice([*MIXED_MELDS, *((kind,) * 3 for kind in range(20)), *_red_and_low()]))
        pair = (random.randrange(20),) * 2 if fours else ()
        if all(copies <= COPIES for copies in count_cards([*(card for meld in melds for card in meld), *pair])):
            break
    laid = tuple(_lay(random, meld) for meld in melds[: random.randrange(fours, len(melds) + 1)])
    hand = [card for meld in melds[len(laid) :] for card in meld] + list(pair)
    if not hand:
        return _near_complete(random, fours_laid)
    card = hand.pop(random.randrange(len(hand)))
    return laid, hand, random.choice([card, card, card, random.randrange(20)])


def _red_and_low() -> list[tuple[int, ...]]:
    return [(1, 6, 9), (11, 16, 19), (0, 1, 2), (10, 11, 12)] * 4


def _lay(random: Random, cards: tuple[int, ...]) -> Meld:
    ways = [way for way in LAID if Meld(way, cards) in WORTH]
    return Meld(random.choice(ways), cards)


def _compare(laid: tuple[Meld, ...], hand: list[int], card: int | None, source: Source, *, declined: bool) -> Any:
    division = best_division(count_cards(hand), laid, card, source, declined=declined)
    expected = reference_rules.best(hand, list(laid), card, source, declined=declined)
    found = None if division is None else division.points
    assert found == expected, (hand, laid, card, source, declined)
    if division is not None:
        assert division.points == sum(WORTH[meld] for meld in division.melds)
        cards = [one for meld in division.melds for one in meld.cards or ()]
        before = [one for meld in laid for one in meld.cards or ()]
        assert sorted(cards) == sorted([*hand, *before, *([] if card is None else [card])])
    return found


@pytest.mark.clause("ZP-7.1", "ZP-7.2", "ZP-8.1", "ZP-8.2")
@pytest.mark.parametrize("seed", range(2))
def test_the_search_agrees_with_a_plain_reading_on_random_hands(seed: int) -> None:
    random = Random(seed)
    complete = 0
    for _ in range(25):
        laid, hand, card = _near_complete(random)
        for source in SOURCES:
            for declined in (False, True):
                complete += _compare(laid, hand, card, source, declined=declined) is not None
        _compare(laid, [*hand, card], None, "deal", declined=False)
    assert complete > 60


@pytest.mark.clause("ZP-7.1", "ZP-7.2", "ZP-8.1", "ZP-8.2")
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.sim if seed == 100 else pytest.mark.deep) for seed in range(100, 104)]
)
def test_the_search_agrees_with_a_plain_reading_on_many_random_hands(seed: int) -> None:
    random = Random(seed)
    for _ in range(700):
        laid, hand, card = _near_complete(random)
        for source in SOURCES:
            _compare(laid, hand, card, source, declined=random.random() < 0.3)


SMALL_DECK = (0, 1, 2, 10, 11)
"""一 二 三 壹 贰: runs, mixed threes, threes and fours get in each other's way."""


@pytest.mark.clause("ZP-7.1", "ZP-8.2")
@pytest.mark.parametrize(
    ("laid", "size"),
    [
        ("吃四五六 吃四五六 吃陆柒捌 吃陆柒捌 碰九九九", 5),  # two melds to go, or a four, a meld and a pair less one
        ("龙九九九九 吃四五六 吃四五六 吃陆柒捌 吃陆柒捌", 4),
        ("吃四五六 吃四五六 吃陆柒捌 吃陆柒捌 碰一一一", 5),
        ("吃四五六 吃四五六 吃陆柒捌 吃陆柒捌 罩贰贰贰", 5),
        ("吃四五六 吃四五六 吃陆柒捌 死罩二二二 罩贰贰贰", 5),
        pytest.param("吃四五六 吃四五六 吃陆柒捌 龙九九九九", 7, marks=pytest.mark.sim),
        pytest.param("吃四五六 吃四五六 吃陆柒捌 吃陆柒捌", 8, marks=pytest.mark.deep),
    ],
)
def test_the_search_agrees_on_every_hand_of_a_small_deck(laid: str, size: int) -> None:
    melds = parse_melds(laid)
    used = count_cards([kind for meld in melds for kind in meld.cards or ()])
    complete = 0
    for hand in combinations_with_replacement(SMALL_DECK, size):
        held = [a + b for a, b in zip(count_cards(hand), used, strict=True)]
        if max(held) > COPIES:
            continue
        for card in SMALL_DECK:
            if held[card] < COPIES:
                for source in SOURCES:
                    complete += _compare(melds, list(hand), card, source, declined=False) is not None
                _compare(melds, list(hand), card, "drawn", declined=True)
    assert complete > 20


def test_random_hands_that_are_mostly_not_complete() -> None:
    random = Random(8)
    for _ in range(40):
        cards = random.sample(PACK, 21)
        _compare((), cards[1:], cards[0], "drawn", declined=False)


def test_a_four_in_the_hand_counts_as_one() -> None:
    """In play it would have been laid; a hand that somebody types in may hold it."""
    answer = find_win("一一一一二七十贰柒拾四五六四五六九九捌捌", "", "捌")
    assert answer is not None
    assert answer.melds[0] == "龙一一一一"
    assert answer.points == 9 + 3 + 6 + 6
    assert points("一一一一二二二二四五六四五六七八九七八九玖", "", "玖") == 18


def test_a_division_is_shown_as_text() -> None:
    answer = find_win("一二三 五", "龙拾拾拾拾 碰二二二 吃六七八 罩b5b5b5 死罩九九九", "s5", "hand")
    assert answer is not None
    assert answer.melds == ("龙拾拾拾拾", "碰二二二", "吃六七八", "罩伍伍伍", "死罩九九九", "一二三", "眼五五")
    assert answer.points == 12 + 3 + 0 + 6 + 3 + 3
    assert format_meld(Meld("hide", None)) == "罩???"
    assert format_meld(meld_of_kind("three", 0)) == "一一一"
    assert counts("一一") == count_cards((0, 0))
