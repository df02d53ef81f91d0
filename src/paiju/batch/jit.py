"""Compiling: the one decorator of the package, and the instruction that Numba does not offer.

What is compiled is kept on disk, in a folder named after a digest of the package's source: Numba alone would notice a change
in a function's own file only, and not in those that it calls.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numba
from numba import config, njit, types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

HOME: Final = Path(__file__).parent


def _digest() -> str:
    sources = sorted(HOME.rglob("*.py"))
    whole = b"".join(source.read_bytes() for source in sources)
    return hashlib.sha256(numba.__version__.encode() + whole).hexdigest()[:16]


def _folder() -> Path:
    """Where the machine code is kept: under ``PAIJU_CACHE``, else in the user's cache."""
    users = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "paiju"
    return Path(os.environ.get("PAIJU_CACHE") or users).expanduser() / "batch" / _digest()


CACHE: Final = _folder()


def jit(function: F) -> F:
    """Compile when first called, kept on disk, without the interpreter's lock."""
    return _compiled(function)


def inlined(function: F) -> F:
    """As ``jit``, put into each caller: for what is called with constants, so that what they rule out falls away."""
    return _compiled(function, forceinline=True)


def glued(function: F) -> F:
    """As ``jit``, put into each caller before anything is compiled: for a function of a few lines that calls large ones."""
    return _compiled(function, inline="always")


def parallel(function: F) -> F:
    """As ``jit``; its ``prange`` runs on as many cores as Numba is told."""
    return _compiled(function, parallel=True)


def _compiled(function: F, **options: Any) -> F:
    before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE)  # type: ignore[attr-defined]
    try:
        dispatcher = njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    finally:
        config.CACHE_DIR = before  # type: ignore[attr-defined]
    template = dispatcher.get_call_template
    # Numba would compile a function anew for every size of number, and for numbers that it knows.
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_whole, args)), kws)
    return dispatcher


def _whole(type_: Any) -> Any:
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
