"""Errors carry a code and details, and survive a trip between processes."""

import pickle

import pytest

from paiju.core.errors import Conflict, IllegalAction, NotationError, PaijuError, RulesetError, UnknownName


def test_an_error_says_its_code_and_details() -> None:
    error = NotationError("bad_card", text="x", at=3)
    assert error.code == "bad_card"
    assert error.details == {"text": "x", "at": 3}
    assert str(error) == "bad_card(text=x, at=3)"
    assert str(PaijuError("plain")) == "plain"


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (PaijuError, "error"),
        (NotationError, "notation"),
        (IllegalAction, "illegal"),
        (Conflict, "conflict"),
        (RulesetError, "ruleset"),
        (UnknownName, "unknown"),
    ],
)
def test_they_are_one_tree(kind: type[PaijuError], name: str) -> None:
    assert issubclass(kind, PaijuError)
    assert kind.kind == name


def test_an_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(IllegalAction("not_held", cards="33")))
    assert type(error) is IllegalAction
    assert (error.code, error.details) == ("not_held", {"cards": "33"})
