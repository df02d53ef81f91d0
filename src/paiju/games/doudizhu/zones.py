"""The zones of a Dou Dizhu table."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.core.game import Zone
from paiju.core.seats import Seat
from paiju.games.doudizhu.cards import Cards, card_list, card_text
from paiju.games.doudizhu.rules import Rules
from paiju.games.doudizhu.state import Playing, State


def zones(rules: Rules, view: State) -> Iterator[Zone]:
    """Yield the bottom, and for each seat its hand, its thrown cards, and its last play.

    The bottom is shown even after the landlord has taken it.
    """
    yield Zone.of("bottom", None, _visible_cards(view.secret.bottom or view.public.bottom), rules.bottom_size)
    for seat in range(view.seats):
        yield Zone.of("hand", seat, _visible_cards(view.secret.hands[seat]), view.public.counts[seat])
        yield Zone.of("thrown", seat, _visible_cards(view.secret.threw[seat]), view.public.thrown[seat])
        yield Zone.of("played", seat, _visible_cards(_last_play(view, seat)), 0)


def _last_play(view: State, seat: Seat) -> Cards | None:
    return view.phase.last[seat] if isinstance(view.phase, Playing) else None


def _visible_cards(cards: Cards | None) -> Iterator[str] | None:
    """Return the cards of a zone as texts, high ranks first; None if the viewer does not see the cards."""
    return None if cards is None else map(card_text, reversed(card_list(cards)))
