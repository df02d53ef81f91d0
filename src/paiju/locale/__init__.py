"""Words for people, in Chinese and English.

The rest of paiju knows codes; what a person reads is made here. ``text("zh", "illegal.not_your_turn")`` is a sentence from the
catalogues, TOML files in ``zh/`` and ``en/``: ``common`` and one a family, where the family does not bring its
own (``words/zh.toml`` beside its game). A key is ``table.code``; a family's own words come
before the common ones. The tables:

* one a kind of error (``illegal``, ``notation``, ``ruleset``, ``unknown``, ``usage`` …): placeholders are the error's details,
  and ``{place}`` and ``{char}`` where an error says at which character;
* ``account``: what a line of an account is called; ``{0}``, ``{1}`` … are its args, ``{value}`` its value. Factor and amount
  are written after it (``account_line``);
* ``reason``: why a hand ended; ``role``, ``phase``, ``category``, ``action``, ``param``, ``value`` …: names.

A catalogue may be missing; a key that nobody translated is shown as it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any, Final

from paiju.core.account import Line
from paiju.core.errors import PaijuError
from paiju.games.registry import families

LANGS: Final = ("zh", "en")
COMMON: Final = "common"


def language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """The language to speak: the one asked for, or that of LC_ALL, LC_MESSAGES or LANG, whichever is set first; else English."""
    if wanted in LANGS:
        return wanted
    names = (environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return nearest(next(filter(None, names), ""))


def nearest(tag: str) -> str:
    """The language for one that is named like ``zh_CN.UTF-8`` or ``zh-TW,en;q=0.5``; English where it is none of ours."""
    return "zh" if tag.lower().startswith("zh") else "en"


@cache
def catalogue(lang: str, name: str) -> dict[str, str]:
    """One catalogue, flat: ``table.code`` to its words; empty where there is none."""
    ours, own = files(__name__).joinpath(lang, f"{name}.toml"), _own_words(lang, name)
    file = ours if own is None or ours.is_file() else own
    if not file.is_file():
        return {}
    tables: dict[str, dict[str, str]] = tomllib.loads(file.read_text("utf-8"))
    return dict(_flatten(tables))


def words_of(family: str) -> dict[str, dict[str, str]]:
    """All words of a family, by language."""
    return {lang: catalogue(lang, family) for lang in LANGS}


def _own_words(lang: str, family: str) -> Traversable | None:
    """The words that a family brings along, if there is one of this name."""
    found = families().get(family)
    return None if found is None else found.folder("words").joinpath(f"{lang}.toml")


def _flatten(tables: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, entry in tables.items():
        if isinstance(entry, Mapping):
            found += _flatten(entry, f"{prefix}{name}.")
        else:
            found.append((prefix + name, str(entry)))
    return found


def lookup(lang: str, key: str, family: str = "") -> str | None:
    """The words of a key, placeholders unfilled: the family's own, else the common ones; None if there are none."""
    own = catalogue(lang, family).get(key) if family else None
    return catalogue(lang, COMMON).get(key) if own is None else own


class _Lenient(Formatter):
    """A placeholder that nothing was given for stays as it is."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        try:
            return super().get_value(key, args, kwargs)
        except (IndexError, KeyError):
            return f"{{{key}}}"


_fill: Final = _Lenient().vformat


def text(lang: str, key: str, /, *args: object, family: str = "", **details: object) -> str:
    """The words of a key, with the details put in."""
    words = lookup(lang, key, family)
    return key if words is None else _fill(words, args, details)


def sentence(lang: str, error: PaijuError, family: str = "") -> str:
    """What an error says to a person. ``family`` says whose words come first. An error among its details says what it says."""
    key = f"{error.kind}.{error.code}"
    words = lookup(lang, key, family) or _anybodys(lang, key)
    inner = {name: sentence(lang, why, family) for name, why in error.details.items() if isinstance(why, PaijuError)}
    details = {**error.details, **_place(error.details), **_category(lang, error.details, family), **inner}
    return key if words is None else _fill(words, (), details)


def _category(lang: str, details: Mapping[str, object], family: str) -> dict[str, object]:
    """The name of a category, for a sentence that tells one."""
    if "category" not in details:
        return {}
    key = f"category.{details['category']}"
    return {"category": lookup(lang, key, family) or _anybodys(lang, key) or key}


def _anybodys(lang: str, key: str) -> str | None:
    """The words of whichever family has them."""
    names = sorted(entry.name.removesuffix(".toml") for entry in files(__name__).joinpath(lang).iterdir())
    return next((words for name in names if (words := catalogue(lang, name).get(key)) is not None), None)


def _place(details: Mapping[str, object]) -> dict[str, object]:
    """Counted from one, and the character that stands there."""
    at, written = details.get("at"), details.get("text")
    if not isinstance(at, int):
        return {}
    return {"place": at + 1, "char": str(written)[at : at + 1] if written is not None else ""}


_WORTH: Final = {"base": " {}", "times": " ×{}", "plus": " {:+}", "personal": " ×{}", "note": ""}


def account_line(lang: str, line: Line, family: str = "", who: str = "") -> str:
    """A line of an account: ``底分 3``, ``炸弹 5555 ×2``, ``加倍 ×2 (甲)``."""
    name = text(lang, f"account.{line.code}", *line.args, family=family, value=line.value)
    owner = f" ({who})" if who else ""
    return name + _WORTH[line.how].format(line.value) + owner
