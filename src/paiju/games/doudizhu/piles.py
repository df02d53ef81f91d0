"""What lies where in a hand of Dou Dizhu."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.core.game import Pile
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import Cards, card_list, card_text
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Playing, State


def piles(rules: Rules, view: State) -> Iterator[Pile]:
    """The bottom, which stays in sight when it is taken; of each seat the hand, what it threw away and what it played last."""
    yield Pile.of("bottom", None, _shown(view.secret.bottom or view.public.bottom), rules.bottom_size)
    for seat in range(view.seats):
        yield Pile.of("hand", seat, _shown(view.secret.hands[seat]), view.public.counts[seat])
        yield Pile.of("thrown", seat, _shown(view.secret.threw[seat]), view.public.thrown[seat])
        yield Pile.of("played", seat, _shown(_played(view, seat)), 0)


def _played(view: State, seat: Seat) -> Cards | None:
    return view.phase.last[seat] if isinstance(view.phase, Playing) else None


def _shown(cards: Cards | None) -> Iterator[str] | None:
    """High ones first."""
    return None if cards is None else map(card_text, reversed(card_list(cards)))
