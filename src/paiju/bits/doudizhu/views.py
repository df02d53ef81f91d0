"""A view of the exact rules as bits: the same words as the engine in arrays writes, made from what one seat knows.

The state says what was said while the auction is on, and no moves before the last ones: ``said`` is empty afterwards, and so is
``move`` always.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiju.bits.doudizhu import codes, done, seen
from paiju.bits.doudizhu.sure import Sure
from paiju.bits.layout import Layout
from paiju.core.seats import Seat, round_from
from paiju.games.doudizhu import scoring
from paiju.games.doudizhu.actions import Action, Bid, Choose, Pass, Play, Throw
from paiju.games.doudizhu.cards import card_list, cards_of, parse_ranks, ranks_of
from paiju.games.doudizhu.combos import Combo
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Bidding, Playing, Robbing, State

Words = NDArray[np.int64]

NO_WORD: Final = 0
_KIND: Final = {name: number for number, name in enumerate(codes.KINDS)}
_SAID: Final = {"no-call": 0, "call": 1, "no-rob": 0, "rob": 1}
_RANKS: Final = 15
_PLACES: Final = np.arange(8)[None, :, None]
_BITS: Final = 1 << np.arange(_RANKS, dtype=np.int64)
_LANES: Final = np.int64(1) << 16 * np.arange(4, dtype=np.int64)


def bytes_of(counts: Iterable[int]) -> NDArray[np.uint8]:
    """(n, 15) counts of ranks, a byte each."""
    whole = b"".join(count.to_bytes(16, "little") for count in counts)
    return np.frombuffer(whole, np.uint8).reshape(-1, 16)[:, :_RANKS]


def thermometers(counts: NDArray[Any]) -> Words:
    """(n, 2) words of (n, 15) counts."""
    lanes = (counts[:, None, :] > _PLACES) @ _BITS
    return np.stack([lanes[:, :4] @ _LANES, lanes[:, 4:] @ _LANES], 1)


class Bits:
    """One ruleset's views as bits (``paiju.bits.bits.Bits``)."""

    def __init__(self, game: DouDizhu) -> None:
        self._rules, self._compiled = game.rules, game.compiled
        self._pack = ranks_of(cards_of(game.compiled.pack))
        self._sure = Sure(game.compiled)
        self.layout: Layout = seen.layout(game.rules)
        self.described: Layout = done.layout(game.rules)

    def see(self, view: State, seat: Seat) -> Words:
        """(words,) what a seat knows."""
        rules, seats = self._rules, list(round_from(seat, self._rules.players))
        words = np.zeros(self.layout.words, np.int64)
        cards = thermometers(bytes_of(self._cards(view, seat, seats)))[:, : rules.decks].reshape(-1)
        words[: len(cards)] = cards
        rest = words[len(words) - len(seats) - 2 :]
        rest[: len(seats)] = [self._of_seat(view, other, own=other == seat) for other in seats]
        rest[-2:] = self._of_hand(view), self._of_worth(view)
        return words

    def _cards(self, view: State, seat: Seat, seats: list[Seat]) -> list[int]:
        """Counts of ranks, in the order of the layout."""
        public, secret = view.public, view.secret
        gave = [ranks_of(cards) for cards in secret.gave if cards]
        standing = view.phase.standing if isinstance(view.phase, Playing) else None
        return [
            ranks_of(secret.hands[seat] or 0),
            self._unseen(view, seat),
            standing.used if standing else 0,
            ranks_of(secret.bottom or 0),
            _thrown_by(view, seat),
            sum(gave),
            *(ranks_of(public.played[other]) for other in seats),
            *(ranks_of(secret.hands[other] or 0) for other in seats[1:]),
        ]

    def _unseen(self, view: State, seat: Seat) -> int:
        """The pack without what the seat has seen."""
        known = [*view.public.played, *(hand for hand in view.secret.hands if hand is not None)]
        known += [threw for threw in view.secret.threw if threw is not None]
        return self._pack - sum(map(ranks_of, known))

    def _of_seat(self, view: State, seat: Seat, *, own: bool) -> int:
        public, phase = view.public, view.phase
        opened = public.opened[seat]
        bits = _bar(public.counts[seat]) << seen.LEFT
        bits |= (public.landlord == seat) << seen.LANDLORD
        bits |= (public.first == seat) << seen.FIRST
        bits |= (_bar(max(opened - 2, 1)) if opened else 0) << seen.OPENED
        bits |= public.kicked[seat] << seen.KICKED
        bits |= public.doubled[seat] << seen.DOUBLED
        bits |= (seat in getattr(phase, "waiting", ())) << seen.WAITING
        bits |= (getattr(phase, "by", None) == seat) << seen.LEADS
        bits |= _said(phase, seat) << seen.SAID
        bits |= _bar(public.thrown[seat]) << seen.THROWN
        choice = view.secret.sealed[seat]
        if own and choice is not None:
            bits |= 1 << seen.CHOSE + (choice.yes if isinstance(choice, Choose) else 1)
        return bits

    def _of_hand(self, view: State) -> int:
        bits = 1 << seen.PHASE + codes.stage_code(self._compiled.stages[view.stage])[0]
        standing = view.phase.standing if isinstance(view.phase, Playing) else None
        if standing is not None:
            bits |= 1 << seen.KIND + _KIND[standing.category]
            bits |= _bar(length_of(standing)) << seen.LENGTH
            bits |= 1 << seen.RANK + standing.rank
        return bits

    def _of_worth(self, view: State) -> int:
        public, phase, rules = view.public, view.phase, self._rules
        high = phase.high if isinstance(phase, Bidding) else 0
        robs = phase.robs if isinstance(phase, Robbing) else public.robs
        passes = phase.passes if isinstance(phase, Bidding | Playing) else 0
        bottom = view.secret.bottom
        bonus = scoring.bottom_bonus(bottom, rules.players)[0] if rules.bottom_bonus and bottom is not None else 1
        doublings = len(scoring.doubling_bombs(rules, public.bombs))
        bits = _bar(max(public.base, high)) << seen.BASE | _bar(robs) << seen.ROBS
        bits |= _bar(min(doublings, seen.MOST_DOUBLINGS)) << seen.DOUBLINGS | _bar(bonus - 1) << seen.BONUS
        bits |= _bar(min(passes, 2)) << seen.PASSES | public.kicked_back << seen.KICKED_BACK
        if public.wild is not None:
            bits |= 1 << seen.WILD_RANK + public.wild
        if public.upcard is not None:
            bits |= 1 << seen.UPCARD + (card_list(public.upcard)[0] >> 2)
        return bits

    def describe(self, view: State, seat: Seat, actions: Sequence[Action]) -> Words:
        """(n, words) of a seat's actions."""
        decks, hand = self._rules.decks, ranks_of(view.secret.hands[seat] or 0)
        numbers = np.array([_numbers(action) for action in actions], np.int64).reshape(-1, 3)
        taken = [_cards_of(action) for action in actions]
        cards = thermometers(bytes_of(taken))
        counts = bytes_of([hand - some for some in taken])
        rest = thermometers(counts)
        out = np.empty((len(actions), self.described.words), np.int64)
        out[:, :decks], out[:, decks : 2 * decks] = cards[:, :decks], rest[:, :decks]
        out[:, -4] = self._what(view, seat, *numbers.T)
        out[:, -3], out[:, -2] = done.by_number(rest[:, 0]), done.in_rows(rest[:, 0])
        out[:, -1] = _left_over(counts, view.public.wild)
        return out

    def sure(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """(n,) which of a seat's actions win whatever the others hold."""
        if not isinstance(view.phase, Playing):
            return np.zeros(len(actions), bool)
        public, hand = view.public, ranks_of(view.secret.hands[seat] or 0)
        elsewhere = self._unseen(view, seat) + sum(ranks_of(cards or 0) for cards in view.secret.hands) - hand
        spare = scoring.may_keep(self._rules, public, seat)
        wins = partial(self._sure.wins, hand=hand, elsewhere=elsewhere, wild=public.wild, spare=spare)
        return np.array([isinstance(action, Play) and wins(action.what) for action in actions], bool)

    def declines(self, view: State, seat: Seat, actions: Sequence[Action]) -> NDArray[np.bool_]:
        """(n,) which decline to bid or to call while nobody has (DDZ-3.3)."""
        phase = view.phase
        silent = (
            phase.bidder is None if isinstance(phase, Bidding) else isinstance(phase, Robbing) and phase.caller is None
        )
        return np.array([silent and (action == Bid(0) or action == Choose("call", False)) for action in actions], bool)

    def _what(self, view: State, seat: Seat, kind: Words, length: Words, rank: Words) -> Words:
        away = thermometers(bytes_of([self._unseen(view, seat)]))[0, 0]
        unit = codes.UNIT[np.minimum(kind, codes.BOMB)]
        above = away >> 16 * (unit - 1) & 0x7FFF & (np.int64(-2) << rank)
        bits = np.int64(1) << kind | ((np.int64(1) << length) - 1) << done.LENGTH | np.int64(1) << done.RANK + rank
        found: Words = bits | np.where(kind < codes.BOMB, above, 0) << done.ABOVE
        return found


def _bar(number: int) -> int:
    return (1 << number) - 1


def _said(phase: Any, seat: Seat) -> int:
    """A bit for what a seat said in the auction that is on."""
    said = phase.said[seat] if isinstance(phase, Bidding | Robbing) and phase.said else None
    number = _SAID.get(said) if isinstance(said, str) else said
    return 0 if number is None else 1 << number


def _thrown_by(view: State, seat: Seat) -> int:
    """The ranks that one has thrown away, or chosen to."""
    choice = view.secret.sealed[seat]
    return parse_ranks(choice.ranks) if isinstance(choice, Throw) else ranks_of(view.secret.threw[seat] or 0)


def length_of(what: Combo) -> int:
    """Units of a body; those of a rocket are one."""
    return 1 if what.category == "rocket" else what.length


def _numbers(action: Action) -> tuple[int, int, int]:
    """Kind, length and rank."""
    match action:
        case Play(what):
            return _KIND[what.category], length_of(what), what.rank
        case Pass():
            return codes.PASS, 0, 0
        case Bid(points):
            return codes.BID, 0, points
        case Choose(_, yes):
            return codes.CHOOSE, 0, int(yes)
        case Throw():
            return codes.THROW, 0, 0
    raise TypeError(action)


def _cards_of(action: Action) -> int:
    """Counts of the ranks that are played or thrown away."""
    if isinstance(action, Play):
        return action.what.used
    return parse_ranks(action.ranks) if isinstance(action, Throw) else 0


def _left_over(counts: NDArray[Any], wild: int | None) -> Words:
    """How much is left."""
    one = np.int64(1)
    left = np.minimum(counts.sum(1, dtype=np.int64), done.MOST_LEFT)
    groups = (counts > 0).sum(1, dtype=np.int64)
    bits: Words = (one << left) - 1 | ((one << groups) - 1) << done.GROUPS
    return bits if wild is None else bits | ((one << counts[:, wild].astype(np.int64)) - 1) << done.WILDS
