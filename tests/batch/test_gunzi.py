"""Gunzi in the batch engine against the exact rules: the same states, numbered actions, views, outcomes and matches."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from paiju import batch
from paiju.batch.gunzi.cards import ANY, choice_number, nth_choice
from paiju.batch.gunzi.hand_transitions import MORE_THAN_ALL_ACTIONS
from paiju.core.errors import IllegalAction, RulesetError
from paiju.core.fair_deal import Deal
from paiju.core.hand_runner import SeatDecision, order_asking_only, run_hand
from paiju.core.ruleset import Ruleset
from paiju.core.seats import DEALER
from paiju.features.gunzi.bit_encoding import DEALING
from paiju.games.gunzi.actions import Declare
from paiju.games.gunzi.cards import COPIES, PACK, size
from paiju.games.gunzi.state import SEATS, Dealing, GivingBack, GunziMatch, Playing
from paiju.games.registry import game_of
from paiju.games.registry import ruleset as find_ruleset
from tests.batch.engine_comparison import EngineComparison, deal_for

FAMILY = "gunzi"
HANDS = 3
PROBES = 4

SIX = find_ruleset("gunzi/six")
OTHERWISE = replace(
    SIX,
    rules=replace(
        SIX.rules,
        must_play="stop_there",
        joker_calls="by_count",
        turned_order="plain",
        turned_joker="no_trumps",
        staying_banker="partner",
        give_back="own",
        break_sets=False,
        digger_exempt="bank_stays",
        cut_ace=11,
        jokers_to_win=1,
        win_at=220,
        last_level=4,
        tribute_above=140,
    ),
)
"""All that is played in two ways, in the other way."""
BOTH = pytest.mark.parametrize("ruleset", [SIX, OTHERWISE], ids=["six", "otherwise"])


def plain(state: Any) -> Any:
    """A state without the points of the hands before."""
    return replace(state, match=replace(state.match, points=()))


def later_match(random: Random) -> GunziMatch:
    """A match after some hands."""
    banker = random.randrange(SEATS)
    before = {(banker - 1) % SEATS: random.randrange(4), (banker - 2) % SEATS: random.randrange(4)}
    return GunziMatch(
        hand=5,
        levels=tuple(random.choice((3, 4)) for _ in range(3)),
        halves=(0, 1, 0),
        won=(0, 2, 0),
        banker=banker,
        tribute=tuple(before.get(seat, 0) for seat in range(SEATS)),
    )


class GunziEngineComparison(EngineComparison):
    """While cards are dealt, only the seat that was dealt to is asked, and letting the deal go on is an action."""

    def __init__(self, ruleset: Ruleset, deal: Deal, match: GunziMatch | None) -> None:
        super().__init__(ruleset, deal, plain)
        if match is not None:
            self.state = self.game.run_dealer(self.game.start(match, Deal(deal.deck))).state
            self.hands.from_state(0, self.state)

    def legal(self) -> Any:
        """What there is to do, in the order of the numbers."""
        seat = int(self.hands.turns[0])
        if isinstance(self.state.phase, Dealing):
            assert seat in self.game.may_act(self.state)
            return [*self.game.legal(self.state, DEALER), *self.game.legal(self.state, seat)]
        assert seat == self.game.to_act(self.state)[0]
        return self.game.legal(self.state, seat)

    def check_actions(self, random: Random) -> None:
        """A number is a place among the legal actions, first and last and any."""
        legal, count = self.legal(), int(self.hands.counts[0])
        assert len(legal) == count
        numbers = [0, count - 1, *(random.randrange(count) for _ in range(PROBES))]
        assert self.hands.actions(0, np.array(numbers)) == [legal[number] for number in numbers]

    def act(self, random: Random) -> None:
        assert self.hands.outcome(0) is None
        chosen = random.randrange(int(self.hands.counts[0]))
        action, seat = self.legal()[chosen], int(self.hands.turns[0])
        lets_go_on = isinstance(self.state.phase, Dealing) and chosen == 0
        self.state = self.game.step(self.state, DEALER if lets_go_on else seat, action).state
        self.hands.step(np.array([chosen]))
        while self.game.to_act(self.state) == (DEALER,) and not self.asked_while_dealing():
            self.state = self.game.step(self.state, DEALER, self.game.legal(self.state, DEALER)[0]).state

    def asked_while_dealing(self) -> bool:
        row, phase = self.hands.rows[0], self.state.phase
        return row["phase"] == DEALING and isinstance(phase, Dealing) and phase.dealt == row["dealt"]

    def check_state(self) -> None:
        state = self.kept_state()
        assert plain(self.hands.to_state(0)) == plain(state)
        self.other.from_state(0, self.state)
        assert plain(self.other.to_state(0)) == plain(state)
        self.check_history()
        assert self.other.turns[0] == self.hands.turns[0] or isinstance(self.state.phase, Dealing)

    def check_view(self, random: Random) -> None:
        for seat in range(SEATS):
            imagined = self.game.determinize(self.state, seat, random)
            if self.game.to_act(imagined) == (DEALER,) and not self.game.may_act(imagined):
                continue  # nobody is asked there: it is no row
            self.other.from_state(0, self.state)
            self.other.from_state(1, imagined)
            one, another = self.other.observe(np.array([seat, seat]))
            assert one.tolist() == another.tolist()


def compare_engines(name: str, deal: Deal) -> EngineComparison:
    """The first hand of a match in both engines."""
    return GunziEngineComparison(find_ruleset(name), deal, None)


@pytest.mark.parametrize("rich", [False, True])
@BOTH
def test_batch_hand_matches_the_exact_rules(ruleset: Ruleset, rich: bool) -> None:
    random = Random(f"{ruleset.digest} {rich}")
    game = game_of(ruleset)
    for number in range(HANDS):
        hand = GunziEngineComparison(
            ruleset, deal_for(game, random, rich=rich), later_match(random) if number else None
        )
        while hand.goes_on:
            hand.check_actions(random)
            if random.random() < 0.1 or not isinstance(hand.state.phase, Playing):
                hand.check_state()
                hand.check_view(random)
            hand.act(random)
        hand.check_outcome()


@BOTH
def test_batch_match_goes_from_hand_to_hand(ruleset: Ruleset) -> None:
    hands = batch.new_hands(ruleset, 64, seed=3)
    reasons, tribute, won = set(), 0, 0
    for _ in range(1200):
        chosen = hands.sample()
        ending = np.flatnonzero((hands.rows["left"].sum(axis=1) <= 4) & (hands.rows["laid"] == SEATS - 1))
        last = hands.take(ending)
        hands.step(chosen)
        last.step(chosen[ending])
        for place in np.flatnonzero(last.turns < 0):
            state, row = last.to_state(int(place)), int(ending[place])
            outcome, after = hands.game.outcome(state), hands.game.next_hand(state.match, state)
            assert outcome is not None
            assert hands.outcome(row) == last.outcome(int(place)) == replace(outcome, account=())
            assert hands.to_state(row).match == replace(after, points=state.match.points)
            reasons.add(outcome.reason)
            tribute += sum(after.tribute)
            won += after.banker is None
    assert {"kept", "held", "taken", "taken_dug"} <= reasons
    assert tribute
    assert won or ruleset is SIX


@pytest.mark.parametrize("seats", [(0, 1, 2, 3, 4, 5), (1, 3, 4, 5)], ids=["all", "some"])
@BOTH
def test_seats_are_asked_in_the_order_of_run_hand(ruleset: Ruleset, seats: tuple[int, ...]) -> None:
    """All seats in ``seats`` are asked for a declaration before each card, and before the others when the deal is over."""
    hands, random, declared = batch.new_hands(ruleset, 1, seed=4, exact=True, anew=False), Random(4), 0
    game, match = hands.game, hands.game.new_match()

    def ask(state: Any, asked: SeatDecision) -> Any:
        if asked.seat == DEALER:
            return game.legal(state, DEALER)[0]
        assert (hands.turns[0], plain(hands.to_state(0))) == (asked.seat, plain(replace(state, history=())))
        (action,) = hands.actions(0, number := chosen_number(hands, random))
        hands.step(number)
        return action if asked.must or isinstance(action, Declare) else None

    hands.set_asking_order(optional=seats, early=seats)
    hands.reset()
    for number in range(3):
        state = game.start(match, batch.deal_for_row(game, match, 4, 0, number))
        while state is not None and game.to_act(state):
            for move in run_hand(game, state, ask, order_asking_only(seats)):
                state = move.step.state
                declared += isinstance(move.action, Declare)
            if game.to_act(state):
                (action,) = hands.actions(0, chosen := chosen_number(hands, random))
                state = game.step(state, int(hands.turns[0]), action).state
                hands.step(chosen)
        match = replace(game.next_hand(match, state), points=match.points)
        hands.deal_next(np.array([0]))
    assert declared > 3


def chosen_number(hands: batch.Hands, random: Random) -> Any:
    """The number of an action of the only hand: mostly 0, with which a seat declares nothing while cards are dealt."""
    return np.array([random.randrange(int(hands.counts[0])) if random.random() < 0.2 else 0])


def test_choices_of_cards_are_numbered() -> None:
    random = Random(6)
    for _ in range(50):
        kinds = random.sample(PACK[:48], 20)
        one, two, three, four = (
            sum(1 << kind for kind in {*kinds} if kinds.count(kind) > lane) for lane in range(COPIES)
        )
        cards = one, two, three, four
        for number in range(1, 7):
            count = MORE_THAN_ALL_ACTIONS - nth_choice(cards, number, ANY, MORE_THAN_ALL_ACTIONS)[1]
            for index in (0, count - 1, random.randrange(count)):
                chosen, _ = nth_choice(cards, number, ANY, index)
                assert choice_number(cards, number, chosen) == index


def giving_back(cards: int) -> batch.Hands:
    """A hand in which the banker has so many cards to give back."""
    hands = batch.new_hands("gunzi/six", 32, seed=1, anew=False)
    match = GunziMatch(levels=(3, 3, 3), banker=0, tribute=(0, 0, 0, 0, 0, cards))
    deal = batch.deal_for_row(hands.game, match, 1, 0, 0)
    hands.from_state(0, hands.game.run_dealer(hands.game.start(match, deal)).state)
    while not isinstance(hands.to_state(0).phase, GivingBack):
        hands.step(np.where(np.arange(32) == 0, 0, hands.sample()))
    return hands.take(np.zeros(32, int))


def test_more_than_2_to_the_32_legal_actions_can_be_sampled() -> None:
    hands = giving_back(15)
    hands.reseed(2)
    state = hands.to_state(0)
    legal = hands.game.legal(state, 0)
    assert hands.counts[0] == len(legal) > 1 << 32
    chosen = hands.sample()
    assert len({*chosen}) == 32
    assert chosen.max() > len(legal) // 2
    assert hands.actions(0, chosen) == [legal[number] for number in chosen]
    hands.step(chosen)
    assert all(size(hands.to_state(row).known[5]) == 15 for row in range(32))


def test_actions_too_many_to_list_are_read_by_number() -> None:
    hands = giving_back(15)
    with pytest.raises(IllegalAction, match="too_many_to_list"):
        hands.legal_list(0)
    with pytest.raises(IllegalAction, match="too_many_to_list"):
        hands.branch_on_actions()
    assert len(hands.legal_list(0, np.array([7, 1 << 33]))) == 2
    with pytest.raises(IllegalAction, match="no_such_number"):
        hands.legal_list(0, np.array([0, -1]))


def test_rules_with_too_much_tribute_are_refused() -> None:
    with pytest.raises(RulesetError, match="tribute_too_large_for_batch"):
        batch.new_hands(replace(SIX, rules=replace(SIX.rules, tribute_step=4)), 1)


def test_from_state_refuses_states_where_no_seat_acts() -> None:
    hands = batch.new_hands(SIX, 1)
    game: Any = hands.game
    deal = batch.deal_for_row(game, game.new_match(), 1, 0, 0)
    with pytest.raises(ValueError, match="dealer"):
        hands.from_state(0, game.start(game.new_match(), deal))
    with pytest.raises(ValueError, match="holes"):
        hands.from_state(0, game.view(hands.to_state(0), 2))
