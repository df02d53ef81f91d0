"""Determinization: random states that agree with what a viewer knows."""

from __future__ import annotations

from itertools import chain, compress
from operator import not_
from random import Random
from typing import Final

from msgspec.structs import replace

from paiju.core.card_distributions import count_distributions
from paiju.core.seats import Seat, Viewer, replace_at
from paiju.games.zipai.actions import Action
from paiju.games.zipai.cards import COPIES, KINDS, PACK, Counts, Kind, cards_of, count, without
from paiju.games.zipai.melds import size_of
from paiju.games.zipai.phases import PHASES
from paiju.games.zipai.rules import Rules
from paiju.games.zipai.state import (
    Catching,
    Claiming,
    Looking,
    Opening,
    Over,
    Phase,
    State,
    declined_by,
    drawn_card,
    hand_of,
)
from paiju.games.zipai.view import has_looked, sees_hand

_TRIES: Final = 20
_COUNTED: Final = 12
"""The most unseen cards with which deals are counted."""

Hands = tuple[Counts, ...]


def determinize(rules: Rules, state: State, viewer: Viewer, random: Random) -> State:
    """Return a complete random state that looks the same to the viewer.

    The unseen cards are dealt again to the places that the viewer does not see: melds face down, hands, a drawn card, the stock.
    The kinds that other seats have declined follow from their new hands, and their claims are drawn again.
    """
    hidden, unseen = _resample_hidden_melds(state, viewer, _unseen(state, viewer), random)
    hands, rest = _resample_hands(state, viewer, unseen, random)
    drawn, stock = _resample_drawn(state, viewer, rest)
    declined = tuple(_resample_declined(state, viewer, seat, hands[seat]) for seat in range(state.seats))
    secret = replace(state.secret, stock=stock, hands=hands, hidden=hidden, declined=declined, drawn=drawn)
    return _resample_claims(rules, replace(state, secret=secret), viewer, random)


def count_deals(state: State, viewer: Viewer) -> int | None:
    """Return in how many ways the unseen cards can lie in the hands and the stock; None if that is not counted.

    It counts the states that ``determinize`` may return, and also hands with four of a kind. Returns None if there
    are too many, if another seat has melds face down or looks at a drawn card, and if claims have been made already.
    """
    seen = [sees_hand(state, viewer, seat) for seat in range(state.seats)]
    rooms = [size for size, known in zip(state.public.sizes, seen, strict=True) if not known and size]
    rooms += [1] * state.public.stock
    face_down = any(meld.cards is None for melds in compress(state.public.melds, map(not_, seen)) for meld in melds)
    secret = (
        face_down
        or bool(getattr(state.phase, "answered", ()))
        or (isinstance(state.phase, Looking) and not has_looked(state, viewer))
    )
    if secret or sum(rooms) > _COUNTED:
        return None
    everywhere = (True,) * len(rooms)
    return count_distributions(((copies, everywhere) for copies in _unseen(state, viewer)), rooms)


def _unseen(state: State, viewer: Viewer) -> Counts:
    """The cards that the viewer sees nowhere."""
    seen = chain(
        _on_table(state, state.phase, viewer),
        chain.from_iterable(state.public.discards),
        *(meld.cards or () for melds in state.public.melds for meld in melds),
        *(_known_cards(state, viewer, seat) for seat in range(state.seats)),
    )
    return without(count(PACK), seen)


def _on_table(state: State, phase: Phase, viewer: Viewer) -> tuple[Kind, ...]:
    """The card that was put out or won with, or the drawn card if the viewer sees it."""
    if has_looked(state, viewer):
        return (drawn_card(state),)
    card = phase.card if isinstance(phase, Claiming | Over) else None
    return () if card is None else (card,)


