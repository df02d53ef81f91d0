"""Training targets, experience of league actors, and matches of nets in the batch engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from paiju import batch
from paiju.batch.decision_batch import MOST_EVALUATED, DecisionBatch, Floats, gather_decisions
from paiju.batch.engine import signed_root
from paiju.batch.net_inference import BatchInference, Weights
from paiju.bots.registry import make_bot
from paiju.features.feature_layout import BITS
from paiju.features.zipai import action_feature_layout
from paiju.features.zipai.bit_encoding import WIN
from paiju.learn import training_kernels
from paiju.learn.action_selection import CRITIC, LIKELIEST, NEVER_LOGIT, AgentHead, PolicyHead, head_for
from paiju.learn.actors import LeagueActors
from paiju.learn.demonstrations import collect_demonstrations
from paiju.learn.evaluation import play_match
from paiju.learn.hyperparameters import Hyperparameters
from paiju.learn.ruleset_group import make_group
from paiju.learn.trajectories import ReplayBuffer, Rows, SelfPlayTable, baseline_win_share, make_head_targets
from paiju.nets.net import POLICY_HEAD
from paiju.nets.network_inputs import InputSpec, Words, make_input_spec
from tests.batch.random_weights import random_weights

QQ = "doudizhu/qq"


def shape(name: str = QQ) -> InputSpec:
    hands = batch.new_hands(name, 1)
    return make_input_spec(hands.layout, hands.action_layout, 1)


def test_td_lambda_targets_mix_the_final_result_with_the_next_value() -> None:
    """TD(λ) over a seat's own decisions, by hand: seat 0 decides at 0 and 2, seat 1 at 1."""
    values = np.array([[[0.2], [0.4], [0.6]]], np.float32)
    ends = np.array([[[1.0], [0.0]]], np.float32)
    targets = np.zeros_like(values)
    training_kernels.td_lambda_targets(np.array([0]), np.array([3]), np.array([[0, 1, 0]]), values, ends, 0.75, targets)
    assert targets[0, :, 0] == pytest.approx([0.75 * 1.0 + 0.25 * 0.6, 0.0, 1.0])


def test_point_targets_weigh_both_sides_equally() -> None:
    points = np.array([[8, -4, -4], [0, 0, 0]])
    found = make_head_targets(points, signed_root(points), 2.0, (0.5, 0.0))
    assert found[0, :, 0].tolist() == [1, 0, 0]
    assert found[0, :, 1] == pytest.approx([2**0.5, -1, -1])
    assert found[1].tolist() == [[0.5, 0]] * 3


def test_seats_that_neither_win_nor_pay_count_as_losing_when_another_wins() -> None:
    """Of three, one pays alone for what it put out (ZP-8.4); of a hand that nobody won each has its due."""
    points = np.array([[30, -30, 0], [0, 0, 0]])
    found = make_head_targets(points, points, 4.0, (1 / 3, 0.0))
    assert found[0, :, 0].tolist() == [1, 0, 0]
    assert found[1, :, 0] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(("name", "due"), [(QQ, 0.5), ("zipai/guilin-3", 1 / 3), ("zipai/guilin-2", 0.5)])
def test_expected_win_share_follows_from_the_sides(name: str, due: float) -> None:
    assert baseline_win_share(batch.new_hands(name, 1)) == due


@pytest.mark.parametrize("name", [QQ, "doudizhu/wild", "doudizhu/four"])
def test_gathered_decisions_offer_all_actions_or_an_even_subsample(name: str) -> None:
    hands, chance = batch.new_hands(name, 64, 2), np.random.default_rng(1)
    most = 0
    for _ in range(60):
        at = gather_decisions(hands, shape(name), 0, chance)
        assert at.live.tolist() == np.flatnonzero(hands.counts > 1).tolist()
        for decision, row in enumerate(at.live):
            numbers = at.numbers[at.starts[decision] : at.starts[decision + 1]]
            count = int(hands.counts[row])
            most = max(most, count)
            assert len(numbers) == len(set(numbers.tolist())) == min(count, MOST_EVALUATED)
            assert 0 <= numbers.min() <= numbers.max() < count
        hands.step(hands.sample())
    assert most > MOST_EVALUATED


