"""The version of the package's nets."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files


@cache
def nets_version() -> str:
    """Return the digest of the package's nets."""
    return digest_of_files("paiju.nets.weights", ".npz")


def digest_of_files(package: str, suffix: str) -> str:
    """Return a short digest of a package's files with a suffix."""
    found = hashlib.sha256()
    for file in sorted(files(package).iterdir(), key=lambda one: one.name):
        if file.name.endswith(suffix):
            found.update(file.read_bytes())
    return found.hexdigest()[:12]
