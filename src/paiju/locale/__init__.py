"""Translations: all texts that paiju shows to people.

All other packages use codes. ``translate("zh", "illegal.not_your_turn")`` looks up a code in the catalogues and returns
the sentence. Catalogues are TOML files. Each language has a folder here (``zh/``, ``en/``) with ``common.toml`` and
``pages.toml``; only the browser uses ``pages.toml``. A family has its own catalogue beside its game (``words/zh.toml``).
The folder of a language here may contain catalogues for families that lack that language.

A key is ``table.code``, where ``table`` is a table of the TOML file. A family's text takes precedence over a common text,
and the English text replaces a missing one. ``translate`` returns a key that has no text at all unchanged. The tables are:

* ``illegal``, ``notation``, ``ruleset``, ``unknown``, ``usage`` …, one for each kind of error. The placeholders are the
  details of the error, and ``{place}`` and ``{char}`` if the error concerns a character of a text.
* ``action``, ``ask``, ``event``, ``account``, ``result``, ``reason``: the messages of a family (``paiju.core.messages``),
  whose placeholders a ``TextRenderer`` fills. ``worth`` formats the factor or amount after a score line.
* ``card``: how cards are written, as a whole or letter by letter.
* ``role``, ``phase``, ``category``, ``param``, ``value`` …: names.
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
"""The language that has every text. Its texts replace those that another language lacks."""

_catalogue_folders: list[Traversable] = [files(__name__)]
"""The folders with catalogues; each contains one folder for each language."""


@contextmanager
def extra_catalogue_folder(folder: Traversable) -> Iterator[None]:
    """Context manager that also reads the catalogues of ``folder`` inside its ``with`` block.

    ``folder`` must have a folder for each language, as this package has.
    """
    _catalogue_folders.append(folder)
    _clear_caches()
    try:
        yield
    finally:
        _catalogue_folders.remove(folder)
        _clear_caches()


def _clear_caches() -> None:
    languages.cache_clear()
    catalogue.cache_clear()


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a ``common.toml``, in alphabetical order."""
    found = (folder for place in _catalogue_folders for folder in place.iterdir() if folder.is_dir())
    return tuple(sorted({folder.name for folder in found if folder.joinpath(f"{COMMON}.toml").is_file()}))


