"""Determinization: makes random states that look the same to a viewer, by dealing the unseen cards again."""

from __future__ import annotations

from itertools import chain, compress
from operator import not_
from random import Random
from typing import Final

from msgspec.structs import replace

from paiju.core.distribution_count import count_distributions
from paiju.core.seats import Seat, Viewer, replace_at
from paiju.games.zipai.actions import Action
from paiju.games.zipai.cards import COPIES, KINDS, PACK, Counts, Kind, cards_of, count_cards, without
from paiju.games.zipai.melds import meld_size
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
    declined_pongs,
    drawn_card,
    hand_of,
)
from paiju.games.zipai.view import is_looking, sees_hand

_TRIES: Final = 20
_MOST_UNSEEN: Final = 12
"""If more cards than this are unseen, ``count_deals`` returns None."""

Hands = tuple[Counts, ...]


def determinize(rules: Rules, state: State, viewer: Viewer, random: Random) -> State:
    """Return a random full state that looks the same to the viewer as ``state``.

    The unseen cards are dealt again to all places that the viewer does not see: face-down melds, hands, a drawn
    card, and the stock. The secret answers of the other seats are drawn at random. The pongs that the other seats
    have declined are inferred from their new hands and from the discards.
    """
    hidden, unseen = _resample_hidden_melds(state, viewer, _unseen_counts(state, viewer), random)
    hands, rest = _resample_hands(state, viewer, unseen, random)
    drawn, stock = _resample_drawn(state, viewer, rest)
    declined = tuple(_infer_declined_pongs(state, viewer, seat, hands[seat]) for seat in range(state.seats))
    secret = replace(state.secret, stock=stock, hands=hands, hidden=hidden, declined=declined, drawn=drawn)
    return _resample_answers(rules, replace(state, secret=secret), viewer, random)


def count_deals(state: State, viewer: Viewer) -> int | None:
    """Return in how many ways the unseen cards can be distributed among the hands and the stock.

    The number includes the states that ``determinize`` may return, and also states with four of a kind in a hand.
    Returns None if more than ``_MOST_UNSEEN`` cards are unseen, if another seat has face-down melds or looks at a drawn
    card, or if a seat has already answered in secret.
    """
    seen = [sees_hand(state, viewer, seat) for seat in range(state.seats)]
    rooms = [size for size, known in zip(state.public.sizes, seen, strict=True) if not known and size]
    rooms += [1] * state.public.stock
    face_down = any(meld.cards is None for melds in compress(state.public.melds, map(not_, seen)) for meld in melds)
    secret = (
        face_down
        or bool(getattr(state.phase, "answered", ()))
        or (isinstance(state.phase, Looking) and not is_looking(state, viewer))
    )
    if secret or sum(rooms) > _MOST_UNSEEN:
        return None
    everywhere = (True,) * len(rooms)
    return count_distributions(((copies, everywhere) for copies in _unseen_counts(state, viewer)), rooms)


def _unseen_counts(state: State, viewer: Viewer) -> Counts:
    """Return the counts of the cards that the viewer does not see."""
    seen = chain(
        _visible_card_on_table(state, state.phase, viewer),
        chain.from_iterable(state.public.discards),
        *(meld.cards or () for melds in state.public.melds for meld in melds),
        *(_visible_cards_of_seat(state, viewer, seat) for seat in range(state.seats)),
    )
    return without(count_cards(PACK), seen)


def _visible_card_on_table(state: State, phase: Phase, viewer: Viewer) -> tuple[Kind, ...]:
    """Return the card on the table if the viewer sees it; otherwise an empty tuple.

    It is the card that was put out, the winning card, or the card that the viewer has just drawn.
    """
    if is_looking(state, viewer):
        return (drawn_card(state),)
    card = phase.card if isinstance(phase, Claiming | Over) else None
    return () if card is None else (card,)


def _visible_cards_of_seat(state: State, viewer: Viewer, seat: Seat) -> tuple[Kind, ...]:
    """Return the cards of a seat's hand and face-down melds if the viewer sees them; otherwise none."""
    if not sees_hand(state, viewer, seat):
        return ()
    kinds = state.secret.hidden[seat] or ()
    face_down = (meld for meld in state.public.melds[seat] if meld.cards is None)
    copies = zip(kinds, map(meld_size, face_down), strict=True)
    return cards_of(hand_of(state, seat)) + tuple(chain.from_iterable((kind,) * size for kind, size in copies))


def _resample_hidden_melds(
    state: State, viewer: Viewer, unseen: Counts, random: Random
) -> tuple[tuple[tuple[Kind, ...] | None, ...], Counts]:
    """Return random kinds for the face-down melds of each seat, and the counts of the cards that are still unseen.

    Melds that the viewer sees keep their kinds. The kinds of face-down fours are drawn before those of threes.
    The reason is that fewer kinds have four unseen cards.
    """
    places = [
        (meld_size(meld), seat, place)
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
    """Return random hands for the seats whose hands are hidden, and the remaining cards.

    No seat can hold four of a kind, because it must have laid them (ZP-2.4). If a hand contains four of a kind, all
    unseen cards are dealt again; after ``_TRIES`` tries, such a hand is accepted.
    """
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
            hands.append(count_cards(cards[:size]))
            del cards[:size]
    return tuple(hands), cards


def _resample_drawn(state: State, viewer: Viewer, rest: list[Kind]) -> tuple[Kind | None, tuple[Kind, ...]]:
    """Return a pair: the drawn card, and the stock. The card is None if no seat looks at a drawn card.

    ``rest`` are the unseen cards that are in no hand. If a seat other than the viewer looks at a drawn card, the
    first card of ``rest`` takes its place.
    """
    if is_looking(state, viewer):
        return drawn_card(state), tuple(rest)
    if isinstance(state.phase, Looking):
        return rest[0], tuple(rest[1:])
    return None, tuple(rest)


def _infer_declined_pongs(state: State, viewer: Viewer, seat: Seat, hand: Counts) -> tuple[Kind, ...]:
    """Return the kinds of which a seat has declined a pong (ZP-5.5). They are known for the viewer's own seat.

    For another seat, they are only probable. They are the kinds that satisfy two conditions: the seat holds
    exactly two cards of the kind, and some other seat put out a card of the kind that nobody took.
    """
    if seat == viewer:
        return declined_pongs(state, seat)
    passed = {kind for by, cards in enumerate(state.public.discards) if by != seat for kind in cards}
    return tuple(kind for kind in sorted(passed) if hand[kind] == 2)


def _resample_answers(rules: Rules, state: State, viewer: Viewer, random: Random) -> State:
    """Return the state with a random legal answer in place of each secret answer that the viewer does not know."""
    phase, sealed = state.phase, state.secret.sealed
    if not isinstance(phase, Opening | Claiming | Catching):
        return state
    for seat in phase.answered:
        if seat != viewer:
            sealed = replace_at(sealed, seat, _random_claim(rules, state, phase, seat, random))
    return replace(state, secret=replace(state.secret, sealed=sealed))


def _random_claim(
    rules: Rules, state: State, phase: Opening | Claiming | Catching, seat: Seat, random: Random
) -> Action:
    action: Action = random.choice(PHASES[type(phase)].legal(rules, state, phase, seat))
    return action
