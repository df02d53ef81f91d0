"""The test kit names the law that a game breaks, and a short path to the fault."""

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import paiju
from paiju.core.fair_deal import Deal, draw_deal
from paiju.core.game import Match, Step, Zone, refuse_unless
from paiju.core.score_breakdown import (
    LeaveCostBounds,
    Outcome,
    ScoreLine,
    Settlement,
    forfeit_gains,
    outcome_of_leaving,
)
from paiju.core.seats import DEALER
from paiju.games.doudizhu.game import DouDizhu
from paiju.testing import LawBroken, check_hand, law_names
from tests.server.toy import Dealt, Play, Played, Pledge, Pledged, Rules, State, Toy


def broken(game: Toy, match: Match | None = None) -> LawBroken:
    with pytest.raises(LawBroken) as caught:
        check_hands(game, match)
    return caught.value


def check_hands(game: Toy, match: Match | None) -> None:
    for seed in range(20):
        check_hand(game, Random(seed), match)


def with_method(name: str, method: Callable[..., Any]) -> type[Toy]:
    return type("BrokenToy", (Toy,), {name: method})


def test_a_sound_game_breaks_no_law() -> None:
    for rules in (Rules(), Rules(shouting=True), Rules(beats=8), Rules(leaving=5)):
        for seed in range(5):
            check_hand(Toy(rules), Random(seed))


# ---- a game for each law that breaks it


COUNT = count()


def start_as_it_likes(self: Toy, match: Match, deal: Deal) -> State:
    return State(deal.deck, turn=next(COUNT) % 3)


def nobody_acts(self: Toy, state: State) -> tuple[int, ...]:
    return () if sum(state.won) == 1 else Toy.to_act(self, state)


def all_act_backwards(self: Toy, state: State) -> tuple[int, ...]:
    return Toy.to_act(self, state)[::-1]


def the_dealer_acts_too(self: Toy, state: State) -> tuple[int, ...]:
    return (DEALER, 0) if state.opened else Toy.to_act(self, state)


def too_early(self: Toy, state: State) -> Outcome | None:
    return Outcome("tricks", (), (0, 0, 0), self.score_lines(state)) if state.opened else None


def too_much(self: Toy, state: State, seat: int) -> tuple[Settlement, ...]:
    return (Settlement((), 1000),)


def from_elsewhere(self: Toy, state: State, seat: int) -> tuple[Settlement, ...]:
    return (Settlement((ScoreLine("nowhere", 1, "personal", seat),)),)


def always_legal(self: Toy, state: State, seat: int) -> Sequence[Any]:
    return Toy.legal(self, state, seat) or (Play(1),)


def twice_legal(self: Toy, state: State, seat: int) -> Sequence[Any]:
    return (*Toy.legal(self, state, seat), *Toy.legal(self, state, seat)[:1])


def anything_goes(self: Toy, state: State, seat: int, action: Any) -> None:
    return


def no_nines(self: Toy, state: State, seat: int, action: Any) -> None:
    refuse_unless(action != Play(9), "no_nines")
    Toy.check(self, state, seat, action)


def written_short(self: Toy, action: Any) -> str:
    return "0" if isinstance(action, Play) else Toy.format_action(self, action)


def written_badly(self: Toy, action: Any) -> str:
    return "?" if isinstance(action, Play) else Toy.format_action(self, action)


def dear(self: Toy, state: State, seat: int) -> Any:
    return Pledge(7) if state.counts == (3, 3, 3) and not state.opened else Toy.fallback(self, state, seat)


def shown_once(self: Toy, state: State, viewer: int | None) -> State:
    return replace(Toy.view(self, state, viewer), won=tuple(won + 1 for won in state.won))


def counted_by_the_deck(self: Toy, state: State) -> tuple[ScoreLine, ...]:
    return (*Toy.score_lines(self, state), ScoreLine("deck", len(state.deck or ())))


def read_from_another(self: Toy, state: State, seat: int) -> Sequence[Any]:
    found = Toy.legal(self, state, seat)
    return found[:1] if state.opened and state.hands[(seat + 1) % 3] else found


def flattened(self: Toy, view: State) -> tuple[Zone, ...]:
    return tuple(replace(pile, hidden=min(pile.hidden, 1)) for pile in Toy.zones(self, view))


def imagined_freely(self: Toy, state: State, viewer: int | None, random: Random) -> State:
    return replace(Toy.determinize(self, state, viewer, random), turn=random.randrange(3))


