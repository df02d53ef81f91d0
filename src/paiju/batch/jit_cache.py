"""The ``jit`` decorators of this package, the disk cache for compiled code, and a population count for Numba.

Each family has a cache folder, and the code that all families share has another one. The name of a folder contains a digest of
the sources, so changed sources get a new folder. Numba alone would notice only a change in a function's own file, not in the
files of the functions that it calls.
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
"""The folder of ``paiju.features``. Its constants and functions are compiled into the code of a family."""
GAMES: Final = HOME.parent / "games"
"""The folder of the exact rules. Their constants, such as factors and limits, are compiled into the code of a family."""
FOLDERS: Final[dict[Any, Path]] = {}
"""The cache folder of each family. The key is the dtype of the family's rows."""
_FUNCTIONS: Final[list[tuple[Path, Any]]] = []
"""The decorated functions, as pairs: the folder of the function's source, and its Numba dispatcher.

Functions that are decorated with ``jit_inlined_early`` are left out, because Numba compiles only their callers.
"""
NOT_FOR_C: Final[dict[str, Any]] = {"no_cfunc_wrapper": True}
"""The Numba option not to compile wrappers for calls from C. Nothing calls these functions from C."""


def cache_folder(sources: Path) -> Path:
    """Return the folder where code compiled from the sources in ``sources`` is cached.

    The folder is under ``PAIJU_CACHE`` if that is set, and otherwise in the user's cache folder.
    """
    users = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "paiju"
    return (
        Path(os.environ.get("PAIJU_CACHE") or users).expanduser()
        / "batch"
        / f"{sources.name}-{_digest_sources(sources)}"
    )


@cache
def _digest_sources(sources: Path) -> str:
    """Return a digest of the source files in the folder ``sources``, and of all sources compiled into their code.

    The folder is that of this package, of a family, or of another package.
    """
    shared = {*HOME.glob("*.py"), *FEATURES.glob("*.py")}
    if HOME not in (sources, sources.parent):  # another package, which compiles functions of this one into its own code
        shared.update(HOME.rglob("*.py"), FEATURES.rglob("*.py"), GAMES.rglob("*.py"))
    family = () if sources == HOME else (sources, FEATURES / sources.name, GAMES / sources.name)
    files = sorted(shared.union(*(folder.rglob("*.py") for folder in family)))
    whole = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode())
    for file in files:
        whole.update(file.read_bytes())
    return whole.hexdigest()[:16]


SHARED: Final = cache_folder(HOME)


def jit(function: F) -> F:
    """Decorate a function for Numba: it is compiled at its first call, cached on disk, and run without the GIL."""
    return _compile_cached(function)


def jit_inlined(function: F) -> F:
    """Decorate like ``jit``, and inline the function into each caller.

    Use it for functions that are called with constant arguments, so that the compiler can remove branches.
    """
    return _compile_cached(function, forceinline=True)


def compile_module_functions(module: ModuleType, *names: str, **others: Any) -> tuple[Any, ...]:
    """Return the functions ``names`` of a pure Python module, compiled as ``jit_inlined`` does.

    A function may call those that precede it in ``names``. ``others`` contains functions that replace functions
    of the module with the same names.
    """
    known = {**vars(module), **others}
    for name in names:
        known[name] = jit_inlined(FunctionType(known[name].__code__, known, name))
    return tuple(known[name] for name in names)


def jit_inlined_early(function: F) -> F:
    """Decorate like ``jit``, and inline the function before type inference.

    Use it for a function of a few lines that calls large functions.
    """
    return _compile_cached(function, inline="always")


def _compile_cached(function: F, **options: Any) -> F:
    dispatcher = njit(nogil=True, error_model="numpy", **NOT_FOR_C, **options)(function)
    dispatcher._cache = _FamilyCache(function)  # noqa: SLF001 -- Numba has no public way to set the cache
    if options.get("inline") != "always":  # Numba compiles the callers of an inlined function only
        _FUNCTIONS.append((Path(function.__code__.co_filename).parent, dispatcher))
    template = dispatcher.get_call_template
    # Numba would otherwise specialise a function for every integer width and for literal integers.
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_widen_type, args)), kws)
    return dispatcher


