"""The context that all tables share: the store, the rulesets, the bots, the clock and other dependencies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from paiju.server.app.bot_runner import BotRunner
from paiju.server.app.cluster.coordination import Peers
from paiju.server.app.economy.bank import Bank
from paiju.server.app.economy.coin_settings import CoinSettings
from paiju.server.app.metrics import Metrics
from paiju.server.app.store import Store
from paiju.server.domain.deadlines import TableDelays
from paiju.server.domain.ruleset_registry import RulesetRegistry


class Clock(Protocol):
    """The server's clock, in Unix milliseconds. It stands still while heartbeats fail, and is corrected only at a heartbeat."""

    def __call__(self) -> int:
        """Return the current time in Unix milliseconds."""

    @property
    def is_running(self) -> bool:
        """Whether the last heartbeat is recent. If it is not, the clock stands still."""

    def record_heartbeat(self) -> int:
        """Record a heartbeat. Returns the milliseconds by which the clock was corrected, mostly 0."""


@dataclass(frozen=True, slots=True)
class AppContext:
    """The server's shared dependencies: store, rulesets, bots, bot delays, metrics, clock, other processes and coin settings."""

    store: Store
    registry: RulesetRegistry
    bot_runner: BotRunner
    table_delays: TableDelays
    metrics: Metrics
    clock: Clock
    peers: Peers = field(default_factory=Peers)
    gifts: CoinSettings = field(default_factory=CoinSettings)

    @property
    def bank(self) -> Bank:
        """Access to the players' coin wallets."""
        return Bank(self.store, self.gifts)
