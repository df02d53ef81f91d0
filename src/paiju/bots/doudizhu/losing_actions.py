"""Finds passes in Dou Dizhu that are certain to lose.

A pass is certain to lose if, for every distribution of the unseen cards, an enemy can go out before this seat's side acts
again, or can win by a forced sequence of plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from paiju.bots.doudizhu.seat_knowledge import Beliefs, OtherSeat, infer_from_view, iterate_card_choices
from paiju.core.seats import Seat
from paiju.features.doudizhu.forced_wins import MOST_CARDS_SEARCHED, ForcedWinSearch
from paiju.games.doudizhu.actions import PASS, Action, Pass
from paiju.games.doudizhu.cards import (
    card_count,
    cards_from_numbers,
    count_cards_of_ranks,
    count_ranks,
    mask_at_least,
    ranks_in,
)
from paiju.games.doudizhu.combinations import Combination
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Playing, State

MOST_CARDS_PARTLY_UNKNOWN: Final = 4
"""The largest number of cards of a partly unknown hand that is searched.

A hand with more cards counts as not certain to win.
"""
MOST_HANDS_SEARCHED: Final = 200
"""The largest number of possible hands of a seat that are searched.

If the seat may hold more different hands, none of them is searched, and the seat counts as not certain to
win.
"""


def losing_actions(game: DouDizhu, view: State, seat: Seat, legal: Sequence[Action]) -> tuple[Pass, ...]:
    """Return a tuple that contains the pass if the pass is legal and certain to lose; otherwise an empty tuple.

    This is Dou Dizhu's function of the type ``paiju.games.losing_actions.LosingActions``.
    """
    phase = view.phase
    if not isinstance(phase, Playing) or phase.standing is None:
        return ()
    unplayed = count_ranks(cards_from_numbers(game.compiled.pack)) - sum(map(count_ranks, view.public.played))
    threats = _Threats(game.compiled, infer_from_view(game.compiled, view, seat), unplayed)
    return (PASS,) if _is_lost_by_passing(threats, phase.standing, phase.by) else ()


def _is_lost_by_passing(threats: _Threats, standing: Combination, by: Seat | None) -> bool:
    """Whether this seat certainly loses if it passes.

    It does if an enemy certainly wins from its next turn on, and no partner who acts before that enemy may beat
    the current play. ``standing`` is the current play. ``by`` is the seat that made it, and that leads if all
    other seats pass.
    """
    partners = list[OtherSeat]()
    for one in threats.known.others:
        leads = one.seat == by
        if not one.enemy:
            partners.append(one)
        elif threats.certainly_wins_from_next_turn(one, None if leads else standing):
            return not any(threats.may_beat(partner, standing) for partner in partners)
        if leads:
            break
    return False


@lru_cache(maxsize=64)
def _make_forced_win_search(compiled: CompiledRuleset) -> ForcedWinSearch:
    return ForcedWinSearch(compiled)


class _Threats:
    """Computes whether other seats are certain to win, and whether they may beat a play.

    ``unplayed`` are the rank counts of all cards not yet played.
    """

    def __init__(self, compiled: CompiledRuleset, known: Beliefs, unplayed: int) -> None:
        self.compiled, self.known, self.unplayed = compiled, known, unplayed

    def certainly_wins_from_next_turn(self, one: OtherSeat, beat: Combination | None) -> bool:
        """Whether a seat can win from its next turn on, whichever of its possible hands it holds.

        If ``beat`` is None, the seat leads. Otherwise it has to beat the combination ``beat``.
        """
        if beat is None and one.to_go == 1:
            return True
        if one.size > (MOST_CARDS_SEARCHED if one.whole else MOST_CARDS_PARTLY_UNKNOWN):
            return False
        hands = list(islice(_possible_hands(one, self.known.unseen), MOST_HANDS_SEARCHED + 1))
        return 0 < len(hands) <= MOST_HANDS_SEARCHED and all(self._can_win_with_hand(one, hand, beat) for hand in hands)

    def _can_win_with_hand(self, one: OtherSeat, hand: int, beat: Combination | None) -> bool:
        wilds, spare = self.known.wilds, one.size - one.to_go
        plays = (
            self.compiled.find_leading_plays(hand, wilds)
            if beat is None
            else self.compiled.find_beating_plays(hand, beat, wilds)
        )
        if any(play.what.size >= one.to_go for play in plays):
            return True
        search = _make_forced_win_search(self.compiled)
        elsewhere = self.unplayed - hand  # the seat may not know which cards others threw away
        return one.whole and any(search.is_forced_win(play.what, hand, elsewhere, wilds, spare) for play in plays)

    def may_beat(self, one: OtherSeat, beat: Combination) -> bool:
        """Whether a seat may hold a play that beats ``beat``. If it may hold a wild card, the answer is always yes."""
        cards, wilds = one.known if one.whole else one.known + self.known.unseen, self.known.wilds
        if count_cards_of_ranks(cards, wilds):
            return True
        return any(play.what.size <= one.size for play in self.compiled.find_beating_plays(cards, beat, wilds))


def _possible_hands(one: OtherSeat, unseen: int) -> Iterator[int]:
    """Yield every hand that a seat may hold, as rank counts."""
    parts = iterate_card_choices(unseen, ranks_in(mask_at_least(unseen, 1)), one.size - card_count(one.known))
    return (one.known + cards for cards in parts)
