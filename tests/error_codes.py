"""Finds the code of every error that the source raises by reading the source, also if a function gets it as an argument."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import paiju
from paiju.core.errors import PaijuError

SOURCE = Path(paiju.__file__).parent
PACKAGES = ("core", "games", "records", "bots", "arena", "cli", "data", "server", "tui")
ERRORS = ("core.errors", "cli.argument_parser", "server.errors", "server.table_client", "client")
"""The modules that declare errors."""
TOLD = frozenset({"RequestRefused", "ServerRefusal", "TableConnectionClosed"})
"""Errors of a client whose codes come from a server."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Raised(NamedTuple):
    """The code and the kind of an error, and where it is raised. ``code`` is None if it cannot be found by reading."""

    kind: str
    code: str | None
    path: Path
    line: int


@cache
def kinds() -> dict[str, str]:
    """Return the kind of each class of errors, by its name."""
    for module in ERRORS:
        import_module(f"paiju.{module}")
    found, waiting = {}, [PaijuError]
    while waiting:
        for one in waiting.pop().__subclasses__():
            if one.__module__.startswith("paiju.") and one.__name__ not in TOLD:
                found[one.__name__] = one.kind
            waiting.append(one)
    return found


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the syntax trees of all modules."""
    paths = sorted(path for package in PACKAGES for path in (SOURCE / package).rglob("*.py"))
    return {path: ast.parse(path.read_text("utf-8")) for path in paths}


def raised() -> Iterator[Raised]:
    """Yield every error that the source raises."""
    for path, tree in trees().items():
        for call, function in calls_in(tree):
            if (kind := kinds().get(name_of(call))) and call.args:
                yield from codes_of(kind, call.args[0], call.lineno, Place(path, tree, function))


class Place(NamedTuple):
    """The position of an expression: its file, its module and its function."""

    path: Path
    tree: ast.Module
    function: Function | None


def codes_of(kind: str, code: ast.expr, line: int, place: Place) -> Iterator[Raised]:
    """Yield the codes that the value of an expression may be."""
    match code:
        case ast.Constant():
            yield Raised(kind, str(code.value), place.path, line)
        case ast.IfExp():
            yield from codes_of(kind, code.body, line, place)
            yield from codes_of(kind, code.orelse, line, place)
        case ast.Attribute(attr="code"):
            return  # another error's, which was found where that is made
        case ast.Call(func=ast.Attribute(attr="get", value=ast.Name(id=name)), args=[_, usual]):
            yield from codes_of(kind, usual, line, place)
            yield from (Raised(kind, one, place.path, line) for one in table_of(place.tree, name))
        case ast.Name(id=name):
            found = list(codes_named(kind, name, line, place))
            yield from found or [Raised(kind, None, place.path, line)]
        case _:
            yield Raised(kind, None, place.path, line)


def codes_named(kind: str, name: str, line: int, place: Place) -> Iterator[Raised]:
    """Yield the codes that the value of a variable may be.

    It may be an argument of the callers, the result of another function, or an entry of a table.
    """
    assert place.function is not None
    if name in (parameters := parameters_of(place.function)):
        yield from handed_on(kind, place, parameters.index(name), name)
        return
    for node in ast.walk(place.function):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and not isinstance(node.elts[0], ast.Constant):
            last = node.elts[1]
            if isinstance(last, ast.Constant) and isinstance(last.value, str):
                yield Raised(kind, last.value, place.path, line)
        if isinstance(node, ast.NamedExpr | ast.Assign) and name in targets_of(node):
            yield from answered(kind, node.value, line, place)
        if isinstance(node, ast.For | ast.comprehension) and name in targets_of(node):
            tables = [table_of(place.tree, one.id) for one in ast.walk(node.iter) if isinstance(one, ast.Name)]
            yield from (Raised(kind, code, place.path, line) for table in tables for code in table)


def handed_on(kind: str, place: Place, number: int, name: str) -> Iterator[Raised]:
    """Yield the codes that callers give for a parameter, and its default."""
    assert place.function is not None
    arguments = place.function.args
    defaults = dict(
        zip(reversed([*arguments.posonlyargs, *arguments.args]), reversed(arguments.defaults), strict=False)
    )
    yield from (
        one
        for given, usual in defaults.items()
        if given.arg == name
        for one in codes_of(kind, usual, usual.lineno, place)
    )
    own = place.function.name.startswith("_")
    for path, tree in [(place.path, place.tree)] if own else trees().items():
        for call, function in calls_in(tree):
            if name_of(call) == place.function.name and function is not place.function:
                bound = number - int(
                    isinstance(call.func, ast.Attribute) and parameters_of(place.function)[0] == "self"
                )
                given = [word.value for word in call.keywords if word.arg == name] or call.args[bound : bound + 1]
                for one in given:
                    yield from codes_of(kind, one, call.lineno, Place(path, tree, function))


def answered(kind: str, value: ast.expr, line: int, place: Place) -> Iterator[Raised]:
    """Yield the codes that a function of the same module returns; for another expression, those of the expression."""
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)):
        yield from codes_of(kind, value, line, place)
        return
    if value.func.id == "next":  # what the generator has, which is a loop of the function, or else
        yield from codes_of(kind, value.args[1], line, place)
        return
    for function in ast.walk(place.tree):
        if isinstance(function, Function) and function.name == value.func.id:
            for node in ast.walk(function):
                if isinstance(node, ast.Return) and node.value is not None:
                    found = codes_of(kind, node.value, node.lineno, Place(place.path, place.tree, function))
                    yield from (one for one in found if one.code != "")


def table_of(tree: ast.Module, name: str) -> list[str]:
    """Return the texts in a table of the module: the values of a mapping, or the last items of rows."""
    tables = [
        node.value for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign) and name in targets_of(node)
    ]
    cells: list[ast.expr] = []
    for table in tables:
        if isinstance(table, ast.Dict):
            cells += table.values
        elif isinstance(table, ast.Tuple):
            cells += [row.elts[-1] for row in table.elts if isinstance(row, ast.Tuple) and row.elts]
    return [one.value for one in cells if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def targets_of(node: ast.NamedExpr | ast.Assign | ast.AnnAssign | ast.For | ast.comprehension) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}


def parameters_of(function: Function) -> list[str]:
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args)]


def name_of(call: ast.Call) -> str:
    return str(getattr(call.func, "id", None) or getattr(call.func, "attr", ""))


@cache
def calls_in(tree: ast.Module) -> list[tuple[ast.Call, Function | None]]:
    """Return every call with the innermost function around it."""
    found: list[tuple[ast.Call, Function | None]] = []

    def walk(node: ast.AST, function: Function | None) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                found.append((child, function))
            walk(child, child if isinstance(child, Function) else function)

    walk(tree, None)
    return found
