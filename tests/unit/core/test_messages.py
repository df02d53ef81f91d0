"""Language-independent words, and the default voice of a family without its own."""

from __future__ import annotations

from msgspec import Struct

from paiju.core.codec import from_json, to_json, to_plain
from paiju.core.errors import IllegalAction, NotationError
from paiju.core.messages import AnyMessageBuilder, CardsRef, MessageBuilder, SeatRef, TranslatableText
from paiju.core.score_breakdown import Outcome, ScoreLine, outcome_of_leaving

PLAIN: AnyMessageBuilder = MessageBuilder()


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


def test_words_round_trip_through_json() -> None:
    words = TranslatableText(
        "event.won",
        {"who": (SeatRef(1), SeatRef(2)), "cards": CardsRef("3s"), "way": TranslatableText("way.pong"), "points": 3},
    )
    again: TranslatableText = from_json(to_json(words), TranslatableText)
    assert again == words
    assert to_plain(TranslatableText("event.won")) == {"type": "words", "key": "event.won"}


def test_an_event_without_words_is_shown_by_its_name_and_numbers() -> None:
    told = PLAIN.event(Drew(1, "3s", 20, hand=(1, 2)))
    assert told == TranslatableText("event.drew", {"who": SeatRef(1), "card": "3s", "left": 20})
    assert PLAIN.event(Drew(1, None, 20)) == TranslatableText("event.drew", {"who": SeatRef(1), "left": 20})
    assert PLAIN.event(Ended()) == TranslatableText("event.Ended")
    assert PLAIN.event(PhaseBegan(Ended())) is None


def test_an_action_without_words_is_shown_by_its_name() -> None:
    assert PLAIN.action(None, 0, Ended()) == TranslatableText("action.Ended")
    assert PLAIN.question(None, 0, ()) is None
    assert PLAIN.tip(None, 0, ()) is None


def test_account_lines_and_outcomes_without_words_are_shown_by_their_codes() -> None:
    assert PLAIN.score_line_name(None, ScoreLine("bomb", 2, args=("5555",))) == TranslatableText(
        "account.bomb", {"0": "5555", "value": 2}
    )
    won, void = Outcome("out", (0, 2), (1, -2, 1)), Outcome("void", (), (0, 0, 0))
    assert PLAIN.headline(None, won) == TranslatableText(
        "result.won", {"winners": (SeatRef(0), SeatRef(2)), "reason": TranslatableText("reason.out")}
    )
    assert PLAIN.headline(None, void) == TranslatableText("result.nobody", {"reason": TranslatableText("reason.void")})
    assert PLAIN.end_reason(void) == TranslatableText("reason.void")
    assert PLAIN.ending(None, void) == PLAIN.headline(None, void)


def test_the_leaver_is_named_with_the_cost_of_leaving() -> None:
    dear, free = outcome_of_leaving(1, 3, (ScoreLine("a", 7, "base"),)), outcome_of_leaving(0, 3)
    assert (
        PLAIN.ending(None, dear)
        == PLAIN.end_reason(dear)
        == TranslatableText("result.left", {"who": SeatRef(1), "cost": 7})
    )
    assert (
        PLAIN.ending(None, free) == PLAIN.end_reason(free) == TranslatableText("result.left_free", {"who": SeatRef(0)})
    )


def test_a_refusal_says_where_and_echoes_no_book() -> None:
    assert PLAIN.error_message(IllegalAction("too_low", most=3)) == TranslatableText("illegal.too_low", {"most": 3})
    told = PLAIN.error_message(NotationError("bad_card", text="3x", at=1))
    assert told == TranslatableText("notation.bad_card", {"text": "3x", "at": 1, "place": 2, "char": "x"})
    assert PLAIN.error_message(NotationError("bad_card", at=1)).args == {"at": 1, "place": 2, "char": ""}
    assert PLAIN.error_message(NotationError("bad", text="x" * 900)).args == {"text": "x" * 200}


def test_a_gain_that_a_leaver_forfeited_is_named_in_every_family() -> None:
    line = ScoreLine("forfeited", 6, "note", 1)
    assert PLAIN.score_line_name(None, line) == TranslatableText("result.forfeited", {"who": SeatRef(1), "points": 6})
