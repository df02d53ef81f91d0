"""``paiju rules``: lists the rulesets, or prints one with all its parameters."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from paiju.cli.argument_parser import ParsedArguments
from paiju.cli.console import find_ruleset, print_json, print_table
from paiju.core.family import CombinationExample
from paiju.core.ruleset import Ruleset, RulesetEntry, text_in_language
from paiju.games.registry import family_of, game_of, ruleset_entry, rulesets
from paiju.locale import lookup, translate


def run(given: ParsedArguments) -> int:
    """List the rulesets, or print one."""
    if given.ruleset is None:
        _print_rulesets(given)
    else:
        _print_ruleset(given, find_ruleset(given.ruleset))
    return 0


# ---- all


def _print_rulesets(given: ParsedArguments) -> None:
    found = [ruleset_entry(name) for name in rulesets()]
    if given.json:
        print_json([{**_to_json(entry.ruleset, entry.players), "about": entry.about} for entry in found])
    else:
        print_table(_ruleset_row(entry, given.lang) for entry in found)


def _ruleset_row(entry: RulesetEntry, lang: str) -> tuple[str, ...]:
    title = text_in_language(entry.ruleset.title, lang)
    return entry.ruleset.id, title, _seats_text(lang, entry.players), text_in_language(entry.about, lang)


def _to_json(entry: Ruleset, seats: int) -> dict[str, object]:
    return {"id": entry.id, "title": entry.title, "seats": seats, "digest": entry.digest}


def _seats_text(lang: str, seats: int) -> str:
    return translate(lang, "rules.seats", seats=seats)


# ---- one


def _print_ruleset(given: ParsedArguments, entry: Ruleset) -> None:
    game = game_of(entry)
    combinations = _named_combinations(given.lang, entry)
    if given.json:
        rows = [row._asdict() for row in combinations]
        print_json({**_to_json(entry, game.seats), "rules": msgspec.to_builtins(entry.rules), "combinations": rows})
        return
    print(f"{entry.id}  {text_in_language(entry.title, given.lang)}  {_seats_text(given.lang, game.seats)}")
    print(f"SHA-256 {entry.digest}")
    print()
    print_table(_parameter_rows(given.lang, entry), indent="  ")
    if combinations:
        print()
        print_table(combinations, indent="  ")


def _named_combinations(lang: str, entry: Ruleset) -> list[CombinationExample]:
    """Return the ruleset's table of combinations, with translated names."""
    return [
        row._replace(category=translate(lang, f"category.{row.category}", family=entry.family))
        for row in family_of(entry.family).combinations(entry.rules)
    ]


def _parameter_rows(lang: str, entry: Ruleset) -> Iterator[tuple[str, str, str]]:
    for name, value in msgspec.to_builtins(entry.rules).items():
        label = lookup(lang, f"param.{name}", entry.family) or name
        yield name, label, value_text(lang, name, value, entry.family)


def value_text(lang: str, name: str, value: object, family: str) -> str:
    """Return the text of a parameter's value, translated if there is a translation."""
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    words = lookup(lang, f"value.{name}.{shown}", family) or lookup(lang, f"value.{shown}", family)
    return words or (", ".join(map(str, value)) if isinstance(value, list | tuple) else shown) or "-"
