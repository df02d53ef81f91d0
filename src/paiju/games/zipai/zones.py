"""The zones of a Da Zi Pai table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paiju.core.game import Zone
from paiju.core.seats import Seat
from paiju.games.zipai.cards import NAMES, Kind, cards_of
from paiju.games.zipai.melds import meld_size
from paiju.games.zipai.state import Claiming, Looking, State, laid_melds


def zones(view: State) -> Iterator[Zone]:
    """Yield the zones of a view: the stock, the card that may be claimed, and those of each seat.

    A seat's zones are its hand, its melds and its discards. If the seat looks at a drawn card, this card is a
    zone, too. Each meld is a zone of its own, named after the way in which the meld lies (``melds.Way``).
    """
    yield Zone("stock", hidden=view.public.stock)
    if isinstance(view.phase, Claiming):
        yield Zone.of("card", None, _visible_cards((view.phase.card,)), 1)
    for seat in range(view.seats):
        hand = view.secret.hands[seat]
        yield Zone.of("hand", seat, None if hand is None else _visible_cards(cards_of(hand)), view.public.sizes[seat])
        if isinstance(view.phase, Looking) and view.phase.seat == seat:
            drawn = view.secret.drawn
            yield Zone.of("card", seat, None if drawn is None else _visible_cards((drawn,)), 1)
        yield from _meld_zones(view, seat)
        yield Zone.of("discards", seat, _visible_cards(view.public.discards[seat]), 0)


def _meld_zones(view: State, seat: Seat) -> Iterator[Zone]:
    melds = view.public.melds[seat] if view.secret.hidden[seat] is None else laid_melds(view, seat)
    for meld in melds:
        yield Zone.of(meld.way, seat, None if meld.cards is None else _visible_cards(meld.cards), meld_size(meld))


def _visible_cards(cards: Iterable[Kind]) -> Iterator[str]:
    return (NAMES[kind] for kind in cards)
