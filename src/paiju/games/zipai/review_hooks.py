"""The review hooks of Da Zi Pai: parts of play, kinds of luck, and reasons why one action is better."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from paiju.core.game import AnyGame
from paiju.core.messages import TranslatableText
from paiju.core.review_hooks import ReviewHooks, WinningCards
from paiju.core.seats import Seat
from paiju.games.zipai.actions import Discard, Win
from paiju.games.zipai.cards import without
from paiju.games.zipai.determinize import count_deals
from paiju.games.zipai.events import CardDrawn, ExtraDrawn
from paiju.games.zipai.hand_hints import cards_seen_elsewhere
from paiju.games.zipai.state import Claiming, Discarding, Looking, Minimum, State, declined_pongs, hand_of, laid_melds
from paiju.games.zipai.waits import count_lone_cards, unseen_cards, waits_reaching_minimum, winning_cards

ENDGAME_STOCK_SIZE: Final = 6
"""The endgame begins when the stock has this many cards or fewer."""

MAX_SOLVABLE_STOCK_SIZE: Final = 5
"""Reviews use the endgame solver if the stock has at most this many cards.

With so few cards, the solver solves many deals in a few milliseconds.
"""

LUCK: Final[Mapping[type[Any], str]] = {CardDrawn: "draws", ExtraDrawn: "draws"}
PARTS: Final[Mapping[type[Any], str]] = {
    Minimum: "minimum",
    Discarding: "discarding",
    Claiming: "claiming",
    Looking: "claiming",
}


class ZiPaiReviewHooks(ReviewHooks):
    """The review hooks of Da Zi Pai."""

    def part_of_play(self, view: State) -> str:
        return PARTS.get(type(view.phase), "claiming")

    def is_judged_by_points(self, view: State) -> bool:
        return isinstance(view.phase, Minimum)

    def is_endgame(self, view: State) -> bool:
        return not isinstance(view.phase, Minimum) and view.public.stock <= ENDGAME_STOCK_SIZE

    def luck_kind(self, event: Any) -> str:
        return LUCK.get(type(event), "")

    def is_solvable(self, view: State) -> bool:
        return isinstance(view.phase, Discarding | Claiming | Looking) and view.public.stock <= MAX_SOLVABLE_STOCK_SIZE

    def count_deals(self, game: AnyGame, view: State, seat: Seat) -> int | None:
        return count_deals(view, seat)

    def deal_key(self, state: State) -> Hashable:
        return state.secret

    def count_winning_cards(self, view: State, seat: Seat, action: Any) -> WinningCards | None:
        if not isinstance(action, Discard) or not isinstance(view.phase, Discarding):
            return None
        hand, laid, gone = hand_of(view, seat), laid_melds(view, seat), cards_seen_elsewhere(view, seat)
        unseen = unseen_cards(hand, laid, gone)
        waits = winning_cards(without(hand, (action.card,)), laid, declined_pongs(view, seat), gone)
        enough = waits_reaching_minimum(waits, view.public.minimum or 0)
        points = sum(unseen[wait.card] * (wait.drawn or 0) for wait in enough)
        return WinningCards(sum(unseen[wait.card] for wait in enough), sum(unseen), points)

    def reason(self, game: AnyGame, view: State, seat: Seat, played: Any, better: Any) -> TranslatableText | None:
        if isinstance(better, Win):
            return TranslatableText("why.passes_win")
        if isinstance(played, Discard) and isinstance(better, Discard):
            return self._reason_about_discards(view, seat, played, better)
        return None

    def _reason_about_discards(
        self, view: State, seat: Seat, played: Discard, better: Discard
    ) -> TranslatableText | None:
        """Return the reason why ``better`` would have been a better discard; None if there is none.

        There are two reasons: ``better`` leaves more winning cards, or fewer cards that fit no other card of the hand.
        """
        left, possible = self.count_winning_cards(view, seat, played), self.count_winning_cards(view, seat, better)
        if left and possible and left.winning < possible.winning:
            waits, more = left.winning, possible.winning
            key = "why.waits_for_fewer" if waits else "why.not_ready"
            return TranslatableText(key, {"waits": waits, "more": more})
        hand = hand_of(view, seat)
        loners, fewer = (count_lone_cards(without(hand, (one.card,))) for one in (played, better))
        return TranslatableText("why.leaves_loners", {"loners": loners, "fewer": fewer}) if loners > fewer else None
