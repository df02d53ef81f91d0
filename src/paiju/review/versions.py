"""The versions that a review depends on."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

REVIEW: Final = 2
"""Version of the method. A review by another version is worked out anew."""


@cache
def review_versions() -> dict[str, str]:
    """Return the versions of the method, and of the nets and calibration curves as digests of their files."""
    nets, curves = _digest_files("paiju.nets.weights", ".npz"), _digest_files("paiju.review", ".toml")
    return {"review": str(REVIEW), "nets": nets, "calibration": curves}


def format_versions() -> str:
    """Return the versions as one text, to compare."""
    return " ".join(f"{name}/{version}" for name, version in review_versions().items())


def _digest_files(package: str, suffix: str) -> str:
    found = hashlib.sha256()
    for file in sorted(files(package).iterdir(), key=lambda one: one.name):
        if file.name.endswith(suffix):
            found.update(file.read_bytes())
    return found.hexdigest()[:12]
