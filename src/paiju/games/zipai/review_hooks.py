"""The hooks of Da Zi Pai for reviews: parts of play, kinds of luck, and reasons why an action is worse than another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from paiju.core.game import AnyGame
from paiju.core.messages import TranslatableText
from paiju.core.review_hooks import ReviewHooks
from paiju.core.seats import Seat
from paiju.games.zipai.actions import Discard, Win
from paiju.games.zipai.cards import COPIES, without
from paiju.games.zipai.events import CardDrawn, ExtraDrawn
from paiju.games.zipai.hints import cards_seen_elsewhere
from paiju.games.zipai.state import Claiming, Discarding, Looking, Minimum, State, declined_by, hand_of, laid_by
from paiju.games.zipai.waits import count_loners, winning_cards

FEW: Final = 6
"""The endgame begins when the stock has this many cards or fewer."""

LUCK: Final[Mapping[type[Any], str]] = {CardDrawn: "draws", ExtraDrawn: "draws"}
PARTS: Final[Mapping[type[Any], str]] = {
    Minimum: "minimum",
    Discarding: "discarding",
    Claiming: "claiming",
    Looking: "claiming",
}


class ZiPaiReviewHooks(ReviewHooks):
    """The hooks of Da Zi Pai."""

    def part(self, view: State) -> str:
        return PARTS.get(type(view.phase), "claiming")

    def is_judged_by_points(self, view: State) -> bool:
        return isinstance(view.phase, Minimum)

    def is_endgame(self, view: State) -> bool:
        return not isinstance(view.phase, Minimum) and view.public.stock <= FEW

    def luck(self, event: Any) -> str:
        return LUCK.get(type(event), "")

    def reason(self, game: AnyGame, view: State, seat: Seat, played: Any, better: Any) -> TranslatableText | None:
        if isinstance(better, Win):
            return TranslatableText("why.passes_win")
        if isinstance(played, Discard) and isinstance(better, Discard):
            return _of_discards(view, seat, played, better)
        return None


def _of_discards(view: State, seat: Seat, played: Discard, better: Discard) -> TranslatableText | None:
    """Return the reason if the played discard leaves fewer winning cards, or more cards that fit no other."""
    waits, more = _winning(view, seat, played), _winning(view, seat, better)
    if waits < more:
        return TranslatableText("why.waits_for_fewer" if waits else "why.not_ready", {"waits": waits, "more": more})
    hand = hand_of(view, seat)
    loners, fewer = (count_loners(without(hand, (one.card,))) for one in (played, better))
    return TranslatableText("why.leaves_loners", {"loners": loners, "fewer": fewer}) if loners > fewer else None


def _winning(view: State, seat: Seat, discard: Discard) -> int:
    """Return how many unseen cards win after a discard."""
    hand, laid, gone = (
        without(hand_of(view, seat), (discard.card,)),
        laid_by(view, seat),
        cards_seen_elsewhere(view, seat),
    )
    held = list(hand)
    held[discard.card] += 1
    for meld in laid:
        for kind in meld.cards or ():
            held[kind] += 1
    waits = winning_cards(hand, laid, declined_by(view, seat), gone)
    return sum(max(0, COPIES - held[wait.card] - gone[wait.card]) for wait in waits)
