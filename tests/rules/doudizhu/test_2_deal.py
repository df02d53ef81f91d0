"""DDZ-2: the deal."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from paiju.core.fair_deal import draw_deal
from paiju.games.doudizhu.cards import Cards, card_count, card_list, contains_cards, count_ranks, ranks_text
from paiju.games.doudizhu.events import BottomTaken, CardGiven, FirstChosen
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import DouMatch
from tests.rules.doudizhu.table import RULESETS, Table, auction, game, rules_of

SIZES = {
    "classic": (17, 3, 0),
    "four": (25, 8, 0),
    "qq": (17, 3, 0),
    "kick": (17, 3, 0),
    "happy": (17, 3, 0),
    "wild": (17, 3, 0),
    "discard": (17, 3, 0),
    "duel": (17, 3, 9),
    "duel-rotate": (17, 1, 11),
    "origin": (18, 0, 0),
}
BEFORE_AN_AUCTION = [name for name in RULESETS if name != "duel-rotate"]


def settled(name: str, landlord: int = 0, **chance: Any) -> Table:
    """A hand whose landlord has just been settled and has the bottom."""
    table = auction(rules_of(name), first=landlord, **chance)
    if rules_of(name).auction == "rob":
        others = [(landlord - 1) % 3, (landlord - 2) % 3]
        return table.do(f"{landlord} call", *(f"{seat} no-rob" for seat in others))
    if name == "duel":
        return table.do(f"{landlord} call", f"{1 - landlord} no-rob")
    return table.do(f"{landlord} bid 3")


@pytest.mark.clause("DDZ-2.1", "DDZ-2.2", "DDZ-2.3", "DDZ-2.4", "DDZ-2.5", "DDZ-R1", "DDZ-R2")
@pytest.mark.parametrize("name", RULESETS)
def test_hands_bottom_and_what_is_set_aside(name: str) -> None:
    hand, bottom, aside = SIZES[name]
    rules = rules_of(name)
    assert (rules.hand_size, rules.bottom_size) == (hand, bottom)
    assert len(game(name).compiled.pack) == rules.players * hand + bottom + aside


@pytest.mark.clause("DDZ-2.1", "DDZ-2.2", "DDZ-2.3", "DDZ-2.5")
@pytest.mark.parametrize("name", BEFORE_AN_AUCTION)
def test_everyone_is_dealt_a_hand_and_every_card_is_somewhere_once(name: str) -> None:
    table = auction(rules_of(name))
    size = SIZES[name][0]
    assert table.public.counts == (size,) * rules_of(name).players
    deck = table.state.secret.deal
    assert deck is not None
    dealt = [card for hand in table.state.secret.hands for card in card_list(hand or 0)]
    assert Counter(dealt) <= Counter(deck.deck)
    assert len(dealt) == size * rules_of(name).players


@pytest.mark.clause("DDZ-2.1", "DDZ-2.2", "DDZ-2.3", "DDZ-2.4")
@pytest.mark.parametrize("name", BEFORE_AN_AUCTION)
def test_nobody_sees_the_bottom_before_the_landlord_is_settled(name: str) -> None:
    table = auction(rules_of(name))
    for viewer in (*range(rules_of(name).players), None):
        seen = table.seen(viewer)
        assert seen.public.bottom is None
        assert seen.secret.bottom is None
        assert seen.secret.deal is None


@pytest.mark.clause("DDZ-2.3", "DDZ-2.4", "DDZ-R1")
@pytest.mark.parametrize("name", ["duel", "duel-rotate"])
def test_what_is_set_aside_is_never_seen(name: str) -> None:
    table = settled(name) if name == "duel" else auction(rules_of(name), first=1)
    held = sum(table.public.counts)
    assert held == 34 + SIZES[name][1]
    assert all(table.seen(viewer).secret.deal is None for viewer in (0, 1, None))


@pytest.mark.clause("DDZ-2.6")
@pytest.mark.parametrize("name", ["classic", "qq", "kick", "happy", "wild", "discard", "duel"])
def test_the_bottom_goes_to_the_landlord_and_all_see_it(name: str) -> None:
    rules = rules_of(name)
    chance: dict[str, Any] = {"upcard": 17} if name == "classic" else {"first": 1}
    table = auction(rules, [], "777", **chance)
    before = count_ranks(table.state.secret.hands[1] or 0)
    others = ["0 no-rob"] if name == "duel" else ["0 no-rob", "2 no-rob"]
    table.do(*(["1 bid 3"] if rules.auction.startswith("points") else ["1 call", *others]))
    if name == "kick":
        table.do("2 no-kick", "0 no-kick")
    assert table.public.landlord == 1
    assert count_ranks(table.state.secret.hands[1] or 0) == before + 3 * (1 << 8 * 4)
    assert table.public.counts[1] == 20
    for viewer in (*range(rules.players), None):
        bottom = table.seen(viewer).public.bottom
        assert bottom is not None
        assert ranks_text(count_ranks(bottom)) == "777"


@pytest.mark.clause("DDZ-2.4", "DDZ-2.6", "DDZ-R1")
def test_the_landlord_by_turns_takes_one_card() -> None:
    table = auction(rules_of("duel-rotate"), ["5", "6"], "7", first=1)
    assert table.public.counts == (17, 18)
    assert ranks_text(count_ranks(table.public.bottom or 0)) == "7"


@pytest.mark.clause("DDZ-2.6")
def test_with_four_players_only_the_landlord_sees_the_bottom() -> None:
    table = auction(rules_of("four"), [], "33445566", upcard=30).do("1 bid 3")
    assert table.public.counts == (25, 33, 25, 25)
    own = table.seen(1).secret.bottom
    assert own is not None
    assert ranks_text(count_ranks(own)) == "33445566"
    for viewer in (0, 2, 3, None):
        assert table.seen(viewer).public.bottom is None
        assert table.seen(viewer).secret.bottom is None
    (taken,) = (event for event in table.events if isinstance(event, BottomTaken))
    assert [table.game.redact(taken, viewer).cards is None for viewer in (0, 1, 2, 3, None)] == [  # type: ignore[union-attr]
        True,
        False,
        True,
        True,
        True,
    ]


@pytest.mark.clause("DDZ-2.5", "DDZ-R2")
def test_the_landlord_draws_a_card_from_each_of_the_others_the_right_one_first() -> None:
    table = auction(rules_of("origin"), ["444", "555", "666"], first=1, drawn=(0, 17))
    before = table.state.secret.hands
    table.do("1 bid 3")
    given = [event for event in table.events if isinstance(event, CardGiven)]
    assert [(event.giver, event.taker) for event in given] == [(2, 1), (0, 1)]
    assert table.public.counts == (17, 20, 17)
    first, last = card_list(before[2] or 0)[0], card_list(before[0] or 0)[17]
    assert [card_list(event.card or 0) for event in given] == [(first,), (last,)]


@pytest.mark.clause("DDZ-2.5")
def test_only_giver_and_landlord_know_the_drawn_card() -> None:
    table = auction(rules_of("origin"), first=1).do("1 bid 3")
    known = {viewer: [card is not None for card in table.seen(viewer).secret.gave] for viewer in (0, 1, 2, None)}
    assert known == {
        0: [True, False, False],
        1: [True, False, True],
        2: [False, False, True],
        None: [False, False, False],
    }
    given = [event for event in table.events if isinstance(event, CardGiven)]
    for viewer in (0, 1, 2, None):
        told = [table.game.redact(event, viewer) for event in given]
        assert [isinstance(event, CardGiven) and event.card is not None for event in told] == [
            viewer in (event.giver, event.taker) for event in given
        ]


@pytest.mark.clause("DDZ-2.5", "DDZ-R2")
def test_every_card_of_a_hand_can_be_drawn() -> None:
    drawn = set()
    for at in range(18):
        table = auction(rules_of("origin"), first=0, drawn=(at, 0)).do("0 bid 3")
        event = next(event for event in table.events if isinstance(event, CardGiven))
        drawn.add(event.card)
    assert len(drawn) == 18


# ---- who speaks first


@pytest.mark.clause("DDZ-2.7")
@pytest.mark.parametrize("name", ["classic", "four"])
def test_who_is_dealt_the_upcard_bids_first_and_everyone_has_seen_it(name: str) -> None:
    size, seats = SIZES[name][0], rules_of(name).players
    for at in range(0, size * seats, 5):
        table = auction(rules_of(name), upcard=at)
        deal = table.state.secret.deal
        assert deal is not None
        assert table.to_act == (at // size,)
        for viewer in (*range(seats), None):
            seen = table.seen(viewer).public
            assert seen.upcard is not None
            assert card_list(seen.upcard) == (deal.deck[at],)
        assert contains_cards(table.state.secret.hands[at // size] or 0, table.public.upcard or 0)


@pytest.mark.clause("DDZ-2.7")
@pytest.mark.parametrize("name", ["classic", "four"])
def test_the_upcard_is_never_in_the_bottom(name: str) -> None:
    bounds = dict(game(name).deal_plan(game(name).new_match()).draws)
    assert bounds == {"upcard": SIZES[name][0] * rules_of(name).players}


def finish(g: DouDizhu, match: DouMatch, deal_seed: bytes, *, bid: bool) -> tuple[DouMatch, int]:
    """Play a hand: all pass, or somebody bids and all play; the match after it and who spoke first."""
    state = g.start(match, draw_deal(g.deal_plan(match), deal_seed))
    state = g.run_dealer(state).state
    first = state.public.first
    assert first is not None
    random = Random(1)
    while g.to_act(state):
        seat = g.to_act(state)[0]
        legal = g.legal(state, seat)
        action = random.choice(legal) if bid and state.public.landlord is not None else legal[-1 if bid else 0]
        state = g.act(state, seat, action).state
    assert g.is_redeal(state) == (not bid)
    return g.next_hand(match, state), first


@pytest.mark.clause("DDZ-2.7", "DDZ-3.3")
def test_a_redeal_is_no_hand_of_the_match() -> None:
    table = auction(rules_of("qq"), first=0).do("0 bid 0", "1 bid 0", "2 bid 0")
    assert table.game.is_redeal(table.state)


@pytest.mark.clause("DDZ-2.7", "DDZ-R3")
@pytest.mark.parametrize("name", ["qq", "kick"])
def test_the_first_bidder_goes_round_and_a_redeal_keeps_it(name: str) -> None:
    g = game(name, forced_bid=False)
    match = g.new_match()
    match, first = finish(g, match, b"0", bid=True)
    match, second = finish(g, match, b"1", bid=True)
    assert second == (first + 1) % 3
    match, third = finish(g, match, b"2", bid=False)  # nobody bids
    match, again = finish(g, match, b"3", bid=False)
    match, after_redeals = finish(g, match, b"4", bid=True)
    match, fourth = finish(g, match, b"5", bid=True)
    assert third == again == after_redeals == (second + 1) % 3
    assert fourth == (third + 1) % 3
    assert match.hand == 6


@pytest.mark.clause("DDZ-2.7")
@pytest.mark.parametrize("name", ["qq", "kick", "duel-rotate"])
def test_the_first_bidder_of_a_match_is_drawn(name: str) -> None:
    seats = rules_of(name).players
    assert [auction(rules_of(name), first=seat).public.first for seat in range(seats)] == list(range(seats))
    assert game(name).deal_plan(game(name).new_match()).draws == (("first", seats),)


@pytest.mark.clause("DDZ-2.7")
@pytest.mark.parametrize("name", ["happy", "wild", "discard", "duel", "origin"])
def test_elsewhere_the_first_bidder_is_drawn_afresh_each_hand(name: str) -> None:
    g, rules = game(name), rules_of(name)
    match = replace(g.new_match(), first=0)
    for seat in range(rules.players):
        table = auction(rules, match=match, first=seat)
        assert table.to_act == (seat,)
        chosen = [event for event in table.events if isinstance(event, FirstChosen)]
        assert chosen == [FirstChosen(seat)]


@pytest.mark.clause("DDZ-2.7")
@pytest.mark.parametrize("name", ["classic", "four", "happy", "wild", "discard", "origin"])
def test_there_is_no_limit_to_redeals(name: str) -> None:
    g = game(name)
    match = g.new_match()
    for hand in range(12):
        match, _ = finish_without_bid(g, match, str(hand).encode())
    assert match.hand == 12
    assert match.first is None
    assert match.points == (0,) * g.seats


def finish_without_bid(g: DouDizhu, match: DouMatch, seed: bytes) -> tuple[DouMatch, bool]:
    """Everyone says no to everything."""
    state = g.run_dealer(g.start(match, draw_deal(g.deal_plan(match), seed))).state
    while seats := g.to_act(state):
        seat = seats[0]
        state = g.act(state, seat, g.fallback(state, seat)).state if seat >= 0 else g.run_dealer(state).state
    outcome = g.outcome(state)
    assert outcome is not None
    assert outcome.reason == "thrown_in"
    return g.next_hand(match, state), not outcome.winners


def test_dealt_hands_have_the_right_size() -> None:
    table = settled("qq")
    assert [card_count(count_ranks(hand or Cards(0))) for hand in table.state.secret.hands] == [20, 17, 17]
