"""Checks that a game keeps the contract of ``paiju.core.game``, at every step of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

from paiju.core.codec import from_json, to_json
from paiju.core.errors import IllegalAction, PaijuError
from paiju.core.fair_deal import draw_deal
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove
from paiju.core.history import history_of
from paiju.core.score_breakdown import Outcome, outcome_of_leaving, stake_of
from paiju.core.seats import DEALER, Seat, Viewer
from paiju.testing import law_names
from paiju.testing.hand_simulation import Choose, play_hand, random_policy
from paiju.testing.law_names import LawBroken, require, require_equal
from paiju.testing.shrinking import Path, shrink

_SAMPLE = 12
"""If a seat has more legal actions than this, only some of them are checked completely.

These are the first action, the last action, and ``_SAMPLE`` random ones.
"""


def check_hand(
    game: AnyGame, random: Random, match: Any = None, choose: Choose | None = None, *, viewers: int | None = None
) -> Any:
    """Play one hand and check the contract at every step. Returns the final state.

    ``match`` is the match to which the hand belongs, by default a new one. ``choose`` chooses the actions; by
    default they are random. ``viewers`` is the number of random viewers whose views are checked at each step; by
    default, the views of every seat and of a spectator are checked.

    Raises LawBroken with the law, the difference, the seed of the deal, and the shortest known sequence of moves
    that breaks the law.
    """
    match = game.new_match() if match is None else match
    seed = random.randbytes(32)
    moves: list[tuple[Seat, Any]] = []
    try:
        return _play_and_check(_Hand(game, match, seed, random, viewers), choose or random_policy(random), moves)
    except Exception as error:
        broken = _to_law_broken(error)
        path = shrink(Path(game, match, seed, tuple(moves)), broken, _replay_path)
        raise LawBroken(path.broken.law, path.broken.why, str(path)) from error


def _play_and_check(hand: _Hand, choose: Choose, moves: list[tuple[Seat, Any]]) -> Any:
    """Play a hand, check every step and the end, and return the final state. Appends each action to ``moves``.

    An action is appended before it is applied, so that the list is complete if the game fails.
    """
    for move in play_hand(hand.game, hand.state, _make_recording_chooser(choose, moves), hand.random):
        hand.check_move(move)
    hand.check_end()
    return hand.state


def _make_recording_chooser(choose: Choose, moves: list[tuple[Seat, Any]]) -> Choose:
    def choose_and_record(game: AnyGame, state: Any, seat: Seat, legal: Sequence[Any]) -> Any:
        action = choose(game, state, seat, legal)
        moves.append((seat, action))
        return action

    return choose_and_record


def _replay_path(path: Path) -> tuple[tuple[tuple[Seat, Any], ...], LawBroken | None]:
    """Replay a path without its illegal moves. Returns the moves made, and the law that was broken, if any.

    If a law was broken, the last move made is the one that broke it.
    """
    done: list[tuple[Seat, Any]] = []
    try:
        _replay_and_check(_Hand(path.game, path.match, path.seed, Random(1)), path.moves, done)
    except Exception as error:  # noqa: BLE001 - a fault in the game is what is looked for
        return tuple(done), _to_law_broken(error)
    return tuple(done), None


def _replay_and_check(hand: _Hand, moves: Iterable[tuple[Seat, Any]], done: list[tuple[Seat, Any]]) -> None:
    for seat, action in moves:
        if action in hand.game.legal(hand.state, seat):
            done.append((seat, action))
            hand.check_move(PlayedMove(hand.state, seat, action, hand.game.step(hand.state, seat, action)))
    if hand.game.to_act(hand.state):
        check_position(hand.game, hand.state, hand.random)
    else:
        hand.check_end()


def _to_law_broken(error: Exception) -> LawBroken:
    if isinstance(error, LawBroken):
        return error
    return LawBroken(law_names.ONLY_REFUSALS, f"{type(error).__name__}: {error}")


class _Hand:
    """A hand under test: its state, and the view of each viewer.

    The views are updated only with redacted events. A test can therefore compare them with views that are
    computed from the state.
    """

    def __init__(self, game: AnyGame, match: Any, seed: bytes, random: Random, viewers: int | None = None) -> None:
        deal = draw_deal(game.deal_plan(match), seed)
        self.game, self.match, self.random = game, match, random
        self.state = game.start(match, deal)
        require_equal(law_names.START_IS_DETERMINISTIC, game.start(match, deal), self.state)
        self._views = {viewer: game.view(self.state, viewer) for viewer in _all_viewers(game)}
        self._sample_size = viewers
        self._strange = _StrangeActions(random)

    def check_move(self, move: PlayedMove) -> None:
        viewers = self._sample_viewers()
        check_position(self.game, move.before, self.random, viewers)
        self._strange.check(self.game, move.before)
        check_step(self.game, move, self.random, viewers)
        self._views = _check_and_update_views(self.game, self._views, move)
        self._strange.add(self.game, move.before, move.seat)
        self.state = move.step.state

    def _sample_viewers(self) -> Sequence[Viewer]:
        viewers = _all_viewers(self.game)
        return viewers if self._sample_size is None else self.random.sample(viewers, self._sample_size)

    def check_end(self) -> None:
        _check_end(self.game, self.match, self.state)


def _all_viewers(game: AnyGame) -> tuple[Viewer, ...]:
    return (None, *range(game.seats))


def _viewer_name(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


# ---- one position


def check_position(game: AnyGame, state: Any, random: Random, viewers: Sequence[Viewer] | None = None) -> None:
    """Check the laws that concern a single state. Raises LawBroken.

    It checks who must act, which actions are legal, the cost of leaving and, if there is one, the decision window.
    It also checks that what each viewer may do and is told follows from the viewer's view.

    ``viewers`` are the viewers whose views are checked: seats, and None for a spectator. By default, the views of
    all seats and of a spectator are checked.
    """
    must, may = game.to_act(state), game.may_act(state)
    require(law_names.ACTORS_UNTIL_END, len(must) > 0, "nobody acts, and the hand goes on")
    require(law_names.ACTORS_UNTIL_END, list(must) == sorted(set(must)), "to_act is not ascending:", must)
    require(law_names.ACTORS_UNTIL_END, DEALER not in must or must == (DEALER,), "the dealer acts beside others:", must)
    require(law_names.ACTORS_UNTIL_END, game.outcome(state) is None, "there is an outcome while", must, "act")
    for seat in {*range(game.seats), *must, *may}:
        _check_legal(game, state, seat, acts=seat in (*must, *may), random=random)
    for seat in range(game.seats):
        _check_leave_cost(game, state, seat)
    sizes = _zone_sizes(game, state)
    for viewer in _all_viewers(game) if viewers is None else viewers:
        _check_view_is_sufficient(game, state, viewer, random)
        require_equal(
            law_names.ZONE_SIZES, _zone_sizes(game, game.view(state, viewer)), sizes, f"for {_viewer_name(viewer)}:"
        )
    if game.window_duration(state):
        require(
            law_names.WINDOW_ANSWERS,
            game.has_windows or game.is_window_optional(state),
            "the game says that it has none",
        )
        _check_window(game, state, must)


def _check_window(game: AnyGame, state: Any, must: tuple[Seat, ...]) -> None:
    """Check a decision window, in which several seats choose at once and in secret.

    The answer of one seat must not change what the other seats may choose. DEALER must not be asked in a window.
    """
    require(law_names.WINDOW_ANSWERS, DEALER not in must, "the dealer is asked in it")
    for seat in must:
        after = game.step(state, seat, game.fallback(state, seat)).state
        for other in must:
            if other != seat:
                require(
                    law_names.WINDOW_ANSWERS,
                    other in game.to_act(after),
                    f"when seat {seat} has answered, seat {other} is not asked",
                )
                before = list(islice(game.legal(state, other), 200))
                require_equal(
                    law_names.WINDOW_ANSWERS,
                    list(islice(game.legal(after, other), 200)),
                    before,
                    f"seat {other} may do",
                )


def _check_leave_cost(game: AnyGame, state: Any, seat: Seat) -> None:
    """Check the cost of leaving for a seat.

    The cost must be within the bounds that the seat is shown. It must not be below what the seat would lose if
    the hand were lost now.
    """
    outcome, price = game.leave_outcome(state, seat), game.leave_cost_bounds(state, seat)
    require_equal(
        law_names.LEAVE_COST,
        game.leave_cost_bounds(game.view(state, seat), seat),
        price,
        f"for seat {seat} and its view:",
    )
    require(law_names.LEAVE_COST, (outcome is None) == (price is None), f"seat {seat}, of", price, "leads to", outcome)
    if outcome is not None and price is not None:
        within = 0 <= price.least <= outcome.cost <= price.most
        require(law_names.LEAVE_COST, within, f"seat {seat} is told", price, f"and pays {outcome.cost}")
        paid = outcome_of_leaving(seat, game.seats, outcome.account, to_others=any(outcome.points))
        require_equal(law_names.LEAVE_COST, outcome, paid)
        _check_json_round_trip(outcome, Outcome)
        loss = game.loss_now(state, seat)
        require(
            law_names.LEAVING_COSTS_A_LOSS,
            outcome.cost >= loss,
            f"seat {seat} would lose {loss}, and pays {outcome.cost}",
        )


def _check_legal(game: AnyGame, state: Any, seat: Seat, *, acts: bool, random: Random) -> None:
    legal = game.legal(state, seat)
    require(
        law_names.LEGAL_IF_ASKED, bool(len(legal)) == acts, f"seat {seat} has {len(legal)} actions and acts: {acts}"
    )
    if not acts:
        return
    for action in _sample_actions(legal, random):
        _check_action(game, state, seat, action)
    if len(legal) <= 500:
        require(law_names.LEGAL_SEQUENCE, len(set(legal)) == len(legal), "twice the same:", list(legal))
        by_place = [legal[at] for at in range(len(legal))]
        require_equal(law_names.LEGAL_SEQUENCE, list(legal), by_place, "in turn and by index:")
    if seat in game.to_act(state):
        fallback = game.fallback(state, seat)
        require(law_names.FALLBACK, fallback in legal, f"seat {seat} may not", fallback)


def _check_action(game: AnyGame, state: Any, seat: Seat, action: Any) -> None:
    text = game.format_action(action)
    require(law_names.LEGAL_SEQUENCE, action in game.legal(state, seat), f"{text} is listed, and not in it")
    refused = _refusal_of_check(game, state, seat, action)
    require(law_names.LEGAL_CHECK, refused is None, f"{text} is legal for seat {seat}, and check refuses it: {refused}")
    _check_text_round_trip(game, action, text)
    _check_json_round_trip(action, game.action_type)


def _check_text_round_trip(game: AnyGame, action: Any, text: str) -> None:
    try:
        read = game.parse_action(text)
    except PaijuError as error:
        raise LawBroken(
            law_names.TEXT_ROUND_TRIP, f"{action} is written {text!r}, which cannot be read: {error}"
        ) from error
    require(law_names.TEXT_ROUND_TRIP, read == action, action, f"is written {text!r}, which is read as", read)


def _check_json_round_trip(value: Any, kind: Any) -> None:
    try:
        read: Any = from_json(to_json(value), kind)
    except PaijuError as error:
        raise LawBroken(law_names.JSON_ROUND_TRIP, f"{value} cannot be read again: {error}") from error
    require_equal(law_names.JSON_ROUND_TRIP, read, value)


def _sample_actions(legal: Sequence[Any], random: Random) -> Iterable[Any]:
    if len(legal) <= _SAMPLE:
        return legal
    return [legal[0], legal[len(legal) - 1], *(legal[random.randrange(len(legal))] for _ in range(_SAMPLE))]


def _check_view_is_sufficient(game: AnyGame, state: Any, viewer: Viewer, random: Random) -> None:
    """Check that what a viewer may do and is told follows from the viewer's view.

    The view must give the same results as ``state``. The legal actions must also be the same in other states that
    have the same view. Also checks that the view of a view is the same view.
    """
    view, who = game.view(state, viewer), _viewer_name(viewer)
    require_equal(law_names.VIEW_IS_IDEMPOTENT, game.view(view, viewer), view, f"of {who}:")
    _check_json_round_trip(view, game.state_type)
    require_equal(law_names.HISTORY_IS_PUBLIC, history_of(view), history_of(state), f"for {who}:")
    for name in ("to_act", "window_duration", "is_window_optional", "score_lines", "hand_terms"):
        ask = getattr(game, name)
        require_equal(law_names.FOLLOWS_FROM_VIEW, ask(view), ask(state), f"{name}, for {who}:")
    for source in (state, view):
        other = game.determinize(source, viewer, random)
        require_equal(law_names.DETERMINIZED_VIEW, game.view(other, viewer), view, f"for {who}:")
        _check_equal_legal_actions(game, state, other, viewer)
    _check_equal_legal_actions(game, state, view, viewer)
    if viewer is not None:
        require_equal(
            law_names.FOLLOWS_FROM_VIEW,
            game.hand_hints(view, viewer),
            game.hand_hints(state, viewer),
            f"hints, for {who}:",
        )


def _zone_sizes(game: AnyGame, state: Any) -> Counter[tuple[Viewer, str]]:
    """Return the number of cards in each zone. Raises PaijuError if an open card is not in the game's notation."""
    sizes: Counter[tuple[Viewer, str]] = Counter()
    for pile in game.zones(state):
        sizes[pile.seat, pile.place] += len(list(map(game.parse_card, pile.cards))) + pile.hidden
    return sizes


