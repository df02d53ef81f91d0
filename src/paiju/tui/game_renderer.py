"""What the table asks of a family: how its cards and seats look, and what the player is asked and means.

``GameRenderer`` has one subclass a family, in a module of its own; the table knows nothing else of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text

from paiju.core.errors import PaijuError
from paiju.core.hand_runner import first_question, predeal_answers
from paiju.core.seats import Seat
from paiju.locale import translate
from paiju.locale.reader import TextRenderer
from paiju.tui.drawing import LIGHT, SMALL, HandAppearance, Item, bold_text, dim_text, fan, join_texts
from paiju.tui.session import TerminalSession


@dataclass(frozen=True, slots=True)
class Button:
    """An action that is offered by name; ``key`` presses it."""

    label: str
    action: Any
    key: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the player is asked: by buttons, or (``picks``) for cards, one only if ``single``; ``passing`` is what P does."""

    question: str
    buttons: tuple[Button, ...] = ()
    picks: bool = False
    single: bool = False
    passing: Any = None


class NotPlayable(Exception):
    """The cards picked cannot be played; says why."""


class GameRenderer(ABC):
    """A family at the table, for one player in one language."""

    sorts: ClassVar[int] = 1
    """In how many orders a hand can be laid."""

    size = SMALL
    """How large its cards are; the screen says it."""

    def __init__(self, session: TerminalSession, lang: str) -> None:
        self.session = session
        self.family = session.ruleset.family
        self.lang = lang
        self.me = session.me
        self.game = session.game
        others = [translate(lang, f"bot.{number}") for number in range(self.game.seats - 1)]
        self.names = tuple(
            translate(lang, "table.you") if seat == self.me else others.pop(0) for seat in self._seats_in_order()
        )
        self.reader = TextRenderer(lang, self.family, self.names, self.me)

    def _seats_in_order(self) -> range:
        return range(self.game.seats)

    @property
    def view(self) -> Any:
        """What the player knows."""
        return self.session.view

    def text(self, key: str, *args: object, **details: object) -> str:
        """Words for this family."""
        return translate(self.lang, key, *args, family=self.family, **details)

    # ---- what every family has of its own

    @abstractmethod
    def items(self, order: int) -> tuple[Item, ...]:
        """The player's hand, in one of the orders."""

    @abstractmethod
    def public_line(self) -> Text:
        """What lies in the middle for all to see, and what the hand is worth so far."""

    @abstractmethod
    def badges(self, seat: Seat) -> Text:
        """What a seat is, and what it has declared."""

    @abstractmethod
    def cards_left(self, seat: Seat) -> int:
        """How many cards a seat holds."""

    @abstractmethod
    def last_words(self, seat: Seat) -> list[Text]:
        """What a seat has said or played last, and what it shows."""

    @abstractmethod
    def prompt(self) -> Prompt | None:
        """What the player is asked now."""

    @abstractmethod
    def actions_for(self, picked: Sequence[Item]) -> tuple[Any, ...]:
        """What the player may mean by the cards picked. Raises NotNow, PaijuError."""

    @abstractmethod
    def picks_of(self, action: Any, items: Sequence[Item]) -> frozenset[int] | None:
        """Which cards an action takes, by ``uid``; None if it is not made of cards."""

    # ---- what a family may have

    unused_keys: ClassVar[frozenset[str]] = frozenset()
    """Names of keys that the table has and this family no use for; they are shown nowhere."""

    rank_keys: ClassVar[Mapping[str, str]] = {}
    """Keys that stand for others when cards are picked by rank."""

    def forced_action(self) -> Any:
        """What is done for the player, who has no choice and learns nothing by being asked; None if there is a choice."""
        return None

    def comment(self, action: Any) -> str:
        """What is worth knowing of an action before it is taken."""
        return ""

    def latest_event_text(self) -> list[Text]:
        """What has happened last, where the cards that lie there do not tell it."""
        return []

    def others(self) -> tuple[Seat, ...]:
        """The seats across the table, from left to right: the next to play sits on the right."""
        seats = self.game.seats
        return tuple((self.me - step) % seats for step in range(1, seats))

    def middle(self, width: int) -> list[Text]:
        """What lies in the middle of the table."""
        return []

    def last_trick(self) -> list[Text]:
        """What lay in the trick before, a line a play; nothing where there is none."""
        return []

    def is_trick_complete(self) -> bool:
        """Whether all have played to a trick and nobody to the next one: it lies there for a moment longer."""
        return False

    def own_last_words(self) -> list[Text]:
        """What the player has said or played last."""
        return self.last_words(self.me)

    def counter(self) -> list[Text]:
        """Which cards have not been seen yet."""
        return []

    def unplayable(self, items: Sequence[Item]) -> frozenset[int]:
        """Cards that cannot be played now."""
        return frozenset()

    def hand(self, items: Sequence[Item], look: HandAppearance, width: int) -> Text:
        """The player's hand."""
        return fan(items, look, width, self.size)

    def cards_shown_at_end(self, seat: Seat) -> list[Text]:
        """What a seat shows when the hand is over."""
        return self.last_words(seat)

    # ---- what the family's voice says

    def label(self, action: Any) -> str:
        """An action in words."""
        return self.reader.sentence(self.game.voice.action(self.view, self.me, action))

    def predeal_text(self) -> str:
        """What may be said before the next hand is dealt (明牌开始), with its key; nothing where there is nothing."""
        state, answers = first_question(self.game), predeal_answers(self.game)
        return f"Y {self.reader.sentence(self.game.voice.action(state, self.me, answers[0]))}" if answers else ""

    def hand_notes(self) -> list[str]:
        """What holds for this hand, in a word or two each."""
        return list(map(self.reader.sentence, self.game.hand_notes(self.view)))

    def question(self) -> str:
        """What the player is asked, in words."""
        return self.reader.sentence(self.game.voice.question(self.view, self.me, self.session.legal_actions()))

    def log_lines(self) -> list[str]:
        """What has happened lately, in words."""
        return [told for event in self.session.recent if (told := self.reader.sentence(self.game.voice.event(event)))]

    def account_so_far(self) -> list[str]:
        """What the hand would be worth now, line by line; nothing before there is anything."""
        lines = self.game.score_lines(self.view)
        voice = self.game.voice
        return [
            self.reader.score_line(
                voice.line(self.view, line), line, "" if line.seat is None else self.owner(line.seat)
            )
            for line in lines
        ]

    def leave_cost_text(self) -> str:
        """What leaving the hand costs, in words; nothing where it need not be said."""
        price = self.session.leave_cost
        if price is None:
            return ""
        code = "free" if price.most == 0 else "exact" if price.least == price.most else "between"
        return translate(self.lang, f"leaving.{code}", least=price.least, most=price.most)

    def headline(self) -> str:
        """Who won and why, or who left."""
        outcome = self.session.outcome
        assert outcome is not None
        return self.reader.sentence(self.game.voice.ending(self.view, outcome))

    def refusal(self, error: PaijuError) -> str:
        """Why not."""
        return self.reader.sentence(self.game.voice.refusal(error))

    # ---- for all

    def seat_line(self, seat: Seat) -> Text:
        """Name, role, cards left, running points."""
        return join_texts(*self._seat_parts(seat))

    def seat_lines(self, seat: Seat, width: int) -> list[Text]:
        """The same, in two lines where one is too long."""
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
        return [name, self.badges(seat), left, dim_text(f"{points:+,}" if points else "")]

    def owner(self, seat: Seat) -> str:
        """Whose line of an account it is."""
        return self.names[seat]

    def account_lines(self) -> list[str]:
        """The account of a hand that is over, line by line, with the stake."""
        outcome = self.session.outcome
        assert outcome is not None
        owners = [self.owner(seat) for seat in range(self.game.seats)]
        return self.reader.score_lines(self.game, self.session.state, outcome, owners)
