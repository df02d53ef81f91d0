"""Only a commit that is a complete release, with nothing uncommitted, may be tagged."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts.release import reasons_not_to_tag


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository that may be released as 1.2.0."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [1.2.0] - 2030-01-31\n", "utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "Release")
    return tmp_path


def git(tree: Path, *words: str) -> None:
    who = (
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.com",
        "-c",
        "tag.gpgSign=false",
        "-c",
        "commit.gpgSign=false",
    )
    subprocess.run(("git", *who, *words), cwd=tree, check=True)


def test_a_release_commit_may_be_tagged(tree: Path) -> None:
    assert list(reasons_not_to_tag(tree, "1.2.0")) == []


def test_a_commit_that_is_no_release_is_refused_with_a_reason(tree: Path) -> None:
    git(tree, "tag", "v1.3.0")
    (tree / "left.txt").write_text("x", "utf-8")
    version, uncommitted, tagged, heading = reasons_not_to_tag(tree, "1.3.0")
    assert "version 1.2.0, not 1.3.0" in version
    assert "left.txt" in uncommitted
    assert "v1.3.0" in tagged
    assert '"## [1.3.0] - YYYY-MM-DD"' in heading


def test_a_changelog_heading_without_a_date_is_refused(tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text("# Changelog\n\n## [1.2.0]\n", "utf-8")
    git(tree, "commit", "--all", "--quiet", "--message", "No date")
    (reason,) = reasons_not_to_tag(tree, "1.2.0")
    assert reason.startswith("CHANGELOG.md")
