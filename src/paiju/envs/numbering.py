"""Actions as numbers: what a program that learns may say, and what it means by it.

A *numbering* turns the legal actions of a decision into a *choice*: the numbers that may be said now. Taking one gives an
action, or another choice where more has to be said first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from lzma import decompress
from string import ascii_letters, digits
from typing import Any, Final, NamedTuple, Protocol

from paiju.core.errors import IllegalAction, UnknownName
from paiju.core.game import AnyGame, spread

MOST: Final = 1024
"""Of more legal actions than this so many are offered, evenly spread over all."""


Written = Callable[[Any], str]
"""An action to its text."""


class Meant(NamedTuple):
    """What stands for an action: itself, or its number in a row of the arrays."""

    action: Any


class Choice(Protocol):
    """What may be said now."""

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers that mean something, ascending."""

    @property
    def said(self) -> Sequence[int]:
        """What has been said of this action so far."""

    def take(self, number: int) -> Choice | Meant:
        """What is meant, or what is still to be said. Raises IllegalAction for a number that means nothing."""


class Numbering(Protocol):
    """``size`` numbers there are, from 0. An observation tells of ``parts`` of them whether they were said; 0: one says all."""

    size: int
    parts: int

    def choice(self, legal: Sequence[Any], written: Written) -> Choice:
        """The choice among some legal actions, whatever stands for them."""

    def text(self, said: Sequence[int]) -> str:
        """What has been said, for people."""


def refuse(number: int, numbers: Sequence[int]) -> IllegalAction:
    """The refusal of a number that means nothing now."""
    return IllegalAction("means_nothing", number=number, count=len(numbers))


# ---- places


class Place(NamedTuple):
    """A number is a place among the actions."""

    actions: Sequence[Any]

    @property
    def numbers(self) -> Sequence[int]:
        return range(len(self.actions))

    @property
    def said(self) -> Sequence[int]:
        return ()

    def take(self, number: int) -> Choice | Meant:
        if not 0 <= number < len(self.actions):
            raise refuse(number, self.numbers)
        return Meant(self.actions[number])


class Places:
    """Number n is the n-th legal action, in the order of ``game.legal``. It means something else in each decision."""

    size, parts = MOST, 0

    def __init__(self, game: AnyGame) -> None:
        pass

    def choice(self, legal: Sequence[Any], written: Written) -> Choice:
        return Place(spread(legal, MOST))

    def text(self, said: Sequence[int]) -> str:
        return ""


# ---- letters

END: Final = 0


class Spelling(NamedTuple):
    """Texts that may be meant, all of which begin with what has been spelled."""

    texts: Mapping[str, Any]
    alphabet: str
    done: int = 0
    told: tuple[int, ...] = ()

    def _letter(self, text: str) -> int:
        return self.alphabet.index(text[self.done]) + 1 if self.done < len(text) else END

    @property
    def numbers(self) -> Sequence[int]:
        return sorted({self._letter(text) for text in self.texts})

    @property
    def said(self) -> Sequence[int]:
        return self.told

    def take(self, number: int) -> Choice | Meant:
        left = {text: action for text, action in self.texts.items() if self._letter(text) == number}
        if not left:
            raise refuse(number, self.numbers)
        return Spelling(left, self.alphabet, self.done + 1, (*self.told, number)).forced()

    def forced(self) -> Choice | Meant:
        """The letters that must follow are said; what is meant, where there is but one."""
        spelling = self
        while len(spelling.texts) > 1 and len(spelling.numbers) == 1:
            spelling = spelling._replace(done=spelling.done + 1, told=(*spelling.told, *spelling.numbers))
        return spelling if len(spelling.texts) > 1 else Meant(*spelling.texts.values())


class Letters:
    """An action is spelled as ``game.format_action`` writes it, letter by letter; number 0 ends it.

    A letter means the same in every decision. Where but one can follow it is not asked for.
    """

    def __init__(self, game: AnyGame) -> None:
        cards = "".join(map(game.format_card, game.plan(game.new_match()).pack))
        self.alphabet = "".join(sorted({*cards, *ascii_letters, *digits, *" +-<>/"}))
        self.size = self.parts = len(self.alphabet) + 1

    def choice(self, legal: Sequence[Any], written: Written) -> Choice:
        texts = {written(action): action for action in spread(legal, MOST)}
        begun = Spelling(texts, self.alphabet)
        found = begun.forced()
        return begun if isinstance(found, Meant) else found

    def text(self, said: Sequence[int]) -> str:
        return "".join(self.alphabet[number - 1] if number else "." for number in said)


# ---- RLCard's list

ONE_DECK: Final = 54
_RANKS: Final = "3456789TJQKA2BR"


@cache
def rlcard_ids() -> dict[str, int]:
    """RLCard's number of a play by its cards, ascending ("3334"), and of "pass". (Its file action_space.txt, MIT licence.)"""
    packed = files(__package__).joinpath("rlcard_actions.txt.xz").read_bytes()
    return {cards: number for number, cards in enumerate(decompress(packed).decode().split())}


class Named(NamedTuple):
    """Each action by its number."""

    actions: Mapping[int, Any]

    @property
    def numbers(self) -> Sequence[int]:
        return sorted(self.actions)

    @property
    def said(self) -> Sequence[int]:
        return ()

    def take(self, number: int) -> Choice | Meant:
        if number not in self.actions:
            raise refuse(number, self.numbers)
        return Meant(self.actions[number])


class Listed:
    """RLCard's 27,472 plays of one deck, by their numbers there; they need an opener, for it numbers no bids.

    Of actions with the same cards the first is meant; what it does not list is not offered. Raises UnknownName for two decks,
    ValueError where nothing that may be done is listed.
    """

    size, parts = 27_472, 0

    def __init__(self, game: AnyGame) -> None:
        if len(game.plan(game.new_match()).pack) > ONE_DECK:
            raise UnknownName("unknown_choice", name="rlcard", known="places, letters")

    def choice(self, legal: Sequence[Any], written: Written) -> Choice:
        named: dict[int, Any] = {}
        for action in legal:
            number = rlcard_ids().get(self._cards(written(action)))
            if number is not None:
                named.setdefault(number, action)
        if not named:
            raise ValueError(
                f"RLCard has no number for {written(legal[0])!r}; an opener plays what comes before the play"
            )
        return Named(named)

    @staticmethod
    def _cards(text: str) -> str:
        made, _, _ = text.removeprefix("play ").partition("<")
        return "".join(sorted(made.replace("+", ""), key=_RANKS.index)) if text.startswith("play ") else text

    def text(self, said: Sequence[int]) -> str:
        return ""


NUMBERINGS: Final[dict[str, Callable[[AnyGame], Numbering]]] = {"places": Places, "letters": Letters, "rlcard": Listed}


def numbering(name: str, game: AnyGame) -> Numbering:
    """A numbering of a game's actions by name. Raises UnknownName."""
    if name not in NUMBERINGS:
        raise UnknownName("unknown_choice", name=name, known=", ".join(NUMBERINGS))
    return NUMBERINGS[name](game)
