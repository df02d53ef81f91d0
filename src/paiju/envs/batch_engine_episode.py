"""Episodes as ``HandEpisode`` plays them, but by the batch engine instead of the exact rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from paiju import batch
from paiju.batch.engine import families_with_engine
from paiju.bots.base import Bot, takes_optional_actions
from paiju.core.errors import UnknownName
from paiju.core.ruleset import Ruleset
from paiju.core.seats import Seat
from paiju.envs.hand_episode import NOBODY, OVER, AnyStep, EpisodeStep, HandEpisode, Players
from paiju.envs.observations import Bytes
from paiju.envs.opponents import RowBot, is_compiled
from paiju.games.registry import ruleset as find_ruleset


class BatchEngineEpisode(HandEpisode):
    """A ``HandEpisode`` over the batch engine. The state of each step is a row of the engine.

    Hands and rewards equal those of ``HandEpisode``. These things differ:

    - Steps contain no events.
    - Action indices are in the order of the batch engine (``Hands.actions``).
    - In Dou Dizhu, observations contain more of the past: the last six moves instead of the moves in the current
      trick, and the calls even after the auction.
    - Bots play by ``RowBot``.
    - If no bot takes optional actions, of several seats that must act at once the lowest is asked first, even if it
      has no bot.

    Raises UnknownName if the family has no batch engine.
    """

    def __init__(self, ruleset: str | Ruleset, *choices: Any, **more: Any) -> None:
        super().__init__(ruleset, *choices, **more)
        self._hands = batch.new_hands(self.ruleset, 1, anew=False, history=self.history)
        self._row: Any = None
        """The row to which the engine's single hand was last set.

        It is None if the hand has changed since then.
        """
        self._players = NOBODY
        """The bots for which the order was set in which the engine asks seats."""
        self._hands.set_asking_order(optional=(), early=())
        self._bots: dict[int, RowBot] = {}
        """The ``RowBot`` of each bot that has played, by the ``id`` of the bot."""

    def reset(self, seed: bytes, players: Players = NOBODY) -> EpisodeStep:
        self._set_asking_order(players)
        if self._opener:
            return super().reset(seed, players)
        self._hands.reset([self._draw_deal(seed)])
        return self._play_bots(players)

    def _find_next_decision(self, step: AnyStep, players: Players) -> EpisodeStep:
        turn = self.make_episode_step(self._advance(step, NOBODY))
        return self._play_bots(players) if players else turn

    def _set_asking_order(self, players: Players) -> None:
        """Let the engine ask seats in the order of ``run_hand``, if a bot takes optional actions."""
        if players is self._players:
            return
        self._players = players
        optional = [seat for seat, player in players.items() if takes_optional_actions(player.bot)]
        self._hands.set_asking_order(optional, early=players if optional else ())

    def _play_bots(self, players: Players) -> EpisodeStep:
        """Let the bots act in the engine's hand, and return the next step at which a seat without a bot decides."""
        hands, self._row = self._hands, None
        while (seat := int(hands.turns[0])) in players:
            self._row_bot(players[seat].bot).play(hands, seat, players)
        return self._current_step()

    def _row_bot(self, bot: Bot) -> RowBot:
        found = self._bots.get(id(bot))
        if found is None:
            found = self._bots[id(bot)] = RowBot(self.ruleset, bot)
        return found

    def make_episode_step(self, step: AnyStep) -> EpisodeStep:
        """Convert a step of the exact rules to one that holds a row."""
        self._row = None
        self._hands.from_state(0, step.state)
        return self._current_step()

    def _current_step(self) -> EpisodeStep:
        row, seat = self._hands.save(), int(self._hands.turns[0])
        self._row = row
        if seat < 0:
            return EpisodeStep(row, None, OVER)
        legal = range(int(self._hands.counts[0]))
        return EpisodeStep(
            row, seat, self.numbering.make_choice(legal, lambda number: self._format_number(row, number))
        )

    def _step(self, turn: EpisodeStep, action: int, players: Players) -> EpisodeStep:
        hands, self._row = self._load_row(turn.state), None
        self._set_asking_order(players)
        hands.step(np.array([action]))
        return self._play_bots(players)

    def _load_row(self, row: Any) -> batch.Hands:
        """Set the single hand of the engine to a row, and return it."""
        if row is not self._row:
            self._hands.restore(row)
            self._row = row
        return self._hands

    def _format_number(self, row: Any, number: int) -> str:
        (action,) = self._load_row(row).actions(0, np.array([number]))
        return self.game.format_action(action)

    def _action_text(self, turn: EpisodeStep, action: int) -> str:
        return self._format_number(turn.state, action)

    def _points_if_over(self, turn: EpisodeStep) -> Sequence[int] | None:
        outcome = self._load_row(turn.state).outcome(0)
        return None if outcome is None else outcome.points

    def _encode(self, turn: EpisodeStep, seat: Seat) -> Bytes:
        found: Bytes = self._load_row(turn.state).observe(np.array([seat]), planes=True)[0]
        return found

    def actions(self, turn: EpisodeStep) -> list[Any]:
        return self._load_row(turn.state).actions(0)

    def to_exact_state(self, turn: EpisodeStep) -> Any:
        return self._load_row(turn.state).to_state(0)


ENGINES: Final[dict[str, type[HandEpisode]]] = {"batch": BatchEngineEpisode, "exact": HandEpisode}


def make_episode(ruleset: str | Ruleset, engine: str = "", bots: Sequence[Bot] = (), **choices: Any) -> HandEpisode:
    """Return the ``HandEpisode`` of a ruleset, in which ``bots`` will play.

    ``choices`` are the episode's parameters. ``engine`` is ``batch`` or ``exact``. By default, the batch engine
    plays if the family has one and all of ``bots`` that take optional actions (``Game.may_act``) are compiled. Each
    time it asks a bot that is not compiled, it must make a state of the exact rules, and it asks often for optional
    actions. Raises UnknownName if a name is unknown.
    """
    if engine and engine not in ENGINES:
        raise UnknownName("unknown_choice", name=engine, known=", ".join(ENGINES))
    found = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    plays_rows = found.family in families_with_engine() and all(
        not takes_optional_actions(bot) or is_compiled(found, bot) for bot in bots
    )
    return ENGINES[engine or ("batch" if plays_rows else "exact")](found, **choices)
