"""Finds actions in Da Zi Pai that are certain to lose points.

When the stock is empty, the other seats hold exactly the unseen cards. A pass is certain to lose if, for
every possible distribution of these cards, some other seat wins with the card on the table, and the seat that
passed has to pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

from paiju.core.seats import Seat, seats_from
from paiju.games.zipai.actions import PASS, Action, Eat
from paiju.games.zipai.cards import KINDS, PACK, Counts, Kind, cards_of, count_cards, without
from paiju.games.zipai.eating import leaves_copies_to_lay
from paiju.games.zipai.game import ZiPai
from paiju.games.zipai.melds import Meld, Source, meld_of_kind, meld_size
from paiju.games.zipai.state import Catching, Claiming, Looking, State, drawn_card, hand_of, laid_melds
from paiju.games.zipai.threes_and_fours import forced_meld_event, source_of
from paiju.games.zipai.winning import best_division

MOST_DISTRIBUTIONS: Final = 200
"""The largest number of distributions of the unseen cards that are searched.

If there are more, no pass is considered certain to lose.
"""


class _Card(NamedTuple):
    """The card with which other seats may win if a seat passes.

    ``by`` is the seat that put it out. ``all_pay`` is true if every other seat pays the winner, and false if only
    ``by`` pays.
    """

    kind: Kind
    source: Source
    by: Seat
    all_pay: bool


class _KnownHand(NamedTuple):
    """The hand and the laid melds of another seat, in one possible distribution of the unseen cards."""

    seat: Seat
    hand: Counts
    laid: tuple[Meld, ...]


def losing_actions(game: ZiPai, view: State, seat: Seat, legal: Sequence[Action]) -> tuple[Action, ...]:
    """Return the legal actions that are certain to lose points (``paiju.games.losing_actions``).

    There are three kinds of such actions:

    - A pass if the stock is empty, some other seat is certain to win with the card, and the seat that passed has
      to pay.
    - Eating a card and keeping copies of it that must be laid (下伙; ZP-R6). The seat can be caught for this.
    - A pass when the seat may accuse another seat of keeping copies. An accusation costs nothing, even if it is
      wrong.
    """
    phase = view.phase
    if isinstance(phase, Catching):
        return (PASS,)
    if isinstance(phase, Claiming) and game.rules.false_eat == "caught":
        hand = hand_of(view, seat)
        false = tuple(eat for eat in legal if isinstance(eat, Eat) and leaves_copies_to_lay(hand, phase.card, eat))
        return (*false, *_losing_pass(view, seat, [action for action in legal if action not in false]))
    return _losing_pass(view, seat, legal)


def _losing_pass(view: State, seat: Seat, legal: Sequence[Action]) -> tuple[Action, ...]:
    """Return the pass as a tuple if it is certain to lose and another action is legal; otherwise an empty tuple."""
    card = None if view.public.stock or len(legal) == 1 else _winnable_card_after_pass(view, seat)
    if card is None or PASS not in legal or not (card.all_pay or card.by == seat):
        return ()
    others = seats_from(seat, view.seats)[1:]
    ways = list(
        islice(_distributions_of_unseen(view, others, _unseen_counts(view, seat, card.kind)), MOST_DISTRIBUTIONS + 1)
    )
    certain = 0 < len(ways) <= MOST_DISTRIBUTIONS and all(
        any(_wins_with(view, card, one) for one in held) for held in ways
    )
    return (PASS,) if certain else ()


def _winnable_card_after_pass(view: State, seat: Seat) -> _Card | None:
    """Return the card that the other seats may use to win if this seat passes; None if they cannot win then."""
    phase = view.phase
    if isinstance(phase, Claiming):
        return _Card(phase.card, source_of(phase), phase.by, phase.drawn)
    if isinstance(phase, Looking) and not forced_meld_event(view, seat, drawn_card(view)):
        return _Card(drawn_card(view), "drawn", seat, all_pay=True)
    return None


def _wins_with(view: State, card: _Card, held: _KnownHand) -> bool:
    """Whether the seat of ``held`` wins with the card.

    The function assumes that the seat has declined a pong of this kind, which makes it harder to win.
    """
    if held.seat == card.by:
        return False
    division = best_division(held.hand, held.laid, card.kind, card.source, declined=True)
    return division is not None and division.points >= (view.public.minimum or 0)


def _unseen_counts(view: State, seat: Seat, card: Kind) -> Counts:
    """Return the counts of the cards that the seat cannot see. ``card`` is the visible card that may be claimed."""
    melds = (laid_melds(view, seat) if other == seat else melds for other, melds in enumerate(view.public.melds))
    laid = (meld.cards or () for meld in chain.from_iterable(melds))
    return without(count_cards(PACK), (card, *cards_of(hand_of(view, seat)), *chain(*view.public.discards, *laid)))


def _distributions_of_unseen(view: State, others: Sequence[Seat], unseen: Counts) -> Iterator[tuple[_KnownHand, ...]]:
    """Yield every distribution of the unseen cards among other seats.

    A distribution consists of the hands and melds of these seats.
    """
    if not others:
        yield ()
        return
    seat, *rest = others
    for laid, left in _hidden_meld_choices(view.public.melds[seat], unseen):
        for hand in _card_choices(left, 0, view.public.sizes[seat]):
            for held in _distributions_of_unseen(view, rest, without(left, hand)):
                yield _KnownHand(seat, count_cards(hand), laid), *held


def _hidden_meld_choices(melds: tuple[Meld, ...], unseen: Counts) -> Iterator[tuple[tuple[Meld, ...], Counts]]:
    """Yield every way to assign kinds to the face-down melds among ``melds``.

    Each way is a pair: all melds of the seat, and the cards that then remain unseen.
    """
    if not melds:
        yield (), unseen
        return
    first, *rest = melds
    known = first.cards is not None
    for meld in (
        (first,)
        if known
        else [meld_of_kind(first.way, kind) for kind in range(KINDS) if unseen[kind] >= meld_size(first)]
    ):
        for others, left in _hidden_meld_choices(tuple(rest), unseen if known else without(unseen, meld.cards or ())):
            yield (meld, *others), left


def _card_choices(counts: Counts, lowest: Kind, number: int) -> Iterator[tuple[Kind, ...]]:
    """Yield every way to choose ``number`` cards from ``counts``, using only the kinds from ``lowest`` on."""
    if not number:
        yield ()
    elif lowest < KINDS:
        for copies in range(min(number, counts[lowest]), -1, -1):
            yield from ((lowest,) * copies + rest for rest in _card_choices(counts, lowest + 1, number - copies))
