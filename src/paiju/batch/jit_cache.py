"""Compiling: the decorators of the package, what is kept of their work, and the instruction that Numba does not offer.

What is compiled is kept on disk, in a folder for each family and one for what none is asked about, each named after a digest of
the sources: Numba alone would notice a change in a function's own file only, and not in those that it calls.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numba
from numba import njit, types
from numba.core.caching import IndexDataCacheFile, _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

HOME: Final = Path(__file__).parent
FEATURES: Final = HOME.parent / "features"
"""Where a family's code takes its codes from, and what is computed of words alone."""
FOLDERS: Final[dict[Any, Path]] = {}
"""Where the machine code of a family is kept, by the dtype of its rows."""
_FUNCTIONS: Final[list[tuple[Path, Any]]] = []
"""What Numba makes of each function, and the folder with its source."""
NOT_FOR_C: Final[dict[str, Any]] = {"no_cfunc_wrapper": True}
"""No function is handed to C: what that would take need not be compiled."""


def cache_folder(sources: Path) -> Path:
    """Where the machine code of these sources is kept: under ``PAIJU_CACHE``, else in the user's cache."""
    users = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "paiju"
    return Path(os.environ.get("PAIJU_CACHE") or users).expanduser() / "batch" / f"{sources.name}-{_digest(sources)}"


@cache
def _digest(sources: Path) -> str:
    """Of a family's sources, and of those that all families share."""
    shared = {*HOME.glob("*.py"), *FEATURES.glob("*.py")}
    files = sorted(
        shared if sources == HOME else {*shared, *sources.rglob("*.py"), *(FEATURES / sources.name).rglob("*.py")}
    )
    whole = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode())
    for file in files:
        whole.update(file.read_bytes())
    return whole.hexdigest()[:16]


SHARED: Final = cache_folder(HOME)


def jit(function: F) -> F:
    """Compile when first called, kept on disk, without the interpreter's lock."""
    return _compiled(function)


def jit_inlined(function: F) -> F:
    """As ``jit``, put into each caller: for what is called with constants, so that what they rule out falls away."""
    return _compiled(function, forceinline=True)


def compile_module(module: ModuleType, *names: str, **others: Any) -> tuple[Any, ...]:
    """Functions of a module that compiles nothing, as ``jit_inlined``; each may call those named before it.

    ``others`` are called in the place of functions of these names.
    """
    known = {**vars(module), **others}
    for name in names:
        known[name] = jit_inlined(FunctionType(known[name].__code__, known, name))
    return tuple(known[name] for name in names)


def jit_inlined_early(function: F) -> F:
    """As ``jit``, put into each caller before anything is compiled: for a function of a few lines that calls large ones."""
    return _compiled(function, inline="always")


def _compiled(function: F, **options: Any) -> F:
    dispatcher = njit(nogil=True, error_model="numpy", **NOT_FOR_C, **options)(function)
    dispatcher._cache = _FamilyCache(function)  # noqa: SLF001 -- Numba has no other way to say where
    if options.get("inline") != "always":  # else Numba compiles its callers only
        _FUNCTIONS.append((Path(function.__code__.co_filename).parent, dispatcher))
    template = dispatcher.get_call_template
    # Numba would compile a function anew for every size of number, and for numbers that it knows.
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_widened_type, args)), kws)
    return dispatcher


class _FamilyCache(_Cache):
    """What is kept of a function: what it was compiled to for a family lies in the folder of that family."""

    def __init__(self, function: Callable[..., Any]) -> None:
        sources = Path(function.__code__.co_filename).parent
        self._own = (
            None if sources == HOME else cache_folder(sources)
        )  # now: by the first call a source may be another one
        self._name = f"{function.__module__}.{function.__qualname__}"

    def folder_for(self, arguments: tuple[Any, ...]) -> Path:
        """The folder for such arguments: a function that is not a family's own works for the family whose row it is given."""
        records = (getattr(type_, "dtype", None) if isinstance(type_, types.Array) else type_ for type_ in arguments)
        dtypes = (type_.dtype for type_ in records if isinstance(type_, types.Record))
        return self._own or next((FOLDERS[dtype] for dtype in dtypes if dtype in FOLDERS), SHARED)

    def is_kept(self, place: Path) -> bool:
        """Whether there is machine code of the function: its own, for the family of this folder, or for all."""
        folders = (self._own,) if self._own else (place, SHARED)
        return any((folder / f"{self._name}.nbi").exists() for folder in folders)

    def _file(self, arguments: tuple[Any, ...]) -> IndexDataCacheFile:
        place = self.folder_for(arguments)
        place.mkdir(parents=True, exist_ok=True)
        return IndexDataCacheFile(str(place), self._name, source_stamp="")  # type: ignore[no-untyped-call]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(
            target_context
        )  # all that running takes; what compiling takes is much more, and loaded by that
        kept = self._file(sig).load((sig, target_context.codegen().magic_tuple()))  # type: ignore[no-untyped-call]
        return kept and CompileResult._rebuild(target_context, *kept)  # type: ignore[no-untyped-call] # noqa: SLF001

    def save_overload(self, sig: Any, data: Any) -> None:
        if not data.library.has_dynamic_globals:  # addresses of this process
            self._file(sig).save((sig, data.codegen.magic_tuple()), data._reduce())  # type: ignore[no-untyped-call] # noqa: SLF001

    @property
    def cache_path(self) -> str:
        return str(self._own or SHARED)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def folder_of_call(dispatcher: Any, arguments: tuple[Any, ...]) -> Path | None:
    """Where the machine code of a function for such arguments is kept; None if the function is not of this package."""
    kept = dispatcher._cache  # noqa: SLF001 -- set above
    return kept.folder_for(arguments) if isinstance(kept, _FamilyCache) else None


def family_of_folder(place: Path) -> str:
    """The family whose machine code is kept there; "" for what all families share."""
    return "" if place == SHARED else place.name.rpartition("-")[0]


def compiled_functions(place: Path, latest: Any) -> tuple[int, int]:
    """How many functions are compiled and how many there are, of a family and of those that all share.

    ``latest`` has just been compiled, and is not kept yet.
    """
    family = family_of_folder(place)
    found = [dispatcher for sources, dispatcher in _FUNCTIONS if sources == HOME or sources.name == family]
    compiled = sum(one is latest or one._cache.is_kept(place) for one in found)  # noqa: SLF001 -- set above
    return compiled, len(found)


def _widened_type(type_: Any) -> Any:
    """Whole numbers, truth values among them, are of 64 bits."""
    plain = types.unliteral(type_)  # type: ignore[no-untyped-call]
    return types.int64 if isinstance(plain, types.Integer | types.Boolean) else plain


if TYPE_CHECKING:

    def popcount(word: int) -> int:
        """How many bits of a word are set."""

else:

    @intrinsic
    def popcount(typing: Any, word: Any) -> Any:
        """How many bits of a word are set."""
        return word(word), lambda _context, builder, _signature, args: builder.ctpop(args[0])
