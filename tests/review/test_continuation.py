"""Continuations: the probable moves after each choice of a marked decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from paiju.core.game import AnyGame
from paiju.core.seats import DEALER
from paiju.records import replay_hand
from paiju.review.continuation import MOST_MOVES, Continuation
from paiju.review.judgement import Decision
from paiju.review.model import LineMove
from paiju.review.reviewer import list_decisions
from paiju.review.solver_judge import Prover
from tests.review.reviewed_hands import NOTHING, hands, review_context, reviewed
from tests.review.test_solver_judge import ending
from tests.rules.doudizhu.table import Table
from tests.rules.zipai.table import playing

QQ, ZIPAI = "doudizhu/qq", "zipai/guilin-3"


def line_of(name: str, state: Any, seat: int, action: str, *, is_proved: bool = False) -> tuple[LineMove, ...]:
    game: AnyGame = review_context(name).game
    view = game.view(state, seat)
    played = game.parse_action(action)
    decision = Decision(0, seat, state, view, game.legal(view, seat), played)
    return Continuation(review_context(name), Prover(review_context(name), 0)).likely_line(
        decision, played, is_proved=is_proved
    )


def texts(line: tuple[LineMove, ...]) -> list[tuple[int, str]]:
    return [(move.seat, move.text) for move in line]


def test_a_proved_line_keeps_the_win_and_ends_with_the_hand() -> None:
    table: Table = ending("3BR", "5", "9")
    line = line_of(QQ, table.state, 0, "play BR", is_proved=True)
    assert texts(line) == [(1, "pass"), (2, "pass"), (0, "play 3")]
    assert line[-1].cards == ("3d",) or line[-1].cards[0].startswith("3")
    lost = line_of(QQ, table.state, 0, "play 3", is_proved=True)
    assert texts(lost) == [(1, "play 5")]  # it goes out


def test_the_solver_chooses_among_winning_plays_before_others() -> None:
    table = ending("3BR", "5", "9")
    prover, parse = Prover(review_context(QQ), 0), table.game.parse_action
    legal = table.game.legal(table.state, 0)
    assert set(prover.best_actions(table.state, 0, legal)) == set(legal) - {parse("3")}
    lost = ending("57", "6", "8")  # whatever is led
    assert list(prover.best_actions(lost.state, 0, lost.game.legal(lost.state, 0))) == list(
        lost.game.legal(lost.state, 0)
    )


@pytest.mark.clause("ZP-6.3")
def test_claims_that_take_effect_are_moves_and_passes_are_not() -> None:
    """Seat 1 makes three of the discard; nobody hears that seat 2 passes. The line ends before a card is drawn."""
    table = playing(("一三", "一一九玖", "九玖"), ("", "", ""), stock="八八八", minimum=1)
    line = line_of(ZIPAI, table.state, 0, "discard 一")
    assert texts(line)[0] == (1, "pong")
    assert all(move.text != "pass" for move in line)
    quiet = playing(("三八", "一一九玖", "九玖"), stock="八八八", minimum=1)
    assert line_of(ZIPAI, quiet.state, 0, "discard 三") == ()


def test_marked_decisions_of_a_complete_review_have_lines() -> None:
    review = reviewed(QQ, hands(QQ, ("random", "steady"))[0], NOTHING)
    marked = [decision for decision in review.decisions if decision.mark]
    assert marked
    assert all(choice.line for decision in marked for choice in decision.choices)
    assert not any(choice.line for decision in review.decisions if not decision.mark for choice in decision.choices)


@pytest.mark.parametrize("name", [QQ, ZIPAI, "gunzi/six"])
def test_lines_are_legal_moves(name: str) -> None:
    points = tuple(replay_hand(review_context(name).game, hands(name, ("random", "steady"))[0]))
    game: AnyGame = review_context(name).game
    found, continuation = 0, Continuation(review_context(name), Prover(review_context(name), 0))
    for decision in [one for one in list_decisions(review_context(name), points) if one.has_choice][-20:]:
        for action in decision.legal[:3]:
            line = continuation.likely_line(decision, action, is_proved=found % 2 > 0)
            assert len(line) <= MOST_MOVES
            state = game.step(decision.state, decision.seat, action).state
            for move in line:
                state = forward(game, state, move)
                assert subset(move.cards, hand_cards(game, state, move.seat))
                state = game.step(state, move.seat, game.parse_action(move.text)).state
            found += len(line) > 0
    assert found


def hand_cards(game: AnyGame, state: Any, seat: int) -> Counter[str]:
    zones = [zone for zone in game.zones(state) if zone.place == "hand" and zone.seat == seat]
    return Counter(card for zone in zones for card in zone.cards or ())


def subset(cards: tuple[str, ...], held: Counter[str]) -> bool:
    return not Counter(cards) - held


def forward(game: AnyGame, state: Any, move: LineMove) -> Any:
    """The state in which a move is made; the steps before it that nobody hears of are passed over."""
    while move.seat not in game.to_act(state) or move.text not in map(game.format_action, game.legal(state, move.seat)):
        seat = game.to_act(state)[0]
        action = game.legal(state, seat)[0] if seat == DEALER else game.fallback(state, seat)
        state = game.step(state, seat, action).state
    return state
