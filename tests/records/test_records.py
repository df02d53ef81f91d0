"""Records in JSON and text: read, replayed and verified."""

import hashlib
from itertools import cycle
from random import Random
from typing import Any

import pytest
from msgspec.json import encode as encode_json
from msgspec.structs import replace

from paiju.core.codec import to_plain
from paiju.core.coins import Stakes, Transfer, settle_hand
from paiju.core.errors import IllegalAction, NotationError, UnknownName
from paiju.core.fair_deal import commitment, draw_deal, hand_seed, substitute_contribution
from paiju.core.ruleset import with_options
from paiju.core.score_breakdown import Outcome, ScoreLine, outcome_of_leaving
from paiju.games.registry import game, game_of, ruleset, rulesets
from paiju.records import (
    FairProof,
    Record,
    RecordedPlayer,
    Rulebook,
    new_record,
    read_record,
    record_hand,
    replay_record,
    to_json,
    to_text,
    verify,
)
from paiju.testing import play_hand
from paiju.testing.hand_simulation import random_policy

TABLE = "a table"


def _record(name: str, hands: int = 2, *, fair: bool = True, **options: object) -> Record:
    """A match played at random, with proofs of its deals."""
    rules = with_options(ruleset(name), **options)
    one, random = game_of(rules), Random(name)
    match, played = one.new_match(), []
    for number in range(hands):
        secret, given = random.randbytes(32), (b"\x01" * 16, b"")
        deal = draw_deal(one.deal_plan(match), hand_seed(secret, TABLE, number, given))
        state, moves = one.start(match, deal), []
        for move in play_hand(one, state, random_policy(random), random):
            moves.append((move.seat, move.action))
            state = move.step.state
        pledges = (commitment(given[0]), "")
        parts = tuple(part.hex() for part in given)
        proof = FairProof(TABLE, number, commitment(secret), parts, secret.hex(), pledges)
        played.append(record_hand(one, match, deal, tuple(moves), proof if fair else None))
        match = one.next_hand(match, state)
    players = tuple(RecordedPlayer(f'player "{seat}"', "random" if seat else None) for seat in range(one.seats))
    return new_record(rules, players, tuple(played))


@pytest.fixture(scope="module")
def record() -> Record:
    return _record("doudizhu/duel")


def _broken(record: Record, **changes: Any) -> Record:
    """The record with its first hand changed."""
    return replace(record, hands=(replace(record.hands[0], **changes), *record.hands[1:]))


def _failed(record: Record) -> list[str]:
    return [check.code for check in verify(record) if not check.holds]


@pytest.mark.parametrize("name", rulesets())
def test_json_and_text_records_are_equal(name: str) -> None:
    record = _record(name)
    assert read_record(to_json(record)) == record
    assert read_record(to_text(record)) == record
    assert _failed(record) == []


def test_custom_options_are_kept() -> None:
    record = _record("doudizhu/duel", 1, spring=False)
    assert read_record(to_text(record)).ruleset.rules["spring"] is False
    assert read_record(to_json(record)) == record
    renamed = to_text(record).replace("ruleset doudizhu/duel", "ruleset doudizhu/ours")
    assert read_record(renamed).ruleset.title["en"] == "ours"


def test_a_hand_written_record_needs_few_fields(record: Record) -> None:
    """No digest, no parameters, no match, no proof: they follow, or are not there."""
    left_out = ("rules ", "match ", "table", "hand-number", "commitment", "contribution", "pledge", "secret", "result")
    lines = [line for line in to_text(record).splitlines() if not line.startswith(left_out)]
    text = "\n".join(lines).replace(record.ruleset.digest, "# by heart")
    typed = read_record("\n# a note\n" + text.replace("# by heart", ""))
    assert [hand.moves for hand in typed.hands] == [hand.moves for hand in record.hands]
    assert typed.hands[1].match == record.hands[1].match
    assert _failed(typed) == []


def test_an_unfinished_hand_is_recorded(record: Record) -> None:
    broken = _broken(record, moves=record.hands[0].moves[:3], outcome=None)
    assert read_record(to_text(broken)) == broken
    assert _failed(broken) == []


