"""Names follow the field's terms: one meaning for each class name, and no function that is a bare participle."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src/paiju"

FAMILY_WORDS = {
    "BottomTaken": "the event of a family: who takes the bottom, and with which cards",
    "Cards": "a set of cards, in the encoding of a family",
    "CardsDealt": "the event of a family",
    "ChanceRules": "`core.phases.ChanceRules` with the types of a family filled in",
    "Deal": "core: the randomness of a hand; Gunzi: the dealer's action, whose stored tag is `deal`",
    "Dealing": "the phase of a family",
    "DealingRules": "the rules of that phase",
    "Hints": "what a family tells a seat about its own hand",
    "Opening": "the phase of a family",
    "OpeningRules": "the rules of that phase",
    "Over": "the phase of a family in which the hand has ended",
    "Pass": "the action of a family, whose stored tag is `pass`",
    "PhaseBegan": "`core.events.PhaseBegan` with the phases of a family",
    "PhaseRules": "`core.phases.PhaseRules` with the types of a family filled in",
    "Play": "the action of a family, whose stored tag is `play`",
    "Playing": "the phase of a family",
    "PlayingRules": "the rules of that phase",
    "PublicState": "the part of a family's state that everybody sees",
    "Rules": "the parameters of a family",
    "SecretState": "the part of a family's state that no view contains whole",
    "State": "the state of a family",
}
"""Names that each family may give to one class of its own, and `core` to the general one; with the reason."""

TWO_MEANINGS = {
    "Choices": ("games.gunzi.card_choices server.wire", "the protocol's published name of what a client may do"),
    "Level": ("bots.levels core.title_ladder", "a level of play and a level of titles: the word of players for both"),
    "Login": (
        "server.http.accounts server.wire_requests",
        "two ways to log in, by password and by token, in two published schemas",
    ),
    "Table": ("server.domain.table_state server.wire", "a message of the protocol is named after what it carries"),
}
"""Names with more than one meaning: the modules that define them, and the reason."""

PARTICIPLE = re.compile(
    r"\w*(ed|en|own|ung|awn|orn|ught)|bent|bled|blown|borne|bound|built|burnt|come|cut|done|felt|fled|found|gone|had|heard|held|hid"
    r"|hit|kept|laid|led|left|lent|let|lit|lost|made|meant|met|paid|put|read|rid|run|said|sat|sent|set|shot|shut|sold|spent|split|spread|spun"
    r"|stood|struck|stuck|sunk|swept|told|understood|won|wound"
)
"""A word that is a participle, or looks like one."""
NO_PARTICIPLE = re.compile(
    r"come|cut|embed|feed|hit|let|listen|need|open|put|read|reseed|run|seed|set|shut|shutdown|split|spread|token"
)
"""Base forms of verbs, and nouns, that look like participles: `run` and `open` say what a function does."""


def is_bare_participle(name: str) -> bool:
    return "_" not in name and PARTICIPLE.fullmatch(name) is not None and NO_PARTICIPLE.fullmatch(name) is None


@cache
def modules() -> dict[str, ast.Module]:
    return {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text("utf-8")
        )
        for path in sorted(SOURCE.rglob("*.py"))
    }


def public_definitions(body: list[ast.stmt], within: str = "") -> Iterator[tuple[str, ast.stmt]]:
    """The public classes, functions and methods of a body, by qualified name."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield within + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public_definitions(node.body, f"{within}{node.name}.")


def classes() -> dict[str, list[str]]:
    """Modules by the public class that they define."""
    found = defaultdict(list)
    for module, tree in modules().items():
        for name, node in public_definitions(tree.body):
            if isinstance(node, ast.ClassDef):
                found[name.rpartition(".")[2]].append(module)
    return found


def participles() -> set[str]:
    return {
        f"{module}.{name}"
        for module, tree in modules().items()
        for name, node in public_definitions(tree.body)
        if not isinstance(node, ast.ClassDef) and is_bare_participle(name.rpartition(".")[2])
    }


def owner(module: str) -> str:
    """The family to which a module belongs, or the package."""
    package, _, rest = module.partition(".")
    return rest.partition(".")[0] if package == "games" else package


def is_one_for_each_family(places: list[str]) -> bool:
    owners = [owner(module) for module in places]
    families = {owner(module) for module in modules() if module.startswith("games.")}
    return len(owners) == len(set(owners)) and set(owners) <= families | {"core"}


def test_a_class_name_has_one_meaning() -> None:
    for name, places in classes().items():
        if len(places) == 1 or (name in FAMILY_WORDS and is_one_for_each_family(places)):
            continue
        assert TWO_MEANINGS.get(name, ("", ""))[0].split() == places, (
            f"{name} is defined in {' and '.join(places)}. Give one of them a name that says what sets it apart"
            f" (two or three words are welcome). If both must keep it, add it to {Path(__file__).name} with the reason."
        )


def test_no_listed_exception_is_obsolete() -> None:
    found = classes()
    idle = [name for name in (*FAMILY_WORDS, *TWO_MEANINGS) if len(found.get(name, ())) < 2]
    assert not idle, f"Delete from {Path(__file__).name}, for one class or none has this name by now: {', '.join(idle)}"


def test_no_function_is_a_bare_participle() -> None:
    found = sorted(participles())
    assert not found, (
        f"{', '.join(found)}: a participle does not say what the function does. Rename it: a verb for a function (`encode_view`),"
        " a noun for a value (`observation`), `is_`, `has_` or `can_` for a predicate."
        " If it is the base form of a verb, add the word to NO_PARTICIPLE."
    )


def test_participles_are_told_from_verbs() -> None:
    assert all(map(is_bare_participle, ("told", "seen", "ended", "drawn", "written", "rung", "left")))
    assert not any(map(is_bare_participle, ("run", "open", "listen", "read", "told_by", "observe", "points")))
