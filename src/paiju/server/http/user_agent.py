"""What a browser says of itself, for people: "Chrome, Android", and the language it is read in.

Names only; versions would say more than anybody needs.
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
"""What stands in the header, and whose it is. Many browsers name others too, so the first that fits is right."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Harmony", "HarmonyOS"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Windows", "Windows"), ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def describe_user_agent(request: AnyRequest) -> str:
    """What a session that begins with this request is called in lists."""
    return browser_family(request.headers.get("user-agent", ""))


def preferred_language(request: AnyRequest) -> str:
    """The language of ours that the reader likes best."""
    return nearest_language(request.headers.get("accept-language", ""))


def browser_family(agent: str) -> str:
    """The browser and the system; empty where nobody knows."""
    found = (next((name for mark, name in table if mark in agent), None) for table in (_BROWSERS, _SYSTEMS))
    return ", ".join(name for name in found if name is not None)
