"""The matching of waiting players into parties."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from paiju.server.domain import matchmaking
from paiju.server.domain.matchmaking import MS_PER_CLASS, NEAR_CLASSES, Ticket, Unit, assign_seats, form_units

PATIENCE = 10_000


def ticket(player: str, since: int = 0, level: float = 0.0, later: int = 0) -> Ticket:
    return Ticket(player=player, wish="w", since=since, level=level, later=later)


def told(found: list[tuple[Unit, ...]]) -> list[str]:
    return ["".join(sorted(one.player for unit in party for one in unit)) for party in found]


def form_parties(tickets: Iterable[Ticket], *rest: Any, **partners: str) -> list[tuple[Unit, ...]]:
    return matchmaking.form_parties(form_units(tickets, partners), *rest)


def test_longest_waiting_players_are_matched_first() -> None:
    many = [ticket(name, since) for since, name in enumerate("dcbae")]
    assert told(form_parties(many, 3, 10, PATIENCE)) == ["bcd"]
    assert form_parties(many[:2], 3, 10, PATIENCE) == []


def test_player_is_in_at_most_one_party() -> None:
    found = form_parties(
        [ticket(str(number), number % 7, number % 3 / 10) for number in range(100)], 4, 10_000, PATIENCE
    )
    players = [one.player for party in found for unit in party for one in unit]
    assert len(found) == 25
    assert len(set(players)) == 100


def test_players_of_similar_level_are_matched() -> None:
    many = [ticket(name, level=level) for name, level in zip("abcdef", (0, 3, 0.1, 3.1, 0.2, 3.2), strict=True)]
    assert told(form_parties(many, 3, 0, PATIENCE)) == ["ace", "bdf"]


def test_players_who_often_leave_are_matched_together() -> None:
    many = [ticket(name) for name in "abcd"]
    often = {"b", "d"}
    many = [replace(one, leaves=0.5) if one.player in often else one for one in many]
    assert told(form_parties(many, 2, 0, PATIENCE)) == ["ac", "bd"]


def test_allowed_level_difference_grows_with_waiting_time() -> None:
    unlike = [ticket("a"), ticket("b", level=2 + NEAR_CLASSES)]
    assert form_parties(unlike, 2, 2 * MS_PER_CLASS - 1, PATIENCE) == []
    assert told(form_parties(unlike, 2, 2 * MS_PER_CLASS, PATIENCE)) == ["ab"]
    far = [ticket("a"), ticket("b", PATIENCE, level=99)]
    assert told(form_parties(far, 2, PATIENCE, PATIENCE)) == ["ab"]


def test_party_may_be_incomplete_after_the_waiting_time() -> None:
    assert form_parties([ticket("a"), ticket("b", 5)], 3, PATIENCE - 1, PATIENCE) == []
    assert told(form_parties([ticket("a"), ticket("b", 5)], 3, PATIENCE, PATIENCE)) == ["ab"]
    assert form_parties([ticket("a")], 3, 1 << 40, None) == []


def test_delayed_player_is_matched_later() -> None:
    many = [ticket("a", later=50), ticket("b"), ticket("c")]
    assert told(form_parties(many, 2, 49, PATIENCE)) == ["bc"]
    assert told(form_parties(many, 3, 50, PATIENCE)) == ["abc"]


def test_incompatible_players_are_not_matched() -> None:
    def fit(one: str, other: str) -> bool:
        return {one, other} != {"q", "r"}

    assert told(form_parties(map(ticket, "pqrs"), 3, 0, PATIENCE, fit)) == ["pqs"]
    assert told(form_parties(map(ticket, "qr"), 2, PATIENCE, PATIENCE, fit)) == ["q", "r"]


def test_friends_are_matched_together_or_not_at_all() -> None:
    many = [ticket(name) for name in "abcdef"]
    assert told(form_parties(many, 3, 0, PATIENCE, f="a", a="f")) == ["abf", "cde"]
    assert told(form_parties(many[:3], 3, PATIENCE, PATIENCE, a="f")) == ["bc"]  # the friend has not come
    assert told(form_parties(many, 3, 0, PATIENCE, a="f", f="b")) == ["bcd"]  # or waits for somebody else


def test_pair_waits_since_its_later_ticket_and_needs_two_seats() -> None:
    many = [ticket("a", 0), ticket("b", PATIENCE), ticket("c", 1)]
    assert told(form_parties(many[:2], 3, PATIENCE, PATIENCE, a="b", b="a")) == []
    assert told(form_parties(many[:2], 3, 2 * PATIENCE, PATIENCE, a="b", b="a")) == ["ab"]
    assert told(form_parties(many, 3, PATIENCE, PATIENCE, a="b", b="a")) == ["abc"]
    two = [ticket(name) for name in "abcde"]
    pairs = {"b": "c", "c": "b", "d": "e", "e": "d"}
    assert told(form_parties(two, 3, 0, PATIENCE, **pairs)) == ["abc"]


def test_pair_is_matched_only_if_both_are_compatible() -> None:
    def fit(one: str, other: str) -> bool:
        return {one, other} != {"q", "r"}

    assert told(form_parties([ticket(name) for name in "pqrs"], 3, 0, None, fit, p="q", q="p")) == ["pqs"]


TEAMS = ((0, 3), (1, 4), (2, 5))


def test_pair_gets_partner_seats_in_team_games() -> None:
    a, b, c, d = ((ticket(name),) for name in "abcd")
    pair = (*c, *d)
    assert assign_seats([a, pair, b], range(6), TEAMS) == {"c": 0, "d": 3, "a": 1, "b": 2}
    assert assign_seats([pair], (0, 1, 4), TEAMS) == {"c": 1, "d": 4}
    assert assign_seats([pair], (0, 1, 2), TEAMS) is None
    assert assign_seats([a, b], (5,), TEAMS) is None


def test_pair_gets_any_seats_in_games_without_teams() -> None:
    pair = (ticket("a"), ticket("b"))
    assert assign_seats([pair], (1, 2), ((0,), (1,), (2,))) == {"a": 1, "b": 2}
    assert assign_seats([pair], (1,), ((0,), (1,), (2,))) is None
