"""A contract for import-linter that says what a package may import; the built-in ones say what it may not.

With a list of what is forbidden, each new dependency must be remembered there; with a list of what is
allowed, it need not be.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


# Any, because import-linter puts the value in the place of the field that describes it.
def names(**options: Any) -> Any:
    """A field of the contract that holds names of modules."""
    return fields.SetField(subfield=fields.StringField(), **options)


class OnlyContract(Contract):
    """`importers` may import what is in `allowed`, and the standard library less `forbidden_stdlib`."""

    type_name = "only"

    importers: set[str] = names()
    allowed: set[str] = names()
    forbidden_stdlib: set[str] = names(required=False, default=set())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Compare each direct import with what is allowed."""
        stdlib = sys.stdlib_module_names - self.forbidden_stdlib
        broken = [
            (importer, imported)
            for importer, imported in imports_of(graph, self.importers)
            if not is_within(imported, self.allowed) and not is_within(imported, stdlib)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print a line for each import that is not allowed."""
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} must not import {imported}")


class ApartContract(Contract):
    """What is called like one folder of `packages`, wherever it is, imports nothing that is called like another of them."""

    type_name = "apart"

    packages = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Compare each direct import of the root package's modules."""
        root = str(self.packages)
        folders = {name.rpartition(".")[2] for name in graph.find_children(root) if graph.find_children(name)}
        broken = [
            (importer, imported)
            for importer, imported in imports_of(graph, [root.partition(".")[0]])
            if (own := folders.intersection(importer.split("."))) and folders.intersection(imported.split(".")) - own
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    render_broken_contract = OnlyContract.render_broken_contract


def imports_of(graph: ImportGraph, packages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of a module in one of the packages and a module that it imports, in order of name."""
    for importer in sorted(graph.modules):
        if is_within(importer, packages):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                yield importer, imported


def is_within(module: str, packages: Iterable[str]) -> bool:
    """Whether the module is one of the packages, or lies in one."""
    parts = module.split(".")
    return not {".".join(parts[:end]) for end in range(1, len(parts) + 1)}.isdisjoint(packages)