def at_random(
    name: str, table: SelfPlayTable, head: AgentHead, known: Weights
) -> Iterator[tuple[DecisionBatch, NDArray[Any], Rows]]:
    """Rounds of decisions at a table where nobody thinks: what there was to decide, how long hands were before, what ended."""
    chance = np.random.default_rng(1)
    while True:
        at, before = gather_decisions(table.hands, shape(name), 0, chance), table.length.copy()
        thought = head.evaluate(table.hands, at, known, 0.0, chance)
        chosen = at.argmax_actions(chance.random(len(at.owner)).astype(np.float32))
        table.store_decisions(at, thought.make_training_rows(chosen), ~table.is_opponent_decision(at))
        at.apply_actions(table.hands, chosen)
        over, rows = table.collect_finished_hands(1.0)
        made = before + np.isin(np.arange(len(before)), at.live)
        yield at, made[over], rows


WAYS = [False, True]


def a_table(*, choose: bool, name: str = QQ) -> tuple[SelfPlayTable, AgentHead, Weights]:
    group = make_group([name])
    head = head_for(group, choose=choose)
    rows, roles = group.shape.rows, group.shape.roles
    critic = {CRITIC: random_weights(rows + head.hidden * BITS, roles)} if isinstance(head, PolicyHead) else {}
    return (
        SelfPlayTable(name, 16, 1, 0, head.row),
        head,
        {**random_weights(rows, roles, head.heads), **critic, "mix": head.mix},
    )


@pytest.mark.parametrize("choose", WAYS)
def test_replay_buffer_keeps_every_decision_of_a_finished_hand(choose: bool) -> None:
    table, head, known = a_table(choose=choose)
    memory = ReplayBuffer(1 << 12, head.row)
    made = 0
    for _, ended, rows in at_random(QQ, table, head, known):
        memory.add(rows)
        made += int(ended.sum())
        if table.ended:
            break
    assert len(memory) == made
    assert set(memory.rows["target"][:made, 0].tolist()) <= {0.0, 0.5, 1.0}


def test_redealt_hands_are_valued_at_the_mean_of_played_hands() -> None:
    """The mean over hands and seats of what hands came to that somebody won."""
    name = "doudizhu/wild"
    table, head, known = a_table(choose=False, name=name)
    assert table.mean.tolist() == [0.5, 0.0]
    ends, again = list[Floats](), 0
    rounds = at_random(name, table, head, known)
    while again < 20:
        mean = table.mean.copy()
        _, _, rows = next(rounds)
        ended, points, tally = table.hands.end_codes, table.hands.points, table.hands.learning_points
        ends.extend(make_head_targets(points, tally, table.scale, (0.5, 0.0))[ended == 1])
        redealt = int((ended == 2).sum())
        if redealt and not (ended == 1).any():
            assert rows["target"] == pytest.approx(np.tile(mean, (len(rows), 1)))
            again += redealt
    assert table.decided == len(ends)
    assert table.mean == pytest.approx(np.mean(ends, (0, 1)), abs=1e-4)
    assert table.mean[0] != 0.5


@pytest.mark.parametrize("choose", WAYS)
def test_decisions_of_opponents_are_not_learned_from(choose: bool) -> None:
    table, head, known = a_table(choose=choose)
    table.opponents[:] = True
    for _, _, rows in at_random(QQ, table, head, known):
        assert len(rows) == 0
        if table.ended:
            break


def roles_learned(name: str, drawn: float) -> set[int]:
    """The roles in which something is learned where such a share of hands begins by chance."""
    group = make_group([name])
    known = {**random_weights(group.shape.rows, group.shape.roles), "mix": group.mix}
    players = LeagueActors(group, Hyperparameters(hands=24, drawn=drawn), 3)
    players.play(known, 0.0, 400)  # hands that had begun before are over
    return {role for rows in players.play(known, 0.0, 200).rows for role in rows["role"].tolist()}


def test_decisions_before_randomly_drawn_roles_are_not_learned_from() -> None:
    assert roles_learned(QQ, 0.0) == {0, 1, 2, 3}
    assert roles_learned(QQ, 1.0) == {1, 2, 3}
    assert roles_learned("zipai/guilin-2", 1.0) == {0}  # there are no roles there, and nothing comes before them


