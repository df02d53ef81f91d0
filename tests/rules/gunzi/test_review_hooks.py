"""Facts and reasons that reviews of Gunzi state about a decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.messages import SeatRef
from paiju.games.gunzi.cards import NONE
from paiju.games.gunzi.events import BottomTaken, CardDealt, JokersPassed
from paiju.games.gunzi.review_hooks import GunziReviewHooks
from paiju.games.gunzi.state import Burying, Paying
from tests.rules.gunzi.table import Table, cards, playing, table

FACTS = GunziReviewHooks()


def reason(at: Table, seat: int, played: str, better: str) -> tuple[str, dict[str, Any]] | None:
    """The code of the fact that is found, and its details."""
    parse = at.game.parse_action
    found = FACTS.reason(at.game, at.game.view(at.state, seat), seat, parse(played), parse(better))
    return None if found is None else (found.key.removeprefix("why."), dict(found.args))


def test_part_of_play_names_the_phase() -> None:
    assert FACTS.part_of_play(table().state) == "declaring"
    assert not FACTS.is_endgame(table().state)
    at = playing(["4h 5h"] * 6)
    assert FACTS.part_of_play(at.state) == "leading"
    assert FACTS.is_endgame(at.state)
    assert not FACTS.is_endgame(playing(["4h 5h 6h 8h 9h Th Jh"] * 4 + ["4c 5c 6c 8c 9c Tc Jc"] * 2).state)
    at.do("0 play 4h")
    assert FACTS.part_of_play(at.state) == "following"
    assert FACTS.part_of_play(playing(["4h"] * 4 + ["4c"] * 2, phase=Burying()).state) == "burying"
    assert FACTS.part_of_play(playing(["4h"] * 4 + ["4c"] * 2, phase=Paying((1,))).state) == "tribute"


def test_luck_events_are_recognised() -> None:
    assert FACTS.luck_kind(BottomTaken(0, None)) == "bottom"
    assert FACTS.luck_kind(CardDealt(0, None)) == "draws"
    assert FACTS.luck_kind(JokersPassed(0)) == ""


@pytest.mark.parametrize(
    ("lead", "played", "better", "found"),
    [
        # seat 3 is the partner of seat 0, and seat 1 an opponent of both
        ("0 play Ah", "Kh", "4h", None),
        ("0 play Ah", "4h", "Kh", ("keeps_points", {"who": SeatRef(0), "points": 10})),
        ("0 play 8h", "Kh", "4h", ("beats_partner", {"who": SeatRef(0)})),
    ],
)
def test_reason_names_that_the_partner_has_the_trick(lead: str, played: str, better: str, found: object) -> None:
    at = playing(["Ah 8h", "4h", "4h", "4h Kh", "4c", "4c"]).do(lead, "1 play 4h", "2 play 4h")
    assert reason(at, 3, f"play {played}", f"play {better}") == found


@pytest.mark.parametrize(
    ("played", "better", "found"),
    [
        ("4h", "Ah", ("leaves_trick", {"who": SeatRef(0)})),
        ("Th", "4h", ("gives_points", {"who": SeatRef(0), "points": 10})),
        ("4h", "Th", None),
        ("Ah", "4h", None),
    ],
)
def test_reason_names_that_an_opponent_has_the_trick(played: str, better: str, found: object) -> None:
    at = playing(["Kh", "4h Th Ah", "4h", "4h", "4c", "4c"]).do("0 play Kh")
    assert reason(at, 1, f"play {played}", f"play {better}") == found


def test_reason_names_points_in_the_bottom() -> None:
    at = playing(["4h 5h"] + ["6h"] * 3 + ["4c"] * 2, phase=Burying())
    more, less = "bury Kc Tc 5c 4c 4c 6c", "bury 4c 4c 6c 6c 8c 8c"
    assert reason(at, 0, more, less) == ("buries_points", {"points": 25, "less": 0})
    assert reason(at, 0, less, more) is None


def test_no_reason_is_given_for_a_lead() -> None:
    at = playing(["4h 5h"] * 4 + ["4c 5c"] * 2)
    assert reason(at, 0, "play 4h", "play 5h") is None


# ---- deals that fit what a seat saw


def test_deals_are_counted_near_the_end() -> None:
    hands = ["4h 5h", "6h 8h", "9h", "Th", "4c", "5c"]
    at = playing(hands, bottom="4d 4d 4d 4d 6d 6d", takeable=6).do("0 play 4h", "1 play 6h")
    view = at.game.view(at.state, 1)
    assert FACTS.is_solvable(view)
    # 5h Th 5c in three of five hands, because the bottom has no points; two of 9h 4c 4d 6d in the others
    assert FACTS.count_deals(at.game, view, 1) == 5 * 4 * 3 * (4 * 4 - 2)
    shown = at.game.view(replace(at.state, bottom_open=True), 1)
    drawn = [at.game.determinize(shown, 1, Random(seed)) for seed in range(2000)]
    assert FACTS.count_deals(at.game, shown, 1) == len({FACTS.deal_key(state) for state in drawn}) == 5 * 4 * 3 * 2
    many = playing(["4h 5h", "6h 8h", "9h 9c", "Th Tc", "4c 4c", "5c 5c"], bottom="4d 4d 4d 4d 6d 6d", takeable=6)
    assert FACTS.count_deals(many.game, many.game.view(many.state, 1), 1) is None
    assert not FACTS.is_solvable(playing(["4h 5h 6h 8h 9h Th Jh"] * 4 + ["4c 5c 6c 8c 9c Tc Jc"] * 2).state)
    assert not FACTS.is_solvable(table().state)


def test_cards_seen_with_the_banker_are_not_counted() -> None:
    at = playing(["4h", "6h", "9h", "Th", "4c", "5c"], known=(cards("4h"), *[NONE] * 5), bottom="4d 4d 4d 4d 6d 6d")
    assert FACTS.count_deals(at.game, at.game.view(at.state, 1), 1) is None


@pytest.mark.clause("GZ-6.4")
def test_a_deal_in_which_somebody_did_not_follow_is_not_consistent() -> None:
    at = playing(["4h 4h", "6h 8h", "9h 9h", "Th Jh", "4c 4c", "5c 5c"])
    assert FACTS.is_consistent(at.game, at.state)
    at.do("0 play 4h 4h", "1 play 6h 8h")
    assert FACTS.is_consistent(at.game, at.state)
    pair_kept = replace(at.state.phase, plays=(cards("4h 4h"), cards("6h 8h"), cards("Th Jh")))
    hands = (*at.state.secret.hands[:2], cards("9h 9h"), *at.state.secret.hands[3:])
    other = replace(at.state, phase=pair_kept, secret=replace(at.state.secret, hands=hands))
    assert not FACTS.is_consistent(at.game, other)
    assert FACTS.is_consistent(at.game, table().state)
