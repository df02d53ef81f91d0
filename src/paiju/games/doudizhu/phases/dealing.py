"""Dealing (发牌, DDZ-2): all cards at once, or in two packets if hands may be opened between them (R10)."""

from __future__ import annotations

from typing import Final

from paiju.core.fair_deal import Deal
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Action
from paiju.games.doudizhu.cards import Cards, cards_from_numbers
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset, Stage
from paiju.games.doudizhu.events import CardsDealt, FirstChosen
from paiju.games.doudizhu.phases.base import ChanceRules, Events
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Dealing, Phase, State

FIRST_PACKET: Final = 8
"""Number of cards in the first of two packets.

A seat that opens its hand directly after this packet gets the factor 4 (DDZ-7.7, R10).
"""


def first_packet_size(rules: Rules) -> int:
    """Return the number of cards that each seat gets in the first packet.

    There is a second packet only if hands may be opened; otherwise the first packet is the whole hand.
    """
    return FIRST_PACKET if rules.open_hand else rules.hand_size


def list_random_draws(rules: Rules) -> tuple[tuple[str, int], ...]:
    """Return the random numbers that a hand needs besides the shuffle (``DealPlan.draws``).

    Each is given by its name and its bound.
    """
    rows = (
        (rules.first_bidder != "upcard", "first", rules.players, 1),
        (rules.first_bidder == "upcard", "upcard", rules.players * rules.hand_size, 1),
        (rules.wild, "wild", len(rules.non_joker_ranks), 1),
        (rules.second_wild, "second_wild", len(rules.non_joker_ranks) - 1, 1),
        (rules.draw_from_others, "drawn", rules.hand_size, rules.players - 1),
    )
    return tuple((name, bound) for applies, name, bound, times in rows if applies for _ in range(times))


def drawn_values(rules: Rules, deal: Deal, name: str) -> tuple[int, ...]:
    """Return the values of the random numbers called ``name``."""
    return tuple(value for value, (label, _) in zip(deal.draws, list_random_draws(rules), strict=True) if label == name)


def cards_dealt_to(rules: Rules, deal: Deal, seat: Seat) -> tuple[int, ...]:
    """Return the card numbers dealt to a seat, in the order of the deck.

    The hand of seat 0 is at the top of the deck, and the hands of the other seats follow. The cards after the last hand
    are the bottom (底牌, ``bottom_of``) and the cards that are set aside.
    """
    return deal.deck[seat * rules.hand_size : (seat + 1) * rules.hand_size]


def bottom_of(rules: Rules, deal: Deal) -> Cards:
    """Return the bottom (底牌) of a deal.

    The cards that follow the bottom in the deck are set aside, and nobody sees them (DDZ-2.3, 2.4).
    """
    start = rules.players * rules.hand_size
    return cards_from_numbers(deal.deck[start : start + rules.bottom_size])


class DealingRules(ChanceRules[Dealing]):
    """The rules of dealing. DEALER's only action deals a packet."""

    def events_of_action(
        self, compiled: CompiledRuleset, state: State, phase: Dealing, seat: Seat, action: Action
    ) -> Events:
        deal = state.secret.deal
        assert deal is not None
        cut = first_packet_size(compiled.rules)
        span = slice(0, cut) if phase.packet == 0 else slice(cut, None)
        hands = tuple(
            cards_from_numbers(cards_dealt_to(compiled.rules, deal, seat)[span])
            for seat in range(compiled.rules.players)
        )
        size = len(range(*span.indices(compiled.rules.hand_size)))
        opened = tuple(seat for seat, factor in enumerate(state.public.opened) if factor)
        packet = CardsDealt((size,) * compiled.rules.players, hands, opened)
        return (self._first_bidder_event(compiled.rules, state, deal), packet) if phase.packet == 0 else (packet,)

    def _first_bidder_event(self, rules: Rules, state: State, deal: Deal) -> FirstChosen:
        """Return the event that determines the first bidder (DDZ-2.7)."""
        if rules.first_bidder == "upcard":
            (at,) = drawn_values(rules, deal, "upcard")
            return FirstChosen(at // rules.hand_size, cards_from_numbers(deal.deck[at : at + 1]))
        (seat,) = drawn_values(rules, deal, "first")
        carried = state.match.first if rules.first_bidder == "rotate" else None
        return FirstChosen(seat if carried is None else carried)

    def closing_events(self, compiled: CompiledRuleset, state: State, phase: Dealing) -> Events | None:
        due = compiled.rules.hand_size if phase.packet else first_packet_size(compiled.rules)
        return () if state.public.counts[0] >= due else None


class DealStage(Stage):
    """The stage of dealing one packet. The second packet exists only if hands may be opened."""

    def __init__(self, packet: int) -> None:
        self.packet = packet

    def applies(self, rules: Rules) -> bool:
        return self.packet == 0 or rules.open_hand

    def begin(self, compiled: CompiledRuleset, state: State) -> Phase | None:
        return Dealing(self.packet)
