"""The how-to on playing thousands of hands shows the output that its code prints."""

from tests.conformance.test_doc_examples import DOCS, run


def test_the_page_on_playing_thousands_of_hands_shows_its_real_output() -> None:
    for printed, told in run(DOCS / "how-to" / "play-thousands-of-hands.md"):
        assert printed == told
