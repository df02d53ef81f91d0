"""The versions of everything on which the content of a review depends."""

from __future__ import annotations

from functools import cache
from typing import Final

from paiju.nets.weights_digest import digest_of_files, nets_version

REVIEW: Final = 3
"""Version of the review method. A stored review of another version is computed again."""


@cache
def review_versions() -> dict[str, str]:
    """Return the version of the method, and digests of the files with the nets and the calibration curves."""
    curves = digest_of_files("paiju.review", ".toml")
    return {"review": str(REVIEW), "nets": nets_version(), "calibration": curves}


def format_versions() -> str:
    """Return ``review_versions`` as one text.

    If the text that is stored with a review differs from this one, the review was made by another method, other nets or
    other curves.
    """
    return " ".join(f"{name}/{version}" for name, version in review_versions().items())
