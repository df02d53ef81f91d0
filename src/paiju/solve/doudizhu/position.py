"""Open positions of Dou Dizhu during play: all hands are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from paiju.core.score_breakdown import stake_of
from paiju.core.seats import Seat, next_seat
from paiju.games.doudizhu.actions import PASS, Pass, Play
from paiju.games.doudizhu.cards import WildRanks, card_count, cards_from_numbers, contains_counts, count_ranks
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.scoring import common_lines
from paiju.games.doudizhu.scoring import handicap as handicap_of
from paiju.games.doudizhu.state import Playing, State
from paiju.solve.errors import BadQuestion

MOST_HANDICAP: Final = 4
"""The largest handicap (DDZ-3.8)."""


class Position(Struct, frozen=True):
    """A position of Dou Dizhu in which all hands are known.

    ``hands`` has the rank counts of each seat's hand; ``games.doudizhu.cards.parse_ranks`` makes rank counts
    from text. ``to_beat`` is the play that the seat to move has to beat, and ``by`` is the seat that made this
    play. Both are None if the seat to move leads. ``wild`` is the wild rank, or None.
    """

    landlord: Seat
    hands: tuple[int, ...]
    turn: Seat
    to_beat: Combination | None = None
    by: Seat | None = None
    wild: int | None = None
    handicap: int = 0
    """A farmer who holds at most this many cards has won (DDZ-6.4)."""
    plays: tuple[int, ...] = ()
    """Number of plays that each seat has made. Empty if a spring is impossible.

    Whether a hand is a spring depends on these numbers (DDZ-7.3, 7.4).
    """
    multiplier: int = 1
    """The current stake, which later bombs double. The method ``after`` does not update it."""

    @classmethod
    def of_state(cls, compiled: CompiledRuleset, state: State) -> Self:
        """Return the position of a complete state.

        Raises BadQuestion for a view, for rules with two wild ranks, and for a state outside the phase of play.
        """
        phase, public = state.phase, state.public
        if not isinstance(phase, Playing) or public.landlord is None:
            raise BadQuestion("not_in_play")
        if public.second_wild is not None:
            raise BadQuestion("two_wild_ranks")
        if any(hand is None for hand in state.secret.hands):
            raise BadQuestion("hidden_hand")
        return cls(
            public.landlord,
            tuple(count_ranks(hand or 0) for hand in state.secret.hands),
            phase.turn,
            phase.standing,
            phase.by if phase.standing is not None else None,
            public.wild,
            handicap_of(compiled.rules, public),
            public.plays,
            stake_of(tuple(common_lines(compiled.rules, public))),
        )

    @property
    def wilds(self) -> WildRanks:
        """The wild ranks as a tuple: ``(wild,)``, or empty if there is none."""
        return () if self.wild is None else (self.wild,)

    def legal(self, compiled: CompiledRuleset) -> tuple[Play | Pass, ...]:
        """Return all legal actions of the seat to move."""
        hand = self.hands[self.turn]
        if self.to_beat is None:
            return compiled.find_leading_plays(hand, self.wilds)
        return (PASS, *compiled.find_beating_plays(hand, self.to_beat, self.wilds))

    def after(self, action: Play | Pass) -> Position:
        """Return the position after a legal action. ``multiplier`` stays the same.

        If the action ends the hand, ``winner`` of the new position is the seat that has won.
        """
        seats = len(self.hands)
        turn = next_seat(self.turn, seats)
        if isinstance(action, Pass):
            if turn == self.by:
                return replace(self, turn=turn, to_beat=None, by=None)
            return replace(self, turn=turn)
        hands = list(self.hands)
        hands[self.turn] -= action.what.used
        plays = tuple(made + (seat == self.turn) for seat, made in enumerate(self.plays))
        return replace(self, hands=tuple(hands), turn=turn, to_beat=action.what, by=self.turn, plays=plays)

    @property
    def winner(self) -> Seat | None:
        """The seat that has won the hand, by going out or by the handicap (DDZ-6.3, 6.4); None if no seat has."""
        for seat, hand in enumerate(self.hands):
            if card_count(hand) <= (0 if seat == self.landlord else self.handicap):
                return seat
        return None

    def check(self, compiled: CompiledRuleset) -> None:
        """Raise BadQuestion if the position is impossible."""
        for wrong, code in (*self._seat_errors(compiled), *self._option_errors(compiled)):
            if wrong:
                raise BadQuestion(code)
        played = self.to_beat.used if self.to_beat is not None else 0
        if not contains_counts(count_ranks(cards_from_numbers(compiled.pack)), sum(self.hands) + played):
            raise BadQuestion("more_than_pack")
        if self.to_beat is not None and compiled.find_matching_reading(self.to_beat, self.wilds) is None:
            raise BadQuestion("no_combination", play=self.to_beat.text())
        if self.winner is not None:
            raise BadQuestion("hand_is_over")

    def _seat_errors(self, compiled: CompiledRuleset) -> Iterator[tuple[bool, str]]:
        seats = compiled.rules.players
        yield len(self.hands) != seats, "wrong_number_of_hands"
        yield not all(0 <= seat < seats for seat in (self.landlord, self.turn, self.by or 0)), "no_such_seat"
        yield (self.to_beat is None) != (self.by is None), "play_without_owner"
        yield self.by == self.turn, "own_play"
        yield len(self.plays) not in (0, seats) or min(self.plays, default=0) < 0, "wrong_plays"

    def _option_errors(self, compiled: CompiledRuleset) -> Iterator[tuple[bool, str]]:
        rules = compiled.rules
        yield rules.second_wild, "two_wild_ranks"
        yield self.wild is not None and not (rules.wild and self.wild in rules.non_joker_ranks), "no_wild_here"
        yield not 0 <= self.handicap <= (MOST_HANDICAP if rules.auction == "rob_duel" else 0), "no_handicap_here"
        yield self.multiplier < 1, "bad_multiplier"
