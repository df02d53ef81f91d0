"""The how-to says what happens."""

from tests.conformance.test_doc_examples import DOCS, run


def test_play_thousands_of_hands() -> None:
    for printed, told in run(DOCS / "how-to" / "play-thousands-of-hands.md"):
        assert printed == told
