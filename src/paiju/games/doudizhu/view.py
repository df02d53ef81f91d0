"""Who sees what in Dou Dizhu: views, redacted events, and states that a viewer cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from paiju.core.deal import Deal
from paiju.core.seats import Seat, Viewer, put
from paiju.games.doudizhu import events as happened
from paiju.games.doudizhu.cards import NO_CARDS, Cards, card_list, cards_of
from paiju.games.doudizhu.compiled import Compiled
from paiju.games.doudizhu.phases import PHASE_RULES, stages_of
from paiju.games.doudizhu.phases.dealing import draws
from paiju.games.doudizhu.phases.landlord import AutomaticStage
from paiju.games.doudizhu.state import Doubling, Opening, Over, Secret, State, Throwing


def sees_hand(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Whether a viewer sees a seat's cards: one's own, open hands (DDZ-7.7), and all when the hand is over."""
    return viewer == seat or state.public.opened[seat] > 0 or isinstance(state.phase, Over)


def view(state: State, viewer: Viewer) -> State:
    """What a viewer knows."""
    secret, public = state.secret, state.public
    over = isinstance(state.phase, Over)
    seats = range(state.seats)
    known = Secret(
        deal=None,
        hands=tuple(secret.hands[seat] if sees_hand(state, viewer, seat) else None for seat in seats),
        sealed=tuple(secret.sealed[seat] if viewer == seat else None for seat in seats),
        threw=tuple(secret.threw[seat] if _sees_throw(state, viewer, seat) else None for seat in seats),
        gave=tuple(secret.gave[seat] if _sees_gift(state, viewer, seat) else None for seat in seats),
        bottom=secret.bottom if over or public.bottom is not None or viewer == public.landlord else None,
    )
    return State(state.match, state.stage, state.phase, public, known)


def _sees_throw(state: State, viewer: Viewer, seat: Seat) -> bool:
    """One's own, one from a hand that was open then, and all when the hand is over (DDZ-7.10)."""
    return viewer == seat or state.public.throws_seen[seat] or isinstance(state.phase, Over)


def _sees_gift(state: State, viewer: Viewer, seat: Seat) -> bool:
    """Giver and landlord know the card, all do where a hand was open then (DDZ-2.5)."""
    return (viewer in (seat, state.public.landlord) and viewer is not None) or seat in state.public.gifts_seen


# ---- events


def _all_see(event: happened.Event, viewer: Viewer) -> happened.Event:
    return event


def _own_or_open(event: Any, viewer: Viewer, *, field: str) -> Any:
    """Per-seat cards, seen by the seat and, of open hands, by all."""
    cards = tuple(
        held if seat == viewer or seat in event.open else None for seat, held in enumerate(getattr(event, field))
    )
    return replace(event, **{field: cards})


def _own_choice(event: happened.Sealed, viewer: Viewer) -> happened.Sealed:
    return event if viewer == event.seat else happened.Sealed(event.seat, None)


def _bottom(event: happened.BottomTaken, viewer: Viewer) -> happened.BottomTaken:
    return event if event.shown or viewer == event.seat else replace(event, cards=None)


def _given(event: happened.CardGiven, viewer: Viewer) -> happened.CardGiven:
    return event if event.open or viewer in (event.giver, event.taker) else replace(event, card=None)


_REDACT: Final[dict[type[Any], Callable[[Any, Viewer], happened.Event]]] = {
    happened.PhaseBegan: _all_see,
    happened.FirstChosen: _all_see,
    happened.CardsDealt: partial(_own_or_open, field="hands"),
    happened.Sealed: _own_choice,
    happened.HandsOpened: _all_see,
    happened.BidMade: _all_see,
    happened.Called: _all_see,
    happened.Robbed: _all_see,
    happened.Kicked: _all_see,
    happened.LandlordSettled: _all_see,
    happened.BottomTaken: _bottom,
    happened.CardGiven: _given,
    happened.WildDrawn: _all_see,
    happened.CardsThrown: partial(_own_or_open, field="cards"),
    happened.Doubled: _all_see,
    happened.Played: _all_see,
    happened.Passed: _all_see,
    happened.HandEnded: _all_see,
}


def redact(event: happened.Event, viewer: Viewer) -> happened.Event:
    """What a viewer learns of an event; an event without a row is an error."""
    return _REDACT[type(event)](event, viewer)


# ---- another state that looks the same


def imagine(g: Compiled, state: State, viewer: Viewer, random: Random) -> State:
    """A whole state that the viewer cannot tell from this one.

    The unseen cards are dealt anew to the places that the viewer does not see, and the others' secret choices are made anew.
    """
    if isinstance(state.phase, Over):
        return state
    unseen = _Unseen(g, state, viewer, random)
    seats = range(state.seats)
    hands = tuple(unseen.hand(seat) for seat in seats)
    threw = tuple(unseen.thrown(seat) for seat in seats)
    took = _landlords(state, hands)
    secret = Secret(
        deal=_deal_anew(g, hands, random),
        hands=hands,
        sealed=state.secret.sealed,
        threw=threw,
        gave=_given_anew(g, state, viewer, took, random),
        bottom=_bottom_anew(g, state, viewer, took, random),
    )
    return _choose_anew(g, replace(state, secret=secret), viewer, random)