def test_the_fairness_proof_may_be_unrevealed_or_absent(record: Record) -> None:
    fair = record.hands[0].fair
    assert fair is not None
    for proof in (None, replace(fair, secret=None)):
        assert read_record(to_text(_broken(record, fair=proof))) == _broken(record, fair=proof)


def test_players_and_times_are_kept(record: Record) -> None:
    moves = (
        replace(move, by=by, at=at)
        for move, (by, at) in zip(
            record.hands[0].moves, cycle([("a bot", 7), (None, 80), ("player", None), (None, None)])
        )
    )
    players = (RecordedPlayer("Ann", None, "a1"), RecordedPlayer("Bob", "steady"))
    noted = replace(
        _broken(record, moves=tuple(moves), began=1_790_000_000_000, ended=1_790_000_060_000), players=players
    )
    assert read_record(to_text(noted)) == read_record(to_json(noted)) == noted
    assert '; by "a bot" at 7' in to_text(noted)


def test_a_record_of_version_1_is_read_by_its_actions(record: Record) -> None:
    old = read_record(to_json(replace(_broken(record, began=None), paiju=1)))
    assert old.paiju == 2
    assert {move.events for hand in old.hands for move in hand.moves} == {None}
    assert _failed(old) == []
    assert list(replay_record(old)) == list(replay_record(record))
    assert read_record(to_text(record).replace("paiju 2", "paiju 1", 1)) == record
    first, *rest = old.hands[0].moves
    forged = _broken(old, moves=(replace(first, action="play 3"), *rest))
    with pytest.raises(IllegalAction):
        list(replay_record(forged))


def test_replay_ends_with_the_recorded_outcome(record: Record) -> None:
    one = game("doudizhu/duel")
    everything = list(replay_record(record))
    assert len(everything) == sum(len(hand.moves) + 1 for hand in record.hands)
    assert one.outcome(everything[-1].state) == record.hands[1].outcome
    second = list(replay_record(record, hand=1))
    assert second == everything[-len(second) :]
    with pytest.raises(UnknownName):
        next(replay_record(record, hand=2))


def test_a_record_with_a_later_version_is_refused(record: Record) -> None:
    with pytest.raises(NotationError) as error:
        read_record(to_json(record).replace('"paiju": 2', '"paiju": 3'))
    assert error.value.code == "record_version"
    with pytest.raises(NotationError):
        read_record(to_text(record).replace("paiju 2", "paiju 3"))


# ---- verification


def test_verification_finds_another_secret(record: Record) -> None:
    fair = record.hands[0].fair
    assert fair is not None
    other = replace(fair, secret="00" * 32)
    assert _failed(_broken(record, fair=other)) == ["commitment", "deal"]
    assert _failed(_broken(record, fair=replace(fair, secret="no hex"))) == ["deal"]
    assert _failed(_broken(record, fair=replace(fair, secret=None))) == ["secret_open"]


def _of_the_house(record: Record, seat: int) -> Record:
    """The same moves after the deal for which the house stands in for a seat that pledged something."""
    hand, game = record.hands[0], record.ruleset.game()
    assert hand.fair is not None
    assert hand.fair.secret is not None
    secret = bytes.fromhex(hand.fair.secret)
    parts = [bytes.fromhex(part) for part in hand.fair.contributions]
    parts[seat] = substitute_contribution(secret, TABLE, 0, seat)
    match = hand.match_before(game)
    deal = draw_deal(game.deal_plan(match), hand_seed(secret, TABLE, 0, parts))
    pledges = tuple(
        commitment(bytes([at]) * 16) if at == seat else pledge for at, pledge in enumerate(hand.fair.pledges)
    )
    fair = replace(hand.fair, contributions=tuple(part.hex() for part in parts), pledges=pledges)
    return replace(record, hands=(record_hand(game, match, deal, (), fair),))


def test_verification_checks_the_pledges_of_the_deal(record: Record) -> None:
    assert [found.code for found in verify(record)[:4]] == ["ruleset", "commitment", "pledges", "deal"]
    fair = record.hands[0].fair
    assert fair is not None
    assert fair.seats_with_substituted_contribution == ()
    other = replace(fair, pledges=(commitment(b"another"), ""))
    assert _failed(_broken(record, fair=other)) == ["stand_in"]
    assert _failed(_broken(record, fair=replace(fair, pledges=("", "")))) == ["stand_in"]
    assert _failed(_broken(record, fair=replace(fair, pledges=("",)))) == ["deal"]