def choose_language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """Return ``wanted`` if it is a known language; otherwise the language of the environment.

    The environment's language is the first of LC_ALL, LC_MESSAGES and LANG that is set; English if it is not known.
    """
    if wanted in languages():
        return wanted
    names = (environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return nearest_language(next(filter(None, names), ""))


def nearest_language(tag: str) -> str:
    """Return the known language that is nearest to a language tag; English if none matches.

    The tag may look like ``zh_CN.UTF-8`` or like ``zh-TW,en;q=0.5``.
    """
    first = re.split("[,;.]", tag)[0].strip().replace("_", "-").lower()
    ours = {lang.lower(): lang for lang in languages()}
    return ours.get(first) or ours.get(first.partition("-")[0], BASE)


@cache
def catalogue(lang: str, name: str) -> dict[str, str]:
    """Return the catalogue ``name`` of a language: a mapping from keys of the form ``table.code`` to texts.

    ``name`` is a family, or ``common``. If there is no such catalogue, the mapping is empty.
    """
    family = families().get(name)
    own = [] if family is None else [family.data_path("words").joinpath(f"{lang}.toml")]
    here = (place.joinpath(lang, f"{name}.toml") for place in _catalogue_folders)
    read = (tomllib.loads(file.read_text("utf-8")) for file in (*own, *here) if file.is_file())
    return {key: words for tables in read for key, words in _flat_items(tables)}


def family_catalogue(family: str) -> dict[str, dict[str, str]]:
    """Return all texts of a family, by language."""
    return {lang: catalogue(lang, family) for lang in languages()}


def _flat_items(tables: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, entry in tables.items():
        if isinstance(entry, Mapping):
            found += _flat_items(entry, f"{prefix}{name}.")
        else:
            found.append((prefix + name, str(entry)))
    return found


def lookup(lang: str, key: str, family: str = "") -> str | None:
    """Return the text of a key, with unfilled placeholders; None if there is none.

    Looks in four catalogues, and returns the first text found. They are the family's catalogue of the language,
    the common catalogue of the language, and the same two catalogues of English. If ``family`` is empty, only the
    common catalogues are searched.
    """
    names = (family, COMMON) if family else (COMMON,)
    found = (catalogue(spoken, name).get(key) for spoken in (lang, BASE) for name in names)
    return next((words for words in found if words is not None), None)


class _LenientFormatter(Formatter):
    """A formatter that leaves a placeholder in the text if it has no value."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        try:
            return super().get_value(key, args, kwargs)
        except (IndexError, KeyError):
            return f"{{{key}}}"


_fill_placeholders: Final = _LenientFormatter().vformat


def translate(lang: str, key: str, /, *args: object, family: str = "", **details: object) -> str:
    """Return the text of a key with its placeholders filled; the key itself if it has no text."""
    words = lookup(lang, key, family)
    return key if words is None else _fill_placeholders(words, args, details)


def join_list(lang: str, texts: Iterable[str]) -> str:
    """Return the texts joined by the separator that the language puts between the items of a list."""
    return translate(lang, "list.comma").join(texts)


def error_sentence(lang: str, error: PaijuError, family: str = "") -> str:
    """Return the message of an error. Texts of ``family`` take precedence over the texts that all families share.

    If a detail of the error is itself an error, the message of that inner error fills the placeholder of the
    detail.
    """
    key = f"{error.kind}.{error.code}"
    words = lookup(lang, key, family) or _lookup_any_family(lang, key)
    inner = {
        name: error_sentence(lang, why, family) for name, why in error.details.items() if isinstance(why, PaijuError)
    }
    details = {
        **error.details,
        **_position_placeholders(error.details),
        **_category_placeholder(lang, error.details, family),
        **inner,
    }
    return key if words is None else _fill_placeholders(words, (), details)


def english_sentence(error: PaijuError) -> str:
    """Return the English message of an error as a sentence with a capital and a full stop; "" if the error has none.

    ``str(error)`` gives this text.
    """
    text = error_sentence(BASE, error)
    if text == f"{error.kind}.{error.code}":
        return ""
    first = re.match(r"[a-z]+(?=[ ,:;'])", text)
    capitalized = text[:1].upper() + text[1:] if first and _begins_with_a_word(error) else text
    return capitalized if capitalized.endswith((".", "!", "?")) else f"{capitalized}."


def _begins_with_a_word(error: PaijuError) -> bool:
    """Whether the message begins with a word, so that its first letter may be capitalised.

    Otherwise it begins with a placeholder, whose value must keep its case.
    """
    key = f"{error.kind}.{error.code}"
    return not (lookup(BASE, key) or _lookup_any_family(BASE, key) or "{").startswith("{")


def _category_placeholder(lang: str, details: Mapping[str, object], family: str) -> dict[str, object]:
    """Return the placeholder ``category`` with its value, the translated name of a category of combinations.

    ``details`` are the details of an error. If they name no category, the result is empty.
    """
    if "category" not in details:
        return {}
    key = f"category.{details['category']}"
    return {"category": lookup(lang, key, family) or _lookup_any_family(lang, key) or key}


def _lookup_any_family(lang: str, key: str) -> str | None:
    """Return the text of a key in the first family that has it, or in the common catalogue; None if there is none."""
    found = (lookup(lang, key, name) for name in families())
    return next((words for words in found if words is not None), None)


def _position_placeholders(details: Mapping[str, object]) -> dict[str, object]:
    """Return the values of the placeholders ``place`` and ``char``; empty if the error concerns no character.

    ``place`` is the position of the character in the invalid text, counted from 1, and ``char`` the character itself.
    """
    at, written = details.get("at"), details.get("text")
    if not isinstance(at, int):
        return {}
    return {"place": at + 1, "char": str(written)[at : at + 1] if written is not None else ""}
