"""Who of those who look for a seat sit down together."""

from __future__ import annotations

from msgspec.structs import replace

from paiju.server.domain.matchmaking import CLASS, NEAR_CLASSES, Ticket, form_parties

PATIENCE = 10_000


def ticket(player: str, since: int = 0, level: float = 0.0, later: int = 0) -> Ticket:
    return Ticket(player=player, wish="w", since=since, level=level, later=later)


def told(found: list[tuple[Ticket, ...]]) -> list[str]:
    return ["".join(sorted(one.player for one in party)) for party in found]


def test_who_has_waited_longest_sits_down_first() -> None:
    many = [ticket(name, since) for since, name in enumerate("dcbae")]
    assert told(form_parties(many, 3, 10, PATIENCE)) == ["bcd"]
    assert form_parties(many[:2], 3, 10, PATIENCE) == []


def test_nobody_is_in_two_parties() -> None:
    found = form_parties(
        [ticket(str(number), number % 7, number % 3 / 10) for number in range(100)], 4, 10_000, PATIENCE
    )
    players = [one.player for party in found for one in party]
    assert len(found) == 25
    assert len(set(players)) == 100


def test_like_sits_with_like() -> None:
    many = [ticket(name, level=level) for name, level in zip("abcdef", (0, 3, 0.1, 3.1, 0.2, 3.2), strict=True)]
    assert told(form_parties(many, 3, 0, PATIENCE)) == ["ace", "bdf"]


def test_who_leaves_sits_with_who_leaves() -> None:
    many = [ticket(name) for name in "abcd"]
    often = {"b", "d"}
    many = [replace(one, leaves=0.5) if one.player in often else one for one in many]
    assert told(form_parties(many, 2, 0, PATIENCE)) == ["ac", "bd"]


def test_who_waits_longer_takes_who_is_there() -> None:
    unlike = [ticket("a"), ticket("b", level=2 + NEAR_CLASSES)]
    assert form_parties(unlike, 2, 2 * CLASS - 1, PATIENCE) == []
    assert told(form_parties(unlike, 2, 2 * CLASS, PATIENCE)) == ["ab"]
    far = [ticket("a"), ticket("b", PATIENCE, level=99)]
    assert told(form_parties(far, 2, PATIENCE, PATIENCE)) == ["ab"]


def test_after_a_while_a_party_may_be_short() -> None:
    assert form_parties([ticket("a"), ticket("b", 5)], 3, PATIENCE - 1, PATIENCE) == []
    assert told(form_parties([ticket("a"), ticket("b", 5)], 3, PATIENCE, PATIENCE)) == ["ab"]
    assert form_parties([ticket("a")], 3, 1 << 40, None) == []


def test_who_has_let_others_wait_is_matched_later() -> None:
    many = [ticket("a", later=50), ticket("b"), ticket("c")]
    assert told(form_parties(many, 2, 49, PATIENCE)) == ["bc"]
    assert told(form_parties(many, 3, 50, PATIENCE)) == ["abc"]


def test_who_does_not_fit_waits_for_others() -> None:
    def fit(one: str, other: str) -> bool:
        return {one, other} != {"q", "r"}

    assert told(form_parties(map(ticket, "pqrs"), 3, 0, PATIENCE, fit)) == ["pqs"]
    assert told(form_parties(map(ticket, "qr"), 2, PATIENCE, PATIENCE, fit)) == ["q", "r"]
