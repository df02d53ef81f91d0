"""Translations: all texts that paiju shows to people.

The rest of paiju uses codes. ``translate("zh", "illegal.not_your_turn")`` looks a code up in the catalogues and
returns the sentence. Catalogues are TOML files. Each language has a folder here (``zh/``, ``en/``) with
``common.toml``, and ``pages.toml`` for the browser alone. A family brings its own catalogue beside its game
(``words/zh.toml``); for a language that it lacks, the folder here may contain one.

A key is ``table.code``. A family's text takes precedence over a common one, and English replaces missing texts. A key
without any text is shown as it is. The tables are:

* one for each kind of error (``illegal``, ``notation``, ``ruleset``, ``unknown``, ``usage`` …); the placeholders are
the details of the error, and ``{place}`` and ``{char}`` if the error concerns a character of a text; * ``action``,
``ask``, ``event``, ``account``, ``result``, ``reason``: the messages of a family (``paiju.core.messages``), filled in
by a ``TextRenderer``; ``worth`` formats the factor or amount after a score line; * ``card``: how cards are written,
as a whole or letter by letter; ``role``, ``phase``, ``category``, ``param``, ``value`` …: names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any, Final

from paiju.core.errors import PaijuError
from paiju.games.registry import families

COMMON: Final = "common"
BASE: Final = "en"
"""The language that has every text; the fallback for missing ones."""

_places: list[Traversable] = [files(__name__)]
"""Folders that contain one folder for each language."""


@contextmanager
def with_extra_folder(folder: Traversable) -> Iterator[None]:
    """Add texts inside a ``with`` block: a folder with the layout of this package, with one folder for each language."""
    _places.append(folder)
    _clear_caches()
    try:
        yield
    finally:
        _places.remove(folder)
        _clear_caches()


def _clear_caches() -> None:
    languages.cache_clear()
    catalogue.cache_clear()


@cache
def languages() -> tuple[str, ...]:
    """Return every language that has common texts."""
    found = (folder for place in _places for folder in place.iterdir() if folder.is_dir())
    return tuple(sorted({folder.name for folder in found if folder.joinpath(f"{COMMON}.toml").is_file()}))


def choose_language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """Return the requested language or, without one, that of LC_ALL, LC_MESSAGES or LANG; English if none is known."""
    if wanted in languages():
        return wanted
    names = (environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return nearest_language(next(filter(None, names), ""))


def nearest_language(tag: str) -> str:
    """Return the known language for a name such as ``zh_CN.UTF-8`` or ``zh-TW,en;q=0.5``; English if there is none."""
    first = re.split("[,;.]", tag)[0].strip().replace("_", "-").lower()
    ours = {lang.lower(): lang for lang in languages()}
    return ours.get(first) or ours.get(first.partition("-")[0], BASE)


@cache
def catalogue(lang: str, name: str) -> dict[str, str]:
    """Return one catalogue as a flat mapping from ``table.code`` to its text; empty if there is none."""
    family = families().get(name)
    own = [] if family is None else [family.folder("words").joinpath(f"{lang}.toml")]
    here = (place.joinpath(lang, f"{name}.toml") for place in _places)
    read = (tomllib.loads(file.read_text("utf-8")) for file in (*own, *here) if file.is_file())
    return {key: words for tables in read for key, words in _flatten(tables)}


def family_catalogue(family: str) -> dict[str, dict[str, str]]:
    """Return all texts of a family, by language."""
    return {lang: catalogue(lang, family) for lang in languages()}


def _flatten(tables: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, entry in tables.items():
        if isinstance(entry, Mapping):
            found += _flatten(entry, f"{prefix}{name}.")
        else:
            found.append((prefix + name, str(entry)))
    return found


def lookup(lang: str, key: str, family: str = "") -> str | None:
    """Return the unformatted text of a key: the family's, else the common one, else the English one; None if there is none."""
    names = (family, COMMON) if family else (COMMON,)
    found = (catalogue(spoken, name).get(key) for spoken in (lang, BASE) for name in names)
    return next((words for words in found if words is not None), None)


class _LenientFormatter(Formatter):
    """Formatter that leaves placeholders without a value as they are."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        try:
            return super().get_value(key, args, kwargs)
        except (IndexError, KeyError):
            return f"{{{key}}}"


_fill: Final = _LenientFormatter().vformat


def translate(lang: str, key: str, /, *args: object, family: str = "", **details: object) -> str:
    """Return the text of a key with its placeholders filled."""
    words = lookup(lang, key, family)
    return key if words is None else _fill(words, args, details)


def join_list(lang: str, texts: Iterable[str]) -> str:
    """Join the items of a list as a language writes them."""
    return translate(lang, "list.comma").join(texts)


def error_sentence(lang: str, error: PaijuError, family: str = "") -> str:
    """Return the message of an error. The texts of ``family`` take precedence; an error among the details is rendered too."""
    key = f"{error.kind}.{error.code}"
    words = lookup(lang, key, family) or _lookup_any_family(lang, key)
    inner = {
        name: error_sentence(lang, why, family) for name, why in error.details.items() if isinstance(why, PaijuError)
    }
    details = {**error.details, **_place(error.details), **_category(lang, error.details, family), **inner}
    return key if words is None else _fill(words, (), details)


def english_sentence(error: PaijuError) -> str:
    """Return the English message for ``str(error)``, with capital and full stop; "" if there is none."""
    told = error_sentence(BASE, error)
    if told == f"{error.kind}.{error.code}":
        return ""
    first = re.match(r"[a-z]+(?=[ ,:;'])", told)
    begun = told[:1].upper() + told[1:] if first and _begins_with_a_word(error) else told
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def _begins_with_a_word(error: PaijuError) -> bool:
    """Whether the sentence starts with a word and not with a placeholder, whose case must not change."""
    key = f"{error.kind}.{error.code}"
    return not (lookup(BASE, key) or _lookup_any_family(BASE, key) or "{").startswith("{")


def _category(lang: str, details: Mapping[str, object], family: str) -> dict[str, object]:
    """Return the name of a category of combinations."""
    if "category" not in details:
        return {}
    key = f"category.{details['category']}"
    return {"category": lookup(lang, key, family) or _lookup_any_family(lang, key) or key}


def _lookup_any_family(lang: str, key: str) -> str | None:
    """Return the text of a key from whichever family has it."""
    found = (lookup(lang, key, name) for name in families())
    return next((words for words in found if words is not None), None)


def _place(details: Mapping[str, object]) -> dict[str, object]:
    """Return the position for a message: one-based index, and the character there."""
    at, written = details.get("at"), details.get("text")
    if not isinstance(at, int):
        return {}
    return {"place": at + 1, "char": str(written)[at : at + 1] if written is not None else ""}