@pytest.mark.parametrize("seat", [0, 1])
def test_verification_names_the_seat_whose_contribution_the_house_replaced(record: Record, seat: int) -> None:
    house = _of_the_house(record, seat)
    assert _failed(house) == []
    assert [(found.holds, found.why) for found in verify(house) if found.code == "stand_in"] == [(True, str(seat + 1))]
    assert read_record(to_text(house)) == house


def test_a_record_without_pledges_is_verified_by_the_old_rule(record: Record) -> None:
    fair = record.hands[0].fair
    assert fair is not None
    old = _broken(record, fair=replace(fair, pledges=()))
    assert [found.code for found in verify(old)[:3]] == ["ruleset", "commitment", "deal"]
    assert _failed(old) == []
    assert read_record(to_text(old)) == old


def test_verification_finds_another_deck(record: Record) -> None:
    deck = record.hands[0].deck
    assert "deal" in _failed(_broken(record, deck=(deck[1], deck[0], *deck[2:])))
    assert "moves" in _failed(_broken(record, deck=deck[1:]))


def test_verification_finds_another_ruleset(record: Record) -> None:
    book = replace(record.ruleset, digest="0" * 64)
    assert _failed(replace(record, ruleset=book)) == ["ruleset"]


def test_verification_finds_other_events(record: Record) -> None:
    first, *rest = record.hands[0].moves
    forged = replace(first, events=first.events[:-1] if first.events else ())
    assert _failed(_broken(record, moves=(forged, *rest))) == ["events"]


def test_verification_finds_an_illegal_move(record: Record) -> None:
    first, *rest = record.hands[0].moves
    forged = replace(first, action="play 3")
    assert _failed(_broken(record, moves=(forged, *rest))) == ["moves"]


def test_verification_finds_another_outcome_or_match(record: Record) -> None:
    assert _failed(_broken(record, outcome=None)) == ["outcome"]
    unfinished = record.hands[0].moves[:-1]
    assert "outcome" in _failed(_broken(record, moves=unfinished))
    later = replace(record.hands[1], match={**record.hands[1].match, "points": [7, -7]})
    assert _failed(replace(record, hands=(record.hands[0], later))) == ["match"]


def test_verification_finds_a_match_of_other_seats(record: Record) -> None:
    short = {**record.hands[0].match, "points": [0]}
    assert _failed(_broken(record, match=short)) == ["deal", "moves"]


def _with_coins(record: Record, purses: tuple[int, ...] = (500, 500)) -> Record:
    """Its first hand was played for coins."""
    outcome = record.hands[0].outcome
    assert outcome is not None
    return _broken(record, coins=settle_hand(Stakes(coefficient=10, rake=5), outcome, purses))


def test_both_formats_record_the_settlement_in_coins(record: Record) -> None:
    paid = _with_coins(record)
    assert read_record(to_json(paid)) == read_record(to_text(paid)) == paid
    assert _failed(paid) == []
    assert [check.code for check in verify(paid)].count("coins") == 1


def test_verification_finds_another_settlement(record: Record) -> None:
    coins = _with_coins(record).hands[0].coins
    assert coins is not None
    for changes in ({"purses": (1, 1)}, {"purses": (500,)}, {"transfer": Transfer((0, 0), 0)}):
        assert _failed(_broken(record, coins=replace(coins, **changes))) == ["coins"]
    assert _failed(_broken(_with_coins(record), outcome=None)) == ["outcome"]


# ---- what cannot be read

