"""Action spaces: each numbers the actions of a game, and says what a number means at a decision.

An ``ActionEncoding`` turns the legal actions of a decision into an ``ActionChoice``, the set of valid
numbers. An agent chooses one of these numbers. The number means an action, or only a part of an action. In
the second case, the agent gets an ``ActionChoice`` for the next number. The environments for single hands use
this module.
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

MOST_OFFERED: Final = 1024
"""The largest number of actions offered at a decision. If more are legal, an evenly spread sample is offered."""


FormatAction = Callable[[Any], str]
"""A function that formats an action as text."""


class DecodedAction(NamedTuple):
    """The action that was chosen: an action of the exact rules, or the number of an action in the batch engine."""

    action: Any


class ActionChoice(Protocol):
    """The set of numbers that may be chosen now."""

    @property
    def numbers(self) -> Sequence[int]:
        """The valid numbers in ascending order."""

    @property
    def tokens_so_far(self) -> Sequence[int]:
        """The numbers (tokens) chosen so far for the current action."""

    def choose(self, number: int) -> ActionChoice | DecodedAction:
        """Choose a number. Returns the action if it is now complete, otherwise the choice of the next number.

        Raises IllegalAction if ``number`` is not valid.
        """


class ActionEncoding(Protocol):
    """An action space: the meaning of the numbers 0 to ``size - 1``.

    In some action spaces, an agent chooses several numbers (*tokens*) one after another for one action.
    Observations then end with ``max_tokens`` counts: how often each number has been chosen so far for the current
    action. ``max_tokens`` is 0 if each number means a whole action.
    """

    size: int
    max_tokens: int

    def make_choice(self, legal: Sequence[Any], written: FormatAction) -> ActionChoice:
        """Return the numbers to choose from at a decision with the legal actions ``legal``.

        ``written`` is a function that formats an action as text.
        """

    def format_prefix(self, tokens: Sequence[int]) -> str:
        """Return a text that shows ``tokens``, which were chosen so far for the current action."""


def invalid_number_error(number: int, numbers: Sequence[int]) -> IllegalAction:
    """Return the error for a number that is not among the valid ``numbers``."""
    return IllegalAction("means_nothing", number=number, count=len(numbers))


# ---- index actions


class IndexChoice(NamedTuple):
    """An ``ActionChoice`` in which a number is an index of ``actions``."""

    actions: Sequence[Any]

    @property
    def numbers(self) -> Sequence[int]:
        return range(len(self.actions))

    @property
    def tokens_so_far(self) -> Sequence[int]:
        return ()

    def choose(self, number: int) -> ActionChoice | DecodedAction:
        if not 0 <= number < len(self.actions):
            raise invalid_number_error(number, self.numbers)
        return DecodedAction(self.actions[number])


class IndexActions:
    """An action space whose numbers are indices of the legal actions, in the order of ``game.legal``.

    The same number therefore means different actions at different decisions. If more than ``MOST_OFFERED``
    actions are legal, the numbers are indices of an evenly spread sample of them.
    """

    size, max_tokens = MOST_OFFERED, 0

    def __init__(self, game: AnyGame) -> None:
        pass

    def make_choice(self, legal: Sequence[Any], written: FormatAction) -> ActionChoice:
        return IndexChoice(subsample_evenly(legal, MOST_OFFERED))

    def format_prefix(self, tokens: Sequence[int]) -> str:
        return ""


# ---- autoregressive actions

END: Final = 0


class AutoregressiveChoice(NamedTuple):
    """The choice of the next character of an action's text.

    ``done`` is the number of characters that have been chosen. ``texts`` maps each text that begins with these
    characters to its action.
    """

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

    def choose(self, number: int) -> ActionChoice | DecodedAction:
        left = {text: action for text, action in self.texts.items() if self._next_token(text) == number}
        if not left:
            raise invalid_number_error(number, self.numbers)
        return AutoregressiveChoice(left, self.alphabet, self.done + 1, (*self.tokens, number)).skip_forced_tokens()

    def skip_forced_tokens(self) -> ActionChoice | DecodedAction:
        """Append characters for as long as the texts allow only one next character.

        Returns the action if only one text remains. Otherwise returns the choice of the next character.
        """
        if len(self.texts) == 1:
            return DecodedAction(*self.texts.values())
        first, last = min(self.texts), max(self.texts)  # a prefix that these two share is shared by all
        parts = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
        done = next(parts, len(first))
        forced = (self.alphabet.index(character) + 1 for character in first[self.done : done])
        return self._replace(done=done, tokens=(*self.tokens, *forced))


class AutoregressiveActions:
    """An action space in which an action is the text of ``game.format_action``, chosen character by character.

    Number 0 ends the text. A number means the same character in every decision. If only one character is possible, it is
    appended automatically.
    """

    def __init__(self, game: AnyGame) -> None:
        cards = "".join(map(game.format_card, game.deal_plan(game.new_match()).pack))
        self.alphabet = "".join(sorted({*cards, *ascii_letters, *digits, *" +-<>/"}))
        self.size = self.max_tokens = len(self.alphabet) + 1

    def make_choice(self, legal: Sequence[Any], written: FormatAction) -> ActionChoice:
        texts = {written(action): action for action in subsample_evenly(legal, MOST_OFFERED)}
        begun = AutoregressiveChoice(texts, self.alphabet)
        found = begun.skip_forced_tokens()
        return begun if isinstance(found, DecodedAction) else found

    def format_prefix(self, tokens: Sequence[int]) -> str:
        return "".join(self.alphabet[number - 1] if number else "." for number in tokens)


# ---- RLCard's action ids

ONE_DECK: Final = 54
_RANKS: Final = "3456789TJQKA2BR"


@cache
def rlcard_ids() -> dict[str, int]:
    """Return the ids of actions in RLCard, read from RLCard's file action_space.txt (MIT licence).

    A key is "pass" or the cards of a play in ascending order, such as "3334".
    """
    packed = files(__package__).joinpath("rlcard_actions.txt.xz").read_bytes()
    return {cards: number for number, cards in enumerate(decompress(packed).decode().split())}


class RLCardChoice(NamedTuple):
    """An ``ActionChoice`` in which a number is RLCard's id of an action."""

    actions: Mapping[int, Any]

    @property
    def numbers(self) -> Sequence[int]:
        return sorted(self.actions)

    @property
    def tokens_so_far(self) -> Sequence[int]:
        return ()

    def choose(self, number: int) -> ActionChoice | DecodedAction:
        if number not in self.actions:
            raise invalid_number_error(number, self.numbers)
        return DecodedAction(self.actions[number])


