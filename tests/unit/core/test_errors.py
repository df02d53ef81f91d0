"""Errors carry a code and details, and can be pickled."""

import io
import pickle
import re
from collections.abc import Callable

import pytest

import paiju
from paiju import data
from paiju.bots.registry import make_bot
from paiju.core.errors import Conflict, IllegalAction, NotationError, PaijuError, RulesetError, UnknownName
from paiju.games import registry
from paiju.locale import catalogue


def test_an_error_says_its_code_and_details() -> None:
    error = NotationError("bad_card", text="x", at=3)
    assert error.code == "bad_card"
    assert error.details == {"text": "x", "at": 3}
    assert error.__notes__ == ["bad_card(text=x, at=3)"]
    assert PaijuError("plain").__notes__ == ["plain"]


def test_an_error_without_words_says_its_code() -> None:
    assert str(PaijuError("plain", of="x")) == "plain(of=x)"


def _raised(work: Callable[[], object]) -> PaijuError:
    with pytest.raises(PaijuError) as caught:
        work()
    return caught.value


SAMPLE: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: paiju.game("doudizhu/nope"), "nope"),
    (lambda: paiju.game("bridge/rubber"), "bridge"),
    (lambda: paiju.game("doudizhu/qq").parse_card("Xs"), "Xs"),
    (lambda: paiju.game("doudizhu/qq").parse_action("dance"), "dance"),
    (lambda: paiju.game("zipai/guilin-2").parse_card("九九"), "九九"),
    (lambda: paiju.game("zipai/guilin-2").parse_action("dance"), "dance"),
    (lambda: paiju.game("gunzi/six").parse_card("Zz"), "Zz"),
    (lambda: paiju.read_record("no record at all"), "no record"),
    (lambda: paiju.read_record("{"), "JSON"),
    (lambda: paiju.read_ruleset("not = toml = at all"), "1:7"),
    (lambda: paiju.read_ruleset('family = "bridge"\nname = "x"'), "title"),
    (lambda: paiju.with_options(paiju.ruleset("doudizhu/qq"), wildd=True), "wildd"),
    (lambda: paiju.with_options(paiju.ruleset("doudizhu/qq"), players=9), "players"),
    (lambda: make_bot("nobody", "doudizhu/qq"), "nobody"),
    (lambda: make_bot("nobody.py", "doudizhu/qq"), "nobody.py"),
    (lambda: make_bot("exec:'", "doudizhu/qq"), "'"),
    (lambda: list(data.read_records(io.BytesIO(b"{}\n"))), "Line 1: "),
)
"""What goes wrong, and what must be named."""


@pytest.mark.parametrize(
    ("work", "names"), SAMPLE, ids=[f"{number} {names}" for number, (_, names) in enumerate(SAMPLE)]
)
def test_an_error_of_the_library_reads_as_a_sentence(work: Callable[[], object], names: str) -> None:
    told = str(_raised(work))
    assert told[0].isupper(), told
    assert told[-1] == ".", told
    assert not re.search(r"\{\w+\}", told), told
    assert names in told


def test_an_action_that_is_not_legal_reads_as_a_sentence() -> None:
    game = paiju.game("doudizhu/qq")
    state = game.run_dealer(game.start(game.new_match(), paiju.draw_deal(game.deal_plan(game.new_match()), b"1"))).state
    seat = game.to_act(state)[0]
    high = _raised(
        lambda: game.act(
            game.act(state, seat, game.parse_action("bid 2")).state, (seat + 1) % 3, game.parse_action("bid 1")
        )
    )
    assert str(high) == "A bid must be higher than 2."
    assert high.__notes__ == ["bid_too_low(standing=2)"]
    assert str(_raised(lambda: game.act(state, (seat + 1) % 3, game.parse_action("bid 1")))) == "It is not your turn."


@pytest.mark.parametrize("name", ["common", *registry.families()])
def test_every_library_error_has_a_well_formed_sentence(name: str) -> None:
    """With a word that can have a capital, not with a value: a value keeps its own letters.

    What is said of a play at the table may begin with its cards.
    """
    kinds = {kind.kind for kind in (NotationError, Conflict, RulesetError, UnknownName)}
    words = {key: said for key, said in catalogue("en", name).items() if key.partition(".")[0] in kinds}
    assert [said for said in words.values() if not re.match(r"[A-Za-z]+[ ,:]", said)] == []
    assert [said for said in words.values() if said.endswith(".")] == []  # the room's page adds none


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
def test_every_error_derives_from_paiju_error(kind: type[PaijuError], name: str) -> None:
    assert issubclass(kind, PaijuError)
    assert kind.kind == name


def test_an_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(IllegalAction("not_held", cards="33")))
    assert type(error) is IllegalAction
    assert (error.code, error.details) == ("not_held", {"cards": "33"})
