"""Da Zi Pai in the batch engine against the exact rules: the same states, legal actions, views and outcomes."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

import paiju
from paiju import batch
from paiju.batch import Hands
from paiju.batch.zipai.layout import OPTIONS
from paiju.core.fair_deal import Deal
from paiju.core.ruleset import Ruleset, with_options
from paiju.games.registry import game_of, ruleset
from paiju.games.zipai.actions import CATCH, PASS, PONG, WIN, Eat
from paiju.games.zipai.cards import COPIES, KINDS, Kind, cards_of, count_cards, without
from paiju.games.zipai.eating import false_eats, leaves_copies_to_lay, legal_eats
from paiju.games.zipai.melds import HIDDEN, LAID, MIXED_MELDS, WAYS, Meld, meld_of_kind
from paiju.games.zipai.state import Catching, Claiming, Looking, Opening, Phase, State, ZiPaiMatch, initial_state
from tests.batch.engine_comparison import EngineComparison, any_of, deal_for

FAMILY = "zipai"
RULESETS = [name for name in paiju.rulesets() if name.startswith("zipai/")]
OTHER_READINGS = {"deal_points": "all", "false_eat": "caught"}
OTHER_RULES = OTHER_READINGS | {
    "drawer_eats": False,
    "banker_stays": False,
    "minimum_from": 1,
    "minimum_to": 3,
    "minimum_step": 1,
}
HANDS = 12
ENDINGS = 150
DEALS = 60


def other_rules(name: str) -> Ruleset:
    """A ruleset with every parameter another one, whose hands are won easily."""
    found = ruleset(name)
    return replace(found, rules=replace(found.rules, **OTHER_RULES))


def other_readings(name: str) -> Ruleset:
    """A ruleset in which all that is worth points counts on the deal, and copies may be kept."""
    return with_options(ruleset(name), **OTHER_READINGS)


def plain(state: Any) -> Any:
    """A state without what goes from hand to hand; the kinds of which somebody declined 碰 in the order of the cards."""
    declined = tuple(tuple(sorted(kinds)) for kinds in state.secret.declined)
    match = replace(state.match, points=(), hand=0)
    return replace(state, match=match, secret=replace(state.secret, declined=declined))


def eager(hands: Hands, random: Random) -> int:
    """A win above all, and seldom a pass."""
    actions = hands.actions(0)
    if WIN in actions and random.random() < 0.9:
        return actions.index(WIN)
    claims = [place for place, action in enumerate(actions) if action != PASS]
    return random.choice(claims) if claims and random.random() < 0.8 else any_of(hands, random)


def compare_engines(name: str | Ruleset, deal: Deal) -> EngineComparison:
    """One hand in both engines."""
    return EngineComparison(name, deal, plain)


@pytest.mark.parametrize("rich", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_batch_hand_matches_the_exact_rules(name: str, rich: bool) -> None:
    random = Random(f"{name} {rich}")
    for rules in (ruleset(name), other_rules(name), other_readings(name)):
        for _ in range(HANDS):
            hand = compare_engines(rules, deal_for(game_of(rules), random, rich=rich))
            hand.choose = random.choice((any_of, eager))
            while hand.goes_on:
                hand.check_actions(random)
                if random.random() < 0.1:
                    hand.check_state()
                    hand.check_view(random)
                hand.act(random)
            hand.check_outcome()


# ---- hands that are about to be won


class Cards:
    """The pack, from which melds are taken."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.left = [COPIES] * KINDS

    def take(self, *cards: Kind) -> tuple[Kind, ...]:
        """These cards, if they are there."""
        needed = count_cards(cards)
        if any(copies > left for copies, left in zip(needed, self.left, strict=True)):
            return ()
        self.left = list(without(tuple(self.left), cards))
        return cards

    def same(self, copies: int) -> tuple[Kind, ...]:
        """So many of some kind."""
        return next(filter(None, (self.take(*(self.random.randrange(KINDS),) * copies) for _ in range(1000))))

    def row(self) -> tuple[Kind, ...]:
        """A meld of ZP-4.2."""
        rows = sorted(MIXED_MELDS)
        return next(filter(None, (self.take(*self.random.choice(rows)) for _ in range(1000))))


def about_to_win(game: Any, random: Random) -> State:
    """A state in which the first seat has melds and a pair but for one card, which it looks at or another has put out."""
    pack = Cards(random)
    fours = random.choice((0, 1, 1, 2))
    melds = [pack.same(4) for _ in range(fours)]
    melds += [pack.row() if random.random() < 0.5 else pack.same(3) for _ in range(6 - fours if fours else 7)]
    held = [] if not fours else [*pack.same(2)]
    laid = []
    for cards in melds:
        if len(cards) < 4 and random.random() < 0.6:
            held += cards
        else:
            laid.append(some_meld(cards, random))
    if fours and random.random() < 0.3:
        (kind, *_), laid[0:1] = laid[0].cards or (), three_of(laid[0], held, random)
        few = random.choice((len(held), 3))  # in play no hand has three cards then; the rules know what to do with them
        return state_of(game, random, pack, tuple(held[-few:]), tuple(laid), kind)
    random.shuffle(held)
    card = held.pop() if held else pack.same(1)[0]
    return state_of(game, random, pack, tuple(held), tuple(laid), card)


