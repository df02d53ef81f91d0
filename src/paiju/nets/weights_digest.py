"""The version of the packaged networks, by which caches of network results notice that they are outdated."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files


@cache
def nets_version() -> str:
    """Return a digest of the files of the packaged networks. It changes when a network changes."""
    return digest_of_files("paiju.nets.weights", ".npz")


def digest_of_files(package: str, suffix: str) -> str:
    """Return a digest (12 hexadecimal digits) of all files of a package whose names end with ``suffix``."""
    found = hashlib.sha256()
    for file in sorted(files(package).iterdir(), key=lambda one: one.name):
        if file.name.endswith(suffix):
            found.update(file.read_bytes())
    return found.hexdigest()[:12]
