"""The review hooks of Dou Dizhu: parts of play, kinds of luck, and reasons why one action is better."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from paiju.core.game import AnyGame
from paiju.core.messages import CardsRef, SeatRef, TranslatableText
from paiju.core.review_hooks import ReviewHooks
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Pass, Play
from paiju.games.doudizhu.cards import ACE, BIG_JOKER, RANKS, SMALL_JOKER, count_of, count_ranks
from paiju.games.doudizhu.determinize import count_deals
from paiju.games.doudizhu.events import BottomTaken, CardGiven, WildDrawn
from paiju.games.doudizhu.state import Playing, State

ENDGAME_HAND_SIZE: Final = 6
"""The endgame begins when some hand has this many cards or fewer."""
MAX_SOLVABLE_CARDS: Final = 24
"""Reviews use the solver if all hands together have at most this many cards.

With so few cards, the solver solves nearly every deal in a millisecond.
"""
LAST_PLAY_SIZE: Final = 2
"""A seat with this many cards or fewer may go out with its next play."""
STRAIGHT: Final = 5
"""Number of cards in the shortest straight (DDZ-4.6)."""
BOMB: Final = 4
"""Number of cards in the smallest bomb (DDZ-4.11)."""

LUCK: Final[Mapping[type[Any], str]] = {BottomTaken: "bottom", CardGiven: "bottom", WildDrawn: "wild"}


class DouDizhuReviewHooks(ReviewHooks):
    """The review hooks of Dou Dizhu."""

    def part_of_play(self, view: State) -> str:
        if not isinstance(view.phase, Playing):
            return "bidding"
        return "leading" if view.phase.standing is None else "following"

    def is_judged_by_points(self, view: State) -> bool:
        return not isinstance(view.phase, Playing)

    def is_endgame(self, view: State) -> bool:
        return isinstance(view.phase, Playing) and min(view.public.counts) <= ENDGAME_HAND_SIZE

    def choice_key(self, action: Any) -> Hashable:
        """Return a key that is equal for plays of the same kind, length and rank, whatever cards are attached."""
        return (*action.what.key, action.what.rank) if isinstance(action, Play) else action

    def is_solvable(self, view: State) -> bool:
        is_known = view.public.second_wild is None  # the solver supports only one wild rank
        return is_known and isinstance(view.phase, Playing) and sum(view.public.counts) <= MAX_SOLVABLE_CARDS

    def count_deals(self, game: AnyGame, view: State, seat: Seat) -> int:
        return count_deals(game.compiled, view, seat)  # type: ignore[attr-defined]  # a game of this family

    def deal_key(self, state: State) -> Hashable:
        return tuple(count_ranks(hand or 0) for hand in state.secret.hands)

    def luck_kind(self, event: Any) -> str:
        return LUCK.get(type(event), "")

    def reason(self, game: AnyGame, view: State, seat: Seat, played: Any, better: Any) -> TranslatableText | None:
        if not isinstance(view.phase, Playing):
            return None
        choice = _Choice(view, view.phase, seat, played, better)
        return next(choice.reasons(), None)


class _Choice(NamedTuple):
    """A decision whose review needs a reason: the action that a seat played, and a better one."""

    view: State
    phase: Playing
    seat: Seat
    played: Play | Pass
    better: Play | Pass

    def reasons(self) -> Iterator[TranslatableText]:
        """Yield the reasons why ``better`` is better than the played action, the most important first."""
        for found in (
            self._reason_beats_partner(),
            self._reason_opponent_goes_out(),
            self._reason_wastes_bomb(),
            self._reason_worse_hand(),
            self._reason_spends_control(),
        ):
            if found is not None:
                yield found

    def _reason_beats_partner(self) -> TranslatableText | None:
        by, landlord = self.phase.by, self.view.public.landlord
        if self.phase.standing is None or by is None or landlord in (by, self.seat) or isinstance(self.played, Pass):
            return None
        return TranslatableText("why.beats_partner", {"who": SeatRef(by)}) if isinstance(self.better, Pass) else None

    def _reason_opponent_goes_out(self) -> TranslatableText | None:
        """Return a text that says how the played action helps an opponent to go out; None if it does not.

        - A play helps if an opponent holds exactly as many cards as were played, and at most two, so that the
          opponent may beat the play with the whole hand. The better action must not be a play of equally many cards.
        - A pass helps if it leaves the lead to an opponent, and the better action is a play.
        """
        if isinstance(self.played, Pass):
            by = self.phase.by
            if by is None or isinstance(self.better, Pass) or by not in self._opponent_seats():
                return None
            if self.view.public.counts[by] > LAST_PLAY_SIZE:
                return TranslatableText("why.leaves_lead", {"who": SeatRef(by)})
            return TranslatableText(
                "why.leaves_lead_to_last", {"who": SeatRef(by), "cards": self.view.public.counts[by]}
            )
        size = self.played.what.size
        near = [one for one in self._opponent_seats() if self.view.public.counts[one] == size <= LAST_PLAY_SIZE]
        if not near or (isinstance(self.better, Play) and self.better.what.size == size):
            return None
        return TranslatableText("why.plays_as_many_as_last", {"who": SeatRef(near[0]), "cards": size})

    def _reason_wastes_bomb(self) -> TranslatableText | None:
        """Return a text about a bomb that the played action breaks up or plays; None if there is no such bomb.

        The result is also None if the better action does the same: if it breaks up the same bomb, or plays a bomb
        too.
        """
        if isinstance(self.played, Pass):
            return None
        broken = [rank for rank in _bomb_ranks(self.hand) if self._breaks_rank(self.played, rank)]
        if broken and not any(self._breaks_rank(self.better, rank) for rank in broken):
            return TranslatableText("why.breaks_bomb", {"cards": CardsRef(" ".join([RANKS[broken[0]]] * BOMB))})
        if self.played.what.bomb and not (isinstance(self.better, Play) and self.better.what.bomb):
            return TranslatableText("why.spends_bomb")
        return None

    def _breaks_rank(self, action: Play | Pass, rank: int) -> bool:
        used = count_of(action.what.used, rank) if isinstance(action, Play) else 0
        return 0 < used < count_of(self.hand, rank)

    def _reason_worse_hand(self) -> TranslatableText | None:
        """Return a text that says why the played action leaves a worse hand than the better one; None if it does not.

        The hand is worse if it has at least two more single cards. It is also worse if the played action splits a
        straight that the better one keeps, and leaves more single cards.
        """
        after, other = self._hand_after(self.played), self._hand_after(self.better)
        singles, fewer = len(_single_ranks(after)), len(_single_ranks(other))
        straight = next((one for one in _longest_straights(self.hand) if self._splits_straight(self.played, one)), None)
        if straight is not None and not self._splits_straight(self.better, straight) and singles > fewer:
            cards = CardsRef(" ".join(RANKS[rank] for rank in straight))
            return TranslatableText("why.splits_straight", {"cards": cards, "singles": singles})
        if singles >= fewer + LAST_PLAY_SIZE:
            return TranslatableText("why.leaves_singles", {"singles": singles, "fewer": fewer})
        return None

    def _splits_straight(self, action: Play | Pass, straight: range) -> bool:
        """Whether an action breaks up a straight of the hand.

        After such an action, the hand still has some ranks of the straight, but not all of them. An action that takes
        at least ``STRAIGHT`` ranks out of it does not count, because those ranks form a straight themselves.
        """
        after = self._hand_after(action)
        left = sum(count_of(after, rank) > 0 for rank in straight)
        return 0 < left < len(straight) and len(straight) - left < STRAIGHT

    def _reason_spends_control(self) -> TranslatableText | None:
        """Return a text that names a rank above A of which ``played`` spends more than ``better``; None if none.

        If there are several such ranks, the text names the highest.
        """
        if isinstance(self.played, Pass):
            return None
        spent = [
            rank
            for rank in range(ACE + 1, BIG_JOKER + 1)
            if count_of(self._hand_after(self.played), rank) < count_of(self._hand_after(self.better), rank)
        ]
        return TranslatableText("why.spends_control", {"cards": CardsRef(RANKS[spent[-1]])}) if spent else None

    @property
    def hand(self) -> int:
        """The seat's cards, as counts of ranks."""
        return count_ranks(self.view.secret.hands[self.seat] or 0)

    def _hand_after(self, action: Play | Pass) -> int:
        return self.hand - (action.what.used if isinstance(action, Play) else 0)

    def _opponent_seats(self) -> list[Seat]:
        landlord = self.view.public.landlord
        return [one for one in range(self.view.seats) if one != self.seat and landlord in (self.seat, one)]


def _bomb_ranks(hand: int) -> list[int]:
    """Return the ranks of which a hand has at least four cards."""
    return [rank for rank in range(SMALL_JOKER) if count_of(hand, rank) >= BOMB]


def _longest_straights(hand: int) -> list[range]:
    """Return the straights of a hand that cannot be made longer, as ranges of ranks."""
    found, start = [], 0
    for rank in range(ACE + 2):
        if rank > ACE or not count_of(hand, rank):
            if rank - start >= STRAIGHT:
                found.append(range(start, rank))
            start = rank + 1
    return found


def _single_ranks(hand: int) -> list[int]:
    """Return the ranks of single cards that belong to no straight."""
    chained = {rank for straight in _longest_straights(hand) for rank in straight}
    return [rank for rank in range(ACE + 1) if count_of(hand, rank) == 1 and rank not in chained]
