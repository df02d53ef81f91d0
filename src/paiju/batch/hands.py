"""``Hands``: many hands of one ruleset, and the entry point ``new_hands``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cache
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from paiju.batch import kernels
from paiju.batch.buffer_pool import LEAST_POOLED_BYTES, BufferPool
from paiju.batch.engine import engine_class_of
from paiju.batch.observation_bits import unpack_bits
from paiju.batch.rng import row_seeds
from paiju.core.errors import IllegalAction
from paiju.core.fair_deal import Deal, draw_deal, hand_seed
from paiju.core.game import AnyGame, Match
from paiju.core.ruleset import Ruleset
from paiju.core.score_breakdown import Outcome
from paiju.core.seats import Seat
from paiju.features.feature_layout import FeatureLayout
from paiju.games.registry import game_of
from paiju.games.registry import ruleset as find_ruleset

Numbers = NDArray[np.int64]
WHOSE_TURN: Final = -1
NO_ACTION: Final = -1
"""In an array of action numbers for a kernel: take no action in this row."""
WORTH_A_THREAD: Final = 16_384
"""The fewest decisions for each thread. With fewer, waking a further thread takes longer than it saves."""
MOST_LISTED: Final = 1 << 18
"""The largest number of actions that one call can list.

If a hand has more actions, they cannot be listed, but each can still be taken by its number.
"""


def new_hands(  # noqa: PLR0913 - the options of a batch
    ruleset: str | Ruleset,
    n: int,
    seed: int = 0,
    *,
    anew: bool = True,
    exact: bool = False,
    threads: int = 1,
    history: bool = False,
) -> Hands:
    """Deal ``n`` hands of a ruleset and return them.

    With ``anew``, the step that ends a hand also deals a new one in its row; otherwise the hand stays finished.

    With ``exact``, the deals are those of ``deal_for_row``, which the exact rules can reproduce. Otherwise each
    row shuffles with a fast generator of its own.

    At most ``threads`` threads share the rows; 0 means one thread for each core. For few rows, a single thread is
    used. The results for a seed do not depend on the number of threads.

    With ``history``, observations and states also contain past actions: the first calls of the hand and its
    latest moves. The layout then has a name of its own. It begins with the words of the layout without history.

    Raises UnknownName if there is no such ruleset, or if its family has no batch engine.
    """
    found = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    return Hands(found, n, seed, anew, exact, threads, history=history)


def deal_for_row(game: AnyGame, match: Match, seed: int, row: int, number: int) -> Deal:
    """Return the deal of hand ``number`` (from 0) in the row ``row`` of ``Hands`` that were made with ``exact``.

    ``seed`` is the seed of the ``Hands``. With this deal, the exact rules can play the same hand.
    """
    return draw_deal(game.deal_plan(match), hand_seed(b"%d" % seed, f"row {row}", number))


class Hands:
    """``n`` hands of one ruleset, one in each row of the array ``rows``.

    The rows are records of the dtype ``paiju.batch.<family>.layout.HAND``. Callers may read ``rows`` but should not
    write to it.
    """

    def __init__(  # noqa: PLR0913 - those of ``new_hands``
        self, ruleset: Ruleset, n: int, seed: int, anew: bool, exact: bool, threads: int, *, history: bool = False
    ) -> None:
        self.ruleset, self.history = ruleset, history
        self.game: AnyGame = game_of(ruleset)
        self._engine = engine_class_of(ruleset.family)(self.game, history=history)
        self._rules = self._engine.rules
        self.seed, self.anew, self.exact = seed, anew, exact
        self.threads = threads or os.cpu_count() or 1
        self.buffer_pool = BufferPool()
        self._plain = np.dtype((np.void, self._engine.hand.itemsize))
        """The dtype of a row as raw bytes, for copying. NumPy copies records field by field, which is slower."""
        self.rows: NDArray[Any] = np.zeros(n, self._engine.hand)
        self.reset()

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def layout(self) -> FeatureLayout:
        """The layout of the arrays that ``observe`` returns."""
        return self._engine.layout

    @property
    def action_layout(self) -> FeatureLayout:
        """The layout of the arrays that ``describe`` returns."""
        return self._engine.action_layout

    @property
    def counts(self) -> Numbers:
        """The number of legal actions of each hand; shape (n,). It is 0 if the hand is over."""
        found: Numbers = self.rows["count"]
        return found

    @property
    def turns(self) -> NDArray[np.int8]:
        """The seat to act in each hand; shape (n,). The value is -1 if the hand is over.

        While several seats choose in secret, the value is the lowest of these seats.
        """
        found: NDArray[np.int8] = self.rows["turn"]
        return found

    @property
    def end_codes(self) -> NDArray[np.int8]:
        """Whether the last action taken in each row ended a hand, and how; shape (n,).

        - 0: it ended no hand.
        - 1: it ended a hand.
        - 2: it ended a hand without a winner, after which the cards are dealt again.
        """
        found: NDArray[np.int8] = self.rows["ended"]
        return found

    @property
    def points(self) -> Numbers:
        """The points of the last finished hand in each row; shape (n, seats)."""
        found: Numbers = self.rows["points"][:, : self.game.seats]
        return found

    @property
    def learning_points(self) -> NDArray[np.float64]:
        """The results of the last finished hand in each row, on a scale suited to learning; shape (n, seats), float64.

        In Gunzi, a seat's result is the number of card points by which its team leads. In the other families, it is
        the signed square root of the seat's points.
        """
        found: NDArray[np.float64] = self._engine.learning_points(self.rows)[:, : self.game.seats]
        return found

    @property
    def reasons(self) -> tuple[str, ...]:
        """The codes of the reasons why a hand ends, as in ``paiju.games``.

        ``rows["reason"]`` contains indices of this tuple.
        """
        return self._engine.reasons

    def outcome(self, row: int) -> Outcome | None:
        """Return the outcome of the hand that the last action in a row ended; None if that action ended no hand.

        The outcome lacks the breakdown of the score. If ``anew`` is off, the finished hand is still in the row, and
        ``game.outcome(hands.to_state(row))`` returns an outcome with the breakdown.
        """
        if not self.end_codes[row]:
            return None
        ended, points = self.rows[row], tuple(map(int, self.points[row]))
        winners = tuple(seat for seat in range(self.game.seats) if int(ended["winners"]) >> seat & 1)
        return Outcome(self.reasons[ended["reason"]], winners, points)

    def run_kernel(self, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Call ``kernel(rules, rows, *arguments)`` with the rules record and the rows of these hands.

        This is for compiled functions of other packages that process rows of this family.
        """
        kernel(self._rules, self.rows, *arguments)

    def set_asking_order(self, optional: Iterable[Seat], early: Iterable[Seat]) -> None:
        """Set which seats are asked for optional actions, and which seats are asked before others.

        The seats ``optional``, and no others, are asked for optional actions (``Game.may_act``) before each action of
        DEALER, from the lowest seat on. If several seats must act at once, the seats ``early`` are asked before the
        others. ``run_hand`` asks seats in this way.

        If this method is not called, a seat is asked for an optional action only when it has just been dealt a card, or
        when another seat has just taken an optional action. Of several seats that must act at once, the lowest is then
        asked first. In a family without optional actions, the method has no effect.
        """
        for field, seats in (("optional_seats", optional), ("early_seats", early)):
            if field in self._rules.dtype.names:
                self._rules[field] = sum(1 << seat for seat in seats)

    # ---- dealing

    def reset(self, deals: Sequence[Deal] | None = None) -> None:
        """Start every row again from its first hand.

        If ``deals`` is given, it has the deal of this hand for each row. Otherwise the deals follow from the seed.
        """
        self.rows[:] = np.zeros(1, self._engine.hand)
        self.rows["chance"] = row_seeds(self.seed, len(self))
        self._run_kernel_in_threads(kernels.init_rows, self._rules, self.rows)
        if deals is None and not self.exact:
            self._run_kernel_in_threads(kernels.deal_rows, self._rules, self.rows)
        else:
            for row in range(len(self)):
                self._engine.put_deal(self.rows[row], deals[row] if deals else self._deal_of(row, 0))
            kernels.begin_rows(self._rules, self.rows, np.arange(len(self)))

    def _deal_of(self, row: int, number: int) -> Deal:
        return deal_for_row(self.game, self.game.new_match(), self.seed, row, number)

    # ---- actions

    def sample(self) -> Numbers:
        """Return, for each hand, the number of a uniformly random legal action; shape (n,).

        The number is 0 for a hand that is over.
        """
        chosen = np.zeros(len(self), np.int64)
        self._run_kernel_in_threads(kernels.sample_row_actions, self.rows, chosen)
        return chosen

    def step(self, chosen: Numbers) -> None:
        """Take the action with the number ``chosen[row]``, from 0 to ``counts[row] - 1``, in every row.

        For a finished hand the number must be 0, and the hand does not change. If a number is out of range, raises
        IllegalAction and changes nothing. Raises ValueError if the shape is not (n,).
        """
        chosen = np.ascontiguousarray(chosen, np.int64)
        if chosen.shape != (len(self),):
            raise ValueError(f"{len(self)} hands take {len(self)} actions, not {chosen.shape}")
        row = kernels.find_illegal_row(self.rows, chosen)
        if row >= 0:
            raise IllegalAction("no_such_number", row=row, number=int(chosen[row]), count=int(self.counts[row]))
        self._run_kernel_in_threads(kernels.step_rows, self._rules, self.rows, chosen, self.anew and not self.exact)
        if self.exact and self.anew:
            self._deal_next_in_ended_rows()

    def step_some(self, which: Numbers, chosen: Numbers) -> None:
        """Take the action with the number ``chosen[i]`` in the row ``which[i]``, and leave the other rows unchanged.

        No new hand is dealt when a hand ends. If a number is out of range, raises IllegalAction and changes nothing.
        """
        wrong = np.flatnonzero((chosen < 0) | (chosen >= np.maximum(self.counts[which], 1)))
        for at in wrong[:1]:
            row = int(which[at])
            raise IllegalAction("no_such_number", row=row, number=int(chosen[at]), count=int(self.counts[row]))
        numbers = np.full(len(self), NO_ACTION)
        numbers[which] = chosen
        self._run_kernel_in_threads(kernels.step_rows, self._rules, self.rows, numbers, False)

    def step_some_at_random(self, which: Numbers) -> None:
        """Take a uniformly random legal action in each of the rows ``which``, and leave the other rows unchanged.

        No new hand is dealt when a hand ends.
        """
        numbers = np.full(len(self), NO_ACTION)
        numbers[which] = 0
        self._run_kernel_in_threads(kernels.sample_row_actions, self.rows, numbers)
        self._run_kernel_in_threads(kernels.step_rows, self._rules, self.rows, numbers, False)

    def deal_next(self, which: Numbers) -> None:
        """Deal the next hand in each of the rows ``which``, whose hands must be over."""
        if self.exact:
            self._deal_exact_rows(which)
        elif len(which):
            kernels.deal_next_rows(self._rules, self.rows, which)

    def restart(self, which: Numbers) -> None:
        """Deal the first hand of a new match in each of the rows ``which``. The hands there need not be over."""
        some, blank = self.take(which), np.zeros(1, self._engine.hand)
        chance, numbers = some.rows["chance"].copy(), some.rows["number"] + 1
        some.rows[:] = blank
        some.rows["chance"] = chance
        kernels.init_rows(self._rules, some.rows)
        if self.exact:
            for row, number, index in zip(some.rows, numbers, which, strict=True):
                self._engine.put_deal(row, self._deal_of(int(index), int(number)))
            kernels.begin_rows(self._rules, some.rows, np.arange(len(some)))
        else:
            kernels.deal_rows(self._rules, some.rows)
        some.rows["number"] = numbers
        self.restore(some.rows, which)

    def _deal_next_in_ended_rows(self) -> None:
        self._deal_exact_rows(np.flatnonzero(self.turns < 0))

    def _deal_exact_rows(self, over: Numbers) -> None:
        for row in over:
            self._engine.put_deal(self.rows[row], self._deal_of(int(row), int(self.rows["number"][row]) + 1))
        if over.size:
            kernels.begin_rows(self._rules, self.rows, over)

    def play_at_random(self, steps: int) -> int:
        """Take ``steps`` random actions in every row without returning to Python. Returns how many hands ended.

        When a hand ends, a new one is dealt with the row's own random generator, even if ``anew`` is off or ``exact``
        is on.
        """
        return sum(
            self._run_kernel_in_threads(
                kernels.play_rows_at_random, self._rules, self.rows, steps, decisions=len(self) * steps
            )
        )

    def _run_kernel_in_threads(self, kernel: Callable[..., Any], *arguments: Any, decisions: int = 0) -> list[Any]:
        """Run a kernel over all rows, split among threads, and return its results.

        ``decisions`` is an estimate of the number of decisions in all rows; 0 means one for each row.
        """
        threads = 1 if self.threads == 1 else thread_count(self.threads, decisions or len(self))
        if threads == 1:
            return [kernel(*arguments)]

        def run_slice(part: slice) -> Any:
            return kernel(*(value[part] if self._is_row_array(value) else value for value in arguments))

        return list(_thread_pool(self.threads).map(run_slice, _row_slices(len(self), threads)))

    def _is_row_array(self, value: Any) -> bool:
        return isinstance(value, np.ndarray) and value is not self._rules

    # ---- legal actions and observations

    def legal_list(self, row: int, numbers: Numbers | None = None) -> NDArray[Any]:
        """Return the legal actions of the hand in a row as an array of records of the dtype ``layout.ACTION``.

        With ``numbers``, return only the actions with these numbers. Raises IllegalAction if a number is out of range,
        or if there are more than ``MOST_LISTED`` actions to list.
        """
        count = int(self.counts[row])
        if numbers is None:
            self._check_list_length(count)
            numbers = np.arange(count)
        wanted = np.ascontiguousarray(numbers, np.int64)
        for number in wanted[(wanted < 0) | (wanted >= count)][:1]:
            raise IllegalAction("no_such_number", row=row, number=int(number), count=count)
        actions = np.zeros(len(wanted), self._engine.action)
        kernels.list_first_row_actions(self._rules, self.rows[row : row + 1], wanted, actions)
        return actions

    @staticmethod
    def _check_list_length(actions: int) -> None:
        if actions > MOST_LISTED:
            raise IllegalAction("too_many_to_list", actions=actions, most=MOST_LISTED)

    def actions(self, row: int, numbers: Numbers | None = None) -> list[Any]:
        """Return the legal actions of the hand in a row as actions of the exact rules.

        With ``numbers``, return only the actions with these numbers.
        """
        return [self._engine.action_of(self.rows[row], action) for action in self.legal_list(row, numbers)]

    def number_of(self, row: int, action: Any) -> int:
        """Return the number that an action of the exact rules has in a row.

        The number is the index among the legal actions of the row's hand. Raises IllegalAction if the action is not
        legal there.
        """
        wanted, count = np.array(self._engine.action_fields(action), np.int64), int(self.counts[row])
        for first in range(0, count, MOST_LISTED):
            listed = self.legal_list(row, np.arange(first, min(first + MOST_LISTED, count)))
            same = np.logical_and.reduce(
                [listed[name] == at for name, at in zip(listed.dtype.names or (), wanted, strict=True)]
            )
            if same.any():
                return first + int(same.argmax())
        raise IllegalAction("no_such_number", row=row, number=-1, count=count)

    def observe(self, seats: NDArray[Any] | None = None, *, planes: bool = False) -> NDArray[Any]:
        """Encode what one seat sees in each row: the seat ``seats[row]``, or by default the seat to act.

        A value of -1 in ``seats`` also means the seat to act. If that seat is meant but no seat is to act, the encoding
        of the row is all zeros.

        Returns an array of uint64 with shape (n, words). With ``planes``, returns an array of uint8 with shape
        (n, 64 * words), which has a byte for each bit. ``layout`` names the bits.
        """
        words = self.buffer_pool.array((len(self), self.layout.words), np.int64)
        looking = np.full(len(self), WHOSE_TURN) if seats is None else np.ascontiguousarray(seats, np.int64)
        self._run_kernel_in_threads(kernels.observe_rows, self._rules, self.rows, looking, words)
        if self.history:
            at = self.layout.extends[-1].words
            self._run_kernel_in_threads(kernels.observe_history_rows, self._rules, self.rows, looking, at, words)
        if not planes:
            return words.view(np.uint64)
        bits = self.buffer_pool.array((len(self), self.layout.words * 8), np.int64)
        self._run_kernel_in_threads(unpack_bits, words.view(np.uint8), bits)
        return bits.view(np.uint8)

    def describe(self, rows: Numbers, numbers: Numbers) -> NDArray[np.uint64]:
        """Return the encodings of ``m`` actions; shape (m, words), uint64.

        Action ``i`` is the legal action ``numbers[i]`` in the row ``rows[i]``. ``action_layout`` describes the words of
        an encoding.
        """
        words = np.empty((len(rows), self.action_layout.words), np.int64)
        kernels.encode_row_actions(self._rules, self.rows, rows, numbers, words)
        return words.view(np.uint64)

    # ---- conversion to the exact rules

    def to_state(self, row: int) -> Any:
        """Return the state of the hand in a row, in the form of the exact rules.

        Its match state is that of a new match, except for the fields that the row stores, such as the banker. All
        points of the match are 0.
        """
        return self._engine.state_of(self.rows[row], self.game.new_match())

    def from_state(self, row: int, state: Any) -> None:
        """Write a complete state of the exact rules to a row. To complete a view, use ``game.determinize``.

        Raises ValueError if cards are hidden in the state (a view), or if it is the dealer's turn.
        """
        kept = self.rows["chance"][row]
        self.rows[row] = np.zeros(1, self._engine.hand)[0]
        self.rows["chance"][row] = kept
        kernels.reset_first_row(self.rows[row : row + 1])
        self._engine.put_state(self.rows[row], state)
        kernels.count_row_actions(self._rules, self.rows[row : row + 1])

    # ---- search

    def take(self, rows: Any) -> Hands:
        """Return copies of the hands in the given rows as new ``Hands``.

        When one of these copies ends, no new hand is dealt in its row.
        """
        return self._select_rows(self.save(rows))

    def branch_on_actions(self) -> Hands:
        """Return new ``Hands`` with one copy for each legal action of each hand.

        In each copy, its action has been taken. There are ``counts.sum()`` copies. They are in the order of the rows;
        the copies of one row are in the order of the action numbers. When the hand of a copy ends, no new hand is
        dealt. Raises IllegalAction if there are more than ``MOST_LISTED`` copies.
        """
        counts = self.counts
        self._check_list_length(int(counts.sum()))
        before = np.cumsum(counts) - counts
        found = self._select_rows(np.repeat(self.rows, counts))
        found.step(np.arange(len(found)) - np.repeat(before, counts))
        return found

    def _select_rows(self, rows: NDArray[Any]) -> Hands:
        found = copy(self)
        found.rows, found.anew, found.exact = rows, False, False
        return found

    def save(self, rows: Any = slice(None)) -> NDArray[Any]:
        """Return a copy of the given rows, including the states of their random generators.

        ``restore`` writes such a copy back.
        """
        if isinstance(rows, slice) and self.rows.nbytes < LEAST_POOLED_BYTES:
            return self.rows.view(self._plain)[rows].copy().view(self.rows.dtype)
        which = np.arange(len(self))[rows]
        saved = self.buffer_pool.array(np.shape(which), self.rows.dtype)
        return self.rows.take(which, out=saved, mode="clip")  # the default mode would buffer ``out``

    def restore(self, saved: NDArray[Any], rows: Any = slice(None)) -> None:
        """Overwrite the rows ``rows`` with rows that ``save`` returned.

        One saved row can be written to many rows, to continue a hand in different ways.
        """
        self.rows.view(self._plain)[rows] = saved.view(self._plain)

    def reseed(self, seed: int) -> None:
        """Seed the random generator of every row from ``seed``, so that copies of one hand continue differently."""
        self.rows["chance"] = row_seeds(seed, len(self))


def thread_count(threads: int, decisions: int) -> int:
    """Return the number of threads to use for this number of decisions: from 1 to ``threads``."""
    return max(1, min(threads, decisions // WORTH_A_THREAD))


@cache
def _thread_pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "paiju.batch")


def _row_slices(n: int, threads: int) -> list[slice]:
    edges = [n * place // threads for place in range(threads + 1)]
    return [slice(start, end) for start, end in pairwise(edges)]
