"""``paiju rules``: the rulesets, or one of them with all it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from paiju.cli.arguments import Given
from paiju.cli.console import find_ruleset, print_json, print_table
from paiju.core.game import AnyGame
from paiju.core.ruleset import Ruleset, in_language
from paiju.games.doudizhu.cards import ranks_text
from paiju.games.doudizhu.combos import Row, chain, rocket
from paiju.games.doudizhu.plays import rows_in_force
from paiju.games.registry import game_of, ruleset, rulesets
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
    table = TABLES.get(entry.family)
    if given.json:
        rows = [] if table is None else [dict(zip(COLUMNS, row, strict=True)) for row in table(game, given.lang)]
        print_json({**_short(entry), "rules": msgspec.to_builtins(entry.rules), "combinations": rows})
        return
    print(f"{entry.id}  {in_language(entry.title, given.lang)}  {_seats(given.lang, game)}")
    print(f"SHA-256 {entry.digest}")
    print()
    print_table(_parameters(given.lang, entry), indent="  ")
    if table is not None:
        print()
        print_table(table(game, given.lang), indent="  ")


def _parameters(lang: str, entry: Ruleset) -> Iterator[tuple[str, str, str]]:
    for name, value in msgspec.to_builtins(entry.rules).items():
        label = lookup(lang, f"param.{name}", entry.family) or name
        yield name, label, value_text(lang, name, value, entry.family)


def value_text(lang: str, name: str, value: object, family: str) -> str:
    """A parameter's value as a person says it."""
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    words = lookup(lang, f"value.{name}.{shown}", family) or lookup(lang, f"value.{shown}", family)
    return words or (", ".join(map(str, value)) if isinstance(value, list | tuple) else shown) or "-"


# ---- combinations

COLUMNS: Final = ("category", "play", "cards", "clause")


def _doudizhu(game: AnyGame, lang: str) -> Iterator[tuple[str, str, str, str]]:
    """The rows in force: the name, the lowest example, how many cards, the clause."""
    rules: Any = game.rules
    for row in rows_in_force(rules):
        name = text(lang, f"category.{row.category}", family="doudizhu")
        first = chain(row.unit, 0, row.shortest)
        kick = chain(row.attach, row.shortest, row.shortest * row.attached) if row.attach else 0
        if row.category == "rocket":
            first = rocket(rules.decks).body
        shown = ranks_text(first) + (f"+{ranks_text(kick)}" if kick else "")
        yield name, shown, _sizes(row, ranks_text(first)), row.clause


def _sizes(row: Row, body: str) -> str:
    if row.longest == 1:
        return str(row.unit_size if row.category != "rocket" else len(body))
    return f"{row.shortest * row.unit_size}, {(row.shortest + 1) * row.unit_size} …"


TABLES: Final[dict[str, Callable[[AnyGame, str], Iterator[tuple[str, str, str, str]]]]] = {"doudizhu": _doudizhu}
"""The families that have a table of combinations."""