def test_randomly_drawn_landlords_are_independent_of_their_cards() -> None:
    """By chance each seat is one as often as the others, whatever the net thinks of its cards."""
    group = make_group([QQ])
    known = {**random_weights(group.shape.rows, group.shape.roles), "mix": group.mix}
    players = LeagueActors(group, Hyperparameters(hands=24, drawn=1.0), 3)
    players.play(known, 0.0, 400)
    seats = np.concatenate([rows["seat"][rows["role"] == 1] for rows in players.play(known, 0.0, 400).rows])
    assert (np.bincount(seats, minlength=3) > len(seats) / 6).all()


def test_when_the_learner_plays_one_side_the_opponent_plays_all_other_seats() -> None:
    """Of landlord and farmers one is the learner's, and of what the other does nothing is learned."""
    table, head, known = a_table(choose=False)
    table.side[::2] = 1
    table.side[1::2] = 0
    roles = {"landlord": set[int](), "farmers": set[int]()}
    for at, _, _ in at_random(QQ, table, head, known):
        theirs = table.is_opponent_decision(at)
        for side, known in (("landlord", at.live % 2 == 1), ("farmers", at.live % 2 == 0)):
            roles[side] |= set(at.roles[known & ~theirs].tolist())
        if table.ended > 4:
            break
    assert 1 in roles["landlord"]
    assert {2, 3} <= roles["farmers"]
    assert not roles["landlord"] & {2, 3}
    assert 1 not in roles["farmers"]


@pytest.mark.parametrize("name", [QQ, "zipai/guilin-2", "gunzi/six"])
def test_stored_decisions_keep_the_probability_of_each_action(name: str) -> None:
    """The one taken comes first, with its own chance; the likeliest of the others follow, and all the rest as one."""
    table, head, known = a_table(choose=True, name=name)
    chance = np.random.default_rng(3)
    for _ in range(12):
        at = gather_decisions(table.hands, shape(name), 0, chance)
        thought = head.evaluate(table.hands, at, known, 0.0, chance)
        chosen = at.argmax_actions(thought.scores)
        rows = thought.make_training_rows(chosen)
        logits = BatchInference(known, shape(name)).values(at)[:, POLICY_HEAD]
        for place, (first, last) in enumerate(pairwise(at.starts)):
            due = np.exp(logits[first:last] - logits[first:last].max())
            due /= due.sum()
            assert np.exp(rows["chance"][place]) == pytest.approx(due[chosen[place] - first], rel=1e-3)
            whole = np.exp(rows["logits"][place].astype(float)).sum()
            assert np.exp(rows["logits"][place, 0]) / whole == pytest.approx(due[chosen[place] - first], rel=1e-3)
            assert (rows["actions"][place, 0] == at.actions[chosen[place]]).all()
            there = rows["logits"][place, :LIKELIEST] > NEVER_LOGIT
            assert there.sum() == min(LIKELIEST, last - first)
            others = np.exp(rows["logits"][place, 1:LIKELIEST][there[1:]]) / whole
            assert sorted(others, reverse=True) == pytest.approx(others.tolist())
        at.apply_actions(table.hands, chosen)


def test_critic_input_contains_the_hidden_hands() -> None:
    """As many cards of each rank as one has not seen; before there is a landlord, less the bottom of three."""
    table, head, known = a_table(choose=True)
    unseen = table.hands.layout.slice_of("unseen").start // BITS
    chance = np.random.default_rng(3)
    roles = set[int]()
    for _ in range(25):
        at = gather_decisions(table.hands, shape(), 0, chance)
        rows = head.evaluate(table.hands, at, known, 0.0, chance).make_training_rows(at.starts[:-1])
        held = [by_rank(rows["hidden"][:, place]) for place in range(2)]
        missing = by_rank(rows["seen"][:, unseen]) - held[0] - held[1]
        assert missing.min(initial=0) >= 0
        assert missing.sum(1).tolist() == np.where(at.roles == 0, 3, 0).tolist()
        roles |= set(at.roles.tolist())
        at.apply_actions(table.hands, at.argmax_actions(chance.random(len(at.owner)).astype(np.float32)))
    assert roles == {0, 1, 2, 3}


def by_rank(words: Words) -> Words:
    """(n, 16) how many cards of each rank: a bit in so many lanes."""
    bits = words[:, None] >> np.arange(BITS) & 1
    found: Words = bits.reshape(len(words), 4, 16).sum(1)
    return found