def one_after_another(self: Toy, state: State) -> tuple[int, ...]:
    return Toy.to_act(self, state)[:1] if any(state.pledged) and not state.opened else Toy.to_act(self, state)


def remembered(self: Toy, state: State, seat: int, action: Any) -> Step[State, Any]:
    step = Toy.step(self, state, seat, action)
    return step._replace(state=replace(step.state, turn=next(COUNT) % 3)) if isinstance(action, Play) else step


def no_events(self: Toy, state: State, seat: int, action: Any) -> tuple[Any, ...]:
    return ()


def more_than_told(self: Toy, state: State, seat: int, action: Any) -> Step[State, Any]:
    step = Toy.step(self, state, seat, action)
    return step._replace(state=replace(step.state, turn=2)) if isinstance(action, Pledge) else step


def hidden_card(self: Toy, event: Any, viewer: int | None) -> Any:
    return replace(event, card=1) if isinstance(event, Played) else Toy.redact(self, event, viewer)


def all_told(self: Toy, event: Any, viewer: int | None) -> Any:
    return event if isinstance(event, Dealt) else Toy.redact(self, event, viewer)


def generous(self: Toy, state: State) -> Outcome | None:
    outcome = Toy.outcome(self, state)
    return outcome and replace(outcome, points=(1, 1, 1))


def of_four(self: Toy, state: State) -> Outcome | None:
    outcome = Toy.outcome(self, state)
    return outcome and replace(outcome, winners=(3,))


def points_lost(self: Toy, match: Match, state: State) -> Match:
    return replace(match, hand=match.hand + 1, points=())


def at_fault(self: Toy, state: State, event: Any) -> State:
    return Toy.evolve(self, state, {"played": event}["Played"] if isinstance(event, Played) else event)


def dearer(self: Toy, state: State, seat: int) -> Outcome:
    return outcome_of_leaving(seat, 3, (ScoreLine("leaving", 9, "base"),))


def by_another(self: Toy, state: State, seat: int) -> Outcome:
    return outcome_of_leaving((seat + 1) % 3, 3, (ScoreLine("leaving", 5, "base"),))


def told_by_all(self: Toy, state: State, seat: int) -> LeaveCostBounds:
    pledged = 5 + sum(filter(None, state.pledges))
    return LeaveCostBounds(pledged, pledged)


def untold(self: Toy, state: State, seat: int) -> None:
    return None


CASES = [
    ("start", start_as_it_likes, law_names.START_IS_DETERMINISTIC, "turn"),
    ("to_act", nobody_acts, law_names.ACTORS_UNTIL_END, "nobody acts, and there is no outcome"),
    ("to_act", all_act_backwards, law_names.ACTORS_UNTIL_END, "to_act is not ascending: (2, 1, 0)"),
    ("to_act", the_dealer_acts_too, law_names.ACTORS_UNTIL_END, "the dealer acts beside others: (-1, 0)"),
    ("outcome", too_early, law_names.ACTORS_UNTIL_END, "there is an outcome while (0,) act"),
    ("legal", always_legal, law_names.LEGAL_IF_ASKED, "seat 0 has 1 actions and acts: False"),
    ("legal", twice_legal, law_names.LEGAL_SEQUENCE, "twice the same: [DealOut(), DealOut()]"),
    ("check", anything_goes, law_names.LEGAL_CHECK, "is not legal for seat 0, and check says nothing against it"),
    ("check", no_nines, law_names.LEGAL_CHECK, "9 is legal for seat"),
    ("format_action", written_short, law_names.TEXT_ROUND_TRIP, "is written '0', which is read as Play(card=0)"),
    ("format_action", written_badly, law_names.TEXT_ROUND_TRIP, "is written '?', which cannot be read: bad_toy"),
    ("fallback", dear, law_names.FALLBACK, "seat 0 may not Pledge(amount=7)"),
    ("view", shown_once, law_names.VIEW_IS_IDEMPOTENT, "of a spectator: won (2, 2, 2) is not (1, 1, 1);"),
    ("score_lines", counted_by_the_deck, law_names.FOLLOWS_FROM_VIEW, "score_lines, for a spectator"),
    ("legal", read_from_another, law_names.FOLLOWS_FROM_VIEW, "legal, for seat"),
    ("zones", flattened, law_names.ZONE_SIZES, "for a spectator"),
    ("determinize", imagined_freely, law_names.DETERMINIZED_VIEW, "for a spectator: turn"),
    ("step", remembered, law_names.STEP_IS_DETERMINISTIC, "turn"),
    ("_events", no_events, law_names.STATE_IS_FOLD, "deal has no events"),
    ("step", more_than_told, law_names.STATE_IS_FOLD, "turn"),
    ("redact", hidden_card, law_names.VIEW_IS_FOLD, "for "),
    ("redact", all_told, law_names.EVENTS_REVEAL_NO_MORE, "a spectator sees no difference, and is told"),
    ("outcome", generous, law_names.ZERO_SUM, "(1, 1, 1)"),
    ("settlements", too_much, law_names.SUM_OF_SETTLEMENTS, "seat"),
    ("settlements", from_elsewhere, law_names.SUM_OF_SETTLEMENTS, "not in the account:"),
    ("outcome", of_four, law_names.OUTCOME, "winners: (3,)"),
    ("next_hand", points_lost, law_names.NEXT_HAND, "0 points for 3 seats"),
    ("evolve", at_fault, law_names.ONLY_REFUSALS, "KeyError: 'Played'"),
]


