"""Rulesets are data: a typed, frozen record read from TOML.

A file looks like this, and a new ruleset is one such file::

    family = "doudizhu"
    name = "wild"
    extends = "happy"          # one level deep; what is not set here is taken from there
    title = { zh = "癞子斗地主", en = "Wild card" }
    about = { zh = "每局一种牌当癞子", en = "Each hand has a wild rank" }
    picture = "*5s 7h 7c 7d"   # cards that say what is special; ``*`` before one that is wild
    players = 3                # as the rules have it
    place = 3                  # in the family's list, from 1
    cap = 48                   # most that a duplicate deal can count above or below the mean; by default 24

    [rules]
    wild = true

Only family, name and title are required. Unknown keys are refused.
``digest`` identifies the rules themselves: it is equal for equal resolved parameters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from paiju.core.codec import to_json
from paiju.core.errors import RulesetError
from paiju.core.validation_errors import explain_validation_error, parse_toml

Title: TypeAlias = Annotated[dict[str, str], msgspec.Meta(min_length=1)]
"""A title or sentence by language (``zh``, ``en``, or any other)."""


def in_language(words: Mapping[str, str], lang: str) -> str:
    """Return the text in a language, else in English, else in any; "" if there is none."""
    return words.get(lang) or words.get("en") or next(iter(words.values()), "")


class Ruleset(Struct, frozen=True):
    """A ruleset of a family: ``rules`` is the family's own Struct, with all parameters resolved."""

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
        """SHA-256 of the resolved parameters."""
        return hashlib.sha256(to_json([self.family, self.rules])).hexdigest()

    @property
    def release_digest(self) -> str:
        """SHA-256 of the parameters that differ from their defaults, sorted by name.

        A parameter that is added later, with a default that keeps the old rules, does not change it: rules that were stored
        long ago still have the digest under which they were released.
        """
        fields = sorted(msgspec.structs.fields(self.rules), key=lambda field: field.name)
        values = ((field, getattr(self.rules, field.name)) for field in fields)
        changed = {field.name: value for field, value in values if value != field.default}
        return hashlib.sha256(to_json([self.family, changed])).hexdigest()


LAST: Final = 100
"""Default sort key."""

CAP: Final = 24
"""Default bound of a difference from the mean of the seat in a duplicate deal, in points."""

Name: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$(?!\\n)", max_length=40)]
"""Short name of a file."""


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """A parsed ruleset file; ``extends`` is the short name of another ruleset."""

    family: str
    name: Name
    title: Title
    about: dict[str, str] = {}
    picture: str = ""
    players: int = 0
    place: Annotated[int, msgspec.Meta(ge=1)] = LAST
    cap: Annotated[int, msgspec.Meta(ge=1)] = CAP
    extends: str = ""
    rules: dict[str, Any] = {}


class Offer(Struct, frozen=True):
    """A ruleset with its descriptive fields, which are not stored with hands.

    ``players`` is 0 if the file does not set it; the rules then determine it. ``about`` has one sentence for each
    language, ``picture`` shows cards in the family's notation, and ``extends`` is the id of the base ruleset; each
    may be empty. ``cap`` bounds the difference from the mean in a duplicate deal.
    """

    ruleset: Ruleset
    players: int = 0
    about: dict[str, str] = {}
    picture: str = ""
    place: int = LAST
    extends: str = ""
    cap: int = CAP


def parse_file(text: str) -> File:
    """Read the text of a ruleset file, without resolving it. Raises RulesetError."""
    try:
        return msgspec.convert(parse_toml(text), File)
    except msgspec.ValidationError as error:
        raise _invalid_field_error(error, File) from error


def parse_offer(text: str, rules_type: type[Struct], parent: Callable[[str], str]) -> Offer:
    """Parse a ruleset file. ``parent(name)`` returns the text of the file that ``extends`` names. Raises RulesetError."""
    file = parse_file(text)
    settings, picture, extends = file.rules, file.picture, ""
    if file.extends:
        base = parse_file(parent(file.extends))
        if base.extends:
            raise RulesetError("extends_twice", name=file.name, parent=base.name)
        settings, picture, extends = {**base.rules, **settings}, picture or base.picture, f"{file.family}/{base.name}"
    ruleset = Ruleset(file.family, file.name, file.title, make_rules(rules_type, settings))
    return Offer(ruleset, file.players, file.about, picture, file.place, extends, file.cap)


def make_rules(rules_type: type[Struct], settings: Mapping[str, object]) -> Any:
    """Return the typed rules with these settings. Raises RulesetError (unknown key, wrong type, contradiction)."""
    try:
        return msgspec.convert(settings, rules_type)
    except msgspec.ValidationError as error:
        raise _invalid_field_error(error, rules_type) from error


def _invalid_field_error(error: msgspec.ValidationError, kind: type[Struct]) -> RulesetError:
    """Return the error for an invalid field, with its allowed values."""
    found = explain_validation_error(error, kind)
    return RulesetError(found.code, **found._replace(field=found.field or "rules").details)


def with_options(ruleset: Ruleset, /, **options: object) -> Ruleset:
    """Return the ruleset with some parameters changed. Raises RulesetError."""
    settings = {**msgspec.to_builtins(ruleset.rules), **options}
    return msgspec.structs.replace(ruleset, rules=make_rules(type(ruleset.rules), settings))


class Parameter(Struct, frozen=True):
    """A parameter of a family's rules, for forms and tests.

    ``values`` lists all choices; it is empty for a number from ``low`` to ``high`` and for other types.
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
