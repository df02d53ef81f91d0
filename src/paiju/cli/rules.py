"""``paiju rules``: the rulesets, or one of them with all it says."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from paiju.cli.arguments import Given
from paiju.cli.console import find_ruleset, print_json, print_table
from paiju.core.family import Combination
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, in_language
from paiju.games.registry import family_of, game_of, ruleset, rulesets
from paiju.locale import lookup, text


def run(given: Given) -> int:
    """List them, or tell about one."""
    if given.ruleset is None:
        _list(given)
    else:
        _tell(given, find_ruleset(given.ruleset))
    return 0


# ---- all


def _list(given: Given) -> None:
    found = [ruleset(name) for name in rulesets()]
    if given.json:
        print_json([_short(entry) for entry in found])
    else:
        print_table(
            (entry.id, in_language(entry.title, given.lang), _seats(given.lang, game_of(entry))) for entry in found
        )


def _short(entry: Ruleset) -> dict[str, object]:
    return {"id": entry.id, "title": entry.title, "seats": game_of(entry).seats, "digest": entry.digest}


def _seats(lang: str, game: AnyGame) -> str:
    return text(lang, "rules.seats", seats=game.seats)


# ---- one


def _tell(given: Given, entry: Ruleset) -> None:
    game = game_of(entry)
    combinations = _combinations(given.lang, entry)
    if given.json:
        rows = [row._asdict() for row in combinations]
        print_json({**_short(entry), "rules": msgspec.to_builtins(entry.rules), "combinations": rows})
        return
    print(f"{entry.id}  {in_language(entry.title, given.lang)}  {_seats(given.lang, game)}")
    print(f"SHA-256 {entry.digest}")
    print()
    print_table(_parameters(given.lang, entry), indent="  ")
    if combinations:
        print()
        print_table(combinations, indent="  ")


def _combinations(lang: str, entry: Ruleset) -> list[Combination]:
    """What may be played, by the names that people use."""
    return [
        row._replace(category=text(lang, f"category.{row.category}", family=entry.family))
        for row in family_of(entry.family).combinations(entry.rules)
    ]


def _parameters(lang: str, entry: Ruleset) -> Iterator[tuple[str, str, str]]:
    for name, value in msgspec.to_builtins(entry.rules).items():
        label = lookup(lang, f"param.{name}", entry.family) or name
        yield name, label, value_text(lang, name, value, entry.family)


def value_text(lang: str, name: str, value: object, family: str) -> str:
    """A parameter's value as a person says it."""
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    words = lookup(lang, f"value.{name}.{shown}", family) or lookup(lang, f"value.{shown}", family)
    return words or (", ".join(map(str, value)) if isinstance(value, list | tuple) else shown) or "-"
