"""JSON encoding of every value, and text encoding of types with a notation."""

import subprocess
import sys

import pytest
from msgspec import Struct

from paiju.core.codec import from_json, from_plain, make_notation_schema, to_json, to_plain
from paiju.core.errors import NotationError
from paiju.games.doudizhu.cards import Cards
from paiju.games.doudizhu.combinations import Combination


class Pair(Struct, frozen=True):
    cards: Cards
    number: int = 0


class Bare:
    """A type without a notation."""


class WithBare(Struct):
    bare: Bare


PAIR = Pair(Cards.parse("3s4h"), 2)


def test_a_type_with_a_notation_is_encoded_as_text() -> None:
    assert to_json(PAIR) == b'{"cards":"3s4h","number":2}'
    assert to_plain(PAIR) == {"cards": "3s4h", "number": 2}
    from_bytes: Pair = from_json(to_json(PAIR), Pair)
    from_values: Pair = from_plain(to_plain(PAIR), Pair)
    assert from_bytes == from_values == PAIR


def test_equal_values_have_equal_json() -> None:
    assert to_json({"b": 1, "a": 2}) == to_json({"a": 2, "b": 1}) == b'{"a":2,"b":1}'


def test_the_schema_of_a_notation_is_a_string() -> None:
    assert make_notation_schema(Combination) == {"type": "string"}
    with pytest.raises(NotImplementedError, match="Bare has no notation"):
        make_notation_schema(Bare)


def test_a_value_without_notation_is_not_encoded() -> None:
    with pytest.raises(NotImplementedError, match="Bare has no notation"):
        to_json(Bare())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"{", "bad_json"),
        (b'{"cards":"3s","number":"x"}', "bad_json"),
        (b"\xff", "bad_json"),
        (b'{"cards":"3x"}', "bad_card"),
    ],
)
def test_invalid_json_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        from_json(data, Pair)
    assert caught.value.code == code


def test_invalid_plain_values_are_refused() -> None:
    with pytest.raises(NotationError) as caught:
        from_plain({"number": 1}, Pair)
    assert caught.value.code == "bad_value"
    with pytest.raises(NotationError) as caught:
        from_plain({"bare": "text"}, WithBare)
    assert caught.value.code == "not_text"


READERS = """
import sys, threading
import paiju
from paiju.core.codec import from_json, to_json

sys.setswitchinterval(1e-6)
written = []
for name in paiju.rulesets():
    game = paiju.game(name)
    match = game.new_match()
    state = game.run_dealer(game.start(match, paiju.draw_deal(game.deal_plan(match), b"x"))).state
    seat = game.to_act(state)[0]
    action = game.legal(state, seat)[0]
    written += [(to_json(state), game.state_type), (to_json(action), game.action_type)]
    written += [(to_json(event), game.event_type) for event in game.step(state, seat, action).events]
begin = threading.Barrier(6)

def read():
    begin.wait()
    for data, kind in written:
        assert to_json(from_json(data, kind)) == data

readers = [threading.Thread(target=read) for _ in range(6)]
for reader in readers: reader.start()
for reader in readers: reader.join()
"""


def test_threads_that_read_a_type_for_the_first_time_do_not_crash() -> None:
    found = subprocess.run([sys.executable, "-c", READERS], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
