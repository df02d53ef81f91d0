"""Prints docs/reference/clauses.md: every clause of the rulebooks, and the tests that name it.

It reads the source of the tests without running them. ``tests/rules/clauses.toml`` lists the clauses.
"""

import ast
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "rules" / "clauses.toml"

HEAD = """\
# Clauses and their tests

Code and tests refer to the clauses of a rulebook by numbers such as `DDZ-4.9`. R1, R2 … are the project's readings of rules that
the sources leave open. `make gen` writes this page, and a test fails if a clause has no test.
"""


class Marked(NamedTuple):
    """A test, and the clauses that it names."""

    path: str
    name: str
    clauses: tuple[str, ...]


def is_mark(node: ast.expr) -> bool:
    """Whether a decorator, or an entry of `pytestmark`, is ``pytest.mark.clause(…)``."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause"


def clauses_in_decorators(marks: list[ast.expr]) -> tuple[str, ...]:
    """Return the clauses that these decorators name."""
    calls = [node for node in marks if isinstance(node, ast.Call) and is_mark(node)]
    return tuple(str(ast.literal_eval(argument)) for call in calls for argument in call.args)


def find_marked_tests(path: Path) -> Iterator[Marked]:
    """Yield the tests of a module that name clauses."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (
            found := clauses_in_decorators(node.decorator_list)
        ):
            yield Marked(str(path.relative_to(ROOT)), node.name, found)


@cache
def by_clause() -> dict[str, list[Marked]]:
    """Return the tests that name each clause, in the order of files and lines."""
    found = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for test in find_marked_tests(path):
            for clause in dict.fromkeys(test.clauses):
                found[clause].append(test)
    return dict(found)


def load_clause_list() -> dict[str, dict[str, str | dict[str, str]]]:
    """Return the contents of the list of clauses, by family."""
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


def clauses_in(book: Mapping[str, str | dict[str, str]]) -> dict[str, str]:
    """Return the clauses of a rulebook, such as DDZ-4.9, each with its subject."""
    clauses = book["clauses"]
    assert isinstance(clauses, dict), f"[{book['prefix']}] in {LIST.name}: clauses must be a table"
    return {f"{book['prefix']}-{number}": about for number, about in clauses.items()}


def cell(tests: list[Marked]) -> str:
    """Return the cell with the tests of one clause, by file."""
    names = defaultdict(list)
    for test in tests:
        names[test.path.removeprefix("tests/")].append(test.name.removeprefix("test_").replace("_", " "))
    return "<br>".join(f"`{path}`: {'; '.join(dict.fromkeys(texts))}" for path, texts in names.items()) or "none"


def page() -> str:
    """Return the text of the whole page."""
    named = by_clause()
    parts = [HEAD]
    for book in load_clause_list().values():
        parts.append(f"\n## {book['title']}\n\n| clause | | tests |\n|---|---|---|\n")
        parts += [
            f"| {clause} | {about} | {cell(named.get(clause, []))} |\n" for clause, about in clauses_in(book).items()
        ]
    return "".join(parts)


if __name__ == "__main__":
    sys.stdout.write(page())
