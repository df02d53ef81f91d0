"""Detects names that look alike, with Unicode's table of confusable characters (UTS 39, package confusable-homoglyphs)."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from unicodedata import category, normalize


def skeleton(text: str) -> str:
    """Return a key that is equal for all texts that look alike. Case, combining marks and punctuation do not matter."""
    plain = normalize("NFD", normalize("NFKC", text))
    letters = [char for char in plain if char.isalnum()]
    # A capital and its small letter have different lookalikes, so lookalikes of capitals are replaced before the case is folded.
    ours = "".join(char if char.isascii() else _prototype_of(char) for char in letters)
    return "".join(map(_prototype_of, ours.casefold()))


def is_mark(char: str) -> bool:
    """Whether a character is a combining mark."""
    return category(char).startswith("M")


@lru_cache(4096)
def _prototype_of(char: str) -> str:
    """Return the character that represents all characters which look like this one."""
    alike = {char, *_confusables_of(char)}
    alike |= {other for one in tuple(alike) for other in _confusables_of(one)}
    return min(alike, key=lambda one: (not (one.isascii() and one.isalpha()), -len(one), one))


def _confusables_of(text: str) -> list[str]:
    table = import_module(
        "confusable_homoglyphs.confusables"
    ).confusables_data  # installed only with the extra ``room``
    return [one["c"] for one in table.get(text, ())]
