"""A match of one player against bots in the terminal: its state, its actions and its record, without the screen."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Final

from paiju.bots.base import Bot, SeatedBot, make_bot_asker
from paiju.core.fair_deal import commitment, draw_deal, hand_seed
from paiju.core.hand_runner import next_action
from paiju.core.ruleset import Ruleset
from paiju.core.score_breakdown import LeaveCostBounds, Outcome
from paiju.core.seats import Seat
from paiju.games.registry import game_of
from paiju.records import FairProof, Record, RecordedHand, RecordedPlayer, new_record, record_hand

TABLE: Final = "terminal"
"""The name of the table in the proofs of fair deals, which the records contain."""
MOST_HINTS: Final = 60
"""Maximum number of legal actions that are suggested, besides the bot's choice."""
RECENT: Final = 40
"""Number of the latest events that are kept for display."""


class TerminalSession:
    """Plays one match. ``me`` is the player's seat."""

    def __init__(self, ruleset: Ruleset, bots: Mapping[Seat, Bot], random: Random, adviser: Bot | None = None) -> None:
        self.ruleset = ruleset
        self.game = game_of(ruleset)
        self.me: Seat = next(seat for seat in range(self.game.seats) if seat not in bots)
        self.bots = bots
        self._ask = make_bot_asker(self.game, {seat: SeatedBot(bot, random) for seat, bot in bots.items()})
        self._random = random
        self._adviser = adviser
        self.match: Any = self.game.new_match(self.me)
        self.hands: list[RecordedHand] = []
        self._deal_hand()

    def _deal_hand(self) -> None:
        """Deal a hand from a secret value, as the server does, so that the record of the hand can be verified."""
        number, secret = len(self.hands), self._random.randbytes(32)
        seed = hand_seed(secret, TABLE, number)
        self._fair = FairProof(TABLE, number, commitment(secret), secret=secret.hex())
        self._deal = draw_deal(self.game.deal_plan(self.match), seed)
        self._moves: list[tuple[Seat, Any]] = []
        self.recent: deque[Any] = deque(maxlen=RECENT)
        self._set_state(self.game.start(self.match, self._deal))

    def _set_state(self, state: Any) -> None:
        self.state = state
        self.view = self.game.view(state, self.me)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the hand; None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the match so far, including a hand that has just ended."""
        outcome, before = self.outcome, self.match.points
        if outcome is None:
            return tuple(before)
        return tuple(had + won for had, won in zip(before, outcome.points, strict=True))

    # ---- turns

    def legal_actions(self) -> Sequence[Any]:
        """Return the player's legal actions."""
        return self.game.legal(self.view, self.me)

    def must_act(self) -> bool:
        """Whether the player must act."""
        return self.me in self.game.to_act(self.state)

    def others_to_act(self) -> tuple[Seat, ...]:
        """Return the seats that must act, except the player's. DEALER may be among them."""
        return tuple(seat for seat in self.game.to_act(self.state) if seat != self.me)

    # ---- actions

    def act(self, action: Any) -> None:
        """Take the player's action. Raises IllegalAction."""
        self.game.check(self.view, self.me, action)
        self._apply(self.me, action)

    def let_other_seat_act(self) -> None:
        """Let a bot or DEALER act. Does nothing if only the player can act."""
        word = next_action(self.game, self.state, self._ask)
        if word is not None:
            self._apply(*word)

    def _apply(self, seat: Seat, action: Any) -> None:
        self._moves.append((seat, action))
        state, events = self.game.step(self.state, seat, action)
        self.recent.extend(self.game.redact(event, self.me) for event in events)
        self._set_state(state)
        if self.outcome is not None:
            self.hands.append(record_hand(self.game, self.match, self._deal, tuple(self._moves), self._fair))

    @property
    def leave_cost(self) -> LeaveCostBounds | None:
        """The bounds of the cost of leaving now; None if the rules have no cost of leaving, or the hand is over."""
        return None if self.outcome is not None else self.game.leave_cost_bounds(self.view, self.me)

    def leave(self) -> None:
        """Record the hand as one that the player left. Does nothing if ``leave_cost`` is None."""
        if self.leave_cost is not None:
            moves = tuple(self._moves)
            self.hands.append(record_hand(self.game, self.match, self._deal, moves, self._fair, self.me))

    @property
    def default_action(self) -> Any | None:
        """The action that is taken for the player if the player does not answer an offer in time.

        It is None if there is no such offer now. Offers are made in optional windows (``Game.is_window_optional``).
        """
        offered = self.outcome is None and self.must_act() and self.game.is_window_optional(self.state)
        return self.game.fallback(self.view, self.me) if offered else None

    def next_hand(self, early: Any = None) -> None:
        """Deal the next hand of the match.

        If the game has a question before the deal, ``early`` is the player's answer to it. If ``early`` is None, the
        answer is ``default_action``.
        """
        self.match = self.game.next_hand(self.match, self.state)
        self._deal_hand()
        if self.default_action is not None:
            self.act(early or self.default_action)

    # ---- hints and record

    def hints(self) -> list[Any]:
        """Return suggested actions: first the choice of the advising bot, if there is one, then other legal actions."""
        legal = self.legal_actions()
        advice = []
        if self._adviser is not None and legal:
            advice.append(self._adviser(self.game, self.view, self.me, legal, self._random))
        rest = (action for action in islice(iter(legal), MOST_HINTS) if action not in advice)
        return [*advice, *rest]

    def make_record(self, names: Sequence[str], bot: str) -> Record:
        """Return the record of all hands that have ended, including those that the player left.

        ``names`` has the names by seat. ``bot`` is the name of the bot that plays all seats except the player's.
        """
        players = tuple(
            RecordedPlayer(name, None if seat == self.me else bot) for seat, name in enumerate(names[: self.game.seats])
        )
        return new_record(self.ruleset, players, tuple(self.hands))
