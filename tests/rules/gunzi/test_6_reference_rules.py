"""GZ-6: the engine agrees with a plain reading of the clauses, on random small hands in every trump situation."""

from random import Random
from typing import get_args

import pytest

from paiju.core.errors import IllegalAction
from paiju.games.gunzi.actions import Play
from paiju.games.gunzi.card_choices import Choices
from paiju.games.gunzi.cards import NAMES, Cards, count_of, size
from paiju.games.gunzi.timeout_action import cheapest_follow
from paiju.games.gunzi.trick_rules import beats, check_following, ways_to_follow
from paiju.games.gunzi.trumps import Call, make_trumps
from tests.rules.gunzi.reference_rules import all_plays, winner
from tests.rules.gunzi.table import SIX

SITUATIONS = [(level, call) for level in (3, 5, 7, 10) for call in get_args(Call)]
"""Levels at both ends, a level of points, one of none; each suit and no trump suit."""


def packs(level: int) -> list[str]:
    """A few kinds of which there are often several: sets of the level, twos, jokers, two side ranks in each suit."""
    rank = NAMES[level - 2][0]
    return [name for name in NAMES if name[0] in {rank, "2", "4", "6", "A", "B", "R"}]


def draw(random: Random, level: int, number: int) -> list[str]:
    few = random.sample(packs(level), random.randint(3, 7))
    return random.sample([name for name in few for _ in range(4)], min(number, 4 * len(few)))


def positions(level: int, call: Call) -> list[tuple[list[str], list[str]]]:
    random = Random(f"{level}{call}")
    found = []
    for _ in range(60):
        number = random.randint(1, 4)
        lead = [random.choice(packs(level))] * number
        hand = draw(random, level, random.randint(number, 9))
        found.append((hand, lead))
    return found


def text(play: tuple[str, ...]) -> Cards:
    return Cards.parse(" ".join(play))


@pytest.mark.clause("GZ-6.3", "GZ-6.4", "GZ-6.5", "GZ-6.6", "GZ-R6")
@pytest.mark.parametrize(("level", "call"), SITUATIONS)
def test_legal_and_check_agree_with_a_plain_reading(level: int, call: Call) -> None:
    order = make_trumps(level, call)
    for held, led in positions(level, call):
        hand, lead = text(tuple(held)), text(tuple(led))
        may = ways_to_follow(SIX, order, hand, lead)
        legal = Choices(Play, may.cards, may.shapes, may.fixed)
        expected = {text(play) for play in all_plays(held, led, level, call)}
        listed = [action.cards for action in legal]
        assert len(listed) == len(legal) == len(expected)
        assert set(listed) == expected
        assert set(legal.usable_cards.kinds()) == {kind for play in expected for kind in play.kinds()}
        assert legal.common_cards == shared(expected)
        for play in {text(play) for play in all_plays(held, [led[0]] * len(led), level, call)} | every(held, len(led)):
            assert (Play(play) in legal) == (play in expected) == passes(level, call, hand, lead, play)
        assert cheapest_follow(SIX, order, hand, lead) in expected


def shared(plays: set[Cards]) -> Cards:
    kinds = {kind for play in plays for kind in play.kinds()}
    return Cards(sum(min(count_of(play, kind) for play in plays) << 4 * kind for kind in kinds))


def every(held: list[str], number: int) -> set[Cards]:
    """Any cards of the hand, so many: some of all."""
    random = Random(len(held))
    return {text(tuple(random.sample(held, number))) for _ in range(12)}


def passes(level: int, call: Call, hand: Cards, lead: Cards, play: Cards) -> bool:
    try:
        check_following(SIX, make_trumps(level, call), hand, lead, play)
    except IllegalAction as error:
        return error.code not in {"must_follow", "must_match"}
    return True


@pytest.mark.clause("GZ-1.4", "GZ-1.5", "GZ-6.6", "GZ-6.7")
@pytest.mark.parametrize(("level", "call"), SITUATIONS)
def test_the_winner_of_a_trick_agrees_with_a_plain_reading(level: int, call: Call) -> None:
    random = Random(f"winner {level}{call}")
    order = make_trumps(level, call)
    for _ in range(200):
        number = random.randint(1, 4)
        plays = [[random.choice(packs(level))] * number]
        for _ in range(5):
            kinds = random.sample(packs(level), random.choice((1, 1, 1, 2)) if number > 1 else 1)
            plays.append([kinds[at % len(kinds)] for at in range(number)])
        best = 0
        for at, play in enumerate(plays[1:], 1):
            if beats(order, number, text(tuple(plays[best])), text(tuple(play))):
                best = at
        assert best == winner(plays, level, call), plays
        assert size(text(tuple(plays[0]))) == number
