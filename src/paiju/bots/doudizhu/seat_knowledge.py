"""What a seat can infer from its view: its own cards, partners and enemies, and the cards that it has not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from paiju.core.seats import Seat, seats_from
from paiju.games.doudizhu.cards import (
    WildRanks,
    bit_position,
    card_count,
    card_list,
    cards_from_numbers,
    count_of,
    count_ranks,
)
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.scoring import cards_winner_may_keep
from paiju.games.doudizhu.state import State


@dataclass(frozen=True, slots=True)
class OtherSeat:
    """What a seat knows about another seat.

    - ``size``: the number of cards in the other seat's hand
    - ``to_go``: the number of cards that the other seat must still play to win
    - ``known``: the rank counts of the cards that the other seat certainly holds
    - ``whole``: whether these cards are its entire hand
    - ``share``: the expected fraction of the unseen cards that are in the other seat's hand, from 0 to 1

    While there is no landlord, every other seat counts as an enemy.
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
    """What a seat knows about the hand.

    ``others`` are the other seats in the order in which they act after this one. ``unseen`` are the rank counts of the
    cards whose holders this seat does not know.
    """

    seat: Seat
    landlord: bool
    hand: int
    wilds: WildRanks
    spare: int
    """The number of cards that this seat may still hold when it wins (DDZ-6.4)."""
    unseen: int
    others: tuple[OtherSeat, ...]

    @property
    def enemies(self) -> tuple[OtherSeat, ...]:
        """The seats of the other side."""
        return tuple(other for other in self.others if other.enemy)

    @property
    def partners(self) -> tuple[OtherSeat, ...]:
        """The other seats of this side."""
        return tuple(other for other in self.others if not other.enemy)


@lru_cache(maxsize=64)
def _counts_of_pack(pack: tuple[int, ...]) -> int:
    return count_ranks(cards_from_numbers(pack))


def infer_from_view(compiled: CompiledRuleset, view: State, seat: Seat) -> Beliefs:
    """Return what a seat can infer from its view."""
    public = view.public
    hand = count_ranks(view.secret.hands[seat] or 0)
    unseen = (
        _counts_of_pack(compiled.pack)
        - hand
        - _cards_known_out_of_game(view)
        - sum(_cards_known_held(view, seat, other) for other in _other_seats(view, seat))
    )
    left = max(1, card_count(unseen))
    others = tuple(_infer_other_seat(compiled, view, seat, other, left) for other in _other_seats(view, seat))
    spare = cards_winner_may_keep(compiled.rules, public, seat)
    return Beliefs(seat, seat == public.landlord, hand, public.wilds, spare, unseen, others)


def _other_seats(view: State, seat: Seat) -> tuple[Seat, ...]:
    return seats_from(seat, view.seats)[1:]


def _infer_other_seat(compiled: CompiledRuleset, view: State, seat: Seat, other: Seat, unseen: int) -> OtherSeat:
    public = view.public
    known = _cards_known_held(view, seat, other)
    size = public.counts[other]
    spare = cards_winner_may_keep(compiled.rules, public, other)
    enemy = public.landlord in (None, seat, other)
    hidden = size - card_count(known)
    return OtherSeat(other, enemy, size, max(1, size - spare), known, hidden == 0, hidden / unseen)


def _cards_known_out_of_game(view: State) -> int:
    """Return the rank counts of the cards that the seat knows to be out of the game.

    These are all played cards, and those cards thrown away that the seat saw.
    """
    threw = sum(count_ranks(cards) for cards in view.secret.threw if cards is not None)
    return sum(map(count_ranks, view.public.played)) + threw


def _cards_known_held(view: State, seat: Seat, other: Seat) -> int:
    """Return the rank counts of the cards that another seat, ``other``, certainly holds.

    If the hand of ``other`` is open, these are all its cards. If ``other`` is a landlord who threw nothing
    away, these are the unplayed cards of a visible bottom, and the unplayed cards that ``seat`` gave to the
    landlord.
    """
    hand = view.secret.hands[other]
    if hand is not None:
        return count_ranks(hand)
    public = view.public
    if other != public.landlord or public.thrown[other]:
        return 0
    kept = [cards for cards in (public.bottom, view.secret.gave[seat]) if cards is not None]
    return count_ranks(sum(_unplayed_cards(cards, public.played[other]) for cards in kept))


def _unplayed_cards(cards: int, played: int) -> int:
    """Return ``cards`` without those that also occur in ``played``."""
    return cards_from_numbers(card for card in card_list(cards) if not played >> bit_position(card) & 3)


def iterate_card_choices(counts: int, ranks: Sequence[int], number: int) -> Iterator[int]:
    """Yield every way to choose ``number`` cards of the ranks ``ranks`` from a hand.

    ``counts`` are the rank counts of the hand. Each way is also given as rank counts.
    """
    return _iterate_choices([(rank, count_of(counts, rank)) for rank in ranks], number)


def _iterate_choices(there: Sequence[tuple[int, int]], number: int) -> Iterator[int]:
    """Yield every way to choose ``number`` cards from the cards ``there``. Each way is given as rank counts.

    ``there`` consists of pairs: a rank, and the number of cards of this rank.
    """
    if not number:
        yield 0
    elif there:
        (rank, most), *others = there
        # The other ranks have to provide the rest. Without this lower bound, to choose nearly all of many cards takes seconds.
        least = max(0, number - sum(count for _, count in others))
        for copies in range(min(number, most), least - 1, -1):
            yield from ((copies << 8 * rank) + rest for rest in _iterate_choices(others, number - copies))
