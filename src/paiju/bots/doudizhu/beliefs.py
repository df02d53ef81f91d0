"""What a seat can tell from its view: its own cards, who is for it and who against, and which cards it has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from paiju.core.seats import Seat, seats_from
from paiju.games.doudizhu.cards import bit_of, card_count, card_list, cards_of, ranks_of
from paiju.games.doudizhu.rule_tables import RuleTables
from paiju.games.doudizhu.scoring import cards_allowed_left
from paiju.games.doudizhu.state import State


@dataclass(frozen=True, slots=True)
class OtherSeat:
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
class Beliefs:
    """What a seat knows in play. ``others`` are in playing order from the seat on; ``unseen`` are counts."""

    seat: Seat
    landlord: bool
    hand: int
    wild: int | None
    spare: int
    """Cards that may be left over when this seat has won (DDZ-6.4)."""
    unseen: int
    others: tuple[OtherSeat, ...]

    @property
    def enemies(self) -> tuple[OtherSeat, ...]:
        """The other side."""
        return tuple(other for other in self.others if other.enemy)

    @property
    def partners(self) -> tuple[OtherSeat, ...]:
        """The own side."""
        return tuple(other for other in self.others if not other.enemy)


@lru_cache(maxsize=64)
def _counts_of_pack(pack: tuple[int, ...]) -> int:
    return ranks_of(cards_of(pack))


def form_beliefs(compiled: RuleTables, view: State, seat: Seat) -> Beliefs:
    """Put together what a seat knows."""
    public = view.public
    hand = ranks_of(view.secret.hands[seat] or 0)
    unseen = (
        _counts_of_pack(compiled.pack)
        - hand
        - _cards_gone(view)
        - sum(_cards_known_held(view, seat, other) for other in _others(view, seat))
    )
    left = max(1, card_count(unseen))
    others = tuple(_to_other_seat(compiled, view, seat, other, left) for other in _others(view, seat))
    spare = cards_allowed_left(compiled.rules, public, seat)
    return Beliefs(seat, seat == public.landlord, hand, public.wild, spare, unseen, others)


def _others(view: State, seat: Seat) -> tuple[Seat, ...]:
    return seats_from(seat, view.seats)[1:]


def _to_other_seat(compiled: RuleTables, view: State, seat: Seat, other: Seat, unseen: int) -> OtherSeat:
    public = view.public
    known = _cards_known_held(view, seat, other)
    size = public.counts[other]
    spare = cards_allowed_left(compiled.rules, public, other)
    enemy = public.landlord in (None, seat, other)
    hidden = size - card_count(known)
    return OtherSeat(other, enemy, size, max(1, size - spare), known, hidden == 0, hidden / unseen)


def _cards_gone(view: State) -> int:
    """Cards played, and cards thrown away that the seat has seen go."""
    threw = sum(ranks_of(cards) for cards in view.secret.threw if cards is not None)
    return sum(map(ranks_of, view.public.played)) + threw


def _cards_known_held(view: State, seat: Seat, other: Seat) -> int:
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
