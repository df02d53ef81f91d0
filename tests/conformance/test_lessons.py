"""The web client's lessons follow the rules, and each ends with the result that its text announces."""

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paiju.core.codec import to_plain
from paiju.core.errors import IllegalAction
from paiju.core.history import without_history
from paiju.games import registry
from paiju.locale import lookup
from scripts.lesson import (
    LEARNER,
    Frame,
    Source,
    Stop,
    frames,
    initial_hand,
    is_asked,
    lesson,
    read,
    read_lesson_file,
    seen,
    slip,
)
from tests.languages import COMPLETE

SOURCES = {path.stem: path for path in (Path(__file__).parents[2] / "web" / "lessons").glob("*.toml")}
ENDS = {
    "doudizhu": ((24, -12, -12), ("12",)),
    "zipai": ((32, -16, -16), ("16",)),
    "gunzi": ((6, -3, -3, 6, -3, -3), ("60", "45")),
}
"""What the seats get, and the figures that the last words name."""
MOST_BYTES = 15_000


def source_of(family: str) -> Source:
    return read_lesson_file(SOURCES[family])


def shown(family: str) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(lesson(source_of(family))))
    return read


@pytest.mark.parametrize("family", registry.families())
def test_every_family_has_a_lesson_that_is_played_to_the_end(family: str) -> None:
    (*_, last) = frames(source_of(family))
    outcome = last.play.game.outcome(last.play.state)
    assert outcome is not None, f"{family}: the script must play the hand to its end"
    points, figures = ENDS[family]
    assert outcome.points == points
    assert all(figure in words for figure in figures for words in last.stop.say.values())


@pytest.mark.parametrize("family", registry.families())
def test_a_lesson_has_few_steps_and_a_small_file(family: str) -> None:
    made = shown(family)
    assert 12 <= len(made["steps"]) <= 20, f"{family}: 12 to 20 steps, not {len(made['steps'])}: merge or divide some"
    size = len(gzip.compress(msgspec.json.encode(made)))
    assert size < MOST_BYTES, f"{family}: {size} bytes compressed, at most {MOST_BYTES}: show fewer tables"


@pytest.mark.parametrize("family", registry.families())
def test_the_learner_sees_what_its_seat_may_know_and_no_clock(family: str) -> None:
    stops = zip(frames(source_of(family)), shown(family)["steps"], strict=True)
    for (play, *_), step in stops:
        hand = step["table"]["hand"]
        assert hand["view"] == to_plain(without_history(play.game.view(play.state, LEARNER)))
        assert {clock for one in hand["acting"] for clock in (one["turn"], one["reserve"])} <= {None}
        assert (hand["choices"] is not None) == ("want" in step)


@pytest.mark.parametrize("family", registry.families())
def test_every_step_has_words_in_every_language(family: str) -> None:
    for number, step in enumerate(shown(family)["steps"], 1):
        assert set(step["say"]) == set(COMPLETE), f"{family}, step {number}: write `say` in every language"


@pytest.mark.parametrize("family", registry.families())
def test_a_wrong_move_is_answered_in_every_language(family: str) -> None:
    slips = [slip for step in shown(family)["steps"] for slip in step.get("slips", ())]
    assert slips, f"{family}: answer some wrong moves (`slips`), or nothing is learnt from them"
    for one in slips:
        known = (
            lookup(lang, f"{table}.{one.get('code')}", family) for lang in COMPLETE for table in ("why", "illegal")
        )
        said = set(one["say"]) == set(COMPLETE) if "say" in one else False
        assert said or sum(words is not None for words in known) >= len(COMPLETE), (
            f"{family}: {one} needs `say` in every language, or a code that has words"
        )


@pytest.mark.parametrize("family", registry.families())
def test_the_wanted_move_is_among_the_choices_shown(family: str) -> None:
    for step in shown(family)["steps"]:
        listed = [choice["text"] for choice in ((step["table"]["hand"]["choices"] or {}).get("actions", []))]
        if "want" in step and listed:
            assert step["want"]["text"].partition("@")[0] in listed


LAST_CARD = """
ruleset = "doudizhu/qq"
names = ["a", "b", "c"]
deck = "{deck}"
draws = [0]
[[steps]]
do = "bid 3"
slips = [{{ do = "bid 2" }}]
"""


def small() -> Source:
    game = registry.game("doudizhu/qq")
    deck = " ".join(map(game.format_card, game.deal_plan(game.new_match()).pack))
    return read(LAST_CARD.format(deck=deck))


def test_a_move_that_is_not_allowed_is_named() -> None:
    source = msgspec.structs.replace(small(), steps=(Stop(do="bid 3", then="3 bid 1"),))
    with pytest.raises(IllegalAction):
        list(frames(source))


@pytest.mark.parametrize(
    "words",
    [
        pytest.param('[[steps]]\nsay = "a"\n[[steps]]\nsay = "b"', id="of a step more"),
        pytest.param('[[steps]]\nsay = "a"\nslips = { pass = "b" }', id="of what is no slip"),
    ],
)
def test_lesson_texts_without_a_matching_step_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"longer|no such slip: pass"):
        read(LAST_CARD.format(deck="3s"), {"en": words})


def test_a_legal_wrong_move_needs_its_own_words() -> None:
    (frame,) = frames(small())
    with pytest.raises(AssertionError, match="bid 2 is allowed"):
        slip(frame.play, frame.stop.slips[0])


def test_after_a_jump_the_current_table_is_shown() -> None:
    (frame,) = frames(small())
    assert seen(small(), frame).steps
    jumped = Frame(frame.play, frame.stop, None)
    assert seen(small(), jumped).steps == ()
    assert is_asked(jumped)
    assert not is_asked(Frame(frame.play, Stop(), None))
    assert initial_hand(small()).moves == ()
