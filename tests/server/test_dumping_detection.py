"""Chip dumping that is planted is found, and a family that plays together every evening is not accused of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

import pytest

from paiju.server.app.ranking.dumping_detection import THRESHOLDS, SuspectGroup, find_suspect_groups, iter_pair_flows
from paiju.server.app.ranking_store import PlayedSeat

_NUMBERS = count()

Chance = Callable[[str], float]
"""How likely a player is to win as the landlord."""


def played(landlord: str, *farmers: str, won: bool, worth: int = 6, coins: int = 1, left: str = "") -> list[PlayedSeat]:
    """A hand of Dou Dizhu. Whoever left it has lost it, and the others nothing."""
    hand = f"h{next(_NUMBERS)}"
    sign = 1 if won else -1
    shares = {landlord: sign * len(farmers) * worth, **dict.fromkeys(farmers, -sign * worth)}
    if left:
        shares = {name: -worth if name == left else 0 for name in shares}
    return [
        PlayedSeat(
            hand=hand,
            player=name,
            won=(share > 0) - (share < 0),
            points=share,
            coins=share * coins,
            left=name == left,
        )
        for name, share in shares.items()
    ]


def evening(random: Random, names: tuple[str, ...], hands: int, chance: Chance) -> Iterator[PlayedSeat]:
    for _ in range(hands):
        landlord, *farmers = random.sample(names, 3)
        yield from played(
            landlord, *farmers, won=random.random() < chance(landlord), worth=random.choice((2, 4, 8, 16))
        )


def room(random: Random, hands: int = 600) -> list[PlayedSeat]:
    """Thirty strangers who meet by quick match."""
    return list(evening(random, tuple(f"stranger{n}" for n in range(30)), hands, lambda name: 0.45))


def grades(groups: list[SuspectGroup]) -> dict[tuple[str, ...], str]:
    return {group.players: group.grade for group in groups}


def test_honest_strangers_have_no_signs() -> None:
    for seed in range(5):
        assert find_suspect_groups(room(Random(seed)), {}) == []


def test_family_playing_together_daily_is_at_most_a_mild_suspicion() -> None:
    """Ten hands on thirty evenings, from one sofa; the father is clearly the strongest, and the daughter the weakest."""
    family = ("dad", "mum", "kid")
    skill = {"dad": 0.6, "mum": 0.45, "kid": 0.35}
    home = {("dad", "mum"): 30, ("dad", "kid"): 30, ("kid", "mum"): 30}
    for seed in range(20):
        random = Random(seed)
        seats = room(random) + list(evening(random, family, 300, skill.__getitem__))
        assert find_suspect_groups(seats, {}) == []
        (group,) = find_suspect_groups(seats, {tuple(sorted(pair)): days for pair, days in home.items()})  # type: ignore[misc]
        assert (group.players, group.grade) == (("dad", "kid", "mum"), "mild")
        assert {flow.signs for flow in group.flows} == {("network",)}


def test_two_accounts_losing_to_a_third_are_a_strong_suspicion() -> None:
    """Three accounts of one person at a table: whoever is the landlord, the one account wins."""
    random = Random(1)
    seats = room(random)
    for _ in range(12):
        seats += played("rises", "farm1", "farm2", won=True)
        seats += played("farm1", "rises", "farm2", won=False)
        seats += played("farm2", "rises", "farm1", won=False)
    (group,) = find_suspect_groups(seats, {})
    assert (group.players, group.grade) == (("farm1", "farm2", "rises"), "strong")
    assert {(flow.payer, flow.gainer) for flow in group.flows} == {("farm1", "rises"), ("farm2", "rises")}
    for flow in group.flows:
        assert {"wins", "points", "coins"} <= set(flow.signs)
        assert (flow.hands, flow.won, flow.lost, flow.closed) == (36, 24, 0, 1.0)


def test_account_losing_only_to_one_player_is_found() -> None:
    """The helper always sits with the one, who also plays honestly elsewhere; the third seat is somebody else each time."""
    random = Random(2)
    seats = room(random) + list(evening(random, ("rises", "stranger1", "stranger2", "stranger3"), 60, lambda name: 0.5))
    for number in range(20):
        seats += played("helper", "rises", f"stranger{number}", won=False, worth=20)
    (group,) = find_suspect_groups(seats, {})
    assert (group.players, group.grade) == (("helper", "rises"), "strong")
    (flow,) = group.flows
    assert (flow.payer, flow.points, flow.coins) == ("helper", 400, 400)


def test_one_way_coin_flow_is_found_despite_even_wins() -> None:
    """Small hands are won back, so that the wins look even."""
    seats = []
    for _ in range(20):
        seats += played("payer", "gainer", won=False, worth=500)
        seats += played("payer", "gainer", won=True, worth=2)
    (group,) = find_suspect_groups(seats, {})
    (flow,) = group.flows
    assert (flow.payer, flow.won, flow.lost) == ("payer", 20, 20)
    assert flow.signs == ("points", "coins")


def test_often_leaving_hands_with_one_player_is_a_mild_suspicion() -> None:
    seats = []
    for number in range(20):
        seats += played("leaver", "stays", won=True, left="leaver" if number % 4 else "")
        seats += played("stays", "leaver", won=number % 2 == 0)
    (group,) = find_suspect_groups(seats, {})
    assert (group.players, group.grade) == (("leaver", "stays"), "mild")
    assert [(flow.payer, flow.left, flow.signs) for flow in group.flows] == [("leaver", 15, ("leaving",))]


@pytest.mark.parametrize("hands", [THRESHOLDS.hands - 1, THRESHOLDS.hands])
def test_few_hands_raise_no_suspicion(hands: int) -> None:
    seats = [seat for _ in range(hands) for seat in played("payer", "gainer", won=False)]
    assert len(find_suspect_groups(seats, {})) == (hands == THRESHOLDS.hands)


def test_a_player_who_also_plays_with_others_is_in_no_closed_group() -> None:
    random = Random(3)
    seats = [seat for _ in range(30) for seat in played("loses", "wins", won=False)]
    assert find_suspect_groups(seats, {}) != []
    seats += [seat for n in range(10) for seat in played("loses", f"stranger{n}", won=random.random() < 0.5)]
    assert [flow.payer for flow in iter_pair_flows(seats, {})] == ["wins"]
    assert find_suspect_groups(seats, {}) == []


def test_strong_groups_come_first_and_flows_join_their_players() -> None:
    pairs = {("a", "b"): 1, ("b", "c"): 2}
    seats = [seat for n in range(20) for seat in played("a", "b", "c", won=n % 2 == 0)]
    seats += [seat for _ in range(10) for seat in played("payer", "gainer", won=False)]
    groups = find_suspect_groups(seats, pairs)
    assert list(grades(groups).items()) == [(("gainer", "payer"), "strong"), (("a", "b", "c"), "mild")]
    assert {flow.network_days for flow in groups[1].flows} == {1, 2}
