"""External bots: programs that the operator adds to the room's bots, each under a name of the operator's choice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final

import structlog

from paiju.bots.base import RANDOM, STEADY, Bot
from paiju.bots.external_bots import BotFault, BotLimits
from paiju.bots.registry import make_bot
from paiju.core.errors import PaijuError
from paiju.games.registry import families
from paiju.server.errors import CannotServe

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,19}")

log = structlog.get_logger()


def parse_bot_settings(given: Sequence[str]) -> Mapping[str, str]:
    """Return the specification of each bot by name, from settings of the form NAME=BOT. Raises CannotServe."""
    found: dict[str, str] = {}
    for entry in given:
        name, equals, spec = entry.partition("=")
        if not (equals and _NAME.fullmatch(name)) or name in (STEADY, RANDOM, *found):
            raise CannotServe("bad_bot", given=entry)
        found[name] = spec
        _check_bot(entry, spec)
    return found


def _check_bot(entry: str, spec: str) -> None:
    """Raise CannotServe unless the bot that ``spec`` specifies plays at least one family."""
    for family in families():
        try:
            make_bot(spec, family)
        except PaijuError:
            continue
        return
    raise CannotServe("bad_bot", given=entry)


def make_bot_finder(own: Mapping[str, str]) -> partial[Bot]:
    """Return a function ``find(name, family)`` that finds a bot by name, among the operator's bots and paiju's own.

    ``own`` maps the names of the operator's bots to their specifications. All tables of a family share one
    instance of each bot.
    """
    return partial(cache(_make_room_bot), tuple(own.items()))


def _make_room_bot(own: tuple[tuple[str, str], ...], name: str, family: str) -> Bot:
    return make_bot(dict(own).get(name, name), family, BotLimits(quiet=True, on_fault=_log_fault))


def _log_fault(fault: BotFault) -> None:
    log.warning("bot_failed", bot=fault.bot, kind=fault.kind)  # without ``why``, which may contain cards
