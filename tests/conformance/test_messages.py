"""Every message of a family has words in every language, and reveals no hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from string import Formatter
from typing import Any

import pytest

from paiju.core.errors import IllegalAction
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.messages import TranslatableText
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Viewer
from paiju.games.registry import families, game, rulesets
from paiju.locale import catalogue
from paiju.locale.text_rendering import TextRenderer
from paiju.testing.hand_simulation import play_hand, random_deal, random_policy
from tests.languages import COMPLETE

LABELS = 12
"""How many actions of a decision are put on buttons."""


def test_every_family_has_its_own_voice() -> None:
    assert all("voice" in vars(family.game) for family in families().values())


@pytest.mark.parametrize("name", rulesets())
def test_all_messages_of_a_hand_have_words(name: str) -> None:
    """A short one for the coverage run."""
    _check_hands(name, 2)


@pytest.mark.sim
@pytest.mark.parametrize("name", rulesets())
def test_all_messages_of_many_hands_have_words(name: str) -> None:
    _check_hands(name, 12)


def _check_hands(name: str, hands: int) -> None:
    rules, random, family = game(name), Random(f"voice {name}"), name.partition("/")[0]
    known: set[tuple[str, frozenset[str]]] = set()
    match = rules.new_match()
    for _ in range(hands):
        state = rules.start(match, random_deal(rules, match, random))
        for move in play_hand(rules, state, random_policy(random), random):
            for words in (*_before(rules, move), *_after(rules, move)):
                known.update(_parts(words))
            state = move.step.state
        match = rules.next_hand(match, state)
    for key, args in known:
        for lang in COMPLETE:
            _check_words(lang, family, key, args)


def _viewers(rules: AnyGame) -> tuple[Viewer, ...]:
    return (*range(rules.seats), None)


def _before(rules: AnyGame, move: PlayedMove) -> Iterator[TranslatableText]:
    """What a seat is asked and offered, and why others may not do the same."""
    state = move.before
    for seat in (*rules.to_act(state), *rules.may_act(state)):
        view = rules.view(state, seat)
        legal = rules.legal(view, seat)
        asked = rules.voice.question(view, seat, legal)
        yield from () if asked is None else (asked,)
        yield from (rules.voice.action(view, seat, action) for action in islice(legal, LABELS))
    for seat in range(rules.seats):
        yield from _if_left(rules, rules.view(state, seat), rules.leave_outcome(state, seat))
        try:
            rules.check(state, seat, move.action)
        except IllegalAction as error:
            yield rules.voice.error_message(error)


def _if_left(rules: AnyGame, view: Any, outcome: Outcome | None) -> Iterator[TranslatableText]:
    """What would be told if a seat left now."""
    if outcome is not None:
        yield rules.voice.ending(view, outcome)
        yield rules.voice.end_reason(outcome)
        yield from (rules.voice.score_line_name(view, line) for line in outcome.account)


def _after(rules: AnyGame, move: PlayedMove) -> Iterator[TranslatableText]:
    """What all are told of it, and how the account stands."""
    for viewer in _viewers(rules):
        told = (rules.voice.event(rules.redact(event, viewer)) for event in move.step.events)
        yield from filter(None, told)
        view = rules.view(move.step.state, viewer)
        yield from (
            rules.voice.score_line_name(known, line) for line in rules.score_lines(view) for known in (view, None)
        )
        yield from filter(None, (rules.voice.last_play_name(view, seat) for seat in range(rules.seats)))
        yield from (note for seat in range(rules.seats) for note in rules.voice.seat_notes(view, seat))
        declared = (rules.voice.declaration(view, seat) for seat in range(rules.seats))
        yield from (said.text for said in declared if said is not None)
        outcome = rules.outcome(view)
        if outcome is not None:
            assert rules.score_lines(view) == outcome.account
            yield rules.voice.ending(view, outcome)
            yield rules.voice.end_reason(outcome)


def _parts(words: TranslatableText) -> Iterator[tuple[str, frozenset[str]]]:
    """The words and all words within them: key, and the names of the args."""
    yield words.key, frozenset(words.args)
    for arg in words.args.values():
        for one in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(one, TranslatableText):
                yield from _parts(one)


def _check_words(lang: str, family: str, key: str, args: frozenset[str]) -> None:
    found = catalogue(lang, family).get(key) or catalogue(lang, "common").get(key)
    assert found, f"{key} has no words in {lang}"
    holes = {hole for _, hole, _, _ in Formatter().parse(found) if hole is not None}
    assert holes <= args, f"{key} in {lang} has holes that nothing fills: {holes - args}"


@pytest.mark.parametrize("name", rulesets())
def test_messages_do_not_reveal_hidden_information(name: str) -> None:
    """Words are made of the view alone: they are the same in any state that looks the same."""
    rules, random = game(name), Random(f"hidden {name}")
    state = rules.start(rules.new_match(), random_deal(rules, rules.new_match(), random))
    for move in islice(play_hand(rules, state, random_policy(random), random), 300):
        if random.random() < 0.1:
            seat = random.randrange(rules.seats)
            assert _said(rules, move.before, seat) == _said(rules, rules.determinize(move.before, seat, random), seat)


def _said(rules: AnyGame, state: Any, seat: int) -> list[TranslatableText | None]:
    view = rules.view(state, seat)
    acts = seat in (*rules.to_act(view), *rules.may_act(view))
    legal = rules.legal(view, seat) if acts else ()
    asked = [rules.voice.question(view, seat, legal)] if acts else []
    labels = [rules.voice.action(view, seat, action) for action in islice(legal, LABELS)]
    notes = [note for other in range(rules.seats) for note in rules.voice.seat_notes(view, other)]
    declared = (rules.voice.declaration(view, other) for other in range(rules.seats))
    notes += [said.text for said in declared if said is not None]
    return [*asked, *labels, *notes, *(rules.voice.score_line_name(view, line) for line in rules.score_lines(view))]


def test_text_renderer_renders_a_whole_hand() -> None:
    rules, random = game(rulesets()[-1]), Random(5)
    reader = TextRenderer("zh", rulesets()[-1].partition("/")[0], [f"甲{seat}" for seat in range(rules.seats)], 0)
    state = rules.start(rules.new_match(), random_deal(rules, rules.new_match(), random))
    moves = play_hand(rules, state, random_policy(random), random)
    told = [reader.sentence(rules.voice.event(rules.redact(event, 0))) for move in moves for event in move.step.events]
    assert any("你" in line for line in told)
    assert not any("{" in line for line in told)
