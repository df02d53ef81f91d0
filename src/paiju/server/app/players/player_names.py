"""What players are called: names that may be taken, that are made up, and that are free. No two players have the same.

Two names are the same if ``credentials.fold_user_name`` makes the same of them, as it is with user names.
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

_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""

_OF_ADDRESSES: Final = frozenset("/\\?#%")
"""What a name cannot have, for it stands in an address."""


MARKS: Final = 2
"""Maximum number of combining marks on one letter: enough for every language, too few to cover the lines around it."""


def validate_name(name: str) -> str:
    """A name that a player may take. Raises Refusal."""
    clean = clean_name(name)
    if why := why_not(clean):
        raise Refusal(why)
    return clean


def why_not(clean: str) -> str:
    """The code of the refusal for who wants this name; empty if it may be taken. Those who have such a name keep it."""
    if not clean:
        return "bad_name"
    if is_bot_name(clean) or skeleton(clean) in _bots():
        return "name_of_bot"
    return "name_reserved" if skeleton(clean.rstrip(_DIGITS)) in _reserved() else ""


_DIGITS: Final = "0123456789 "
"""A number after a name does not make it a different name: the server itself appends one."""


@cache
def _bots() -> frozenset[str]:
    return frozenset(skeleton(name) for name in BOTS)


@cache
def _reserved() -> frozenset[str]:
    """Names that only the server and its admins may have, in every language."""
    return frozenset(
        skeleton(word) for lang in locale.languages() for word in _name_parts(lang, "name.reserved").split()
    )


def clean_text(text: str) -> str:
    """A text as it may be shown: printable, single spaces."""
    return " ".join("".join(char if char.isprintable() and char not in _BLANK else " " for char in text).split())


def clean_name(name: str) -> str:
    """A name as it may be shown: printable, single spaces, short, fit for an address; empty if nothing of it is left."""
    plain = "".join(" " if char in _OF_ADDRESSES else char for char in name)
    clean = _with_few_marks(clean_text(plain))[:NAME_LENGTH].strip()
    return "" if all(char == "." or is_mark(char) for char in clean) else clean


def _with_few_marks(text: str) -> str:
    kept, marks = [], 0
    for char in text:
        here = sum(map(is_mark, normalize("NFD", char)))
        marks = marks + here if is_mark(char) else here
        if marks <= MARKS or not is_mark(char):
            kept.append(char)
    return "".join(kept)


def random_name(lang: str) -> str:
    """A random name in a language, easy to say and to distinguish from others."""
    first, second = (secrets.choice(_name_parts(lang, f"name.{half}").split()) for half in ("first", "second"))
    return _name_parts(lang, "name.made").format(first=first, second=second)


def _name_parts(lang: str, key: str) -> str:
    words = locale.lookup(lang, key, "names")
    assert words is not None
    return words


def with_numbers(name: str) -> Iterator[str]:
    """The name, and then with numbers behind it, without end: the small ones first, then any."""
    yield name
    yield from (_append_number(name, number) for number in range(2, 10))
    for digits in count(2):
        yield from (
            _append_number(name, 10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))) for _ in range(4)
        )


def _append_number(name: str, number: int) -> str:
    return f"{name[: NAME_LENGTH - len(str(number)) - 1].rstrip()} {number}"
