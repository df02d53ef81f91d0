"""The contract of ``paiju.core.game``, as checks that hold at every step of every hand of every game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random
from typing import Any

from paiju.core.codec import from_json, to_json
from paiju.core.errors import IllegalAction
from paiju.core.game import AnyGame
from paiju.core.run import Move
from paiju.core.seats import DEALER, Seat, Viewer
from paiju.testing.simulation import Choose, at_random, play_hand, random_deal

_SAMPLE = 12
"""How many of many legal actions are looked at."""


def check_hand(game: AnyGame, random: Random, match: Any = None, choose: Choose | None = None) -> Any:
    """Play one hand, at random or as ``choose`` does, and check everything on the way. Returns the last state."""
    match = game.new_match() if match is None else match
    deal = random_deal(game, match, random)
    state = game.start(match, deal)
    assert state == game.start(match, deal)
    strange = _StrangeActions(random)
    views = {viewer: game.view(state, viewer) for viewer in _viewers(game)}
    for move in play_hand(game, state, choose or at_random(random), random):
        check_position(game, move.before, random)
        strange.check(game, move.before)
        check_step(game, move, random)
        views = _fold(game, views, move)
        strange.add(game, move.before, move.seat)
        state = move.step.state
    _check_end(game, match, state)
    return state


def _viewers(game: AnyGame) -> tuple[Viewer, ...]:
    return (None, *range(game.seats))


# ---- one position


def check_position(game: AnyGame, state: Any, random: Random) -> None:
    """Whose turn it is, what is legal, and that neither depends on what a seat cannot see."""
    must, may = game.to_act(state), game.may_act(state)
    assert len(must) > 0
    assert list(must) == sorted(set(must))
    assert DEALER not in must or must == (DEALER,)
    assert game.outcome(state) is None
    for seat in {*range(game.seats), *must, *may}:
        _check_legal(game, state, seat, acts=seat in (*must, *may), random=random)
    for viewer in _viewers(game):
        _check_looks(game, state, viewer, random)
    if game.window(state):
        _check_window(game, state, must)


def _check_window(game: AnyGame, state: Any, must: tuple[Seat, ...]) -> None:
    """What one seat answers leaves the others what they had, so that all answers can be opened together."""
    assert DEALER not in must
    for seat in must:
        after = game.step(state, seat, game.fallback(state, seat)).state
        for other in must:
            if other != seat:
                assert other in game.to_act(after)
                assert list(islice(game.legal(after, other), 200)) == list(islice(game.legal(state, other), 200))


def _check_legal(game: AnyGame, state: Any, seat: Seat, *, acts: bool, random: Random) -> None:
    legal = game.legal(state, seat)
    assert bool(len(legal)) == acts
    if not acts:
        return
    for action in _some(legal, random):
        assert action in legal
        game.check(state, seat, action)
        assert game.parse_action(game.format_action(action)) == action
        assert from_json(to_json(action), game.action_type) == action
    if len(legal) <= 500:
        assert len(set(legal)) == len(legal)
        assert list(legal) == [legal[at] for at in range(len(legal))]
    if seat in game.to_act(state):
        game.check(state, seat, game.fallback(state, seat))
        assert game.fallback(state, seat) in legal


def _some(legal: Sequence[Any], random: Random) -> Iterable[Any]:
    if len(legal) <= _SAMPLE:
        return legal
    return [legal[0], legal[len(legal) - 1], *(legal[random.randrange(len(legal))] for _ in range(_SAMPLE))]


def _check_looks(game: AnyGame, state: Any, viewer: Viewer, random: Random) -> None:
    """A view says it all: another state with the same view has the same choices, and views of views are views."""
    view = game.view(state, viewer)
    assert game.view(view, viewer) == view
    assert from_json(to_json(view), game.state_type) == view
    assert game.to_act(view) == game.to_act(state)
    assert game.window(view) == game.window(state)
    assert game.account(view) == game.account(state)
    for source in (state, view):
        other = game.imagine(source, viewer, random)
        assert game.view(other, viewer) == view
        _check_equal_choices(game, state, other, viewer)
    _check_equal_choices(game, state, view, viewer)
    if viewer is not None:
        assert game.hints(state, viewer) == game.hints(view, viewer)


def _check_equal_choices(game: AnyGame, state: Any, other: Any, viewer: Viewer) -> None:
    if viewer is None:
        return
    ours, theirs = game.legal(state, viewer), game.legal(other, viewer)
    assert len(ours) == len(theirs)
    assert list(islice(ours, 200)) == list(islice(theirs, 200))


class _StrangeActions:
    """Actions from other positions: most are refused here, and ``check`` and ``legal`` must agree on which."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._pool: list[Any] = []

    def add(self, game: AnyGame, state: Any, seat: Seat) -> None:
        legal = game.legal(state, seat)
        self._pool.append(legal[self._random.randrange(len(legal))])

    def check(self, game: AnyGame, state: Any) -> None:
        for action in self._random.sample(self._pool, min(4, len(self._pool))):
            for seat in range(game.seats):
                legal = action in game.legal(state, seat)
                assert _is_allowed(game, state, seat, action) == legal, (seat, action)


