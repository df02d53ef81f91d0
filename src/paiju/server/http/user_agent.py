"""Reads a client's browser, system ("Chrome, Android") and preferred language from the headers of a request.

Versions of browsers and systems are left out.
"""

from __future__ import annotations

from typing import Final

from paiju.locale import nearest_language
from paiju.server.services import AnyRequest

_BROWSERS: Final = (
    ("MicroMessenger", "WeChat"), ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("HuaweiBrowser", "Huawei"), ("MiuiBrowser", "Xiaomi"), ("QQBrowser", "QQ"), ("UCBrowser", "UC"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
"""Texts that occur in a ``User-Agent`` header, each with the browser to which it belongs.

Many browsers also send the texts of others, so the first text that is found decides.
"""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Harmony", "HarmonyOS"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def describe_user_agent(request: AnyRequest) -> str:
    """Return the label of a session that begins with this request, such as "Chrome, Android"."""
    return parse_user_agent(request.headers.get("user-agent", ""))


def preferred_language(request: AnyRequest) -> str:
    """Return the language that the client prefers among those of the room."""
    return nearest_language(request.headers.get("accept-language", ""))


def parse_user_agent(agent: str) -> str:
    """Return one text with the browser and the system that a ``User-Agent`` header names; "" if neither is known."""
    found = (next((name for mark, name in table if mark in agent), None) for table in (_BROWSERS, _SYSTEMS))
    return ", ".join(name for name in found if name is not None)
