"""Player names: their validation, random names, and names that are still free. Names are unique.

Two names are equal if ``credential_rules.fold_user_name`` returns the same key for both, as for user names.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Final
from unicodedata import normalize

from paiju import locale
from paiju.server.app.players.confusable_names import is_mark, skeleton
from paiju.server.domain.bot_names import BOTS, is_bot_name
from paiju.server.errors import Refusal

NAME_LENGTH: Final = 20
"""Maximum number of characters of a player name."""

_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as printable but have no visible shape."""

_OF_ADDRESSES: Final = frozenset("/\\?#%")
"""Characters that are reserved in URLs."""


MARKS: Final = 2
"""Maximum number of combining marks on one letter.

The number is enough for every language, and too small for the marks to reach the lines of text above and
below.
"""


def validate_name(name: str) -> str:
    """Return a player name in its clean form (``clean_name``). Raises Refusal if players may not take it."""
    clean = clean_name(name)
    if why := refusal_code(clean):
        raise Refusal(why)
    return clean


def refusal_code(clean: str) -> str:
    """Return a code that says why players may not take a name; "" if they may take it.

    ``clean`` is the name as ``clean_name`` returns it. If a name is forbidden later, a player who already has it
    keeps it.
    """
    if not clean:
        return "bad_name"
    if is_bot_name(clean) or skeleton(clean) in _bot_skeletons():
        return "name_of_bot"
    return "name_reserved" if skeleton(clean.rstrip(_DIGITS)) in _reserved_names() else ""


_DIGITS: Final = "0123456789 "
"""Characters that are ignored at the end of a name when it is compared with reserved names.

The server itself appends numbers to names.
"""


@cache
def _bot_skeletons() -> frozenset[str]:
    return frozenset(skeleton(name) for name in BOTS)


@cache
def _reserved_names() -> frozenset[str]:
    """Return the ``skeleton`` of each name that is reserved for the server and its admins, in every language."""
    return frozenset(
        skeleton(word) for lang in locale.languages() for word in _name_parts(lang, "name.reserved").split()
    )


def clean_text(text: str) -> str:
    """Return a text without unprintable characters and with single spaces."""
    return " ".join("".join(char if char.isprintable() and char not in _BLANK else " " for char in text).split())


def clean_name(name: str) -> str:
    """Return a name without the characters that a name must not contain; "" if nothing remains.

    The result has at most ``NAME_LENGTH`` characters, all of them printable. It contains no two spaces in a row,
    and no character that is reserved in URLs.
    """
    plain = "".join(" " if char in _OF_ADDRESSES else char for char in name)
    clean = _limit_marks(clean_text(plain))[:NAME_LENGTH].strip()
    return "" if all(char == "." or is_mark(char) for char in clean) else clean


def _limit_marks(text: str) -> str:
    kept, marks = [], 0
    for char in text:
        here = sum(map(is_mark, normalize("NFD", char)))
        marks = marks + here if is_mark(char) else here
        if marks <= MARKS or not is_mark(char):
            kept.append(char)
    return "".join(kept)


def random_name(lang: str) -> str:
    """Return a random name in a language. Such names are easy to say and to tell apart."""
    first, second = (secrets.choice(_name_parts(lang, f"name.{half}").split()) for half in ("first", "second"))
    return _name_parts(lang, "name.made").format(first=first, second=second)


def _name_parts(lang: str, key: str) -> str:
    words = locale.lookup(lang, key, "names")
    assert words is not None
    return words


def numbered_names(name: str) -> Iterator[str]:
    """Yield the name, and then, without end, the name with a number appended.

    The numbers are small ones at first, and random ones later.
    """
    yield name
    yield from (_append_number(name, number) for number in range(2, 10))
    for digits in count(2):
        yield from (
            _append_number(name, 10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))) for _ in range(4)
        )


def _append_number(name: str, number: int) -> str:
    return f"{name[: NAME_LENGTH - len(str(number)) - 1].rstrip()} {number}"
