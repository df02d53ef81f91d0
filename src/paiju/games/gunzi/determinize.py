"""Determinization: makes random states that look the same to a viewer, by dealing the unseen cards again.

The states agree with three kinds of public knowledge: the cards that are known to be in a hand, the suits in
which a seat has shown to be void, and the announcement about a hidden bottom. They ignore all other
conclusions that one could draw, for example from a tribute, or from a seat that did not follow a pair with a
pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from paiju.core.distribution_count import count_distributions
from paiju.core.seats import Viewer
from paiju.games.gunzi.actions import Pay
from paiju.games.gunzi.cards import JOKERS, KINDS, NONE, ONES, PACK, POINT_CARDS, Cards, mask_of, size
from paiju.games.gunzi.highest_lowest_choices import highest_choices
from paiju.games.gunzi.phases.cutting import ROUNDS
from paiju.games.gunzi.state import SEATS, Cutting, Paying, Secret, State
from paiju.games.gunzi.view import sees_bottom

_PACK: Final = 4 * ONES
_ANY: Final = mask_of(range(KINDS))

_DECK: Final = SEATS
_BOTTOM_POINTS: Final = SEATS + 1
_BOTTOM_OTHERS: Final = SEATS + 2
"""The index of the place for the cards of a hidden bottom that are not point cards.

It is an index in a tuple of places. The six hands come first. Then come ``_DECK``, the place of the undealt
cards, ``_BOTTOM_POINTS``, the place of the point cards of a hidden bottom, and ``_BOTTOM_OTHERS``.
"""

_SEEN_WITH_BANKER: Final = 64
"""A number that is added to the kind of a card to mark it as seen with the banker.

