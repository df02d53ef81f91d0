"""Action spaces for many hands at once.

There are two ways to number actions. In ``places``, a number is the index of an action. In ``letters``, a
number is the next character of an action's text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from paiju import batch
from paiju.core.errors import IllegalAction
from paiju.core.game import subsample_evenly
from paiju.envs.action_space import MOST_OFFERED, ActionChoice, AutoregressiveActions, DecodedAction, IndexChoice

Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]
PLACES: Final = np.arange(MOST_OFFERED, dtype=np.int16)


class VectorNumbering(Protocol):
    """The action space of a vector environment: which numbers are valid in each hand, and what they mean."""

    size: int
    has_tokens: bool
    """Whether an action may take several numbers (tokens).

    If so, ``observation_arrays`` also returns how often each token was chosen for the current action (``said``).
    """

    def on_new_decisions(self, which: Numbers) -> None:
        """Determine the valid numbers in the hands with the indices ``which``.

        This is called when the learner has a new decision in these hands.
        """

    def find_invalid_choices(self, chosen: Numbers, live: Truths) -> Numbers:
        """Return the indices of those hands in which the number in ``chosen`` is not valid.

        Only the hands marked by ``live`` are checked.
        """

    def choose(self, chosen: Numbers, live: Truths) -> tuple[Numbers, Numbers]:
        """Choose a number in each hand marked by ``live``. Raises IllegalAction.

        ``chosen`` has a number for every hand. Returns two arrays: the indices of the hands whose actions are now
        complete, and the indices of these actions. If the number in a live hand is not valid, IllegalAction is raised
        and nothing is changed.
        """

    def observation_arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that an observation contains besides the encoding of what the learner sees.

        ``action_mask`` is 1 for each valid number; shape (n, size), int8. If ``has_tokens`` is true, ``said`` is
        how often each token was chosen for the current action; shape (n, size), uint8.
        """


def to_action_index(actions: Numbers, counts: Numbers) -> Numbers:
    """Return, for each chosen number, the index of the legal action that it stands for.

    ``actions`` are the chosen numbers, and ``counts`` the numbers of legal actions in the hands. The index is the
    number itself, unless a hand has more than ``MOST_OFFERED`` legal actions. Then the numbers stand for an evenly
    spread sample of the actions.
    """
    many = (counts > MOST_OFFERED) & (actions < MOST_OFFERED)
    if not many.any():
        return actions
    # computed in two parts, because actions * counts could overflow
    return np.where(
        many, actions * (counts // MOST_OFFERED) + actions * (counts % MOST_OFFERED) // MOST_OFFERED, actions
    )


class VectorIndexActions:
    """An action space in which a number is the index of a legal action, or of one of an evenly spread sample.

    A sample is offered if more than ``MOST_OFFERED`` actions are legal.
    """

    size, has_tokens = MOST_OFFERED, False

    def __init__(self, hands: batch.Hands) -> None:
        self._hands = hands

    def on_new_decisions(self, which: Numbers) -> None:
        """Do nothing.

        The valid numbers follow from the number of legal actions, which the rows of the engine contain.
        """

    def find_invalid_choices(self, chosen: Numbers, live: Truths) -> Numbers:
        return np.flatnonzero(live & ((chosen < 0) | (chosen >= np.minimum(self._hands.counts, MOST_OFFERED))))

    def choose(self, chosen: Numbers, live: Truths) -> tuple[Numbers, Numbers]:
        counts = self._hands.counts
        indices = to_action_index(chosen, counts)
        wrong = live & ((indices < 0) | (indices >= counts))
        if wrong.any():
            row = int(wrong.argmax())
            raise IllegalAction("no_such_number", row=row, number=int(chosen[row]), count=int(counts[row]))
        which = np.flatnonzero(live)
        return which, indices if len(which) == len(live) else indices[which]

    def observation_arrays(self) -> dict[str, NDArray[Any]]:
        counts = np.minimum(self._hands.counts, MOST_OFFERED).astype(np.int16)
        mask = self._hands.buffer_pool.array((len(counts), MOST_OFFERED), np.int8)
        np.less(PLACES, counts[:, None], out=mask.view(np.bool_))
        return {"action_mask": mask}


class VectorAutoregressiveActions:
    """An action space in which a number is the next character of an action's text (``AutoregressiveActions``).

    The action is taken when its text is complete.
    """

    has_tokens = True

    def __init__(self, hands: batch.Hands) -> None:
        self._hands, self._letters = hands, AutoregressiveActions(hands.game)
        self.size = self._letters.size
        self._choices: list[ActionChoice] = [IndexChoice(())] * len(hands)
        self._mask = np.zeros((len(hands), self.size), np.int8)
        self._said = np.zeros((len(hands), self.size), np.uint8)

    def on_new_decisions(self, which: Numbers) -> None:
        for row in which.tolist():
            self._set_action_choice(row, self._begin_action_choice(row))

    def _begin_action_choice(self, row: int) -> ActionChoice:
        count = int(self._hands.counts[row])
        if not count:
            return IndexChoice(())
        offered = subsample_evenly(range(count), MOST_OFFERED)
        format_action, actions = self._hands.game.format_action, self._hands.actions(row, np.array(offered))
        texts = dict(zip(offered, map(format_action, actions), strict=True))
        return self._letters.make_choice(offered, texts.__getitem__)

    def _set_action_choice(self, row: int, choice: ActionChoice) -> None:
        self._choices[row] = choice
        self._mask[row], self._said[row] = 0, 0
        self._mask[row, list(choice.numbers)] = 1
        for token in choice.tokens_so_far:
            self._said[row, token] += 1

    def find_invalid_choices(self, chosen: Numbers, live: Truths) -> Numbers:
        inside = (chosen >= 0) & (chosen < self.size)
        allowed = self._mask[np.arange(len(chosen)), np.where(inside, chosen, 0)] == 1
        return np.flatnonzero(live & ~(inside & allowed))

    def choose(self, chosen: Numbers, live: Truths) -> tuple[Numbers, Numbers]:
        rows = np.flatnonzero(live).tolist()
        taken = [
            (row, self._choices[row].choose(int(chosen[row]))) for row in rows
        ]  # raises before anything changes if a number is not valid
        for row, found in taken:
            if not isinstance(found, DecodedAction):
                self._set_action_choice(row, found)
        done = [(row, found.action) for row, found in taken if isinstance(found, DecodedAction)]
        pairs = np.array(done, np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    def observation_arrays(self) -> dict[str, NDArray[Any]]:
        return {"action_mask": self._mask.copy(), "said": self._said.copy()}


VECTOR_NUMBERINGS: Final[dict[str, Callable[[batch.Hands], VectorNumbering]]] = {
    "places": VectorIndexActions,
    "letters": VectorAutoregressiveActions,
}
