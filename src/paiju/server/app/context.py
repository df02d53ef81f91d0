"""Dependencies shared by all tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from paiju.server.app.bot_runner import BotRunner
from paiju.server.app.cluster.coordination import Peers
from paiju.server.app.economy.bank import Bank
from paiju.server.app.economy.coin_settings import CoinSettings
from paiju.server.app.metrics import Metrics
from paiju.server.app.store import Store
from paiju.server.domain.deadlines import BotDelays
from paiju.server.domain.ruleset_registry import RulesetRegistry


class Clock(Protocol):
    """The server's clock, in Unix milliseconds. It advances while heartbeats succeed, and is corrected only at a heartbeat."""

    def __call__(self) -> int:
        """Return the current time."""

    @property
    def is_running(self) -> bool:
        """Whether the last heartbeat is recent; otherwise the clock stands still."""

    def beat(self) -> int:
        """Record a heartbeat. Returns by how many milliseconds the clock was corrected, mostly 0."""


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
    gifts: CoinSettings = field(default_factory=CoinSettings)

    @property
    def bank(self) -> Bank:
        """Access to the players' coin wallets."""
        return Bank(self.store, self.gifts)