def _is_allowed(game: AnyGame, state: Any, seat: Seat, action: Any) -> bool:
    try:
        game.check(state, seat, action)
    except IllegalAction:
        return False
    return True


# ---- one step


def check_step(game: AnyGame, move: Move, random: Random) -> None:
    """Events are the truth, and tell nobody more than the view after them."""
    before, seat, action, (after, events) = move
    assert events
    assert game.step(before, seat, action) == move.step
    assert game.decide(before, seat, action) == events
    folded = before
    for event in events:
        folded = game.evolve(folded, event)
        assert from_json(to_json(event), game.event_type) == event
    assert folded == after
    for viewer in _viewers(game):
        _check_tells_no_more(game, move, viewer, random)


def _check_tells_no_more(game: AnyGame, move: Move, viewer: Viewer, random: Random) -> None:
    """What happens in two states that look alike and look alike afterwards is told alike, to the byte."""
    other = game.imagine(move.before, viewer, random)
    theirs = game.legal(other, move.seat)
    if move.action in theirs:
        _check_told_alike(game, move, game.step(other, move.seat, move.action), viewer)
    if viewer != move.seat and len(theirs):
        _check_told_alike(game, move, game.step(other, move.seat, theirs[random.randrange(len(theirs))]), viewer)


def _check_told_alike(game: AnyGame, move: Move, other: Any, viewer: Viewer) -> None:
    if game.view(move.step.state, viewer) == game.view(other.state, viewer):
        ours = [to_json(game.redact(event, viewer)) for event in move.step.events]
        theirs = [to_json(game.redact(event, viewer)) for event in other.events]
        assert ours == theirs, (viewer, move.seat, move.action)


def _fold(game: AnyGame, views: dict[Viewer, Any], move: Move) -> dict[Viewer, Any]:
    """The views, carried on by redacted events alone, are the views of the state."""
    after = {}
    for viewer, view in views.items():
        carried = view
        for event in move.step.events:
            carried = game.evolve(carried, game.redact(event, viewer))
        assert carried == game.view(move.step.state, viewer), viewer
        after[viewer] = carried
    return after


# ---- the end


def _check_end(game: AnyGame, match: Any, state: Any) -> None:
    outcome = game.outcome(state)
    assert outcome is not None
    assert len(outcome.points) == game.seats
    assert sum(outcome.points) == 0
    assert set(outcome.winners) <= set(range(game.seats))
    assert game.account(state) == outcome.account
    assert game.to_act(state) == game.may_act(state) == ()
    for seat in range(game.seats):
        assert len(game.legal(state, seat)) == 0
    after = game.next_hand(match, state)
    assert from_json(to_json(after), game.match_type) == after
    assert len(after.points) == game.seats