def _known_cards(state: State, viewer: Viewer, seat: Seat) -> tuple[Kind, ...]:
    """The cards that the viewer knows of a seat's hand and of its melds face down."""
    if not sees_hand(state, viewer, seat):
        return ()
    kinds = state.secret.hidden[seat] or ()
    face_down = (meld for meld in state.public.melds[seat] if meld.cards is None)
    copies = zip(kinds, map(size_of, face_down), strict=True)
    return cards_of(hand_of(state, seat)) + tuple(chain.from_iterable((kind,) * size for kind, size in copies))


def _resample_hidden_melds(
    state: State, viewer: Viewer, unseen: Counts, random: Random
) -> tuple[tuple[tuple[Kind, ...] | None, ...], Counts]:
    """Draw kinds for the melds face down, fours first because fewer kinds fit them; returns them and the cards still unseen."""
    places = [
        (size_of(meld), seat, place)
        for seat, melds in enumerate(state.public.melds)
        if not sees_hand(state, viewer, seat)
        for place, meld in enumerate(melds)
        if meld.cards is None
    ]
    chosen: dict[tuple[Seat, int], Kind] = {}
    for size, seat, place in sorted(places, reverse=True):
        kind = random.choice([kind for kind in range(KINDS) if unseen[kind] >= size])
        unseen = without(unseen, (kind,) * size)
        chosen[seat, place] = kind
    anew = tuple(
        known
        if sees_hand(state, viewer, seat)
        else tuple(kind for (other, _), kind in sorted(chosen.items()) if other == seat)
        for seat, known in enumerate(state.secret.hidden)
    )
    return anew, unseen


def _resample_hands(state: State, viewer: Viewer, unseen: Counts, random: Random) -> tuple[Hands, list[Kind]]:
    """Deal the hidden hands; returns them and the rest. No hand has four of a kind: they would have been laid (ZP-2.4)."""
    tries = (_deal_unseen(state, viewer, unseen, random) for _ in range(_TRIES))
    likely = (dealt for dealt in tries if all(COPIES not in hand for hand in dealt[0]))
    return next(likely, None) or _deal_unseen(state, viewer, unseen, random)


def _deal_unseen(state: State, viewer: Viewer, unseen: Counts, random: Random) -> tuple[Hands, list[Kind]]:
    cards = list(cards_of(unseen))
    random.shuffle(cards)
    hands = []
    for seat, size in enumerate(state.public.sizes):
        if sees_hand(state, viewer, seat):
            hands.append(hand_of(state, seat))
        else:
            hands.append(count(cards[:size]))
            del cards[:size]
    return tuple(hands), cards


def _resample_drawn(state: State, viewer: Viewer, rest: list[Kind]) -> tuple[Kind | None, tuple[Kind, ...]]:
    """The drawn card, if another seat is looking at one, and the stock, from the rest of the cards."""
    if has_looked(state, viewer):
        return drawn_card(state), tuple(rest)
    if isinstance(state.phase, Looking):
        return rest[0], tuple(rest[1:])
    return None, tuple(rest)


def _resample_declined(state: State, viewer: Viewer, seat: Seat, hand: Counts) -> tuple[Kind, ...]:
    """Kinds that the seat may have declined to 碰 (ZP-5.5): it holds two, and a card that another put out was not taken."""
    if seat == viewer:
        return declined_by(state, seat)
    passed = {kind for by, cards in enumerate(state.public.discards) if by != seat for kind in cards}
    return tuple(kind for kind in sorted(passed) if hand[kind] == 2)


def _resample_claims(rules: Rules, state: State, viewer: Viewer, random: Random) -> State:
    """Draw a random legal answer for each other seat that has answered."""
    phase, sealed = state.phase, state.secret.sealed
    if not isinstance(phase, Opening | Claiming | Catching):
        return state
    for seat in phase.answered:
        if seat != viewer:
            sealed = replace_at(sealed, seat, _any_claim(rules, state, phase, seat, random))
    return replace(state, secret=replace(state.secret, sealed=sealed))


def _any_claim(rules: Rules, state: State, phase: Opening | Claiming | Catching, seat: Seat, random: Random) -> Action:
    action: Action = random.choice(PHASES[type(phase)].legal(rules, state, phase, seat))
    return action