GOOD = "paiju 2\nruleset doudizhu/qq\n"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", NotationError),
        ("chess 1", NotationError),
        ("paiju one", NotationError),
        ("{}", NotationError),
        ("{", NotationError),
        ("paiju 1\nruleset doudizhu/none", UnknownName),
        (GOOD + "colour red", NotationError),
        (GOOD + "player", NotationError),
        (GOOD + 'player "a', NotationError),
        (GOOD + "player a bot", NotationError),
        (GOOD + "player a hat red", NotationError),
        (GOOD + "rules {", NotationError),
        ("paiju 1\nruleset doudizhu/qq 00", NotationError),
        (GOOD + "hand 1\ndeck 3s 4s", NotationError),
        (GOOD + "hand 1\ndeck xx", NotationError),
        (GOOD + "hand 1\n9 pass", NotationError),
        (GOOD + "hand 1\nx pass", NotationError),
        (GOOD + "hand 1\n1 pass ; by", NotationError),
        (GOOD + "hand 1\n1 pass ; at noon", NotationError),
    ],
)
def test_unreadable_records_are_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_record(text)


def test_bad_lines_are_named_in_the_error(record: Record) -> None:
    with pytest.raises(NotationError) as error:
        read_record(to_text(record).replace("draws", "draws x", 1))
    assert error.value.code == "deal_draws"
    with pytest.raises(NotationError) as line:
        read_record(GOOD + "player")
    assert line.value.details["line"] == 3


def test_an_illegal_move_in_text_is_refused(record: Record) -> None:
    text = to_text(record)
    first = next(line for line in text.splitlines() if line.startswith(("1 ", "2 ")))
    with pytest.raises(IllegalAction):
        read_record(text.replace(first, f"{first[0]} play 5", 1))


# ---- a hand that somebody left


def _left(moves: int, seat: int = 1) -> Record:
    """A hand that a seat left after so many moves, and the beginning of the one after it."""
    whole = _record("doudizhu/kick", 2)
    one = whole.ruleset.game()
    first = whole.hands[0]
    done = tuple((move.seat, one.parse_action(move.action)) for move in first.moves[:moves])
    left = record_hand(one, first.match_before(one), first.deal(one), done, first.fair, seat)
    *_, end = replay_record(replace(whole, hands=(left,)))
    assert left.outcome is not None
    after = to_plain(one.match_after(first.match_before(one), end.state, left.outcome))
    return replace(whole, hands=(left, replace(first, match=after, moves=(), outcome=None)))


@pytest.mark.parametrize("moves", [0, 1, 2, 9])
def test_an_abandoned_hand_is_read_replayed_and_verified(moves: int) -> None:
    record = _left(moves)
    left = record.hands[0].outcome
    assert left is not None
    assert (left.left, left.cost > 0, left.points[1], sum(left.points)) == (1, True, -left.cost, 0)
    assert read_record(to_json(record)) == record
    assert read_record(to_text(record)) == record
    assert "\nleft 2\n" in to_text(record)
    *before, end = replay_record(record, 0)
    assert end.outcome == left
    assert not any(moment.outcome for moment in before)
    assert "match" not in _failed(record)


def test_verification_recomputes_the_cost_of_leaving() -> None:
    record = _left(9)
    outcome = record.hands[0].outcome
    assert outcome is not None
    assert _failed(_broken(record, outcome=replace(outcome, cost=1))) == ["outcome"]
    assert _failed(_broken(record, outcome=replace(outcome, left=0)))[:1] in ([], ["outcome"])
    assert _failed(_broken(record, outcome=replace(outcome, left=3))) == ["moves"]
    with pytest.raises(NotationError):
        read_record(to_text(record).replace("\nleft 2\n", "\nleft 4\n"))


def test_leaving_a_finished_hand_is_refused() -> None:
    record = _record("doudizhu/kick", 1)
    outcome = record.hands[0].outcome
    assert outcome is not None
    assert _failed(_broken(record, outcome=replace(outcome, left=1))) == ["outcome"]


@pytest.mark.clause("DDZ-9.5", "ZP-9.1", "GZ-9.1")
@pytest.mark.parametrize("name", ["zipai/guilin-2", "doudizhu/classic", "gunzi/six"])
def test_an_abandoned_hand_without_an_escape_rule_is_void(name: str) -> None:
    whole = _record(name, 1)
    one, first = whole.ruleset.game(), whole.hands[0]
    done = tuple((move.seat, one.parse_action(move.action)) for move in first.moves[:9])
    left = record_hand(one, first.match_before(one), first.deal(one), done, first.fair, 0)
    assert left.outcome == outcome_of_leaving(0, one.seats)
    record = replace(whole, hands=(left,))
    assert not _failed(record)
    assert read_record(to_text(record)).hands[0].outcome == left.outcome