class _FamilyCache(_Cache):
    """The disk cache of one function.

    If code is compiled for the rows of a family, it is stored in the folder of that family.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        sources = Path(function.__code__.co_filename).parent
        self._own = (
            None if sources == HOME else cache_folder(sources)
        )  # at import, because a source may have changed by the first call
        self._name = f"{function.__module__}.{function.__qualname__}"

    def folder_for(self, arguments: tuple[Any, ...]) -> Path:
        """Return the cache folder for the function's code for these argument types.

        A function of a family or of another package has the folder of its own sources. A function that all families
        share has the folder of the family whose rows are among the arguments, or ``SHARED`` if no rows are.
        """
        records = (getattr(type_, "dtype", None) if isinstance(type_, types.Array) else type_ for type_ in arguments)
        dtypes = (type_.dtype for type_ in records if isinstance(type_, types.Record))
        return self._own or next((FOLDERS[dtype] for dtype in dtypes if dtype in FOLDERS), SHARED)

    def is_cached(self, place: Path) -> bool:
        """Return whether compiled code of the function is on disk.

        For a function that all families share, the code may be either in the folder ``place`` or in ``SHARED``.
        """
        folders = (self._own,) if self._own else (place, SHARED)
        return any((folder / f"{self._name}.nbi").exists() for folder in folders)

    def _cache_file(self, arguments: tuple[Any, ...]) -> IndexDataCacheFile:
        place = self.folder_for(arguments)
        place.mkdir(parents=True, exist_ok=True)
        return IndexDataCacheFile(str(place), self._name, source_stamp="")  # type: ignore[no-untyped-call]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)  # enough to run code; the compiler's own initialisation is much slower
        kept = self._cache_file(sig).load((sig, target_context.codegen().magic_tuple()))  # type: ignore[no-untyped-call]
        return kept and CompileResult._rebuild(target_context, *kept)  # type: ignore[no-untyped-call] # noqa: SLF001

    def save_overload(self, sig: Any, data: Any) -> None:
        if not data.library.has_dynamic_globals:  # such code contains addresses of this process
            self._cache_file(sig).save((sig, data.codegen.magic_tuple()), data._reduce())  # type: ignore[no-untyped-call] # noqa: SLF001

    @property
    def cache_path(self) -> str:
        return str(self._own or SHARED)

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def folder_of_call(dispatcher: Any, arguments: tuple[Any, ...]) -> Path | None:
    """Return the cache folder of a function for these argument types.

    None if the function was not compiled by the decorators of this module.
    """
    kept = dispatcher._cache  # noqa: SLF001 -- set above
    return kept.folder_for(arguments) if isinstance(kept, _FamilyCache) else None


def is_cached(function: Any) -> bool:
    """Return whether the disk cache has compiled code of a function, in the folder of the function's own sources."""
    kept = function._cache  # noqa: SLF001 -- set above
    return isinstance(kept, _FamilyCache) and kept.is_cached(SHARED)


def family_of_cache_folder(place: Path) -> str:
    """Return the family to which a cache folder belongs; "" for the folder that all families share."""
    return "" if place == SHARED else place.name.rpartition("-")[0]


def count_compiled_functions(place: Path, latest: Any) -> tuple[int, int]:
    """Return how many functions of a family are compiled, and how many functions the family has.

    Both numbers include the functions that families share. ``place`` is the cache folder of the family.
    ``latest`` is a function that was just compiled but is not on disk yet.
    """
    family = family_of_cache_folder(place)
    found = [dispatcher for sources, dispatcher in _FUNCTIONS if sources == HOME or sources.name == family]
    compiled = sum(one is latest or one._cache.is_cached(place) for one in found)  # noqa: SLF001 -- set above
    return compiled, len(found)


def _widen_type(type_: Any) -> Any:
    """Return int64 for integers and booleans, and other types unchanged."""
    plain = types.unliteral(type_)  # type: ignore[no-untyped-call]
    return types.int64 if isinstance(plain, types.Integer | types.Boolean) else plain


if TYPE_CHECKING:

    def popcount(word: int) -> int:
        """Return the number of bits set."""

else:

    @intrinsic
    def popcount(typing: Any, word: Any) -> Any:
        """Return the number of bits set."""
        return word(word), lambda _context, builder, _signature, args: builder.ctpop(args[0])
