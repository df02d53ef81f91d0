"""The review hooks of Gunzi: parts of play, kinds of luck, and reasons why one action is better than another."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from contextlib import suppress
from typing import Any, Final

from paiju.core.errors import IllegalAction
from paiju.core.game import AnyGame
from paiju.core.messages import SeatRef, TranslatableText
from paiju.core.review_hooks import ReviewHooks
from paiju.core.seats import Seat
from paiju.games.gunzi import state as phases
from paiju.games.gunzi.actions import Bury, Play
from paiju.games.gunzi.cards import Cards, points_in, size
from paiju.games.gunzi.determinize import count_deals
from paiju.games.gunzi.events import BottomTaken, BottomTurned, CardDealt
from paiju.games.gunzi.state import SEATS, Playing, State, team_of
from paiju.games.gunzi.trick_rules import beats, check_following

ENDGAME_HAND_SIZE: Final = 6
"""The endgame begins when at least one hand has this many cards or fewer."""
MAX_SOLVABLE_HAND_SIZE: Final = 5
"""Reviews use the endgame solver if no hand has more cards than this.

With so few cards, the solver solves a deal in a few milliseconds.
"""

LUCK: Final[Mapping[type[Any], str]] = {BottomTaken: "bottom", BottomTurned: "bottom", CardDealt: "draws"}
PARTS: Final[Mapping[type[Any], str]] = {
    phases.Paying: "tribute",
    phases.GivingBack: "tribute",
    phases.Burying: "burying",
    phases.BuryingJokers: "burying",
    phases.TakingBack: "burying",
}


class GunziReviewHooks(ReviewHooks):
    """The review hooks of Gunzi."""

    def part_of_play(self, view: State) -> str:
        if isinstance(view.phase, Playing):
            return "following" if view.phase.plays else "leading"
        return PARTS.get(type(view.phase), "declaring")

    def is_endgame(self, view: State) -> bool:
        return isinstance(view.phase, Playing) and min(view.counts) <= ENDGAME_HAND_SIZE

    def is_solvable(self, view: State) -> bool:
        return isinstance(view.phase, Playing) and max(view.counts) <= MAX_SOLVABLE_HAND_SIZE

    def count_deals(self, game: AnyGame, view: State, seat: Seat) -> int | None:
        return count_deals(view, seat)

    def deal_key(self, state: State) -> Hashable:
        return state.secret.hands, state.secret.bottom

    def is_consistent(self, game: AnyGame, state: State) -> bool:
        """Whether every play of the current trick was legal if the seats held the hands of ``state`` (GZ-6.3, 6.4)."""
        phase = state.phase
        if not isinstance(phase, Playing):
            return True
        with suppress(IllegalAction):
            for place, cards in enumerate(phase.plays[1:], 1):
                hand = Cards(state.hand((phase.leader + place) % SEATS) + cards)
                check_following(game.rules, state.trumps, hand, phase.plays[0], cards)
            return True
        return False

    def luck_kind(self, event: Any) -> str:
        return LUCK.get(type(event), "")

    def reason(self, game: AnyGame, view: State, seat: Seat, played: Any, better: Any) -> TranslatableText | None:
        if isinstance(played, Bury) and isinstance(better, Bury):
            more, less = points_in(played.cards), points_in(better.cards)
            return TranslatableText("why.buries_points", {"points": more, "less": less}) if more > less else None
        if (
            isinstance(view.phase, Playing)
            and view.phase.plays
            and isinstance(played, Play)
            and isinstance(better, Play)
        ):
            return _reason_about_following(view, view.phase, seat, played, better)
        return None


def _reason_about_following(
    view: State, phase: Playing, seat: Seat, played: Play, better: Play
) -> TranslatableText | None:
    """Return the reason why ``better`` would have been a better play to follow with; None if there is none.

    If the seat's partner has the best play of the trick so far, there are two possible reasons:

    - ``played`` beats the partner's play, and ``better`` does not.
    - ``played`` gives the partner fewer points than ``better``.

    If another team has the best play, there are two others:

    - ``better`` beats that play, and ``played`` does not.
    - ``played`` gives that team more points than ``better``.
    """
    holder = (phase.leader + phase.best) % SEATS
    is_partner = team_of(holder) == team_of(seat)
    takes, would_take = (_takes_trick(view, phase, one) for one in (played, better))
    points, other = points_in(played.cards), points_in(better.cards)
    who = SeatRef(holder)
    if is_partner and takes and not would_take:
        return TranslatableText("why.beats_partner", {"who": who})
    if is_partner and not takes and other > points:
        return TranslatableText("why.keeps_points", {"who": who, "points": other - points})
    if not is_partner and would_take and not takes:
        return TranslatableText("why.leaves_trick", {"who": who})
    if not is_partner and not takes and points > other:
        return TranslatableText("why.gives_points", {"who": who, "points": points - other})
    return None


def _takes_trick(view: State, phase: Playing, action: Play) -> bool:
    """Whether a play beats the best play of the trick so far."""
    return beats(view.trumps, size(phase.plays[0]), phase.plays[phase.best], action.cards)
