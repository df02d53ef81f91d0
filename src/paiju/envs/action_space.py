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
from paiju.core.game import AnyGame, subsample_evenly

MOST: Final = 1024
"""Of more legal actions than this so many are offered, evenly spread over all."""


FormatAction = Callable[[Any], str]
"""An action to its text."""


class DecodedAction(NamedTuple):
    """What stands for an action: itself, or its number in a row of the arrays."""

    action: Any


class ActionChoice(Protocol):
    """What may be said now."""

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers that mean something, ascending."""

    @property
    def tokens_so_far(self) -> Sequence[int]:
        """What has been said of this action so far."""

    def take(self, number: int) -> ActionChoice | DecodedAction:
        """What is meant, or what is still to be said. Raises IllegalAction for a number that means nothing."""


class ActionEncoding(Protocol):
    """``size`` numbers, from 0. Observations encode the last ``max_tokens`` tokens; 0: one number is the whole action."""

    size: int
    max_tokens: int

    def choice(self, legal: Sequence[Any], written: FormatAction) -> ActionChoice:
        """The choice among some legal actions, whatever stands for them."""

    def text(self, said: Sequence[int]) -> str:
        """What has been said, for people."""


def refusal_for_number(number: int, numbers: Sequence[int]) -> IllegalAction:
    """The refusal of a number that means nothing now."""
    return IllegalAction("means_nothing", number=number, count=len(numbers))


# ---- places


class IndexChoice(NamedTuple):
    """A number is a place among the actions."""

    actions: Sequence[Any]

    @property
    def numbers(self) -> Sequence[int]:
        return range(len(self.actions))

    @property
    def tokens_so_far(self) -> Sequence[int]:
        return ()

    def take(self, number: int) -> ActionChoice | DecodedAction:
        if not 0 <= number < len(self.actions):
            raise refusal_for_number(number, self.numbers)
        return DecodedAction(self.actions[number])


class IndexActions:
    """Number n is the n-th legal action, in the order of ``game.legal``. It means something else in each decision."""

    size, max_tokens = MOST, 0

    def __init__(self, game: AnyGame) -> None:
        pass

    def choice(self, legal: Sequence[Any], written: FormatAction) -> ActionChoice:
        return IndexChoice(subsample_evenly(legal, MOST))

    def text(self, said: Sequence[int]) -> str:
        return ""


# ---- letters

END: Final = 0


class AutoregressiveChoice(NamedTuple):
    """Texts that may be meant, all of which begin with what has been spelled."""

    texts: Mapping[str, Any]
    alphabet: str
    done: int = 0
    tokens: tuple[int, ...] = ()

    def _next_token(self, text: str) -> int:
        return self.alphabet.index(text[self.done]) + 1 if self.done < len(text) else END

    @property
    def numbers(self) -> Sequence[int]:
        return sorted({self._next_token(text) for text in self.texts})

    @property
    def tokens_so_far(self) -> Sequence[int]:
        return self.tokens

    def take(self, number: int) -> ActionChoice | DecodedAction:
        left = {text: action for text, action in self.texts.items() if self._next_token(text) == number}
        if not left:
            raise refusal_for_number(number, self.numbers)
        return AutoregressiveChoice(left, self.alphabet, self.done + 1, (*self.tokens, number)).skip_forced_tokens()

    def skip_forced_tokens(self) -> ActionChoice | DecodedAction:
        """The letters that must follow are said; what is meant, where there is but one."""
        spelling = self
        while len(spelling.texts) > 1 and len(spelling.numbers) == 1:
            spelling = spelling._replace(done=spelling.done + 1, tokens=(*spelling.tokens, *spelling.numbers))
        return spelling if len(spelling.texts) > 1 else DecodedAction(*spelling.texts.values())


class AutoregressiveActions:
    """An action is spelled as ``game.format_action`` writes it, letter by letter; number 0 ends it.

    A letter means the same in every decision. Where but one can follow it is not asked for.
    """

    def __init__(self, game: AnyGame) -> None:
        cards = "".join(map(game.format_card, game.plan(game.new_match()).pack))
        self.alphabet = "".join(sorted({*cards, *ascii_letters, *digits, *" +-<>/"}))
        self.size = self.max_tokens = len(self.alphabet) + 1

    def choice(self, legal: Sequence[Any], written: FormatAction) -> ActionChoice:
        texts = {written(action): action for action in subsample_evenly(legal, MOST)}
        begun = AutoregressiveChoice(texts, self.alphabet)
        found = begun.skip_forced_tokens()
        return begun if isinstance(found, DecodedAction) else found

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


class RLCardChoice(NamedTuple):
    """Each action by its number."""

    actions: Mapping[int, Any]

    @property
    def numbers(self) -> Sequence[int]:
        return sorted(self.actions)

    @property
    def tokens_so_far(self) -> Sequence[int]:
        return ()

    def take(self, number: int) -> ActionChoice | DecodedAction:
        if number not in self.actions:
            raise refusal_for_number(number, self.numbers)
        return DecodedAction(self.actions[number])


class RLCardActions:
    """RLCard's 27,472 plays of one deck, by their numbers there; they need an opener, for it numbers no bids.

    Of actions with the same cards the first is meant; what it does not list is not offered. Raises UnknownName for two decks,
    ValueError where nothing that may be done is listed.
    """

    size, max_tokens = 27_472, 0

    def __init__(self, game: AnyGame) -> None:
        if len(game.plan(game.new_match()).pack) > ONE_DECK:
            raise UnknownName("unknown_choice", name="rlcard", known="places, letters")

    def choice(self, legal: Sequence[Any], written: FormatAction) -> ActionChoice:
        named: dict[int, Any] = {}
        for action in legal:
            number = rlcard_ids().get(self._cards(written(action)))
            if number is not None:
                named.setdefault(number, action)
        if not named:
            raise ValueError(
                f"RLCard has no number for {written(legal[0])!r}; an opener plays what comes before the play"
            )
        return RLCardChoice(named)

    @staticmethod
    def _cards(text: str) -> str:
        made, _, _ = text.removeprefix("play ").partition("<")
        return "".join(sorted(made.replace("+", ""), key=_RANKS.index)) if text.startswith("play ") else text

    def text(self, said: Sequence[int]) -> str:
        return ""


NUMBERINGS: Final[dict[str, Callable[[AnyGame], ActionEncoding]]] = {
    "places": IndexActions,
    "letters": AutoregressiveActions,
    "rlcard": RLCardActions,
}


def action_encoding(name: str, game: AnyGame) -> ActionEncoding:
    """A numbering of a game's actions by name. Raises UnknownName."""
    if name not in NUMBERINGS:
        raise UnknownName("unknown_choice", name=name, known=", ".join(NUMBERINGS))
    return NUMBERINGS[name](game)
