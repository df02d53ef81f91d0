"""Brute force over every choice of cards of a hand: recogniser, generator and a plain reading of the rules agree."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from paiju.games.doudizhu.cards import RANKS, WildRanks, parse_ranks, ranks_text
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.rules import Rules
from paiju.games.registry import rulesets
from tests.rules.doudizhu.reference_rules import Kind, beats, readings, subsets
from tests.rules.doudizhu.table import game_for, rules_of

NAMES = [name.partition("/")[2] for name in rulesets() if name.startswith("doudizhu/")]
VARIANTS: dict[str, Rules] = {
    **{name: rules_of(name) for name in NAMES},
    "strict wild": rules_of("wild", attached="strict", attach_both_jokers=False),
    "wild without singles": rules_of("wild", attach_singles=False, quad_with_two=False),
    "wild duel": rules_of("duel", wild=True),
    "two wild ranks": rules_of("wild", second_wild=True),
    "strict, two wild ranks": rules_of("wild", second_wild=True, attached="strict", attach_both_jokers=False),
    "loose four": rules_of("four", attached="loose", attach_both_jokers=True, attach_singles=True, quad_with_two=True),
}
each_variant = pytest.mark.parametrize("variant", VARIANTS)


def kind_of(rules: Rules) -> Kind:
    return Kind(
        rules.decks, rules.attached == "strict", rules.attach_both_jokers, rules.attach_singles, rules.quad_with_two
    )


def hands(rules: Rules, number: int, size: int, seed: int) -> Iterator[tuple[str, str]]:
    """Hands that are rich in trios, quads and neighbours, each with its wild ranks where there are any."""
    random = Random(f"{seed}{rules}")
    compiled = game_for(rules).compiled
    pack = "".join(RANKS[card >> 2] for card in compiled.pack)
    for _ in range(number):
        first = random.randrange(11)
        near = [card for card in pack if first <= RANKS.index(card) < first + random.choice((2, 4, 6))]
        cards = random.sample(near, min(len(near), random.randint(size // 2, size - 1)))
        left = list((Counter(pack) - Counter(cards)).elements())
        cards += random.sample(left, size - len(cards))
        wild = random.choice(cards) if random.random() < 0.8 else random.choice(pack)
        hand = "".join(sorted(cards, key=RANKS.index))
        if rules.second_wild:
            wild += random.choice(cards)
        yield hand, "".join(dict.fromkeys(wild)) if rules.wild and not set(wild) & set("BR") else ""


def ranks_of(wild: str) -> WildRanks:
    return tuple(map(RANKS.index, wild))


def named(combo: Combination) -> tuple[str, str]:
    return combo.category, ranks_text(combo.body)


def leading(compiled: CompiledRuleset, hand: str, wild: str) -> list[Combination]:
    return [play.what for play in compiled.find_leading_plays(parse_ranks(hand), ranks_of(wild))]


@each_variant
def test_the_recogniser_reads_every_choice_of_cards_as_the_rulebook_does(variant: str) -> None:
    rules = VARIANTS[variant]
    compiled = game_for(rules).compiled
    for hand, wild in hands(rules, 2 if rules.second_wild else 5, 8, seed=1):
        for cards in subsets(hand):
            read = [named(combo) for combo in compiled.readings(parse_ranks(cards), ranks_of(wild))]
            assert len(read) == len(set(read))
            assert set(read) == readings(cards, kind_of(rules), wild), (cards, wild)


@each_variant
def test_the_generator_lists_what_the_recogniser_reads(variant: str) -> None:
    rules = VARIANTS[variant]
    compiled = game_for(rules).compiled
    for hand, wild in hands(rules, 5, 12, seed=2):
        read = [combo for cards in subsets(hand) for combo in compiled.readings(parse_ranks(cards), ranks_of(wild))]
        made = [combo.text() for combo in leading(compiled, hand, wild)]
        assert len(made) == len(set(made))
        assert sorted(made) == sorted(combo.text() for combo in read), (hand, wild)


@each_variant
def test_answering_lists_exactly_the_plays_that_beat_the_table(variant: str) -> None:
    rules = VARIANTS[variant]
    compiled = game_for(rules).compiled
    random = Random(3)
    dealt = list(hands(rules, 16, 13, seed=3))
    for hand, wild in dealt:
        other = random.choice(dealt)[0]
        tables = [combo for cards in (hand, other) for combo in leading(compiled, cards, wild)]
        mine = leading(compiled, hand, wild)
        for table in random.sample(tables, min(len(tables), 12)):
            answers = [
                play.what.text() for play in compiled.find_beating_plays(parse_ranks(hand), table, ranks_of(wild))
            ]
            assert len(answers) == len(set(answers))
            expected = [one.text() for one in mine if beats(plain(one), plain(table), wild)]
            assert sorted(answers) == sorted(expected), (hand, table, wild)


def plain(combo: Combination) -> tuple[str, str, bool, str]:
    return combo.category, ranks_text(combo.body), combo.soft, ranks_text(combo.used)


@each_variant
def test_every_play_is_parsed_back_from_its_text(variant: str) -> None:
    rules = VARIANTS[variant]
    compiled = game_for(rules).compiled
    for hand, wild in hands(rules, 3, 12, seed=4):
        for combo in leading(compiled, hand, wild):
            assert Combination.parse(combo.text()) == combo
            assert compiled.find_matching_reading(Combination.parse(combo.text()), ranks_of(wild)) == combo
