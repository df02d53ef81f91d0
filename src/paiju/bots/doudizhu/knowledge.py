"""What a seat can tell from its view: its own cards, who is for it and who against, and which cards it has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from paiju.core.seats import Seat, round_from
from paiju.games.doudizhu.cards import bit_of, card_list, cards_of, ranks_of, total
from paiju.games.doudizhu.compiled import Compiled
from paiju.games.doudizhu.scoring import may_keep
from paiju.games.doudizhu.state import State


@dataclass(frozen=True, slots=True)
class Other:
    """Another seat, an enemy as long as there is no landlord.

    ``to_go`` more cards and it has won; ``known`` are the counts of cards that it surely holds, ``whole`` says that they are
    its whole hand. ``share`` is the part of the unseen cards that it holds.
    """

    seat: Seat
    enemy: bool
    size: int
    to_go: int
    known: int
    whole: bool
    share: float


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat knows in play. ``others`` are in playing order from the seat on; ``unseen`` are counts."""

    seat: Seat
    landlord: bool
    hand: int
    wild: int | None
    spare: int
    """Cards that may be left over when this seat has won (DDZ-6.4)."""
    unseen: int
    others: tuple[Other, ...]

    @property
    def enemies(self) -> tuple[Other, ...]:
        """The other side."""
        return tuple(other for other in self.others if other.enemy)

    @property
    def partners(self) -> tuple[Other, ...]:
        """The own side."""
        return tuple(other for other in self.others if not other.enemy)


@lru_cache(maxsize=64)
def _counts_of_pack(pack: tuple[int, ...]) -> int:
    return ranks_of(cards_of(pack))


def look(compiled: Compiled, view: State, seat: Seat) -> Known:
    """Put together what a seat knows."""
    public = view.public
    hand = ranks_of(view.secret.hands[seat] or 0)
    unseen = (
        _counts_of_pack(compiled.pack)
        - hand
        - _gone(view)
        - sum(_known(view, seat, other) for other in _others(view, seat))
    )
    left = max(1, total(unseen))
    others = tuple(_other(compiled, view, seat, other, left) for other in _others(view, seat))
    spare = may_keep(compiled.rules, public, seat)
    return Known(seat, seat == public.landlord, hand, public.wild, spare, unseen, others)


def _others(view: State, seat: Seat) -> tuple[Seat, ...]:
    return round_from(seat, view.seats)[1:]


def _other(compiled: Compiled, view: State, seat: Seat, other: Seat, unseen: int) -> Other:
    public = view.public
    known = _known(view, seat, other)
    size = public.counts[other]
    spare = may_keep(compiled.rules, public, other)
    enemy = public.landlord in (None, seat, other)
    hidden = size - total(known)
    return Other(other, enemy, size, max(1, size - spare), known, hidden == 0, hidden / unseen)


def _gone(view: State) -> int:
    """Cards played, and cards thrown away that the seat has seen go."""
    threw = sum(ranks_of(cards) for cards in view.secret.threw if cards is not None)
    return sum(map(ranks_of, view.public.played)) + threw


def _known(view: State, seat: Seat, other: Seat) -> int:
    """Cards that another seat surely holds: an open hand, and what is left of a bottom or a gift that was seen."""
    hand = view.secret.hands[other]
    if hand is not None:
        return ranks_of(hand)
    public = view.public
    if other != public.landlord or public.thrown[other]:
        return 0
    kept = [cards for cards in (public.bottom, view.secret.gave[seat]) if cards is not None]
    return ranks_of(sum(_still_there(cards, public.played[other]) for cards in kept))


def _still_there(cards: int, played: int) -> int:
    """Those of the cards that have not been played (in two packs, no copy of them)."""
    return cards_of(card for card in card_list(cards) if not played >> bit_of(card) & 3)