def some_meld(cards: tuple[Kind, ...], random: Random) -> Meld:
    """These cards, laid in one of the ways that there are."""
    if len(set(cards)) > 1:
        return Meld("eat", cards)
    ways = [way for way in LAID if way != "eat" and WAYS[way].copies == len(cards)]
    return meld_of_kind(random.choice(ways), cards[0])


def three_of(four: Meld, held: list[Kind], random: Random) -> list[Meld]:
    """Three of the four, laid or held."""
    (kind, *_) = four.cards or ()
    if random.random() < 0.5:
        return [meld_of_kind(random.choice(("pong", "hide", "dead")), kind)]
    held += [kind] * 3
    return []


def state_of(
    game: Any, random: Random, pack: Cards, held: tuple[Kind, ...], laid: tuple[Meld, ...], card: Kind
) -> State:
    """The state in which the first seat has these; the others hold any cards."""
    rest = list(cards_of(tuple(pack.left)))
    random.shuffle(rest)
    hands = [count_cards(held), *(count_cards(rest[8 * place : 8 * place + 8]) for place in range(game.seats - 1))]
    stock = tuple(rest[8 * (game.seats - 1) :])
    match = ZiPaiMatch(points=(0,) * game.seats, banker=random.randrange(game.seats))
    state = initial_state(match, stock, game.seats)
    none = ((),) * (game.seats - 1)
    public = replace(
        state.public,
        sizes=tuple(map(sum, hands)),
        melds=(tuple(Meld(meld.way, None) if meld.way in HIDDEN else meld for meld in laid), *none),
        minimum=random.choice((1, 1, 10, 20, 30)),
    )
    by = random.choice((1, game.seats - 1))
    phases: tuple[Phase, ...] = (Looking(0), Claiming(card, by, False, (0,)), Claiming(card, by, True, (0,)))
    phase = random.choice(phases)
    secret = replace(
        state.secret,
        hands=tuple(hands),
        hidden=(tuple(meld.cards[0] for meld in laid if meld.way in HIDDEN and meld.cards), *none),
        declined=(tuple(kind for kind in range(KINDS) if kind == card and random.random() < 0.3), *none),
        drawn=card if isinstance(phase, Looking) else None,
    )
    return State(match, phase, public, secret)


def win_or_not(hands: Hands, random: Random) -> int:
    """Half of the wins, else a pass, so that what must be laid is."""
    actions = hands.actions(0)
    return actions.index(WIN) if WIN in actions and random.random() < 0.5 else actions.index(PASS)


@pytest.mark.parametrize("name", RULESETS)
def test_batch_wins_match_the_exact_rules(name: str) -> None:
    random = Random(name)
    hand = compare_engines(name, deal_for(paiju.game(name), random, rich=False))
    won = 0
    for _ in range(ENDINGS):
        hand.put(about_to_win(hand.game, random))
        won += WIN in hand.hands.actions(0)
        for choose in (win_or_not, any_of, any_of, any_of, any_of):
            if hand.goes_on:
                hand.choose = choose
                hand.check_actions(random)
                hand.check_state()
                hand.act(random)
        if not hand.goes_on:
            hand.check_outcome()
    assert won > ENDINGS // 4


# ---- from hand to hand


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("name", RULESETS)
def test_successive_batch_hands_match_the_exact_rules(name: str, other: bool) -> None:
    rules = other_rules(name) if other else ruleset(name)
    hands = batch.new_hands(rules, 1, seed=3, exact=True)
    game: Any = hands.game
    match, random = game.new_match(), Random(name)
    for number in range(HANDS):
        deal = batch.deal_for_row(game, game.new_match(), 3, 0, number)
        state = game.run_dealer(game.start(match, deal)).state
        while game.to_act(state):
            assert msgspec.to_builtins(hands.to_state(0).phase) == msgspec.to_builtins(state.phase)
            chosen = eager(hands, random)
            state = game.run_dealer(game.step(state, int(hands.turns[0]), hands.actions(0)[chosen]).state).state
            hands.step(np.array([chosen]))
        match = game.next_hand(match, state)
        assert hands.rows["banker"][0] == match.banker
        assert hands.rows["number"][0] == number + 1


def test_from_state_refuses_views_and_dealer_turns() -> None:
    hands = batch.new_hands("zipai/guilin-3", 1)
    game: Any = hands.game
    state = hands.to_state(0)
    with pytest.raises(ValueError, match="holes"):
        hands.from_state(0, game.view(state, 0))
    dealing = game.step(state, 0, game.legal(state, 0)[0]).state
    with pytest.raises(ValueError, match="dealer"):
        hands.from_state(0, dealing)


