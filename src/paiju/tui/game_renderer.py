"""The interface between the terminal's table screen and a family: how cards and seats look, and what the player's keys mean.

Each family has a subclass of ``GameRenderer`` in a module of its own. The screen knows nothing else about the family.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text

from paiju.core.errors import PaijuError
from paiju.core.hand_runner import possible_predeal_answers, predeal_question_state
from paiju.core.seats import Seat
from paiju.locale import translate
from paiju.locale.text_rendering import TextRenderer
from paiju.tui.drawing import LIGHT, SMALL, HandAppearance, Item, bold_text, dim_text, draw_fan, join_texts
from paiju.tui.session import TerminalSession


@dataclass(frozen=True, slots=True)
class Button:
    """A button for an action. ``key`` is the key that presses the button; "" if the button has no key of its own."""

    label: str
    action: Any
    key: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A decision that the player must make, by pressing a button or, if ``picks`` is true, by selecting cards.

    If ``single`` is true, the player selects exactly one card. ``passing`` is the action that the player takes
    with the key P; None if this key takes no action.
    """

    question: str
    buttons: tuple[Button, ...] = ()
    picks: bool = False
    single: bool = False
    passing: Any = None


class NotPlayable(Exception):
    """The selected cards cannot be played. The text of the exception says why."""