@pytest.mark.parametrize("name", [QQ, "zipai/guilin-3"])
def test_demonstrations_record_the_actions_of_the_bot(name: str) -> None:
    """Asked again what it sees, it is the same bot: the action kept is the one it takes in the same place."""
    found = collect_demonstrations(make_group([name]), "random", None, 60, 4)
    assert len(found.seen) == len(found.chosen) == len(found.starts) - 1 >= 60
    counts = np.diff(found.starts)
    assert (found.chosen >= 0).all()
    assert (found.chosen < counts).all()
    assert found.starts[-1] == len(found.actions)
    assert 2 <= counts.min() <= counts.max() <= MOST_EVALUATED + 1
    again = collect_demonstrations(make_group([name]), "random", None, 60, 4)
    assert all(np.array_equal(one, other) for one, other in zip(found, again, strict=True))


def test_demonstrations_cover_every_ruleset_of_the_group() -> None:
    group = make_group([QQ, "doudizhu/happy"])
    found = collect_demonstrations(group, "random", make_bot("steady", QQ), 40, 4)
    assert {int(flag) for flag in np.unique(found.seen[:, -1])} == {1, 2}


def by_cards(at: DecisionBatch) -> Floats:
    """Prefers actions that put many cards down, and high bids."""
    found: Floats = np.bitwise_count(at.actions[:, 0]).astype(np.float32) + bids(at)
    return found


def by_none(at: DecisionBatch) -> Floats:
    """Prefers those that put few or none down, and high bids."""
    return 2 * bids(at) - by_cards(at)


def bids(at: DecisionBatch) -> Floats:
    """A little more for a higher number, where nobody is landlord yet."""
    found: Floats = np.where(at.roles[at.owner] == 0, at.numbers * 0.1, 0).astype(np.float32)
    return found


def test_net_draws_even_with_itself_and_beats_one_that_passes() -> None:
    of = shape()
    itself = play_match(by_cards, by_cards, batch.new_hands(QQ, 200, 4, anew=False), of, 0)
    assert (itself.wins, itself.points) == (0.5, 0.0)
    better = play_match(by_cards, by_none, batch.new_hands(QQ, 200, 4, anew=False), of, 0)
    assert better.wins > 0.6
    assert better.points > 0


def whole(at: DecisionBatch) -> Floats:
    """Prefers a win, and what leaves few cards without a meld."""
    seen = action_feature_layout.action_layout()
    bits = np.unpackbits(at.actions.view(np.uint8), axis=1, bitorder="little").astype(np.float32)
    wins = bits[:, seen.slice_of("kind").start + WIN]
    found: Floats = 50 * wins - bits[:, seen.slice_of("loose")].sum(1) + bits[:, seen.slice_of("own")].sum(1)
    return found


def first_of(at: DecisionBatch) -> Floats:
    """Prefers what comes first."""
    return (-at.numbers).astype(np.float32)


def test_matches_without_roles_put_one_seat_against_the_others() -> None:
    name, of = "zipai/guilin-3", shape("zipai/guilin-3")
    itself = play_match(whole, whole, batch.new_hands(name, 60, 4, anew=False), of, 0)
    assert itself.wins == pytest.approx(itself.due, abs=0.01)
    assert itself.points == pytest.approx(0)
    better = play_match(whole, first_of, batch.new_hands(name, 60, 4, anew=False), of, 0)
    assert better.wins > 2 * better.due


def test_weights_of_another_size_are_refused() -> None:
    of = shape()
    BatchInference(random_weights(of.rows, of.roles), of)
    with pytest.raises(ValueError, match=f"{of.rows} are read"):
        BatchInference(random_weights(of.rows - 1, of.roles), of)


def test_training_rows_of_a_group_with_history_include_the_history_words() -> None:
    group, plain = make_group([QQ], history=True), make_group([QQ])
    words = group.layouts[0].words + 1
    assert words > plain.layouts[0].words + 1
    known = {**random_weights(group.shape.rows, group.shape.roles), "mix": group.mix}
    played = LeagueActors(group, Hyperparameters(hands=24), 3).play(known, 0.0, 60)
    assert played.rows[-1].dtype["words"].shape == (words + group.layouts[1].words,)
    watched = collect_demonstrations(group, "random", None, 30, 4)
    assert watched.seen.shape[1] == words
    assert (
        watched.seen[:, : plain.layouts[0].words] == collect_demonstrations(plain, "random", None, 30, 4).seen[:, :-1]
    ).all()