@pytest.mark.parametrize(("name", "method", "law", "why"), CASES, ids=[case[1].__name__ for case in CASES])
def test_a_broken_law_is_named(name: str, method: Callable[..., Any], law: str, why: str) -> None:
    found = broken(with_method(name, method)(Rules()))
    assert found.law == law
    assert why in found.why
    assert str(found).startswith(f"{law}: ")


def without_past(self: DouDizhu, state: Any, viewer: int | None) -> Any:
    return replace(DouDizhu.view(self, state, viewer), history=())


def states_only(self: DouDizhu, state: Any, event: Any) -> Any:
    after = DouDizhu.evolve(self, state, event)
    return replace(after, history=()) if state.secret.deal is None else after


def last_only(self: DouDizhu, state: Any, event: Any) -> Any:
    after = DouDizhu.evolve(self, state, event)
    return replace(after, history=after.history[-1:])


def step_with_last_only(self: DouDizhu, state: Any, seat: int, action: Any) -> Step[Any, Any]:
    step = DouDizhu.step(self, state, seat, action)
    return step._replace(state=replace(step.state, history=step.state.history[-1:]))


@pytest.mark.parametrize(
    "methods",
    [{"view": without_past, "evolve": states_only}, {"evolve": last_only, "step": step_with_last_only}],
    ids=["hidden", "shrinks"],
)
def test_a_hidden_or_shrinking_history_breaks_a_law(methods: dict[str, Any]) -> None:
    game = type("BrokenDouDizhu", (DouDizhu,), methods)(paiju.game("doudizhu/classic").rules)
    with pytest.raises(LawBroken) as caught:
        check_hand(game, Random(1), viewers=1)
    assert caught.value.law == law_names.HISTORY_IS_PUBLIC


LEAVING = [
    ("leave_outcome", dearer, "is told LeaveCostBounds(least=5, most=5) and pays 9"),
    ("leave_outcome", by_another, "left 1 is not 0;"),
    ("leave_cost_bounds", told_by_all, "and its view: least"),
    ("leave_cost_bounds", untold, "leads to"),
]


@pytest.mark.parametrize(("name", "method", "why"), LEAVING, ids=[case[1].__name__ for case in LEAVING])
def test_a_wrong_cost_of_leaving_breaks_a_law(name: str, method: Callable[..., Any], why: str) -> None:
    found = broken(with_method(name, method)(Rules(leaving=5)))
    assert found.law == law_names.LEAVE_COST
    assert why in found.why


def worse(self: Toy, state: State, seat: int) -> int:
    return 6


@pytest.mark.clause("DDZ-9.5")
def test_leaving_cheaper_than_losing_breaks_a_law() -> None:
    found = broken(with_method("loss_now", worse)(Rules(leaving=5)))
    assert (found.law, found.why) == (law_names.LEAVING_COSTS_A_LOSS, "seat 0 would lose 6, and pays 5")
    for seed in range(5):
        check_hand(with_method("loss_now", worse)(Rules(leaving=6)), Random(seed))


def gain_kept(self: Toy, outcome: Outcome, seats: tuple[int, ...]) -> Outcome:
    return outcome


def paid_by_one(self: Toy, outcome: Outcome, seats: tuple[int, ...]) -> Outcome:
    """The gain falls away, and the first of the others pays less than nothing for it."""
    after = forfeit_gains(outcome, seats)
    first, last = (seat for seat in range(3) if seat not in seats) if len(seats) == 1 else (0, 0)
    return replace(after, points=tuple(after.points[seat] + (seat == first) - (seat == last) for seat in range(3)))