class _Unseen:
    """The cards that a viewer has not seen, shuffled, to be handed out place by place."""

    def __init__(self, g: Compiled, state: State, viewer: Viewer, random: Random) -> None:
        self.state, self.viewer = state, viewer
        self.seen = [sees_hand(state, viewer, seat) for seat in range(state.seats)]
        self.pool = list(g.pack)
        for seen in self._seen_cards():
            for card in card_list(seen):
                self.pool.remove(card)
        self.pins: list[list[int]] = [[] for _ in self.seen]
        for seat, cards in self._known_places():
            self._pin(seat, cards)
        random.shuffle(self.pool)

    def _seen_cards(self) -> list[Cards]:
        secret = self.state.secret
        hands = [hand for seen, hand in zip(self.seen, secret.hands, strict=True) if seen]
        threw = [cards for seat, cards in enumerate(secret.threw) if _sees_throw(self.state, self.viewer, seat)]
        return [cards for cards in (*self.state.public.played, *hands, *threw) if cards is not None]

    def _known_places(self) -> list[tuple[Seat | None, Cards | None]]:
        """Cards known to have come to a hand: the upcard, the bottom, a card that the viewer gave."""
        public = self.state.public
        given = None if self.viewer is None else self.state.secret.gave[self.viewer]
        return [(public.landlord, public.bottom), (public.landlord, given), (public.first, public.upcard)]

    def _pin(self, seat: Seat | None, cards: Cards | None) -> None:
        """They are there still, unless they were played or (where that many are not left) thrown away."""
        if seat is None or cards is None or self.seen[seat]:
            return
        for card in card_list(cards):
            if card in self.pool and len(self.pins[seat]) < self.state.public.counts[seat]:
                self.pool.remove(card)
                self.pins[seat].append(card)

    def _take(self, number: int) -> Cards:
        taken, self.pool = self.pool[:number], self.pool[number:]
        return cards_of(taken)

    def hand(self, seat: Seat) -> Cards:
        """What the seat holds: as seen, or pinned cards and others out of the pool."""
        if self.seen[seat]:
            return self.state.secret.hands[seat] or NO_CARDS
        pinned = cards_of(self.pins[seat])
        return Cards(pinned + self._take(self.state.public.counts[seat] - len(self.pins[seat])))

    def thrown(self, seat: Seat) -> Cards | None:
        """What the seat threw away; None before that. Throwing nothing has a factor too, so that it can be told."""
        public = self.state.public
        if _sees_throw(self.state, self.viewer, seat) or (public.thrown[seat] == 0 and public.throw_factors[seat] == 1):
            return self.state.secret.threw[seat]
        return self._take(public.thrown[seat])


def _deal_anew(g: Compiled, hands: tuple[Cards, ...], random: Random) -> Deal:
    """A deal in which these hands were dealt, what is to come anew; what has come out of it already matters no more."""
    size = g.rules.hand_size
    parts = [list(card_list(hand))[:size] for hand in hands]
    rest = list(g.pack)
    for card in (card for part in parts for card in part):
        rest.remove(card)
    random.shuffle(rest)
    deck: list[int] = []
    for part in parts:
        missing = size - len(part)
        deck += part + rest[:missing]
        rest = rest[missing:]
    return Deal(tuple(deck + rest), tuple(random.randrange(bound) for _, bound in draws(g.rules)))


def _landlords(state: State, hands: tuple[Cards, ...]) -> list[int]:
    """The cards that the landlord holds or has played."""
    landlord = state.public.landlord
    return [] if landlord is None else [*card_list(hands[landlord]), *card_list(state.public.played[landlord])]


def _bottom_anew(g: Compiled, state: State, viewer: Viewer, took: list[int], random: Random) -> Cards | None:
    """The bottom as it was taken: as seen, or some of the landlord's cards."""
    public = state.public
    if public.bottom is not None or public.landlord is None or viewer == public.landlord:
        return state.secret.bottom
    taken = _has_passed(g, state, "bottom")
    return cards_of(random.sample(took, g.rules.bottom_size)) if taken else None


def _has_passed(g: Compiled, state: State, what: str) -> bool:
    """Whether something that happens by itself has happened."""
    return any(isinstance(stage, AutomaticStage) and stage.what == what for stage in stages_of(g.rules)[: state.stage])


def _given_anew(g: Compiled, state: State, viewer: Viewer, took: list[int], random: Random) -> tuple[Cards | None, ...]:
    """The cards given to the landlord: as seen, or some of the landlord's cards."""
    landlord = state.public.landlord
    if not _has_passed(g, state, "drawing"):
        return state.secret.gave
    known = view(state, viewer).secret.gave
    return tuple(
        card if card is not None or seat == landlord else cards_of((random.choice(took),))
        for seat, card in enumerate(known)
    )


def _choose_anew(g: Compiled, state: State, viewer: Viewer, random: Random) -> State:
    """The secret choices that the viewer cannot see, made at random; who has chosen is public."""
    phase = state.phase
    if not isinstance(phase, Opening | Throwing | Doubling):
        return state
    (began,) = stages_of(g.rules)[state.stage].enter(g, state, state.stage)
    assert isinstance(began, happened.PhaseBegan)
    rules = PHASE_RULES[type(phase)]
    sealed = state.secret.sealed
    for seat in rules.to_act(began.phase):
        if seat != viewer and seat not in phase.waiting:
            sealed = put(sealed, seat, random.choice(rules.legal(g, state, phase, seat)))
    return replace(state, secret=replace(state.secret, sealed=sealed))
