"""Rulesets are data: a typed, frozen record read from TOML.

A file looks like this, and a new ruleset is one such file::

    family = "doudizhu"
    name = "wild"
    extends = "happy"          # one level deep; what is not set here is taken from there
    title = { zh = "癞子斗地主", en = "Wild card" }

    [rules]
    wild = true

Unknown keys are refused. ``digest`` identifies the rules themselves: it is equal for equal resolved parameters.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Struct

from paiju.core.codec import to_json
from paiju.core.errors import RulesetError

Title: TypeAlias = Annotated[dict[str, str], msgspec.Meta(min_length=1)]
"""A name or a sentence for people, by language (``zh``, ``en``, or any other)."""


def in_language(title: Title, lang: str) -> str:
    """What it says in a language; in English where it does not know that one, and else in any."""
    return title.get(lang) or title.get("en") or next(iter(title.values()))


class Ruleset(Struct, frozen=True):
    """One set of rules of a family: ``rules`` is the family's own record, all parameters resolved."""

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


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    family: str
    name: str
    title: Title
    extends: str = ""
    rules: dict[str, Any] = {}


def read_file(text: str) -> _File:
    """Read the text of a ruleset file, without resolving it. Raises RulesetError."""
    try:
        return msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RulesetError("bad_ruleset", reason=str(error)) from error


def parse_ruleset(text: str, rules_type: type[Struct], parent: Callable[[str], str]) -> Ruleset:
    """Read a ruleset. ``parent(name)`` is the text of the file that ``extends`` names. Raises RulesetError."""
    file = read_file(text)
    settings = dict(file.rules)
    if file.extends:
        base = read_file(parent(file.extends))
        if base.extends:
            raise RulesetError("extends_twice", name=file.name, parent=base.name)
        settings = {**base.rules, **settings}
    return Ruleset(file.family, file.name, file.title, make_rules(rules_type, settings))


def make_rules(rules_type: type[Struct], settings: Mapping[str, object]) -> Any:
    """The typed record of these settings. Raises RulesetError (unknown key, wrong type, contradiction)."""
    try:
        return msgspec.convert(settings, rules_type)
    except msgspec.ValidationError as error:
        raise RulesetError("bad_ruleset", reason=str(error)) from error


def with_options(ruleset: Ruleset, **options: object) -> Ruleset:
    """The same ruleset with some parameters changed. Raises RulesetError."""
    settings = {**msgspec.to_builtins(ruleset.rules), **options}
    return msgspec.structs.replace(ruleset, rules=make_rules(type(ruleset.rules), settings))


class Parameter(Struct, frozen=True):
    """One parameter of a family's rules, for forms and tests.

    ``values`` are all it may be; empty where it is a number from ``low`` to ``high``, or text.
    """

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None


def parameters(rules_type: type[Struct]) -> tuple[Parameter, ...]:
    """The parameters of a family's rules, in order, as their types tell."""
    info = msgspec.inspect.type_info(rules_type)
    assert isinstance(info, msgspec.inspect.StructType)
    return tuple(_parameter(field) for field in info.fields)


def _parameter(field: msgspec.inspect.Field) -> Parameter:
    kind = field.type
    if isinstance(kind, msgspec.inspect.BoolType):
        return Parameter(field.name, field.default, (False, True))
    if isinstance(kind, msgspec.inspect.LiteralType):
        return Parameter(field.name, field.default, tuple(kind.values))
    if isinstance(kind, msgspec.inspect.IntType):
        return Parameter(field.name, field.default, (), kind.ge, kind.le)
    return Parameter(field.name, field.default)
