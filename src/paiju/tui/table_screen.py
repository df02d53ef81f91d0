"""The screen of a table: its layout, and what its keys do. It knows the game only through a ``GameRenderer``."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from paiju.core.errors import PaijuError
from paiju.core.hand_runner import possible_predeal_answers
from paiju.core.ruleset import text_in_language
from paiju.core.seats import DEALER
from paiju.locale import translate
from paiju.tui.drawing import (
    GOLD,
    INK,
    WARN,
    HandAppearance,
    Item,
    bold_text,
    card_size_for,
    dim_text,
    join_left_and_right,
    join_lines,
    join_texts,
    lay_out_columns,
)
from paiju.tui.game_renderer import Button, GameRenderer, NotPlayable, Prompt
from paiju.tui.session import TerminalSession

LEAST: Final = (80, 24)
"""Minimum size of the terminal, in columns and rows."""
WIDE: Final = 112
"""Minimum number of columns of the terminal for a log beside the table."""
SIDE: Final = 34
"""Width of the log beside the table, in columns."""
DEALING_PACE: Final = 0.1
"""The delay before DEALER acts is multiplied by this factor."""
TRICK_PACE: Final = 2
"""The delay before the next trick is led is multiplied by this factor."""
BEAT: Final = 0.5
"""Length of one beat in seconds. The duration of a window is given in beats (``Game.window_duration``)."""
MOST_AT_ONCE: Final = 5_000
"""Maximum number of actions that are taken in a row, without a pause, before the screen is redrawn."""


class TableScreen(Screen[None]):
    """The screen on which a player plays one match."""

    BINDINGS: ClassVar = []
    CSS_PATH = None

    def __init__(self, session: TerminalSession, face: GameRenderer, delay: float) -> None:
        super().__init__()
        self.session, self.face, self.delay = session, face, delay
        self.order = 0
        self.cursor = 0
        self.picked: frozenset[int] = frozenset()
        self.menu: tuple[Button, ...] = ()
        self.menu_index = 0
        self.is_choosing_reading = False
        self.counting = True
        self.logging = True
        self.leaving = False
        self.notice = ""
        self.hints: list[Any] = []
        self.advised: Any = None
        self.hinted = False
        self.asking: Prompt | None = None
        self.decline_timer: Timer | None = None

    # ---- widgets

    def compose(self) -> ComposeResult:
        yield Static(id="side")
        yield Static(id="head")
        yield Static(id="public")
        with Horizontal(id="others"):
            for seat in self.face.other_seats():
                yield Static(id=f"seat{seat}", classes="seat")
        yield Static(id="middle")
        yield Static(id="counter")
        yield Static(id="message")
        yield Static(id="menu")
        yield Static(id="hand")
        yield Static(id="own")
        yield Static(id="keys")
        yield Static(id="help")

    def on_mount(self) -> None:
        self.query_one("#help").display = False
        self._continue_hand()

    def on_resize(self) -> None:
        self._draw()

    # ---- turns

    def _continue_hand(self) -> None:
        """Continue after a change of the hand: take forced actions, prompt the player, and schedule another seat's action."""
        for _ in range(MOST_AT_ONCE):
            if not self._act_without_pause():
                break
        self._update_prompt()
        self._draw()
        if self.session.others_to_act():
            self.set_timer(self._pause_seconds(), self._let_other_seat_act)

    def _act_without_pause(self) -> bool:
        """Take one action that needs no pause, and return True. If there is no such action, return False.

        Such an action is a forced action of the player or, if the delay is 0, an action of another seat.
        """
        forced = self.face.forced_action()
        if forced is not None:
            self.session.act(forced)
        elif self.delay == 0 and self.session.others_to_act():
            self.session.let_other_seat_act()
        else:
            return False
        return True

    def _pause_seconds(self) -> float:
        if self.session.others_to_act() == (DEALER,):
            return self.delay * DEALING_PACE
        return self.delay * (TRICK_PACE if self.face.is_trick_complete() else 1)

    def _let_other_seat_act(self) -> None:
        if self.session.others_to_act():
            self.session.let_other_seat_act()
            self._continue_hand()

    def _update_prompt(self) -> None:
        """Show the decision that the player must make, if any. Selected cards that are still in the hand stay selected."""
        before, self.asking = self.asking, None if self.session.outcome is not None else self.face.prompt()
        held = {item.uid for item in self._hand_items()}
        self.picked &= held
        if self.asking != before or not self.asking:
            self.menu = self.asking.buttons if self.asking else ()
            self.menu_index, self.is_choosing_reading = 0, False
            self.hints, self.advised, self.notice = [], None, ""
            self._update_decline_timer()

    def _update_decline_timer(self) -> None:
        """If an offer is open that the player need not answer, preselect declining, and decline when time is up.

        Declining is preselected so that nobody accepts by habit. The timer of an earlier offer is stopped.
        """
        if self.decline_timer is not None:
            self.decline_timer.stop()
        silence, self.decline_timer = self.session.default_action, None
        if silence is not None:
            self.menu_index = next(at for at, button in enumerate(self.menu) if button.action == silence)
            stands = self.session.game.window_duration(self.session.view) * BEAT
            self.decline_timer = self.set_timer(stands, lambda: self._act(silence))

    def _act(self, action: Any) -> None:
        try:
            self.session.act(action)
        except PaijuError as error:
            self.notice = self.face.error_message(error)
            self._draw()
            return
        self.notice, self.hints, self.asking, self.picked = "", [], None, frozenset()
        self._continue_hand()

    def _hand_items(self) -> tuple[Item, ...]:
        return self.face.hand_items(self.order)

    # ---- keys

    def on_key(self, event: events.Key) -> None:
        """Handle a key.

        - If an overlay such as the help is open, any key closes it and does nothing else.
        - Otherwise, the keys for help and for leaving always work.
        - After the end of a hand, the other keys begin the next hand or leave.
        - During a hand, the other keys go to the open menu; keys that the menu does not handle go to the hand.
        """
        key = event.character if event.is_printable and event.character else event.key
        event.stop()
        event.prevent_default()
        if self.query_one("#help").display:
            self.query_one("#help").display = False
        elif not self._on_global_key(key):
            self.leaving = self.hinted = False
            self._on_turn_key(key)
        self._draw()

    def _on_global_key(self, key: str) -> bool:
        if key in ("?", "？"):
            self._show_help()
        elif key in ("Q", "ctrl+q", "ctrl+c"):
            self._leave()
        else:
            return False
        return True

    def _leave(self) -> None:
        """Leave the match. During a hand, the first call only announces the cost, and the second one leaves."""
        if self.leaving or self.session.outcome is not None:
            self.session.leave()
            self.app.exit()
        self.leaving = True
        self.notice = " ".join(
            filter(None, (self.face.leave_cost_text(), translate(self.face.lang, "table.press_again")))
        )

    def _on_turn_key(self, key: str) -> None:
        if self.session.outcome is not None:
            self._on_between_hands_key(key)
        elif not (self.menu and self._on_menu_key(key)):
            self._on_hand_key(key)

    def _on_between_hands_key(self, key: str) -> None:
        early = possible_predeal_answers(self.session.game)
        if key in ("enter", "space", " ", "n"):
            self._next_hand()
        elif key == "y" and early:
            self._next_hand(early[0])
        elif key == "q":
            self.app.exit()

    def _next_hand(self, early: Any = None) -> None:
        self.picked, self.cursor = frozenset(), 0
        self.session.next_hand(early)
        self._continue_hand()

    # ---- keys: buttons

    def _on_menu_key(self, key: str) -> bool:
        """Handle a key while a menu is open. Returns whether the menu handles it.

        A menu that asks what the selected cards mean handles every key.
        """
        step = _STEPS.get(key)
        if step is not None:
            self.menu_index = (self.menu_index + step) % len(self.menu)
        elif key == "enter":
            self._press_button(self.menu_index)
        elif (place := self._button_index_of_key(key)) is not None:
            self._press_button(place)
        elif key == "escape" and self.is_choosing_reading:
            self.is_choosing_reading, self.menu = False, (self.asking.buttons if self.asking else ())
        else:
            return self.is_choosing_reading
        return True

    def _button_index_of_key(self, key: str) -> int | None:
        """Return the index of the button that a key presses; None if there is none.

        A button is pressed by its own key. If no button of the menu has a digit as its key, digits press the buttons by
        number.
        """
        for place, button in enumerate(self.menu):
            if button.key == key.lower():
                return place
        if any(button.key.isdecimal() for button in self.menu) or not key.isdecimal():
            return None
        return int(key) - 1 if 1 <= int(key) <= len(self.menu) else None

    def _press_button(self, place: int) -> None:
        self._act(self.menu[place].action)

    # ---- keys: the hand

    def _on_hand_key(self, key: str) -> None:
        name = _KEYS.get(key) or _KEYS.get(key.lower(), "")
        if name:
            getattr(self, name)()
            return
        rank = self.face.rank_keys.get(key, key.lower())
        self._select_next_of_rank([item.uid for item in self._hand_items() if item.key == rank])

    def _select_next_of_rank(self, uids: list[int]) -> None:
        """Select one more card of a rank; if all cards of the rank are selected already, deselect all of them.

        ``uids`` contains the cards of this rank in the hand. If the player may select only one card, the next card of
        the rank takes the place of the selected card.
        """
        self.notice = ""
        if self._may_select_one_card():
            kept = [place for place, uid in enumerate(uids, 1) if uid in self.picked]
            self.picked = frozenset({uids[kept[0] % len(uids)] if kept else uids[0]}) if uids else self.picked
            return
        more = next((uid for uid in uids if uid not in self.picked), None)
        self.picked = self.picked - set(uids) if more is None else self.picked | {more}

    def _may_select_one_card(self) -> bool:
        return self.asking is not None and self.asking.single

    def _move_cursor(self, step: int) -> None:
        held = len(self._hand_items())
        self.cursor = (self.cursor + step) % held if held else 0

    def move_left(self) -> None:
        """Move the cursor left."""
        self._move_cursor(-1)

    def move_right(self) -> None:
        """Move the cursor right."""
        self._move_cursor(1)

    def move_to_first(self) -> None:
        """Move the cursor to the first card."""
        self.cursor = 0

    def move_to_last(self) -> None:
        """Move the cursor to the last card."""
        self.cursor = len(self._hand_items()) - 1

    def toggle_card(self) -> None:
        """Select or deselect the card under the cursor."""
        items = self._hand_items()
        if items:
            uid = items[min(self.cursor, len(items) - 1)].uid
            self.picked = frozenset({uid}) - self.picked if self._may_select_one_card() else self.picked ^ {uid}
            self.notice = ""

    def deselect_all(self) -> None:
        """Deselect all cards."""
        self.picked, self.notice = frozenset(), ""

    def next_sort_order(self) -> None:
        """Sort the hand in the next sort order."""
        self.order = (self.order + 1) % self.face.sort_order_count

    def toggle_counter(self) -> None:
        """Show or hide the counter of unseen cards."""
        self.counting = not self.counting

    def toggle_log(self) -> None:
        """Show or hide the log beside the table. If the screen is too narrow, show the log over the table instead."""
        if self.size.width >= WIDE:
            self.logging = not self.logging
        else:
            self._show_overlay(
                [*self._score_and_log_lines(LEAST[1] - 6), Text(), dim_text(translate(self.face.lang, "key.any"))]
            )

    def show_last_trick(self) -> None:
        """Show the previous trick."""
        head, lang = bold_text(translate(self.face.lang, "table.last_trick")), self.face.lang
        plays = self.face.last_trick_lines() or [Text(translate(lang, "table.no_trick"))]
        self._show_overlay([head, *plays, Text(), dim_text(translate(lang, "key.any"))])

    def pass_turn(self) -> None:
        """Pass, if that is allowed."""
        if self.asking is None:
            self._notice_not_your_turn()
        elif self.asking.passing is None:
            self.notice = self.face.text("illegal.leader_must_play")
        else:
            self.picked = frozenset()
            self._act(self.asking.passing)

    def play_selected(self) -> None:
        """Play the selected cards. If they can mean several plays, let the player choose one.

        If no card is selected, pass if passing is the current hint. If only one card may be selected, play the card
        under the cursor.
        """
        if self.asking is None:
            self._notice_not_your_turn()
            return
        if not self.picked and self.advised is not None and self.advised == self.asking.passing:
            self._act(self.advised)
            return
        if not self.picked and self._may_select_one_card():
            self.toggle_card()
        found, why = self._actions_for_picked()
        if not found:
            self.notice = why
        elif len(found) == 1:
            self._act(found[0])
        else:
            self.is_choosing_reading, self.menu_index = True, 0
            self.menu = tuple(Button(self.face.action_label(action), action) for action in found)

    def show_hint(self) -> None:
        """Show the next suggested action, and select its cards."""
        if self.asking is None:
            self._notice_not_your_turn()
            return
        if not self.hints:
            self.hints = self.session.hints()
        action = self.advised = self.hints.pop(0)
        picks = self.face.uids_of_action(action, self._hand_items())
        self.hinted = True
        self.notice = translate(self.face.lang, "table.hint", play=self.face.action_label(action))
        self.picked = picks or frozenset()
        self.menu_index = next((at for at, button in enumerate(self.menu) if button.action == action), self.menu_index)

    def _notice_not_your_turn(self) -> None:
        self.notice = self.face.text("illegal.not_your_turn")

    def _actions_for_picked(self) -> tuple[tuple[Any, ...], str]:
        """Return the legal actions that the player can take with the selected cards, and an error text.

        If there are such actions, the text is empty. If there are none, the tuple is empty and the text says why.
        """
        picked = [item for item in self._hand_items() if item.uid in self.picked]
        try:
            return self.face.actions_for(picked), ""
        except NotPlayable as why:
            return (), str(why)
        except PaijuError as error:
            return (), self.face.error_message(error)

    # ---- drawing

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        over = self.session.outcome is not None
        self.face.card_size = card_size_for(self.size.height)
        self._update_widget(
            "side", join_lines(self._score_and_log_lines(self.size.height) if self._is_log_beside else [])
        )
        self._update_widget("head", self._header_text())
        self._update_widget("public", self.face.public_line())
        for seat in self.face.other_seats():
            lines = self.face.final_card_lines(seat) if over else self.face.last_action_lines(seat)
            self._update_widget(f"seat{seat}", join_lines([*self.face.seat_lines(seat, self._seat_width()), *lines]))
        self._update_widget("middle", join_lines(self._result_lines() if over else self._middle_lines()))
        self._update_widget("counter", join_lines(self.face.card_counter_lines() if self.counting and not over else []))
        self._update_widget("message", Text() if over else self._message_text())
        self._update_widget("menu", self._menu_text())
        self._update_widget("hand", self._hand_text())
        self._update_widget("own", self.face.seat_line(self.face.me))
        self._update_widget("keys", dim_text(self._key_help()))

    def _seat_width(self) -> int:
        return self._table_width // max(1, len(self.face.other_seats())) - 1

    @property
    def _is_log_beside(self) -> bool:
        """Whether the log is shown beside the table."""
        return self.logging and self.size.width >= WIDE

    @property
    def _table_width(self) -> int:
        """Width of the table itself, in columns."""
        return self.size.width - SIDE * self._is_log_beside

    def _score_and_log_lines(self, rows: int) -> list[Text]:
        """Return the current score breakdown, and below it the latest events, with the most recent one last.

        As many events are returned as fit into ``rows`` rows, together with the breakdown.
        """
        lang = self.face.lang
        account = [bold_text(translate(lang, "table.account")), *map(Text, self.face.current_score_lines()), Text()]
        log_lines = [Text(f"· {line}") for line in self.face.log_lines()]
        room, wide = rows - len(account) - 1, SIDE - 3
        while log_lines and sum(-(-line.cell_len // wide) for line in log_lines) > room:
            log_lines.pop(0)
        return [*account, bold_text(translate(lang, "table.log")), *log_lines]

    def _update_widget(self, place: str, what: Text) -> None:
        widget = self.query_one(f"#{place}", Static)
        widget.update(what)
        widget.display = bool(what.plain) or place in _ALWAYS_THERE

    def _header_text(self) -> Text:
        ruleset, lang = self.session.ruleset, self.face.lang
        number = translate(lang, "table.hand", hand=self.session.match.hand + 1)
        if self.app.size.width < LEAST[0] or self.app.size.height < LEAST[1]:
            return Text(translate(lang, "table.too_small", columns=LEAST[0], rows=LEAST[1]), WARN)
        left = join_texts(bold_text(text_in_language(ruleset.title, lang)), dim_text(number))
        return join_left_and_right(left, dim_text(translate(lang, "table.title")), max(20, self._table_width))

    def _middle_lines(self) -> list[Text]:
        return [
            *self.face.latest_event_lines(),
            *self.face.middle_lines(self._table_width),
            *self.face.own_last_action_lines(),
        ]

    def _message_text(self) -> Text:
        if self.notice:
            return bold_text(self.notice) if self.hinted else Text(self.notice, WARN)
        asking = self.asking
        if asking is None:
            waits = [self.face.names[seat] for seat in self.session.others_to_act() if seat != DEALER]
            return dim_text(translate(self.face.lang, "table.thinking", who=" ".join(waits))) if waits else Text()
        if self.is_choosing_reading:
            return bold_text(self.face.text("ask.as"))
        return self._picked_text(asking)

    def _picked_text(self, asking: Prompt) -> Text:
        """Return what the selected cards mean, or why they cannot be played; without selected cards, the question."""
        if not (asking.picks and self.picked):
            return bold_text(asking.question)
        found, why = self._actions_for_picked()
        if not found:
            return Text(why, WARN)
        if len(found) > 1:
            return bold_text(translate(self.face.lang, "table.readings", number=len(found)))
        ok = bold_text(translate(self.face.lang, "table.ok", play=self.face.action_label(found[0])))
        return join_texts(ok, dim_text(self.face.remark_on_action(found[0])))

    def _menu_text(self) -> Text:
        parts = []
        for place, button in enumerate(self.menu):
            key = button.key.upper() or str(place + 1)
            style = f"bold {INK} on {GOLD}" if place == self.menu_index else "reverse"
            parts.append(Text(f" {key} {button.label} ", style))
        return join_texts(*parts)

    def _hand_text(self) -> Text:
        items = self._hand_items()
        if not items or self.session.outcome is not None:
            return Text()
        self.cursor = min(self.cursor, len(items) - 1)
        in_menu = bool(self.menu)
        look = HandAppearance(
            self.picked, None if in_menu else self.cursor, self.face.unplayable_uids(items) - self.picked
        )
        return self.face.draw_hand(items, look, max(20, self._table_width))

    def _key_help(self) -> str:
        stage = "over" if self.session.outcome is not None else "menu" if self.menu else "hand"
        early = self.face.predeal_key_text() if stage == "over" else ""
        idle = self._ineffective_keys()
        return "  ".join(filter(None, (early, *(self._key_text(name) for name in _NAMED[stage] if name not in idle))))

    def _key_text(self, name: str) -> str:
        return self.face.text(f"key.{name}")

    def _ineffective_keys(self) -> frozenset[str]:
        """Return the names of the keys that have no effect now."""
        idle = self._keys_unused_by_game()
        if self.asking is None:
            return idle | {"enter", "pass", "hint"}
        return idle if self.asking.passing is not None else idle | {"pass"}

    def _keys_unused_by_game(self) -> frozenset[str]:
        """Return the names of the keys that this game never uses."""
        return self.face.unused_keys | (frozenset() if self.face.sort_order_count > 1 else {"sort"})

    # ---- the end of a hand, and the help

    def _result_lines(self) -> list[Text]:
        outcome = self.session.outcome
        assert outcome is not None
        code = "void" if not outcome.winners else "won" if self.face.me in outcome.winners else "lost"
        head = join_texts(bold_text(translate(self.face.lang, f"table.{code}")), self.face.headline(), gap=" · ")
        width = self._table_width
        account = list(map(Text, self.face.final_score_lines()))
        left = self.face.final_card_lines(self.face.me)
        own = [join_texts(dim_text(translate(self.face.lang, "table.cards_left")), *left, gap="   ")] if left else []
        return [head, self.face.points_line(), Text(), *lay_out_columns(account, width), Text(), *own]

    def _show_help(self) -> None:
        lang = self.face.lang
        lines = [bold_text(translate(lang, "table.help_title"))]
        idle = self._keys_unused_by_game()
        lines += [Text(f"  {self._key_text(name)}") for name in _HELP if name not in idle]
        self._show_overlay([*lines, Text(), dim_text(translate(lang, "key.any"))])

    def _show_overlay(self, lines: list[Text]) -> None:
        """Show lines over the table until a key is pressed."""
        widget = self.query_one("#help", Static)
        widget.update(join_lines(lines))
        widget.display = True


_ALWAYS_THERE: Final = ("head", "public", "middle", "message", "own", "keys", *(f"seat{seat}" for seat in range(8)))
_STEPS: Final = {"left": -1, "up": -1, "right": 1, "down": 1, "tab": 1}
_HELP: Final = (
    "move", "pick", "ranks", "enter", "pass", "hint", "sort", "clear", "counter", "log", "last", "buttons", "yes_no", "quit",
)  # fmt: skip
_NAMED: Final = {
    "over": ("next", "help", "quit"),
    "menu": ("buttons", "help", "quit"),
    "hand": ("move", "pick", "enter", "pass", "hint", "sort", "help", "quit"),
}
_KEYS: Final[dict[str, str]] = {
    "left": "move_left",
    "right": "move_right",
    "home": "move_to_first",
    "end": "move_to_last",
    "space": "toggle_card",
    " ": "toggle_card",
    "enter": "play_selected",
    "escape": "deselect_all",
    "p": "pass_turn",
    "h": "show_hint",
    "s": "next_sort_order",
    "c": "toggle_counter",
    "l": "toggle_log",
    "v": "show_last_trick",
}