# ---- wins on the deal


def dealt_threes(game: Any, random: Random) -> State:
    """A state after the deal: the first two seats have about as many threes and fours as win, and melds worth points."""
    pack = Cards(random)
    seats = []
    for threes in (random.choice((4, 5)), random.choice((0, 3)), 0)[: game.seats]:
        laid = [meld_of_kind("dragon", pack.same(4)[0]) for _ in range(random.choice((0, 0, 1, 3)) if threes else 0)]
        cards = [kind for _ in range(min(threes, 5 - len(laid))) for kind in pack.same(3)]
        for row in random.sample([(0, 1, 2), (1, 6, 9), (10, 11, 12), (11, 16, 19)], 4):
            size = len(cards) + 4 * len(laid)
            if size <= 17 and all(cards.count(kind) < 3 for kind in row):
                cards += pack.take(*row)
        seats.append((cards, laid))
    banker, minimum = random.randrange(game.seats), random.choice((1, 10, 20, 30))
    state = initial_state(ZiPaiMatch(points=(0,) * game.seats, banker=banker), cards_of(tuple(pack.left)), game.seats)
    hands = tuple(count_cards(cards) for cards, _ in seats)
    public = replace(
        state.public,
        sizes=tuple(map(sum, hands)),
        melds=tuple(tuple(Meld("dragon", None) for _ in laid) for _, laid in seats),
        minimum=minimum,
        stock=sum(pack.left),
    )
    hidden = tuple(tuple(meld.cards[0] for meld in laid if meld.cards) for _, laid in seats)
    secret = replace(state.secret, hands=hands, hidden=hidden)
    return State(state.match, Opening(tuple(range(game.seats))), public, secret)


@pytest.mark.clause("ZP-2.5", "ZP-R2")
@pytest.mark.parametrize("name", RULESETS)
def test_a_win_on_the_deal_counts_what_the_reading_says(name: str) -> None:
    points: dict[str, list[int]] = {}
    for counted in ("fours_threes", "all"):
        random = Random(name)
        rules = with_options(ruleset(name), deal_points=counted)
        hand = compare_engines(rules, deal_for(game_of(rules), random, rich=False))
        points[counted] = []
        for _ in range(DEALS):
            hand.put(dealt_threes(hand.game, random))
            hand.choose = lambda hands, _: hands.actions(0).index(WIN) if WIN in hands.actions(0) else 0
            while hand.goes_on and isinstance(hand.state.phase, Opening):
                hand.check_actions(random)
                hand.check_state()
                hand.act(random)
            if not hand.goes_on:
                hand.check_outcome()
                points[counted].append(max(hand.game.outcome(hand.state).points))
    few, many = points["fours_threes"], points["all"]
    assert len(few) == len(many) > DEALS // 4
    assert any(one < other for one, other in zip(few, many, strict=True))


# ---- eating without 下伙


def false_eater(hands: Hands, random: Random) -> int:
    """Eating above all, without 下伙 where it is possible; half of the seats that may catch it do."""
    actions = hands.actions(0)
    if CATCH in actions:
        return actions.index(random.choice((CATCH, PASS)))
    eats = [place for place, action in enumerate(actions) if isinstance(action, Eat)]
    return eats[-1] if eats and WIN not in actions else any_of(hands, random)


@pytest.mark.clause("ZP-4.3", "ZP-R6")
@pytest.mark.parametrize("name", RULESETS)
def test_false_eating_is_caught_and_paid_as_by_the_exact_rules(name: str) -> None:
    random, rules = Random(name), other_readings(name)
    seen: Counter[tuple[bool, bool]] = Counter()
    for _ in range(HANDS):
        hand = compare_engines(rules, deal_for(game_of(rules), random, rich=False))
        hand.choose = false_eater
        while hand.goes_on:
            before = hand.state
            if isinstance(before.phase, Catching):
                hand.check_actions(random)
                hand.check_state()
                hand.check_view(random)
            hand.act(random)
            if isinstance(before.phase, Catching) and not isinstance(hand.state.phase, Catching):
                keeps = leaves_copies_to_lay(before.secret.hands[before.phase.seat], before.phase.card)
                seen[keeps, hand.state.public.caught != before.public.caught] += 1
        hand.check_outcome()
    assert set(seen) == {(True, True), (True, False), (False, False)}  # an error costs nothing


@pytest.mark.clause("ZP-R6")
def test_a_row_has_room_for_all_ways_to_eat() -> None:
    """More cards never mean fewer ways, and a kind of which there are three is not used."""
    ways = []
    for kind, copies in product(range(KINDS), range(3)):
        held = tuple(copies if other == kind else 2 for other in range(KINDS))
        ways.append(len(legal_eats(held, kind)) + len(false_eats(held, kind)))
    assert max(ways) + len((WIN, PONG, PASS)) <= OPTIONS
