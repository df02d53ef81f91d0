"""The terminal table of Gunzi, a game for six players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.text import Text

from paiju.core.seats import Seat
from paiju.games.gunzi.actions import Bury, GiveBack, Pass, Pay, Play, TakeBack
from paiju.games.gunzi.cards import BIG_JOKER, NONE, SMALL_JOKER, Cards, rank_of, suit_of
from paiju.games.gunzi.notation import format_level
from paiju.games.gunzi.state import (
    SEATS,
    Burying,
    BuryingJokers,
    Closing,
    Dealing,
    GivingBack,
    Over,
    Paying,
    Playing,
    State,
    TakingBack,
    team_of,
)
from paiju.tui.drawing import Item, bold_text, centre, dim_text, draw_cards_on_table, draw_strip, join_texts
from paiju.tui.french_card_labels import RED_SUITS, SIGNS, TEN_KEYS, joker_label_parts
from paiju.tui.game_renderer import Button, GameRenderer, NotPlayable, Prompt

TEAM_SIGNS: Final = "●▲■"
_NEWS: Final = 2
"""Number of recent events to show in the middle of the table."""
_JOKERS: Final = {
    SMALL_JOKER: ("B", "☾"),
    BIG_JOKER: ("R", "★"),
}


def card_item(kind: int, copy: int, lang: str) -> Item:
    """Return a card to draw. ``copy`` distinguishes equal cards."""
    uid = kind * 8 + copy
    if kind in _JOKERS:
        short, sign = _JOKERS[kind]
        return Item(uid, kind, *joker_label_parts(lang, short), short, sign, short.lower(), red=kind == BIG_JOKER)
    suit = suit_of(kind)
    assert suit is not None
    label = format_level(rank_of(kind))
    short = label.replace("10", "T")
    return Item(uid, kind, label, SIGNS[suit], short, SIGNS[suit], short.lower(), suit in RED_SUITS)


class GunziRenderer(GameRenderer):
    """Renders a Gunzi table for one player."""

    rank_keys: ClassVar[Mapping[str, str]] = TEN_KEYS
    unused_keys: ClassVar[frozenset[str]] = frozenset({"counter", "yes_no"})

    @property
    def state(self) -> State:
        """The player's view."""
        state: State = self.session.view
        return state

    # ---- the hand

    def _card_items(self, cards: Cards) -> tuple[Item, ...]:
        """Return a set of cards as ``Item``s to draw, trumps first, and each suit descending."""
        trumps = self.state.trumps
        kinds = sorted(cards.kinds(), key=lambda kind: (-trumps.suit[kind], -trumps.order[kind], kind))
        return tuple(card_item(kind, kinds[:place].count(kind), self.lang) for place, kind in enumerate(kinds))

    def hand_items(self, order: int) -> tuple[Item, ...]:
        return self._card_items(self.state.secret.hands[self.me] or NONE)

    def uids_of_action(self, action: Any, items: Sequence[Item]) -> frozenset[int] | None:
        cards = getattr(action, "cards", None)
        if cards is None:
            return None
        wanted = list(cards.kinds())
        taken = []
        for item in items:
            if item.card in wanted:
                wanted.remove(item.card)
                taken.append(item.uid)
        return None if wanted else frozenset(taken)

    # ---- the middle

    def public_line(self) -> Text:
        state = self.state
        points = [f"{TEAM_SIGNS[team]}{won}" for team, won in enumerate(state.points)]
        levels = [f"{TEAM_SIGNS[team]}{format_level(level)}" for team, level in enumerate(state.match.levels)]
        return join_texts(
            bold_text(self.text("table.level", level=format_level(state.level))),
            self.text("table.trump", call=self.text(f"call.{state.call}")) if state.call else "",
            self.text("table.points", points=" ".join(points)),
            dim_text(join_texts(self.text("table.levels"), *levels, gap=" ").plain),
            gap="   ",
        )

    def middle_lines(self, width: int) -> list[Text]:
        """Return the lines that show the best play of the current trick, and the name of the player who made it."""
        phase = self.state.phase
        if isinstance(phase, Playing) and phase.plays:
            seat = (phase.leader + phase.best) % SEATS
            return [
                centre(Text(f"◆ {self.names[seat]}", "bold"), width),
                *draw_cards_on_table(self._card_items(phase.plays[phase.best]), width, self.card_size),
            ]
        return []

    def last_trick_lines(self) -> list[Text]:
        last = self.state.last
        if last is None:
            return []
        seats = [(last.leader + place) % SEATS for place in range(len(last.plays))]
        return [
            join_texts("◆" if seat == last.taker else " ", self.names[seat], draw_strip(self._card_items(cards)))
            for seat, cards in zip(seats, last.plays, strict=True)
        ]

    def latest_event_lines(self) -> list[Text]:
        """Return the texts of the latest events; empty while a trick is on the table."""
        phase = self.state.phase
        in_trick = isinstance(phase, Playing) and phase.plays
        return [] if in_trick else [dim_text(line) for line in self.log_lines()[-_NEWS:]]

    def is_trick_complete(self) -> bool:
        phase = self.state.phase
        return isinstance(phase, Playing) and not phase.plays and self.state.last is not None

    # ---- the seats

    def seat_badges(self, seat: Seat) -> Text:
        return join_texts(
            TEAM_SIGNS[team_of(seat)],
            bold_text(self.text("role.banker")) if seat == self.state.banker else "",
            gap=" ",
        )

    def cards_left(self, seat: Seat) -> int:
        return self.state.counts[seat]

    def last_action_lines(self, seat: Seat) -> list[Text]:
        phase, shown = self.state.phase, self.state.shown
        if isinstance(phase, Playing):
            return self._current_play_lines(phase, seat)
        if shown is not None and shown.seat == seat:
            return [draw_strip(self._card_items(shown.cards))]
        return []

    def _current_play_lines(self, phase: Playing, seat: Seat) -> list[Text]:
        """Return a list with one line for a seat's play in the current trick; empty if the seat has not played.

        The line begins with 1 for the leader, 2 for the next seat, and so on. ◆ marks the best play. Between two
        tricks, the line shows the seat's play in the finished trick.
        """
        last = self.state.last
        if phase.plays or last is None:
            leader, plays, best = phase.leader, phase.plays, (phase.leader + phase.best) % SEATS
        else:
            leader, plays, best = last.leader, last.plays, last.taker
        place = (seat - leader) % SEATS
        order = bold_text(f"◆{place + 1}.") if seat == best else dim_text(f" {place + 1}.")
        return [join_texts(order, draw_strip(self._card_items(cards)), gap=" ") for cards in plays[place : place + 1]]

    def final_card_lines(self, seat: Seat) -> list[Text]:
        return []

    def own_last_action_lines(self) -> list[Text]:
        phase = self.state.phase
        own = (
            [join_texts(dim_text(self.names[self.me]), *self.last_action_lines(self.me))]
            if self.last_action_lines(self.me)
            else []
        )
        bottom = self.state.secret.bottom
        if bottom and not isinstance(phase, Over):
            own.append(join_texts(dim_text(self.text("table.bottom")), draw_strip(self._card_items(bottom))))
        return own

    def score_line_owner(self, seat: Seat) -> str:
        return f"{TEAM_SIGNS[team_of(seat)]} {self.names[seat]}"

    # ---- asking and answering

    def forced_action(self) -> Any:
        """Return Pass if it is the player's only legal action; None otherwise.

        The player then has nothing to declare, or no joker to bury.
        """
        legal = self.session.legal_actions()
        return legal[0] if len(legal) == 1 and isinstance(legal[0], Pass) else None

    def prompt(self) -> Prompt | None:
        legal, phase = self.session.legal_actions(), self.state.phase
        if not legal:
            return None
        if isinstance(phase, Dealing | Closing | TakingBack):
            buttons = tuple(Button(self.action_label(action), action, _button_key(action)) for action in legal)
            return Prompt(self.question(), buttons, passing=Pass() if isinstance(phase, Closing) else None)
        return Prompt(self.question(), picks=True, passing=Pass() if isinstance(phase, BuryingJokers) else None)

    def actions_for(self, picked: Sequence[Item]) -> tuple[Any, ...]:
        kind = _MADE.get(type(self.state.phase))
        cards = Cards.of(item.card for item in picked)
        if kind is None or not cards:
            raise NotPlayable(self.question())
        action = kind(cards)
        self.game.check(self.view, self.me, action)
        return (action,)


def _button_key(action: Any) -> str:
    return "p" if isinstance(action, Pass) else ""


_MADE: Final[dict[type[Any], Callable[[Cards], Any]]] = {
    Burying: Bury,
    BuryingJokers: Bury,
    Paying: Pay,
    GivingBack: GiveBack,
    Playing: Play,
    TakingBack: TakeBack,
}
"""For each phase, the class of the action that the player takes with the selected cards."""
