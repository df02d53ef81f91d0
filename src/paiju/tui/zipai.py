"""The terminal table of Da Zi Pai."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final

from rich.text import Text

from paiju.core.seats import Seat
from paiju.games.zipai.actions import PASS, Discard
from paiju.games.zipai.cards import COPIES, KINDS, NAMES, Kind, cards_of, format_cards, is_big, is_red, number_of
from paiju.games.zipai.melds import Meld, format_meld
from paiju.games.zipai.state import (
    Claiming,
    Discarding,
    Looking,
    Over,
    State,
    declined_pongs,
    drawn_card,
    hand_of,
    laid_melds,
)
from paiju.games.zipai.waits import ReadyDiscard, ready_discards
from paiju.tui.drawing import Item, bold_text, dim_text, draw_cards_on_table, join_texts
from paiju.tui.game_renderer import Button, GameRenderer, Prompt

_CARD_WIDTH: Final = 9
_SHOWN: Final = 12
"""Maximum number of a seat's discards that are shown."""


def card_item(kind: Kind, copy: int) -> Item:
    """Return a card in a form to draw.

    It has the Chinese numeral, and the number for players who cannot read the numeral.
    """
    number = str(number_of(kind))
    return Item(
        kind * 8 + copy,
        kind,
        NAMES[kind],
        number,
        NAMES[kind],
        number[-1],
        number[-1],
        is_red(kind),
        double=is_big(kind),
    )


def card_items(kinds: Sequence[Kind]) -> tuple[Item, ...]:
    """Return cards as ``Item``s to draw, in the given order."""
    return tuple(card_item(kind, kinds[:place].count(kind)) for place, kind in enumerate(kinds))


_ORDERS: Final[tuple[Callable[[Kind], tuple[int, ...]], ...]] = (
    lambda kind: (number_of(kind), kind),
    lambda kind: (kind,),
)
"""Sort orders of a hand, as functions that return a sort key.

The first order sorts by number, with both sizes together. The second order puts one size after the other.
"""


@lru_cache(maxsize=64)
def _cached_ready_discards(
    hand: tuple[int, ...], melds: tuple[Meld, ...], declined: tuple[Kind, ...]
) -> tuple[ReadyDiscard, ...]:
    return ready_discards(hand, melds, declined)


class ZiPaiRenderer(GameRenderer):
    """Renders a Da Zi Pai table for one player."""

    sort_order_count: ClassVar[int] = len(_ORDERS)
    unused_keys: ClassVar[frozenset[str]] = frozenset({"last", "yes_no"})

    @property
    def state(self) -> State:
        """The player's view."""
        state: State = self.session.view
        return state

    # ---- the hand

    def hand_items(self, order: int) -> tuple[Item, ...]:
        return card_items(sorted(cards_of(hand_of(self.state, self.me)), key=_ORDERS[order % self.sort_order_count]))

    def uids_of_action(self, action: Any, items: Sequence[Item]) -> frozenset[int] | None:
        if not isinstance(action, Discard):
            return None
        return frozenset([item.uid for item in items if item.card == action.card][:1])

    # ---- the middle

    def public_line(self) -> Text:
        return join_texts(
            *self.hand_terms(),
            self.text("table.stock", count=self.state.public.stock),
            gap="   ",
        )

    def middle_lines(self, width: int) -> list[Text]:
        """Return the lines with the card that a seat has discarded or drawn. Beside the card are the latest events."""
        card = self._open_card()
        blank = Text(" " * _CARD_WIDTH)
        shown = (
            [blank] * (self.card_size.body + 2)
            if card is None
            else draw_cards_on_table(card_items([card]), _CARD_WIDTH, self.card_size)
        )
        log_lines = self.log_lines()[-len(shown) :]
        log_lines += [""] * (len(shown) - len(log_lines))
        return [join_texts(left, dim_text(line)) for left, line in zip(shown, log_lines, strict=True)]

    def _open_card(self) -> Kind | None:
        phase = self.state.phase
        if isinstance(phase, Claiming):
            return phase.card
        return drawn_card(self.state) if isinstance(phase, Looking) and phase.seat == self.me else None

    def card_counter_lines(self) -> list[Text]:
        left = [COPIES] * KINDS
        for kind in self._seen_kinds():
            left[kind] -= 1
        heads, numbers = "".join(f"{name} " for name in NAMES), "".join(f"{number or '·':>2} " for number in left)
        return [dim_text(heads), Text(numbers)]

    def _seen_kinds(self) -> list[Kind]:
        state, melds = self.state, [*laid_melds(self.state, self.me)]
        for seat, others in enumerate(state.public.melds):
            melds += others if seat != self.me else ()
        gone = [kind for cards in state.public.discards for kind in cards]
        phase = state.phase
        gone += [phase.card] if isinstance(phase, Claiming) else []
        return [*cards_of(hand_of(state, self.me)), *gone, *(kind for meld in melds for kind in meld.cards or ())]

    # ---- the seats

    def seat_badges(self, seat: Seat) -> Text:
        return bold_text(self.text("role.banker")) if seat == self.state.match.banker else Text()

    def cards_left(self, seat: Seat) -> int:
        return self.state.public.sizes[seat]

    def last_action_lines(self, seat: Seat) -> list[Text]:
        melds = laid_melds(self.state, seat) if seat == self.me else self.state.public.melds[seat]
        gone = self.state.public.discards[seat]
        lines = [
            Text(" ".join(map(format_meld, melds))),
            join_texts(dim_text(self.text("table.discards")), dim_text(format_cards(gone[-_SHOWN:])))
            if gone
            else Text(),
        ]
        return [line for line in lines if line]

    def final_card_lines(self, seat: Seat) -> list[Text]:
        phase, hand = self.state.phase, self.state.secret.hands[seat]
        if hand is None and isinstance(phase, Over):
            hand = next((winner.hand for winner in phase.winners if winner.seat == seat), None)
        return [*self.last_action_lines(seat)[:1], Text(format_cards(cards_of(hand)) if hand is not None else "")]

    # ---- asking and answering

    def forced_action(self) -> Any:
        """Return Pass if it is the player's only legal action; None otherwise.

        The table then passes for the player, who need not press a key after every card.
        """
        return PASS if tuple(self.session.legal_actions()) == (PASS,) else None

    def prompt(self) -> Prompt | None:
        legal = self.session.legal_actions()
        if not legal:
            return None
        if isinstance(self.state.phase, Discarding):
            return Prompt(self.question(), picks=True, single=True)
        buttons = tuple(Button(self.action_label(action), action, "p" if action == PASS else "") for action in legal)
        return Prompt(self.question(), buttons, passing=PASS if PASS in legal else None)

    def actions_for(self, picked: Sequence[Item]) -> tuple[Any, ...]:
        if not picked:
            return ()
        action = Discard(picked[-1].card)
        self.game.check(self.view, self.me, action)
        return (action,)

    def remark_on_action(self, action: Any) -> str:
        """Return a text that names the cards that would complete the hand after a discard; "" if there are none."""
        if not isinstance(action, Discard):
            return ""
        state = self.state
        found = _cached_ready_discards(
            hand_of(state, self.me), laid_melds(state, self.me), declined_pongs(state, self.me)
        )
        waits = next((one.waits for one in found if one.discard == action.card), ())
        cards = format_cards(wait.card for wait in waits)
        return self.text("table.ready", discard=NAMES[action.card], cards=cards) if waits else ""
