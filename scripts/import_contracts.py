"""Contracts for import-linter that say what a package may import. Those of import-linter itself say what it may not import.

With a list of what is forbidden, each new dependency would have to be added to the list; with a list of what is allowed, it
need not be.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


# The type is Any, because import-linter replaces the field by the value that it describes.
def module_names_field(**options: Any) -> Any:
    """Return a field of a contract that contains names of modules."""
    return fields.SetField(subfield=fields.StringField(), **options)


class OnlyContract(Contract):
    """The modules in `importers` may import those in `allowed` and the standard library, except `forbidden_stdlib`."""

    type_name = "only"

    importers: set[str] = module_names_field()
    allowed: set[str] = module_names_field()
    forbidden_stdlib: set[str] = module_names_field(required=False, default=set())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Compare each direct import with the list of what is allowed."""
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
    """The code of a family imports no code of another family.

    The families are the subfolders of `packages`. All code in a folder with the name of a family belongs to the family, for
    instance in ``bots`` and ``batch``.
    """

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
    """Yield pairs of a module in one of the packages and a module that it imports directly, ordered by name."""
    for importer in sorted(graph.modules):
        if is_within(importer, packages):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                yield importer, imported


def is_within(module: str, packages: Iterable[str]) -> bool:
    """Whether the module is one of the packages, or is inside one."""
    parts = module.split(".")
    return not {".".join(parts[:end]) for end in range(1, len(parts) + 1)}.isdisjoint(packages)
