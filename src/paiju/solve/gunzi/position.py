"""Open endings of Gunzi: positions of the play phase in which all hands are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Play
from paiju.games.gunzi.card_choices import Choices
from paiju.games.gunzi.cards import COPIES, KINDS, NONE, Cards, count_of, points_in, size
from paiju.games.gunzi.rules import Rules
from paiju.games.gunzi.state import BOTTOM, SEATS, Playing, State, team_of
from paiju.games.gunzi.trick_rules import LEADS, beats, check_following, check_lead, ways_to_follow
from paiju.games.gunzi.trumps import Call, Trumps, make_trumps
from paiju.solve.errors import BadQuestion


class TrickPosition(Struct, frozen=True):
    """A position of Gunzi in which all hands are known.

    ``hands`` are the cards that each seat holds now. ``leader`` is the seat that leads the current trick, and ``plays``
    are the plays of this trick so far, beginning with the leader's.
    """

    hands: tuple[Cards, ...]
    leader: Seat
    level: int
    """The level rank of the hand, 2 to 14."""
    call: Call
    """The trump suit, or ``none``."""
    banker: Seat
    plays: tuple[Cards, ...] = ()
    bottom: Cards = NONE
    """The buried cards. Their points go to the team that wins the last trick (GZ-5.6)."""

    @classmethod
    def of_state(cls, state: State) -> Self:
        """Return the position of a complete state. Raises BadQuestion for a view, and outside the play phase."""
        phase, secret = state.phase, state.secret
        if not isinstance(phase, Playing) or state.banker is None or state.call is None:
            raise BadQuestion("not_in_play")
        if any(hand is None for hand in secret.hands) or secret.bottom is None:
            raise BadQuestion("hidden_hand")
        hands = tuple(Cards(hand or NONE) for hand in secret.hands)
        return cls(hands, phase.leader, state.level, state.call, state.banker, phase.plays, secret.bottom)

    @property
    def trumps(self) -> Trumps:
        """The trumps and the order of cards, which follow from the level and the trump suit."""
        return make_trumps(self.level, self.call)

    @property
    def turn(self) -> Seat:
        """The seat to move."""
        return (self.leader + len(self.plays)) % SEATS

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not self.plays and not self.hands[self.leader]

    @property
    def winning_play_index(self) -> int:
        """The index in ``plays`` of the play that is winning the trick (GZ-6.7); 0 if the trick has no play yet."""
        best = 0
        for place in range(1, len(self.plays)):
            if beats(self.trumps, size(self.plays[0]), self.plays[best], self.plays[place]):
                best = place
        return best

    def legal(self, rules: Rules) -> Sequence[Play]:
        """Return all legal plays of the seat to move (GZ-6)."""
        hand = self.hands[self.turn]
        if not self.plays:
            return Choices(Play, hand, LEADS)
        may = ways_to_follow(rules, self.trumps, hand, self.plays[0])
        return Choices(Play, may.cards, may.shapes, may.fixed)

    def after(self, play: Play) -> TrickPosition:
        """Return the position after a legal play. After the sixth play of a trick, the seat that takes the trick leads."""
        hands = list(self.hands)
        hands[self.turn] = Cards(hands[self.turn] - play.cards)
        made = replace(self, hands=tuple(hands), plays=(*self.plays, play.cards))
        return replace(made, leader=made.taker, plays=()) if len(made.plays) == SEATS else made

    @property
    def taker(self) -> Seat:
        """The seat whose play is winning the trick; the leader if the trick has no play yet."""
        return (self.leader + self.winning_play_index) % SEATS

    def completed_trick_after(self, play: Play) -> tuple[int, int] | None:
        """Return the team that takes the trick, and the points of the trick.

        Returns None if ``play`` does not complete the trick.
        """
        made = (*self.plays, play.cards)
        if len(made) < SEATS:
            return None
        return team_of(replace(self, plays=made).taker), sum(map(points_in, made))

    def check(self, rules: Rules) -> None:
        """Check that the position is possible. Raises BadQuestion, IllegalAction."""
        for wrong, code in self._position_errors():
            if wrong:
                raise BadQuestion(code)
        self._check_plays(rules)

    def _position_errors(self) -> Iterator[tuple[bool, str]]:
        yield len(self.hands) != SEATS, "wrong_number_of_hands"
        yield not all(0 <= seat < SEATS for seat in (self.leader, self.banker)), "no_such_seat"
        yield len(self.plays) >= SEATS, "trick_is_over"
        yield self.is_over, "hand_is_over"
        cards = (*self.hands, *self.plays, self.bottom)
        yield any(sum(count_of(some, kind) for some in cards) > COPIES for kind in range(KINDS)), "more_than_pack"
        yield size(self.bottom) not in (0, BOTTOM), "wrong_bottom"
        yield len({size(held) for held in self._hands_before_trick}) != 1, "unequal_hands"

    @property
    def _hands_before_trick(self) -> tuple[int, ...]:
        """The hands at the beginning of the trick."""
        played = {(self.leader + place) % SEATS: cards for place, cards in enumerate(self.plays)}
        return tuple(hand + played.get(seat, NONE) for seat, hand in enumerate(self.hands))

    def _check_plays(self, rules: Rules) -> None:
        held = self._hands_before_trick
        for place, cards in enumerate(self.plays):
            hand = held[(self.leader + place) % SEATS]
            if place:
                check_following(rules, self.trumps, hand, self.plays[0], cards)
            else:
                check_lead(hand, cards)
