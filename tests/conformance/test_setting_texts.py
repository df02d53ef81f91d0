"""Every table setting and ruleset option has a name and value labels in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from paiju.core.codec import make_notation_schema
from paiju.games import registry
from paiju.locale import catalogue
from paiju.server.domain.table_setup import TableSettings
from tests.languages import COMPLETE

Field = tuple[str, dict[str, Any]]


def fields(schema: dict[str, Any]) -> Iterator[Field]:
    """The fields of a schema, by their names with dots; as ``web/src/pages/shared/schemaFields.ts`` makes forms of them."""
    types = schema.get("$defs", {})

    def within(part: dict[str, Any], place: str) -> Iterator[Field]:
        for name, one in part.get("properties", {}).items():
            if "$ref" in one:
                yield from within(types[one["$ref"].rpartition("/")[2]], f"{place}{name}.")
            else:
                yield place + name, one

    yield from within(types[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema, "")


TERMS = list(fields(msgspec.json.schema(TableSettings)))
RULES = {ruleset.family: type(ruleset.rules) for ruleset in map(registry.ruleset, registry.rulesets())}
OPTIONS = [
    (family, name, one)
    for family, rules in RULES.items()
    for name, one in fields(msgspec.json.schema(rules, schema_hook=make_notation_schema))
]


def spoken(one: dict[str, Any]) -> list[str]:
    """Values that are words, and so want others for people."""
    return [value for value in one.get("enum", ()) if isinstance(value, str)]


@pytest.mark.parametrize("lang", COMPLETE)
@pytest.mark.parametrize(("name", "one"), TERMS, ids=[name for name, _ in TERMS])
def test_a_tables_setting_has_words(name: str, one: dict[str, Any], lang: str) -> None:
    wanted = [f"setting.{name}", *(f"setting.{name}.{value}" for value in spoken(one))]
    assert [key for key in wanted if not catalogue(lang, "common").get(key)] == []


@pytest.mark.parametrize("lang", COMPLETE)
@pytest.mark.parametrize(("family", "name", "one"), OPTIONS, ids=[f"{family}-{name}" for family, name, _ in OPTIONS])
def test_an_option_of_a_ruleset_has_words(family: str, name: str, one: dict[str, Any], lang: str) -> None:
    wanted = [f"param.{name}", *(f"value.{name}.{value}" for value in spoken(one))]
    assert [key for key in wanted if not catalogue(lang, family).get(key)] == []


def test_scan_finds_settings_of_every_family() -> None:
    assert {"pace.turn", "hands", "claims"} <= {name for name, _ in TERMS}
    assert {family for family, _, _ in OPTIONS} == set(registry.families())
    assert len(OPTIONS) > 40