All seats saw such a card in the banker's hand before the banker buried cards face down. The card is now
either in the banker's hand or in the bottom.
"""


_MOST_UNSEEN: Final = 12
"""If more cards than this are unseen, ``count_deals`` returns None."""


class _Place(NamedTuple):
    """A place where unseen cards lie: the number of these cards, and the cards that are allowed there.

    ``room`` is the number of cards. ``kinds`` is a mask of the allowed kinds. ``banked`` says whether cards
    marked with ``_SEEN_WITH_BANKER`` are allowed.
    """

    room: int
    kinds: int
    banked: bool = False

    def fits(self, card: int) -> bool:
        """Whether a card is allowed in this place.

        ``card`` is the number of a kind. If the card is marked, ``_SEEN_WITH_BANKER`` is added to this number.
        """
        return bool(self.kinds >> 4 * (card % _SEEN_WITH_BANKER) & 1) and (card < _SEEN_WITH_BANKER or self.banked)


def determinize(state: State, viewer: Viewer, random: Random) -> State:
    """Return a random full state that looks the same to the viewer as ``state``."""
    hidden = state.secret.deck == () and not sees_bottom(state, viewer) and _count_cards_elsewhere(state) > 0
    held = tuple(_cards_known_in_hand(state, viewer, seat, hidden=hidden) for seat in range(SEATS))
    banked = state.known[state.banker_seat] if hidden else NONE
    unseen = Cards(_PACK - state.played - sum(held) - _cards_seen_in_bottom(state, viewer, hidden=hidden) - banked)
    cards = [*unseen.kinds(), *(_SEEN_WITH_BANKER + kind for kind in banked.kinds())]
    laid = _place_cards(cards, _places_for_unseen_cards(state, held, hidden=hidden), random)
    hands = tuple(Cards(cards + sum(1 << 4 * kind for kind in laid[seat])) for seat, cards in enumerate(held))
    bottom = Cards.of(laid[_BOTTOM_POINTS] + laid[_BOTTOM_OTHERS]) if hidden else state.secret.bottom
    secret = Secret(
        hands,
        _undealt_cards(state, laid[_DECK]),
        _draw_cuts(state, random),
        bottom,
        _resample_sealed_tributes(state, viewer, hands, random),
    )
    return replace(state, secret=secret)


def count_deals(state: State, viewer: Viewer) -> int | None:
    """Return in how many ways the unseen cards can lie in the hands and the bottom, during the play of cards.

    Each way is a state that ``determinize`` may return. Returns None if more than ``_MOST_UNSEEN`` cards are unseen, or if
    the bottom is hidden and other seats had seen some of the banker's cards before the burial.
    """
    hidden = not sees_bottom(state, viewer) and _count_cards_elsewhere(state) > 0
    held = tuple(_cards_known_in_hand(state, viewer, seat, hidden=hidden) for seat in range(SEATS))
    places = [place for place in _places_for_unseen_cards(state, held, hidden=hidden) if place.room]
    if sum(place.room for place in places) > _MOST_UNSEEN or (hidden and state.known[state.banker_seat]):
        return None
    unseen = Cards(_PACK - state.played - sum(held) - _cards_seen_in_bottom(state, viewer, hidden=hidden))
    kinds = Counter(unseen.kinds())
    allowed = ((copies, [place.fits(kind) for place in places]) for kind, copies in kinds.items())
    return count_distributions(allowed, [place.room for place in places])


def _count_cards_elsewhere(state: State) -> int:
    """Return the number of cards that are neither in a hand nor played: undealt cards, or the buried bottom."""
    return len(PACK) - sum(state.counts) - size(state.played)


def _cards_known_in_hand(state: State, viewer: Viewer, seat: int, *, hidden: bool) -> Cards:
    """Return the cards of a seat's hand that the viewer knows for certain.

    The viewer knows all cards of its own hand. Of another hand, the viewer knows the cards that all seats know to
    be in that hand. If the bottom is ``hidden``, the viewer is certain of no card of the banker's hand, because
    the banker may have buried the known cards.
    """
    if seat == viewer:
        return state.hand(seat)
    return NONE if hidden and seat == state.banker else state.known[seat]


def _cards_seen_in_bottom(state: State, viewer: Viewer, *, hidden: bool) -> int:
    """Return the cards of the bottom that the viewer has seen.

    Before the banker takes the dealt bottom, these are the bottom cards that were turned up or shown. After the burial,
    these are all buried cards, or none if the bottom is ``hidden`` from the viewer.
    """
    if state.secret.deck != ():
        return state.seen
    return 0 if hidden else state.secret.bottom or 0


def _places_for_unseen_cards(state: State, held: tuple[Cards, ...], *, hidden: bool) -> tuple[_Place, ...]:
    """Return the places for unseen cards: the six hands, the undealt cards, and the two parts of a hidden bottom.

    One part of the bottom is its point cards, and the other part is its other cards. They are separate, because
    the banker announces how many cards each part has. ``held`` are the cards of each hand that the viewer knows;
    these cards need no place.
    """
    rest = _count_cards_elsewhere(state)
    hands = (
        _Place(state.counts[seat] - size(cards), _possible_kinds(state, seat), banked=seat == state.banker)
        for seat, cards in enumerate(held)
    )
    deck = rest - size(state.seen) if state.secret.deck != () else 0
    points, others = (rest - state.takeable, state.takeable) if hidden else (0, 0)
    return (
        *hands,
        _Place(deck, _ANY),
        _Place(points, POINT_CARDS, banked=True),
        _Place(others, _ANY & ~POINT_CARDS & ~JOKERS, banked=True),
    )


def _possible_kinds(state: State, seat: int) -> int:
    """Return a mask of the kinds that a seat may hold: all except those of suits that it has shown not to have.

    Here the trumps count as a suit.
    """
    lacks = state.lacks[seat]
    return _ANY & ~sum(mask for suit, mask in enumerate(state.trumps.masks) if lacks >> suit & 1)


def _place_cards(cards: list[int], places: tuple[_Place, ...], random: Random) -> tuple[list[int], ...]:
    """Distribute cards among the places at random. Return for each place the kinds of its cards.

    First, the shuffled cards fill the places in order. Then each card that is not allowed in its place is moved
    to another place. If necessary, other cards are moved to make room.
    """
    random.shuffle(cards)
    deck = iter(cards)
    thrown = [list(islice(deck, place.room)) for place in places]
    laid = [[card for card in some if place.fits(card)] for some, place in zip(thrown, places, strict=True)]
    for some, place in zip(thrown, places, strict=True):
        for card in some:
            if not place.fits(card):
                _place_with_shifts(card, places, laid, random.sample(range(len(places)), len(places)))
    return tuple([card % _SEEN_WITH_BANKER for card in some] for some in laid)


def _place_with_shifts(card: int, places: tuple[_Place, ...], laid: list[list[int]], order: list[int]) -> bool:
    """Put a card into a place that allows it, and return whether this was possible. Other cards move if necessary.

    ``laid`` holds the cards of each place; the function changes this list. ``order`` lists the places to try.
    The function removes each place that it tries from ``order``, so it tries no place twice.
    """
    for at in list(order):
        if at not in order or not places[at].fits(card):
            continue
        order.remove(at)
        if len(laid[at]) < places[at].room:
            laid[at].append(card)
            return True
        moved = next((other for other in laid[at] if _place_with_shifts(other, places, laid, order)), None)
        if moved is not None:
            laid[at].remove(moved)
            laid[at].append(card)
            return True
    return False


def _undealt_cards(state: State, unseen: Iterable[int]) -> tuple[int, ...]:
    """Return the undealt cards: those turned up, then the other cards that all seats have seen, then ``unseen``.

    The cards turned up are in the order in which they were turned up. The result is empty after the banker has
    taken the bottom.
    """
    if state.secret.deck == ():
        return ()
    turned = [kind for one in state.turned for kind in one.card.kinds()]
    return (*turned, *Cards(state.seen - sum(one.card for one in state.turned)).kinds(), *unseen)


def _draw_cuts(state: State, random: Random) -> tuple[int, ...]:
    if not isinstance(state.phase, Cutting):
        return ()
    return tuple(random.randrange(KINDS) for _ in range((ROUNDS - len(state.cut)) * SEATS))


def _resample_sealed_tributes(
    state: State, viewer: Viewer, hands: tuple[Cards, ...], random: Random
) -> tuple[Cards | None, ...]:
    """Return the sealed tributes, with random cards for those that the viewer does not know.

    The viewer's own tribute stays as it is. Every other payer that has chosen gets a random tribute that its hand
    allows. The result is empty unless tributes are being paid.
    """
    if not isinstance(state.phase, Paying):
        return ()
    sealed = list(state.secret.sealed)
    for at, seat in enumerate(state.phase.payers):
        if seat in state.phase.chosen and seat != viewer:
            sealed[at] = random.choice(highest_choices(Pay, state.trumps, hands[seat], state.match.tribute[seat])).cards
    return tuple(sealed)
