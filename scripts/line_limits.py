"""Checks two limits that ruff cannot check: the lines of a module, and the lines of a function's body.

The signature and the docstring do not belong to the body.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
MODULE_LINES = 600
BODY_LINES = 40

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_in(source: str) -> Iterator[Function]:
    """Yield every function of a module, with methods and inner functions."""
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, Function))


def body_lines(function: Function) -> int:
    """Return the number of lines of a function's body; 0 if it has only a docstring."""
    statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return statements[-1].end_lineno - statements[0].lineno + 1 if statements else 0  # type: ignore[operator]


def complaints_about(name: str, source: str) -> Iterator[str]:
    """Yield what is too long in one module."""
    if (lines := len(source.splitlines())) > MODULE_LINES:
        yield f"{name}: {lines} lines; a module has at most {MODULE_LINES}"
    for function in functions_in(source):
        if (lines := body_lines(function)) > BODY_LINES:
            yield f"{name}:{function.lineno}: {function.name} has {lines} lines; a body has at most {BODY_LINES}"


def main() -> int:
    """Print what is too long, and the median length of all bodies. Returns whether anything is too long."""
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("src/**/*.py"))}
    bodies = [body_lines(function) for source in sources.values() for function in functions_in(source)]
    complaints = [
        complaint
        for path, source in sources.items()
        for complaint in complaints_about(str(path.relative_to(ROOT)), source)
    ]
    print(*complaints, f"{len(bodies)} functions, half with at most {median(bodies or [0]):g} lines", sep="\n")
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
