"""The versions that a review depends on."""

from __future__ import annotations

from functools import cache
from typing import Final

from paiju.nets.versions import digest_of_files, nets_version

REVIEW: Final = 3
"""Version of the method. A review by another version is worked out anew."""


@cache
def review_versions() -> dict[str, str]:
    """Return the versions of the method, and of the nets and calibration curves as digests of their files."""
    curves = digest_of_files("paiju.review", ".toml")
    return {"review": str(REVIEW), "nets": nets_version(), "calibration": curves}


def format_versions() -> str:
    """Return the versions as one text, to compare."""
    return " ".join(f"{name}/{version}" for name, version in review_versions().items())
