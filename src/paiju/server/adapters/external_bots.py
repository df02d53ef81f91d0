"""Bots from outside that whoever runs the room lets in, by names that are the room's."""

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


def read_bots(given: Sequence[str]) -> Mapping[str, str]:
    """What was typed as NAME=BOT, by name. Raises CannotServe."""
    found: dict[str, str] = {}
    for entry in given:
        name, equals, spec = entry.partition("=")
        if not (equals and _NAME.fullmatch(name)) or name in (STEADY, RANDOM, *found):
            raise CannotServe("bad_bot", given=entry)
        found[name] = spec
        _check_bot(entry, spec)
    return found


def _check_bot(entry: str, spec: str) -> None:
    """It need not play every family, but one. Raises CannotServe."""
    for family in families():
        try:
            make_bot(spec, family)
        except PaijuError:
            continue
        return
    raise CannotServe("bad_bot", given=entry)


def bot_finder(own: Mapping[str, str]) -> partial[Bot]:
    """``find(name, family)``: one of paiju's bots, or one of these external bots, which all tables share."""
    return partial(cache(_find), tuple(own.items()))


def _find(own: tuple[tuple[str, str], ...], name: str, family: str) -> Bot:
    return make_bot(dict(own).get(name, name), family, BotLimits(quiet=True, on_fault=_log_fault))


def _log_fault(fault: BotFault) -> None:
    log.warning("bot_failed", bot=fault.bot, kind=fault.kind)  # no ``why``: there may be cards in it