class GameRenderer(ABC):
    """Renders the table of a family for one player, in one language."""

    sort_order_count: ClassVar[int] = 1
    """Number of sort orders of a hand."""

    card_size = SMALL
    """Size of the cards, set by the screen."""

    def __init__(self, session: TerminalSession, lang: str) -> None:
        self.session = session
        self.family = session.ruleset.family
        self.lang = lang
        self.me = session.me
        self.game = session.game
        others = [translate(lang, f"bot.{number}") for number in range(self.game.seats - 1)]
        self.names = tuple(
            translate(lang, "table.you") if seat == self.me else others.pop(0) for seat in range(self.game.seats)
        )
        self.reader = TextRenderer(lang, self.family, self.names, self.me)

    @property
    def view(self) -> Any:
        """The state of the hand as the player may see it."""
        return self.session.view

    def text(self, key: str, *args: object, **details: object) -> str:
        """Return a text of this family in the player's language."""
        return translate(self.lang, key, *args, family=self.family, **details)

    # ---- required of every family

    @abstractmethod
    def hand_items(self, order: int) -> tuple[Item, ...]:
        """Return the cards of the player's hand, sorted in the order with the number ``order`` (from 0)."""

    @abstractmethod
    def public_line(self) -> Text:
        """Return the line above the table, with public information such as the bottom cards and the stake."""

    @abstractmethod
    def seat_badges(self, seat: Seat) -> Text:
        """Return a text with the role of a seat and what the seat has declared."""

    @abstractmethod
    def cards_left(self, seat: Seat) -> int:
        """Return the number of cards in a seat's hand."""

    @abstractmethod
    def last_action_lines(self, seat: Seat) -> list[Text]:
        """Return the lines with what a seat last declared or played, and with the cards that it shows."""

    @abstractmethod
    def prompt(self) -> Prompt | None:
        """Return the decision that the player must make now; None if there is none."""

    @abstractmethod
    def actions_for(self, picked: Sequence[Item]) -> tuple[Any, ...]:
        """Return the legal actions that the selected cards can mean. Raises NotPlayable or PaijuError if there are none."""

    @abstractmethod
    def uids_of_action(self, action: Any, items: Sequence[Item]) -> frozenset[int] | None:
        """Return the ``uid``s of the cards of the hand that an action uses.

        The result is None if the action uses no cards, or cards that ``items`` lacks.
        """

    # ---- optional

    unused_keys: ClassVar[frozenset[str]] = frozenset()
    """Names of the table's keys that this family does not use. The help leaves them out."""

    rank_keys: ClassVar[Mapping[str, str]] = {}
    """Further keys that select cards by rank. Each key is mapped to the ``Item.key`` for which it stands."""

    def forced_action(self) -> Any:
        """Return the action that is taken without asking the player; None if the player has a real choice."""
        return None

    def remark_on_action(self, action: Any) -> str:
        """Return a remark about an action, which is shown before the player takes it; "" if there is none."""
        return ""

    def latest_event_lines(self) -> list[Text]:
        """Return the text of the latest events; empty if the cards on the table already show them."""
        return []

    def other_seats(self) -> tuple[Seat, ...]:
        """Return the other seats from left to right. The next one to play is on the right."""
        seats = self.game.seats
        return tuple((self.me - step) % seats for step in range(1, seats))

    def middle_lines(self, width: int) -> list[Text]:
        """Return the lines in the middle of the table."""
        return []

    def last_trick_lines(self) -> list[Text]:
        """Return the previous trick, one line for each play; empty if there was none."""
        return []

    def is_trick_complete(self) -> bool:
        """Whether a trick is complete and the next one has not been led. The screen then pauses longer."""
        return False

    def own_last_action_lines(self) -> list[Text]:
        """Return the lines with what the player last declared or played."""
        return self.last_action_lines(self.me)

    def card_counter_lines(self) -> list[Text]:
        """Return lines that say, for each kind of card, how many cards the player has not seen.

        The result is empty if the family has no such counter.
        """
        return []

    def unplayable_uids(self, items: Sequence[Item]) -> frozenset[int]:
        """Return the ``uid``s of the cards that cannot be played now."""
        return frozenset()

    def draw_hand(self, items: Sequence[Item], look: HandAppearance, width: int) -> Text:
        """Return a drawing of the player's hand."""
        return draw_fan(items, look, width, self.card_size)

    def final_card_lines(self, seat: Seat) -> list[Text]:
        """Return the cards that a seat shows when the hand has ended."""
        return self.last_action_lines(seat)

    # ---- texts of the family

    def action_label(self, action: Any) -> str:
        """Return the name of an action that the player may take."""
        return self.reader.sentence(self.game.voice.action(self.view, self.me, action))

    def predeal_key_text(self) -> str:
        """Return the label of the key that accepts the offer before the deal (明牌开始); "" if the game has no such offer."""
        state, answers = predeal_question_state(self.game), possible_predeal_answers(self.game)
        return f"Y {self.reader.sentence(self.game.voice.action(state, self.me, answers[0]))}" if answers else ""

    def hand_terms(self) -> list[str]:
        """Return short notes about this hand, such as its limits or stakes."""
        return list(map(self.reader.sentence, self.game.hand_terms(self.view)))

    def seat_notes(self, seat: Seat) -> list[str]:
        """Return short texts that say what a seat has declared."""
        return list(map(self.reader.sentence, self.game.voice.seat_notes(self.view, seat)))

    def question(self) -> str:
        """Return the question that the player must answer, as a sentence."""
        return self.reader.sentence(self.game.voice.question(self.view, self.me, self.session.legal_actions()))

    def log_lines(self) -> list[str]:
        """Return the texts of recent events, the latest last."""
        return [
            sentence
            for event in self.session.recent
            if (sentence := self.reader.sentence(self.game.voice.event(event)))
        ]

    def current_score_lines(self) -> list[str]:
        """Return the score breakdown so far, line by line; empty if there is none yet."""
        lines = self.game.score_lines(self.view)
        voice = self.game.voice
        return [
            self.reader.score_line(
                voice.score_line_name(self.view, line),
                line,
                "" if line.seat is None else self.score_line_owner(line.seat),
            )
            for line in lines
        ]

    def leave_cost_text(self) -> str:
        """Return a text about the cost of leaving now; "" if leaving has no cost under these rules."""
        price = self.session.leave_cost
        if price is None:
            return ""
        code = "free" if price.most == 0 else "exact" if price.least == price.most else "between"
        return translate(self.lang, f"leaving.{code}", least=price.least, most=price.most)

    def headline(self) -> str:
        """Return a sentence that says who won and why, or who left."""
        outcome = self.session.outcome
        assert outcome is not None
        return self.reader.sentence(self.game.voice.ending(self.view, outcome))

    def error_message(self, error: PaijuError) -> str:
        """Return a sentence that says why an action was refused."""
        return self.reader.sentence(self.game.voice.error_message(error))

    # ---- common to all families

    def seat_line(self, seat: Seat) -> Text:
        """Return a line with a seat's name, role, number of cards and points. An arrow marks a seat that must act."""
        return join_texts(*self._seat_parts(seat))

    def seat_lines(self, seat: Seat, width: int) -> list[Text]:
        """Return the text of ``seat_line`` as one line, or as two lines if it is wider than ``width`` columns."""
        parts = self._seat_parts(seat)
        whole = join_texts(*parts)
        return (
            [whole]
            if whole.cell_len <= width
            else [join_texts(*parts[:2], gap=" "), join_texts("", *parts[2:], gap=" ")]
        )

    def _seat_parts(self, seat: Seat) -> list[Text]:
        turn = seat in self.game.to_act(self.session.state)
        name = bold_text(f"▶ {self.names[seat]}") if turn else Text(f"  {self.names[seat]}", f"bold {LIGHT}")
        left = Text(self.text("table.left", cards=self.cards_left(seat)))
        points = self.session.points[seat]
        return [name, self.seat_badges(seat), left, dim_text(f"{points:+,}" if points else "")]

    def score_line_owner(self, seat: Seat) -> str:
        """Return the name of the player or team to which the score lines of a seat belong."""
        return self.names[seat]

    def points_line(self) -> Text:
        """Return a line with the points that each player has won in the finished hand and in the whole match."""
        outcome = self.session.outcome
        assert outcome is not None
        parts = [
            join_texts(
                name,
                bold_text(f"{won:+,}"),
                dim_text(translate(self.lang, "table.total", points=f"{total:+,}")),
                gap=" ",
            )
            for name, won, total in zip(self.names, outcome.points, self.session.points, strict=True)
        ]
        return join_texts(dim_text(translate(self.lang, "table.points")), *parts, gap="   ")

    def final_score_lines(self) -> list[str]:
        """Return the score breakdown of a finished hand, line by line, with its total."""
        outcome = self.session.outcome
        assert outcome is not None
        owners = [self.score_line_owner(seat) for seat in range(self.game.seats)]
        return self.reader.score_lines(self.game, self.session.state, outcome, owners)
