"""Action numbers: what each means, and that every action has one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import paiju
from paiju.core.errors import IllegalAction, UnknownName
from paiju.core.game import subsample_evenly
from paiju.envs.action_space import END, MOST_OFFERED, AutoregressiveActions, DecodedAction, IndexActions
from paiju.envs.hand_episode import HandEpisode
from paiju.testing.hand_simulation import play_hand, random_deal, random_policy

RULESETS = paiju.rulesets()


def decisions(ruleset: str, seed: int = 1) -> Iterator[Any]:
    """The legal actions of every decision of a hand at random."""
    game, random = paiju.game(ruleset), Random(seed)
    match = game.new_match()
    state = game.start(match, random_deal(game, match, random))
    for move in play_hand(game, state, random_policy(random), random):
        if move.seat != paiju.DEALER:
            yield game.legal(move.before, move.seat)


def meanings(choice: Any) -> list[Any]:
    """Everything that can be said."""
    if isinstance(choice, DecodedAction):
        return [choice.action]
    return [found for number in choice.numbers for found in meanings(choice.choose(number))]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", [IndexActions, AutoregressiveActions])
def test_each_offered_action_has_exactly_one_encoding(
    ruleset: str, kind: type[IndexActions | AutoregressiveActions]
) -> None:
    game = paiju.game(ruleset)
    numbering = kind(game)
    for legal in decisions(ruleset):
        offered = subsample_evenly(legal, MOST_OFFERED)
        if len(offered) == MOST_OFFERED:
            continue
        choice = numbering.make_choice(legal, game.format_action)
        assert sorted(map(repr, meanings(choice))) == sorted(map(repr, offered))
        assert max(choice.numbers) < numbering.size


def test_of_too_many_actions_some_are_offered_evenly() -> None:
    assert list(subsample_evenly(range(MOST_OFFERED), MOST_OFFERED)) == list(range(MOST_OFFERED))
    far = list(subsample_evenly(range(10 * MOST_OFFERED), MOST_OFFERED))
    assert far == list(range(0, 10 * MOST_OFFERED, 10))


def test_letters_without_alternatives_are_skipped() -> None:
    game = paiju.game("doudizhu/qq")
    legal = [game.parse_action(text) for text in ("bid 0", "bid 1", "bid 3")]
    letters = AutoregressiveActions(game)
    choice = letters.make_choice(legal, game.format_action)
    assert [letters.alphabet[number - 1] for number in choice.numbers] == ["0", "1", "3"]
    assert choice.choose(choice.numbers[1]) == DecodedAction(legal[1])
    assert len(choice.tokens_so_far) == len("bid ")


def test_a_play_that_is_a_prefix_of_others_takes_an_end_letter() -> None:
    game = paiju.game("doudizhu/qq")
    legal = [game.parse_action(text) for text in ("play 3", "play 33", "play 4")]
    choice = AutoregressiveActions(game).make_choice(legal, game.format_action)
    three = choice.choose(choice.numbers[0])
    assert not isinstance(three, DecodedAction)
    assert END in three.numbers
    assert three.choose(END) == DecodedAction(legal[0])


@pytest.mark.parametrize("numbers", ["places", "letters"])
def test_a_number_without_a_meaning_is_refused(numbers: str) -> None:
    table = HandEpisode("zipai/guilin-2", numbers)
    turn = table.reset(b"1")
    for number in (-1, table.numbering.size - 1, table.numbering.size):
        with pytest.raises(IllegalAction, match="means_nothing"):
            table.step(turn, number)


@pytest.mark.parametrize("choices", [{"numbers": "words"}, {"reward": "fame"}, {"opener": "nobody"}])
def test_an_unknown_option_is_refused(choices: dict[str, Any]) -> None:
    with pytest.raises(UnknownName):
        HandEpisode("zipai/guilin-2", **choices)
