"""Rulesets: typed, immutable parameters of a game, which are read from TOML files.

Each ruleset is one file of this form::

    family = "doudizhu"
    name = "wild"
    extends = "happy"          # the base ruleset, which gives the parameters not set here; it must not extend another
    title = { zh = "癞子斗地主", en = "Wild card" }
    about = { zh = "每局一种牌当癞子", en = "Each hand has a wild rank" }
    picture = "*5s 7h 7c 7d"   # cards that illustrate the ruleset; ``*`` marks a wild card
    players = 3                # the number of players
    place = 3                  # the position in the family's list, from 1
    cap = 48                   # the largest difference from the mean that counts in a duplicate deal (``DEFAULT_CAP``)

    [rules]
    wild = true

Only family, name and title are required. Unknown keys are refused. ``digest`` identifies the rules: two rulesets with
the same resolved parameters have the same digest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from paiju.core.codec import to_json
from paiju.core.errors import RulesetError
from paiju.core.validation_errors import explain_validation_error, parse_toml

Title: TypeAlias = Annotated[dict[str, str], msgspec.Meta(min_length=1)]
"""A title or sentence by language (``zh``, ``en``, or any other)."""


def text_in_language(words: Mapping[str, str], lang: str) -> str:
    """Return the text in a language, or else the English text, or else the first text; "" if ``words`` is empty."""
    return words.get(lang) or words.get("en") or next(iter(words.values()), "")


class Ruleset(Struct, frozen=True):
    """A ruleset of a family. ``rules`` is a Struct of the family that contains all parameters."""

    family: str
    name: str
    title: Title
    rules: Any

    @property
    def id(self) -> str:
        """``family/name``, as typed on the command line."""
        return f"{self.family}/{self.name}"

    @property
    def digest(self) -> str:
        """The SHA-256 digest of all parameters, in hexadecimal."""
        return hashlib.sha256(to_json([self.family, self.rules])).hexdigest()

    @property
    def release_digest(self) -> str:
        """The SHA-256 digest of the parameters whose values differ from the defaults, sorted by name.

        A later version of the family may add a parameter whose default keeps the old rules. The digest of an old
        ruleset then stays the same, and still equals the digest with which the ruleset was released.
        """
        return _release_digest(self.family, self.rules)


@lru_cache(maxsize=1 << 10)
def _release_digest(family: str, rules: Any) -> str:
    fields = sorted(msgspec.structs.fields(rules), key=lambda field: field.name)
    values = ((field, getattr(rules, field.name)) for field in fields)
    changed = {field.name: value for field, value in values if value != field.default}
    return hashlib.sha256(to_json([family, changed])).hexdigest()


DEFAULT_PLACE: Final = 100
"""Default of ``place``, the sort key in lists."""

DEFAULT_CAP: Final = 24
"""Default of ``cap``, in points.

A duplicate deal is played separately by many players, and each result is compared with the mean result. A difference
larger than ``cap`` counts as ``cap``.
"""

Name: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$(?!\\n)", max_length=40)]
"""The short name of a ruleset or room."""


class RulesetFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a ruleset file. ``extends`` is the short name of the base ruleset; empty if there is none."""

    family: str
    name: Name
    title: Title
    about: dict[str, str] = {}
    picture: str = ""
    players: int = 0
    place: Annotated[int, msgspec.Meta(ge=1)] = DEFAULT_PLACE
    cap: Annotated[int, msgspec.Meta(ge=1)] = DEFAULT_CAP
    extends: str = ""
    rules: dict[str, Any] = {}


class RulesetEntry(Struct, frozen=True):
    """A ruleset with its descriptive fields, which are not stored with hands.

    ``players`` is the number of players. It is 0 if the file leaves the number to the rules. ``about`` contains a
    sentence for each language. ``picture`` contains cards in the family's notation. ``extends`` is the id of the
    base ruleset. ``about``, ``picture`` and ``extends`` may be empty. ``cap`` applies to duplicate deals: it is
    the largest difference from the mean result that counts, in points (``DEFAULT_CAP``).
    """

    ruleset: Ruleset
    players: int = 0
    about: dict[str, str] = {}
    picture: str = ""
    place: int = DEFAULT_PLACE
    extends: str = ""
    cap: int = DEFAULT_CAP


def parse_ruleset_file(text: str) -> RulesetFile:
    """Return the contents of a ruleset file, without the parameters of its base ruleset. Raises RulesetError."""
    try:
        return msgspec.convert(parse_toml(text), RulesetFile)
    except msgspec.ValidationError as error:
        raise _invalid_field_error(error, RulesetFile) from error


def parse_ruleset_entry(text: str, rules_type: type[Struct], parent: Callable[[str], str]) -> RulesetEntry:
    """Return the ruleset that the text of a file defines, with its descriptive fields.

    ``parent(name)`` returns the text of the file of the base ruleset. Raises RulesetError.
    """
    file = parse_ruleset_file(text)
    settings, picture, extends = file.rules, file.picture, ""
    if file.extends:
        base = parse_ruleset_file(parent(file.extends))
        if base.extends:
            raise RulesetError("extends_twice", name=file.name, parent=base.name)
        settings, picture, extends = {**base.rules, **settings}, picture or base.picture, f"{file.family}/{base.name}"
    ruleset = Ruleset(file.family, file.name, file.title, make_rules(rules_type, settings))
    return RulesetEntry(ruleset, file.players, file.about, picture, file.place, extends, file.cap)


def make_rules(rules_type: type[Struct], settings: Mapping[str, object]) -> Any:
    """Return the typed rules with these settings.

    Raises RulesetError for an unknown key, a value of a wrong type, or settings that contradict each other.
    """
    try:
        return msgspec.convert(settings, rules_type)
    except msgspec.ValidationError as error:
        raise _invalid_field_error(error, rules_type) from error


def _invalid_field_error(error: msgspec.ValidationError, kind: type[Struct]) -> RulesetError:
    """Return the error for an invalid field, with the allowed values."""
    found = explain_validation_error(error, kind)
    return RulesetError(found.code, **found._replace(field=found.field or "rules").details)


def with_options(ruleset: Ruleset, /, **options: object) -> Ruleset:
    """Return the ruleset with some parameters changed. Raises RulesetError."""
    settings = {**msgspec.to_builtins(ruleset.rules), **options}
    return msgspec.structs.replace(ruleset, rules=make_rules(type(ruleset.rules), settings))


class Parameter(Struct, frozen=True):
    """A description of a parameter of a family's rules, for forms and tests.

    ``values`` lists all allowed values of a boolean or of a choice; it is empty for other types. ``low`` and
    ``high`` are the bounds of a number. A bound is None if there is no such bound.
    """

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None


def parameters(rules_type: type[Struct]) -> tuple[Parameter, ...]:
    """Return the parameters of a family's rules, in order."""
    info = msgspec.inspect.type_info(rules_type)
    assert isinstance(info, msgspec.inspect.StructType)
    return tuple(_to_parameter(field) for field in info.fields)


def _to_parameter(field: msgspec.inspect.Field) -> Parameter:
    kind = field.type
    if isinstance(kind, msgspec.inspect.BoolType):
        return Parameter(field.name, field.default, (False, True))
    if isinstance(kind, msgspec.inspect.LiteralType):
        return Parameter(field.name, field.default, tuple(kind.values))
    if isinstance(kind, msgspec.inspect.IntType) and kind.ge is not None:
        return Parameter(field.name, field.default, (), kind.ge, kind.le)
    return Parameter(field.name, field.default)