@pytest.mark.clause("DDZ-9.5", "ZP-9.1", "GZ-9.1")
@pytest.mark.parametrize("name", ["zipai/guilin-3", "doudizhu/classic", "gunzi/six"])
def test_a_record_names_the_leaver_who_forfeited_the_gain(name: str) -> None:
    whole = _record(name, 30 if name == "zipai/guilin-3" else 1)
    one = whole.ruleset.game()
    number = next(at for at, hand in enumerate(whole.hands) if hand.outcome and any(hand.outcome.points))
    hand = whole.hands[number]
    assert hand.outcome is not None
    winner = next(seat for seat, points in enumerate(hand.outcome.points) if points > 0)
    outcome = one.outcome_with_leavers(hand.outcome, (winner,))
    assert outcome.forfeiters == (winner,)
    assert outcome.points[winner] == 0
    record = replace(whole, hands=(*whole.hands[:number], replace(hand, outcome=outcome)))
    assert not _failed(record)
    assert read_record(to_json(record)) == record
    text = to_text(record)
    assert f"\nforfeited {winner + 1}\n" in text
    assert read_record(text) == record
    assert _failed(replace(record, hands=(*record.hands[:number], replace(hand, outcome=outcome_of_all(outcome))))) == [
        "outcome"
    ]
    nobody = ScoreLine("forfeited", 1, "note", one.seats)
    strange = replace(hand, outcome=replace(outcome, account=(nobody,)))
    assert _failed(replace(record, hands=(*record.hands[:number], strange))) == ["moves"]
    with pytest.raises(NotationError):
        read_record(text.replace(f"\nforfeited {winner + 1}\n", "\nforfeited 9\n"))


def outcome_of_all(outcome: Outcome) -> Outcome:
    """Somebody who lost is said to have forfeited, too."""
    loser = next(seat for seat in range(len(outcome.points)) if seat not in outcome.winners)
    return replace(outcome, account=(*outcome.account, ScoreLine("forfeited", 1, "note", loser)))


# ---- rules that have had a parameter more since then


@pytest.mark.clause("DDZ-9.5")
def test_a_record_from_before_a_parameter_is_verified_by_its_rules_as_they_were_written(record: Record) -> None:
    rules = {name: value for name, value in record.ruleset.rules.items() if not name.startswith("escape_")}
    digest = hashlib.sha256(encode_json([record.ruleset.family, rules])).hexdigest()
    old = replace(record, ruleset=replace(record.ruleset, rules=rules, digest=digest))
    assert not _failed(old)
    assert not _failed(read_record(to_json(old)))
    assert not _failed(read_record(to_text(old)))
    assert old.ruleset.ruleset().rules.escape_to == "house"
    assert "ruleset" in _failed(replace(old, ruleset=replace(old.ruleset, rules={**rules, "spring": False})))
    with pytest.raises(NotationError) as error:
        read_record(to_text(old).replace('"spring":true', '"spring":false'))
    assert error.value.code == "record_ruleset"


def test_stored_events_are_compared_in_the_present_format(record: Record) -> None:
    """An event that was written before it had a field more is the same; one that cannot be read is not."""
    last = record.hands[0].moves[-1]
    assert last.events is not None
    over = next(event for event in last.events if event["type"] == "phase_began")
    old = {name: value for name, value in over["phase"]["outcome"].items() if name not in ("left", "cost")}
    written = {**over, "phase": {**over["phase"], "outcome": old}}
    for event, failed in ((written, []), ({"type": "unheard"}, ["events"])):
        events = tuple(event if one is over else one for one in last.events)
        moves = (*record.hands[0].moves[:-1], replace(last, events=events))
        assert _failed(_broken(record, moves=moves)) == failed


def test_rulebook_id_is_that_of_its_ruleset() -> None:
    assert Rulebook.of(ruleset("qq")).id == ruleset("qq").id == "doudizhu/qq"