def match_as_played(self: Toy, match: Any, state: State, outcome: Outcome) -> Any:
    return self.next_hand(match, state)


GAINS = [
    ("outcome_with_leavers", gain_kept, "left, ("),
    ("outcome_with_leavers", paid_by_one, "left, ("),
    ("match_after", match_as_played, "the match:"),
]


@pytest.mark.clause("DDZ-9.5", "ZP-9.1", "GZ-9.1")
@pytest.mark.parametrize(("name", "method", "why"), GAINS, ids=[case[1].__name__ for case in GAINS])
def test_a_leaver_that_gains_breaks_a_law(name: str, method: Callable[..., Any], why: str) -> None:
    found = broken(with_method(name, method)(Rules()))
    assert found.law == law_names.LEAVER_GAINS_NOTHING
    assert why in found.why


def test_a_leaver_may_gain_where_the_rules_allow_it() -> None:
    game = type("Kind", (Toy,), {"leavers_gain": property(lambda self: True)})(Rules())
    check_hands(game, None)


def test_a_window_that_asks_seats_in_turn_breaks_a_law() -> None:
    found = broken(with_method("to_act", one_after_another)(Rules(beats=3)))
    assert (found.law, found.why) == (law_names.WINDOW_ANSWERS, "when seat 0 has answered, seat 2 is not asked")


def test_a_value_that_does_not_round_trip_breaks_a_law() -> None:
    found = broken(type("Unread", (Toy,), {"event_type": Dealt | Pledged})(Rules()))
    assert found.law == law_names.JSON_ROUND_TRIP
    assert found.why.startswith("Opened(pledges=(")
    assert "cannot be read again: Not valid JSON" in found.why


# ---- the way there


def fault_of_the_nine(self: Toy, event: Any, viewer: int | None) -> Any:
    """Wrong for a nine alone, and only once somebody has pledged two."""
    return replace(event, card=1) if isinstance(event, Played) and event.card == 9 else Toy.redact(self, event, viewer)


def test_the_reported_path_is_short_and_reaches_the_fault() -> None:
    game = with_method("redact", fault_of_the_nine)(Rules())
    told = broken(game).path.splitlines()
    rules, deal, way = told
    assert rules == f"  rules: {Rules()}"
    seed = bytes.fromhex(deal.partition("'")[2].partition("'")[0])
    moves = way.removeprefix("  way:   ").split(", ")
    assert moves[0] == f"{len(moves) - 2 + 3} moves"
    assert moves[1] == "the dealer ×3"
    assert moves[-1].endswith(": 9")
    assert len(moves) <= 2 + 3 + 3  # three pledges, and the nine in the first trick or as soon as its seat leads
    state = game.start(game.new_match(), draw_deal(game.deal_plan(game.new_match()), seed))
    state = game.run_dealer(state).state
    for move in moves[2:]:
        seat, _, action = move.partition(": ")
        state = game.act(state, int(seat), game.parse_action(action)).state


def test_the_report_includes_a_match_in_progress() -> None:
    game = with_method("next_hand", points_lost)(Rules())
    assert '  match: {"hand":4,"points":[1,2,-3]}' in broken(game, Match(hand=4, points=(1, 2, -3))).path


class Moody(Toy):
    """Breaks a law once, and never again."""

    times = 0

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        self.times += 1
        return replace(outcome, points=(1, 1, 1)) if self.times == 1 else outcome


def test_a_fault_that_does_not_repeat_is_reported_as_such() -> None:
    assert "It does not happen again on this way" in broken(Moody(Rules())).path


def test_every_law_has_an_explanation() -> None:
    page = (Path(__file__).parents[3] / "docs/how-to/test-a-game.md").read_text("utf-8")
    named = {law for name, law in vars(law_names).items() if name.isupper() and isinstance(law, str)}
    assert {row.split("|")[1].strip() for row in page.splitlines() if row.startswith("| ")} - {"law"} == named
    by_leaving = {law_names.LEAVE_COST, law_names.LEAVING_COSTS_A_LOSS, law_names.LEAVER_GAINS_NOTHING}
    others = {law_names.WINDOW_ANSWERS, law_names.JSON_ROUND_TRIP, law_names.HISTORY_IS_PUBLIC}
    assert named == {law for *_, law, _ in CASES} | others | by_leaving
