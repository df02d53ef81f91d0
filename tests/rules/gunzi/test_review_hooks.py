"""What a review states about decisions of Gunzi: facts, whatever is good."""

from __future__ import annotations

from typing import Any

import pytest

from paiju.core.messages import SeatRef
from paiju.games.gunzi.events import BottomTaken, CardDealt, JokersPassed
from paiju.games.gunzi.review_hooks import GunziReviewHooks
from paiju.games.gunzi.state import Burying, Paying
from tests.rules.gunzi.table import Table, playing, table

FACTS = GunziReviewHooks()


def reason(at: Table, seat: int, played: str, better: str) -> tuple[str, dict[str, Any]] | None:
    """The code of the fact that is found, and its details."""
    parse = at.game.parse_action
    found = FACTS.reason(at.game, at.game.view(at.state, seat), seat, parse(played), parse(better))
    return None if found is None else (found.key.removeprefix("why."), dict(found.args))


def test_parts_of_play() -> None:
    assert FACTS.part(table().state) == "declaring"
    assert not FACTS.is_endgame(table().state)
    at = playing(["4h 5h"] * 6)
    assert FACTS.part(at.state) == "leading"
    assert FACTS.is_endgame(at.state)
    assert not FACTS.is_endgame(playing(["4h 5h 6h 8h 9h Th Jh"] * 4 + ["4c 5c 6c 8c 9c Tc Jc"] * 2).state)
    at.do("0 play 4h")
    assert FACTS.part(at.state) == "following"
    assert FACTS.part(playing(["4h"] * 4 + ["4c"] * 2, phase=Burying()).state) == "burying"
    assert FACTS.part(playing(["4h"] * 4 + ["4c"] * 2, phase=Paying((1,))).state) == "tribute"


def test_events_that_bring_luck() -> None:
    assert FACTS.luck(BottomTaken(0, None)) == "bottom"
    assert FACTS.luck(CardDealt(0, None)) == "draws"
    assert FACTS.luck(JokersPassed(0)) == ""


@pytest.mark.parametrize(
    ("lead", "played", "better", "found"),
    [
        # seat 3 is the partner of seat 0, and seat 1 an opponent of both
        ("0 play Ah", "Kh", "4h", None),
        ("0 play Ah", "4h", "Kh", ("keeps_points", {"who": SeatRef(0), "points": 10})),
        ("0 play 8h", "Kh", "4h", ("beats_partner", {"who": SeatRef(0)})),
    ],
)
def test_the_partner_has_the_trick(lead: str, played: str, better: str, found: object) -> None:
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
def test_an_opponent_has_the_trick(played: str, better: str, found: object) -> None:
    at = playing(["Kh", "4h Th Ah", "4h", "4h", "4c", "4c"]).do("0 play Kh")
    assert reason(at, 1, f"play {played}", f"play {better}") == found


def test_points_in_the_bottom() -> None:
    at = playing(["4h 5h"] + ["6h"] * 3 + ["4c"] * 2, phase=Burying())
    more, less = "bury Kc Tc 5c 4c 4c 6c", "bury 4c 4c 6c 6c 8c 8c"
    assert reason(at, 0, more, less) == ("buries_points", {"points": 25, "less": 0})
    assert reason(at, 0, less, more) is None


def test_no_reason_for_a_lead() -> None:
    at = playing(["4h 5h"] * 4 + ["4c 5c"] * 2)
    assert reason(at, 0, "play 4h", "play 5h") is None
