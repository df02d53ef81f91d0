"""Every clause of the rulebooks has a test, and every clause named by a test exists."""

import pytest

from scripts.clause_index import Marked, by_clause, cell, clauses_in, load_clause_list, page

BOOKS = load_clause_list()


@pytest.mark.parametrize("family", BOOKS)
def test_every_clause_has_a_test(family: str) -> None:
    untested = [clause for clause in clauses_in(BOOKS[family]) if clause not in by_clause()]
    assert not untested, (
        f"No test names {', '.join(untested)}. Mark one below tests/rules/{family} with"
        f' @pytest.mark.clause("{untested[0]}"), or delete the clause from tests/rules/clauses.toml.'
    )


def test_every_named_clause_exists() -> None:
    unknown = set(by_clause()) - {clause for book in BOOKS.values() for clause in clauses_in(book)}
    tests = sorted(test.path for clause in unknown for test in by_clause()[clause])
    assert not unknown, (
        f"{', '.join(sorted(unknown))}, named in {', '.join(tests)}, is not in tests/rules/clauses.toml."
        " Correct the mark, or add the clause to the list."
    )


def test_the_page_names_tests_by_file() -> None:
    assert cell([Marked("tests/x/test_a.py", "test_b_c", ()), Marked("tests/x/test_a.py", "test_d", ())]) == (
        "`x/test_a.py`: b c; d"
    )
    assert cell([]) == "none"
    assert "| DDZ-4.1 | single | `rules/doudizhu/test_4_combinations.py`: single" in page()