def _check_equal_legal_actions(game: AnyGame, state: Any, other: Any, viewer: Viewer) -> None:
    if viewer is None:
        return
    ours, theirs = game.legal(state, viewer), game.legal(other, viewer)
    words = f"legal, for {_viewer_name(viewer)}:"
    require_equal(law_names.FOLLOWS_FROM_VIEW, list(islice(theirs, 200)), list(islice(ours, 200)), words)
    require_equal(law_names.FOLLOWS_FROM_VIEW, len(theirs), len(ours), words)


class _StrangeActions:
    """Actions that were legal in earlier positions, to be tried in later positions, where most of them are illegal.

    The methods ``check`` and ``legal`` of the game must agree about each of these actions.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self._pool: list[Any] = []

    def add(self, game: AnyGame, state: Any, seat: Seat) -> None:
        legal = game.legal(state, seat)
        self._pool.append(legal[self._random.randrange(len(legal))])

    def check(self, game: AnyGame, state: Any) -> None:
        for action in self._random.sample(self._pool, min(4, len(self._pool))):
            for seat in range(game.seats):
                refused = _refusal_of_check(game, state, seat, action)
                legal = action in game.legal(state, seat)
                prefix = (
                    f"{game.format_action(action)} is {'' if legal else 'not '}legal for seat {seat}, and check says"
                )
                require(law_names.LEGAL_CHECK, (refused is None) == legal, prefix, str(refused or "nothing against it"))


def _refusal_of_check(game: AnyGame, state: Any, seat: Seat, action: Any) -> IllegalAction | None:
    try:
        game.check(state, seat, action)
    except IllegalAction as refused:
        return refused
    return None


# ---- one step


def check_step(game: AnyGame, move: PlayedMove, random: Random, viewers: Sequence[Viewer] | None = None) -> None:
    """Check a step. Raises LawBroken.

    The step must be deterministic. Its events must lead to its state. The redacted events must not tell a viewer
    more than the views do. ``viewers`` are the viewers that are checked: seats, and None for a spectator. By
    default, these are all seats and a spectator.
    """
    before, seat, action, (after, events) = move
    require(law_names.STATE_IS_FOLD, events, f"{game.format_action(action)} has no events")
    again = game.step(before, seat, action)
    require_equal(law_names.STEP_IS_DETERMINISTIC, again.state, after)
    require_equal(law_names.STEP_IS_DETERMINISTIC, again.events, events)
    require_equal(law_names.STEP_IS_DETERMINISTIC, game.decide(before, seat, action), events, "decide and step:")
    folded = before
    for event in events:
        folded = game.evolve(folded, event)
        _check_json_round_trip(event, game.event_type)
    require_equal(law_names.STATE_IS_FOLD, folded, after)
    past, now = history_of(before), history_of(after)
    require_equal(law_names.HISTORY_IS_PUBLIC, now[: len(past)], past, "the beginning of the history:")
    for one in now[len(past) :]:
        require(law_names.TEXT_ROUND_TRIP, game.format_action(one.action), one.action, "in the history has no text")
    for viewer in _all_viewers(game) if viewers is None else viewers:
        _check_events_reveal_no_more(game, move, viewer, random)


def _check_events_reveal_no_more(game: AnyGame, move: PlayedMove, viewer: Viewer, random: Random) -> None:
    """Check that a viewer's redacted events depend only on the viewer's views before and after the step.

    For this check, the step is repeated in another state that gives the viewer the same view. The acting seat takes
    the same action there. If the viewer is another seat or a spectator, the acting seat also tries a random action.

    If the viewer's view after such a step equals the view after the real step, the redacted events must be equal
    too, byte for byte.
    """
    other = game.determinize(move.before, viewer, random)
    theirs = game.legal(other, move.seat)
    if move.action in theirs:
        _check_same_view_same_events(game, move, game.step(other, move.seat, move.action), viewer)
    if viewer != move.seat and len(theirs):
        _check_same_view_same_events(
            game, move, game.step(other, move.seat, theirs[random.randrange(len(theirs))]), viewer
        )


def _check_same_view_same_events(game: AnyGame, move: PlayedMove, other: Any, viewer: Viewer) -> None:
    if game.view(move.step.state, viewer) == game.view(other.state, viewer):
        ours = [to_json(game.redact(event, viewer)).decode() for event in move.step.events]
        theirs = [to_json(game.redact(event, viewer)).decode() for event in other.events]
        require_equal(
            law_names.EVENTS_REVEAL_NO_MORE, ours, theirs, f"{_viewer_name(viewer)} sees no difference, and is told"
        )


def _check_and_update_views(game: AnyGame, views: dict[Viewer, Any], move: PlayedMove) -> dict[Viewer, Any]:
    """Update each view with redacted events, and return the updated views.

    Checks that each of them equals the view of the new state.
    """
    after = {}
    for viewer, view in views.items():
        carried = view
        for event in move.step.events:
            carried = game.evolve(carried, game.redact(event, viewer))
        require_equal(
            law_names.VIEW_IS_FOLD, carried, game.view(move.step.state, viewer), f"for {_viewer_name(viewer)}:"
        )
        after[viewer] = carried
    return after


# ---- the end


def _check_settlements(game: AnyGame, state: Any, outcome: Outcome) -> None:
    stake = stake_of(outcome.account)
    for seat, points in enumerate(outcome.points):
        if parts := game.settlements(state, seat):
            lines = [line for part in parts for line in part.lines]
            require(law_names.SUM_OF_SETTLEMENTS, set(lines) <= set(outcome.account), "not in the account:", lines)
            require_equal(
                law_names.SUM_OF_SETTLEMENTS,
                sum(part.points_for_stake(stake) for part in parts),
                abs(points),
                f"seat {seat}:",
            )


def _check_leavers(game: AnyGame, match: Any, state: Any, outcome: Outcome) -> None:
    """Check the outcomes that a finished hand would have if some of its players had left.

    A bot plays in the seat of a player who left. These laws are checked:

    - The points of all seats add up to 0, and the match adds them to its totals.
    - A player who left gains nothing, unless ``Game.leavers_gain`` is true.
    - A player who stayed has the same points, or loses less.
    """
    for size in range(1, game.seats):
        for seats in combinations(range(game.seats), size):
            after = game.outcome_with_leavers(outcome, seats)
            situation = f"when {seats} left, {outcome.points} become {after.points}"
            require(law_names.ZERO_SUM, sum(after.points) == 0, situation)
            for seat, (before, now) in enumerate(zip(outcome.points, after.points, strict=True)):
                if seat in seats:
                    require(law_names.LEAVER_GAINS_NOTHING, game.leavers_gain or now <= 0, situation)
                else:
                    require(law_names.LEAVER_GAINS_NOTHING, now == before or before <= now <= 0, situation)
            moved = game.match_after(match, state, after).points
            required = tuple(had + won for had, won in zip(match.points, after.points, strict=True))
            require_equal(law_names.LEAVER_GAINS_NOTHING, moved, required, "the match:")


def _check_end(game: AnyGame, match: Any, state: Any) -> None:
    outcome = game.outcome(state)
    if outcome is None:
        raise LawBroken(law_names.ACTORS_UNTIL_END, "nobody acts, and there is no outcome")
    require(
        law_names.OUTCOME, len(outcome.points) == game.seats, f"{len(outcome.points)} points for {game.seats} seats"
    )
    require(law_names.ZERO_SUM, sum(outcome.points) == 0, outcome.points)
    require(law_names.OUTCOME, set(outcome.winners) <= set(range(game.seats)), "winners:", outcome.winners)
    require_equal(law_names.OUTCOME, game.score_lines(state), outcome.account, "account:")
    _check_settlements(game, state, outcome)
    require(law_names.ACTORS_UNTIL_END, game.to_act(state) == game.may_act(state) == (), "somebody acts after the end")
    for seat in range(game.seats):
        require(law_names.LEGAL_IF_ASKED, len(game.legal(state, seat)) == 0, f"seat {seat} has actions after the end")
    after = game.next_hand(match, state)
    _check_json_round_trip(after, game.match_type)
    require(law_names.NEXT_HAND, len(after.points) == game.seats, f"{len(after.points)} points for {game.seats} seats")
    if game.leave_outcome(state, 0) is None:
        _check_leavers(game, match, state, outcome)
