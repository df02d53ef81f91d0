"""No clause without a test, and no test of a clause that does not exist."""

import pytest

from scripts.clauses import Marked, by_clause, cell, page, rulebooks, told

BOOKS = rulebooks()


@pytest.mark.parametrize("family", BOOKS)
def test_every_clause_has_a_test(family: str) -> None:
    assert [clause for clause in told(BOOKS[family]) if clause not in by_clause()] == []


def test_every_named_clause_exists() -> None:
    assert set(by_clause()) <= {clause for book in BOOKS.values() for clause in told(book)}


def test_the_page_names_tests_by_file() -> None:
    assert cell([Marked("tests/x/test_a.py", "test_b_c", ()), Marked("tests/x/test_a.py", "test_d", ())]) == (
        "`x/test_a.py`: b c; d"
    )
    assert cell([]) == "none"
    assert "| DDZ-4.1 | single | `rules/doudizhu/test_4_combinations.py`: single" in page()
