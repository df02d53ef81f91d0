"""What all tables share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from paiju.server.app.bot_runner import BotRunner
from paiju.server.app.cluster.peers import Peers
from paiju.server.app.economy.bank import Bank, Gifts
from paiju.server.app.metrics import Metrics
from paiju.server.app.store import Store
from paiju.server.domain.deadlines import BotDelays
from paiju.server.domain.ruleset_registry import RulesetRegistry


class Clock(Protocol):
    """The room's time, in milliseconds since 1970. It passes while the room's heart beats, and jumps only at a beat."""

    def __call__(self) -> int:
        """The time by now."""

    @property
    def is_running(self) -> bool:
        """Whether the last beat was a moment ago. If not, the clock stands."""

    def beat(self) -> int:
        """The room lives. Answers by how much the clock has jumped, forth or back, to be right; mostly it is 0."""


@dataclass(frozen=True, slots=True)
class AppContext:
    """The server's shared dependencies: store, rulesets, bots, bot delays, metrics, clock and the other processes."""

    store: Store
    registry: RulesetRegistry
    bot_runner: BotRunner
    bot_delays: BotDelays
    metrics: Metrics
    clock: Clock
    peers: Peers = field(default_factory=Peers)
    gifts: Gifts = field(default_factory=Gifts)

    @property
    def bank(self) -> Bank:
        """Its coins."""
        return Bank(self.store, self.gifts)
