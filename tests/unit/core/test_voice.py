"""Words without a language, and the voice of a family that has none of its own."""

from __future__ import annotations

from msgspec import Struct

from paiju.core.account import Line, Outcome, left_by
from paiju.core.codec import from_json, to_json, to_plain
from paiju.core.errors import IllegalAction, NotationError
from paiju.core.voice import AnyVoice, Shown, Voice, Who, Words

PLAIN: AnyVoice = Voice()


class Drew(Struct, tag="drew"):
    seat: int
    card: str | None
    left: int
    open: bool = True
    hand: tuple[int, ...] = ()


class Ended(Struct):
    pass


class PhaseBegan(Struct):
    phase: Ended


def test_words_come_back_from_json_as_they_were() -> None:
    words = Words("event.won", {"who": (Who(1), Who(2)), "cards": Shown("3s"), "way": Words("way.pong"), "points": 3})
    again: Words = from_json(to_json(words), Words)
    assert again == words
    assert to_plain(Words("event.won")) == {"type": "words", "key": "event.won"}


def test_an_event_without_words_is_told_by_its_name_and_numbers() -> None:
    told = PLAIN.event(Drew(1, "3s", 20, hand=(1, 2)))
    assert told == Words("event.drew", {"who": Who(1), "card": "3s", "left": 20})
    assert PLAIN.event(Drew(1, None, 20)) == Words("event.drew", {"who": Who(1), "left": 20})
    assert PLAIN.event(Ended()) == Words("event.Ended")
    assert PLAIN.event(PhaseBegan(Ended())) is None


def test_an_action_is_called_by_its_name() -> None:
    assert PLAIN.action(None, 0, Ended()) == Words("action.Ended")
    assert PLAIN.question(None, 0, ()) is None


def test_a_line_and_an_outcome_are_told_by_their_codes() -> None:
    assert PLAIN.line(None, Line("bomb", 2, args=("5555",))) == Words("account.bomb", {"0": "5555", "value": 2})
    won, void = Outcome("out", (0, 2), (1, -2, 1)), Outcome("void", (), (0, 0, 0))
    assert PLAIN.headline(None, won) == Words(
        "result.won", {"winners": (Who(0), Who(2)), "reason": Words("reason.out")}
    )
    assert PLAIN.headline(None, void) == Words("result.nobody", {"reason": Words("reason.void")})
    assert PLAIN.reason(void) == Words("reason.void")
    assert PLAIN.ending(None, void) == PLAIN.headline(None, void)


def test_who_left_is_told_with_what_it_costs() -> None:
    dear, free = left_by(1, 3, (Line("a", 7, "base"),)), left_by(0, 3)
    assert PLAIN.ending(None, dear) == PLAIN.reason(dear) == Words("result.left", {"who": Who(1), "cost": 7})
    assert PLAIN.ending(None, free) == PLAIN.reason(free) == Words("result.left_free", {"who": Who(0)})


def test_a_refusal_says_where_and_echoes_no_book() -> None:
    assert PLAIN.refusal(IllegalAction("too_low", most=3)) == Words("illegal.too_low", {"most": 3})
    told = PLAIN.refusal(NotationError("bad_card", text="3x", at=1))
    assert told == Words("notation.bad_card", {"text": "3x", "at": 1, "place": 2, "char": "x"})
    assert PLAIN.refusal(NotationError("bad_card", at=1)).args == {"at": 1, "place": 2, "char": ""}
    assert PLAIN.refusal(NotationError("bad", text="x" * 900)).args == {"text": "x" * 200}