class RLCardActions:
    """The action space of RLCard: 27,472 ids for the plays of one pack.

    RLCard has no ids for bids, so a bot must play the auction (``HandEpisode`` with ``opener``). An id stands for
    the first legal action with its cards. Actions that RLCard does not list are not offered. Raises UnknownName
    for games with two packs. ``make_choice`` raises ValueError if no legal action has an id.
    """

    size, max_tokens = 27_472, 0

    def __init__(self, game: AnyGame) -> None:
        if len(game.deal_plan(game.new_match()).pack) > ONE_DECK:
            raise UnknownName("unknown_choice", name="rlcard", known="places, letters")

    def make_choice(self, legal: Sequence[Any], written: FormatAction) -> ActionChoice:
        named: dict[int, Any] = {}
        for action in legal:
            number = rlcard_ids().get(self._sorted_ranks(written(action)))
            if number is not None:
                named.setdefault(number, action)
        if not named:
            raise ValueError(
                f"RLCard has no number for {written(legal[0])!r}; an opener plays what comes before the play"
            )
        return RLCardChoice(named)

    @staticmethod
    def _sorted_ranks(text: str) -> str:
        made, _, _ = text.removeprefix("play ").partition("<")
        return "".join(sorted(made.replace("+", ""), key=_RANKS.index)) if text.startswith("play ") else text

    def format_prefix(self, tokens: Sequence[int]) -> str:
        return ""


NUMBERINGS: Final[dict[str, Callable[[AnyGame], ActionEncoding]]] = {
    "places": IndexActions,
    "letters": AutoregressiveActions,
    "rlcard": RLCardActions,
}


def make_action_encoding(name: str, game: AnyGame) -> ActionEncoding:
    """Return the action space with this name for a game. Raises UnknownName if there is no such action space."""
    if name not in NUMBERINGS:
        raise UnknownName("unknown_choice", name=name, known=", ".join(NUMBERINGS))
    return NUMBERINGS[name](game)
