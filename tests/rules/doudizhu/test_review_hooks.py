"""Facts and reasons that reviews of Dou Dizhu state about a decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from paiju.core.messages import CardsRef, SeatRef
from paiju.games.doudizhu.cards import NO_CARDS, RANKS, cards_from_numbers
from paiju.games.doudizhu.events import BottomTaken, CardGiven, TurnPassed, WildDrawn
from paiju.games.doudizhu.review_hooks import DouDizhuReviewHooks
from tests.rules.doudizhu.table import Table, auction, called, playing, rules_of

FACTS = DouDizhuReviewHooks()
QQ = rules_of("qq")


def reason(table: Table, seat: int, played: str, better: str) -> tuple[str, dict[str, Any]] | None:
    """The code of the fact that is found, and its details."""
    parse = table.game.parse_action
    found = FACTS.reason(table.game, table.seen(seat), seat, parse(played), parse(better))
    return None if found is None else (found.key.removeprefix("why."), dict(found.args))


def test_part_of_play_names_the_phase_and_the_endgame() -> None:
    bidding = auction(QQ, first=0)
    assert FACTS.part_of_play(bidding.seen(0)) == "bidding"
    assert FACTS.is_judged_by_points(bidding.seen(0))
    assert not FACTS.is_endgame(bidding.seen(0))
    table = playing(QQ, ("3334445", "5566678", "778899T"))
    assert FACTS.part_of_play(table.seen(0)) == "leading"
    assert not FACTS.is_endgame(table.seen(0))
    table.do("0 5")
    assert FACTS.part_of_play(table.seen(1)) == "following"
    assert FACTS.is_endgame(table.seen(1))
    assert not FACTS.is_judged_by_points(table.seen(1))


def test_plays_of_one_kind_and_rank_are_one_choice() -> None:
    parse = playing(QQ, ("3", "4", "5")).game.parse_action
    assert FACTS.choice_key(parse("333+4")) == FACTS.choice_key(parse("333+5"))
    assert FACTS.choice_key(parse("333+4")) != FACTS.choice_key(parse("333"))
    assert FACTS.choice_key(parse("pass")) == parse("pass")


def test_luck_events_are_recognised() -> None:
    events = called("happy").events
    assert [FACTS.luck_kind(event) for event in events if isinstance(event, BottomTaken)] == ["bottom"]
    assert FACTS.luck_kind(TurnPassed(0)) == ""
    assert FACTS.luck_kind(WildDrawn(3)) == "wild"
    assert FACTS.luck_kind(CardGiven(0, 1, False, None)) == "bottom"


def test_deals_that_fit_are_counted_by_ranks() -> None:
    table = playing(QQ, ("3", "44", "45"))
    assert FACTS.is_solvable(table.seen(0))
    view = table.seen(0)
    found = {FACTS.deal_key(table.game.determinize(view, 0, Random(seed))) for seed in range(3000)}
    assert FACTS.count_deals(table.game, view, 0) >= len(found) > 500
    small = playing(QQ, ("3", "4", "5"), played=_all_but("345", table))
    seen = small.seen(0)
    assert FACTS.count_deals(small.game, seen, 0) == 2
    drawn = {FACTS.deal_key(small.game.determinize(seen, 0, Random(seed))) for seed in range(40)}
    assert len(drawn) == 2
    assert not FACTS.is_solvable(auction(QQ, first=0).seen(0))


def _all_but(ranks: str, table: Table) -> tuple[Any, ...]:
    """What seats have played when only these ranks are held, one card of each: all of it by the first seat."""
    left = list(table.game.compiled.pack)
    for letter in ranks:
        left.remove(next(card for card in left if card >> 2 == RANKS.index(letter)))
    return cards_from_numbers(left), NO_CARDS, NO_CARDS


def test_cards_thrown_away_are_hidden_places_too() -> None:
    rules = rules_of("discard")
    hidden = playing(rules, ("3", "4", "5"), thrown=(0, 1, 0), throw_factors=(1, 1, 1))
    known = playing(rules, ("3", "4", "5"))
    count = FACTS.count_deals
    assert count(hidden.game, hidden.seen(0), 0) > count(known.game, known.seen(0), 0)


def test_no_reason_is_given_before_play() -> None:
    assert reason(auction(QQ, first=0), 0, "call", "no-call") is None


def test_reason_names_beating_the_partner() -> None:
    table = playing(QQ, ("3456", "6789", "789T")).do("0 3", "1 6")
    assert reason(table, 2, "T", "pass") == ("beats_partner", {"who": SeatRef(1)})
    assert reason(table, 2, "T", "7") is None


def test_reason_names_leaving_the_lead_to_an_opponent() -> None:
    table = playing(QQ, ("3455", "6789", "789T")).do("0 3")
    assert reason(table, 1, "pass", "6") == ("leaves_lead", {"who": SeatRef(0)})
    last = playing(QQ, ("345", "6789", "789T")).do("0 3")
    assert reason(last, 1, "pass", "6") == ("leaves_lead_to_last", {"who": SeatRef(0), "cards": 2})
    assert reason(last.do("1 6"), 2, "pass", "7") is None  # a partner's
    assert reason(playing(QQ, ("345", "6789", "789T")), 0, "pass", "pass") is None


def test_reason_names_a_lead_of_as_many_cards_as_an_opponent_has_left() -> None:
    table = playing(QQ, ("34455", "6", "789T"))
    assert reason(table, 0, "3", "44") == ("plays_as_many_as_last", {"who": SeatRef(1), "cards": 1})
    assert reason(table, 0, "3", "4") is None


@pytest.mark.parametrize(("better", "code"), [("9", "breaks_bomb"), ("4", None), ("4444", "breaks_bomb")])
def test_reason_names_breaking_a_bomb(better: str, code: str | None) -> None:
    found = reason(playing(QQ, ("44449", "66789", "789TJ")), 0, "4", better)
    assert (found and found[0]) == code
    if found:
        assert found[1] == {"cards": CardsRef("4 4 4 4")}


def test_reason_names_spending_a_bomb() -> None:
    table = playing(QQ, ("4444965", "66789", "789TJ"))
    assert reason(table, 0, "4444", "9") == ("spends_bomb", {})
    assert reason(table, 0, "4444", "4444") is None


def test_reason_names_splitting_a_straight() -> None:
    table = playing(QQ, ("34567KK", "66789TT", "789TJJJ"))
    assert reason(table, 0, "5", "34567") == ("splits_straight", {"cards": CardsRef("3 4 5 6 7"), "singles": 4})
    assert reason(table, 0, "34567", "KK") is None


def test_reason_names_single_cards_left() -> None:
    table = playing(QQ, ("3334679", "66789TT", "789TJJJ"))
    assert reason(table, 0, "33", "333+4") == ("leaves_singles", {"singles": 5, "fewer": 3})
    assert reason(table, 0, "333", "333+4") is None
    assert reason(playing(QQ, ("34567KK", "66789TT", "789TJJJ")), 0, "KK", "34567") is None


def test_reason_names_spending_a_control_card() -> None:
    table = playing(QQ, ("42B", "66789", "789TJ"))
    assert reason(table, 0, "2", "4") == ("spends_control", {"cards": CardsRef("2")})
    assert reason(table, 0, "4", "2") is None
    assert reason(table.do("0 4"), 1, "pass", "pass") is None
