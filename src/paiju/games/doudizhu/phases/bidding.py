"""Bidding points (叫分; DDZ-3.1 to 3.5)."""

from __future__ import annotations

from typing import Final

from paiju.core.errors import IllegalAction
from paiju.core.seats import Seat, seats_from
from paiju.games.doudizhu.actions import Action, Bid
from paiju.games.doudizhu.cards import BIG_JOKER, SMALL_JOKER, TWO, count_of, count_ranks
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.events import BidMade, LandlordSettled
from paiju.games.doudizhu.phases.base import Actions, Events, PhaseRules, Seats
from paiju.games.doudizhu.phases.hand_end import void_hand_events
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Bidding, Phase, State

HIGHEST_BID: Final = 3
"""The highest bid, which ends the auction (DDZ-3.1, 3.2)."""


class BiddingRules(PhaseRules[Bidding]):
    """The seats in turn bid more than the standing bid, or pass. The fallback is a pass."""

    def to_act(self, state: State, phase: Bidding) -> Seats:
        return (phase.turn,)

    def legal(self, compiled: CompiledRuleset, state: State, phase: Bidding, seat: Seat) -> Actions:
        return tuple(Bid(points) for points in (0, *range(phase.high + 1, HIGHEST_BID + 1)))

    def illegal_action(
        self, compiled: CompiledRuleset, state: State, phase: Bidding, seat: Seat, action: Action
    ) -> IllegalAction:
        if isinstance(action, Bid) and 0 < action.points <= phase.high:
            return IllegalAction("bid_too_low", standing=phase.high)
        return super().illegal_action(compiled, state, phase, seat, action)

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Bidding, seat: Seat, action: Action
    ) -> Events:
        assert isinstance(action, Bid)
        return (BidMade(seat, action.points),)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Bidding) -> Events | None:
        if phase.bidder is not None:
            over = phase.spoken == state.seats if phase.once else phase.passes == state.seats - 1
            return self._landlord_settled_events(state, phase) if over or phase.high == HIGHEST_BID else None
        if phase.spoken < state.seats:
            return None
        forced = self._forced_landlord(state) if compiled.rules.forced_bid else None
        return (LandlordSettled(forced, 1, forced=True),) if forced is not None else void_hand_events(state)

    def _landlord_settled_events(self, state: State, phase: Bidding) -> Events:
        """Return the event that makes the highest bidder the landlord, and the highest bid the base (DDZ-3.4)."""
        assert phase.bidder is not None
        assert state.public.first is not None
        silent = seats_from(state.public.first, state.seats)[phase.spoken :]
        return (LandlordSettled(phase.bidder, phase.high, silent=silent),)

    def _forced_landlord(self, state: State) -> Seat | None:
        """Return the seat that must become landlord because of its strong hand; None if there is none (DDZ-3.5).

        Such a hand has the big joker together with a 2 or the small joker.
        """
        for seat, hand in enumerate(state.secret.hands):
            counts = count_ranks(hand or 0)
            if count_of(counts, BIG_JOKER) and (count_of(counts, TWO) or count_of(counts, SMALL_JOKER)):
                return seat
        return None


class BiddingStage(Stage):
    """The bidding stage, which the first bidder begins."""

    def applies(self, rules: Rules) -> bool:
        return rules.auction in ("points_open", "points_once")

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        assert state.public.first is not None
        once = compiled.rules.auction == "points_once"
        return Bidding(state.public.first, once, said=(None,) * state.seats)
