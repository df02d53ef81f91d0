"""Proof trees: a solver makes them, and a checker verifies them by the exact rules without any code of the search.

A proof is a list of nodes in plain JSON; node 0 is the position in question. If the winning side moves, a node is
``[play, next]``: the play to make, and the index of the next node. If the other side moves, a node is an object that
maps every legal action to the index of the next node. The index ``END`` means that the hand is over. Equal positions
share a node.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from paiju.core.fair_deal import Deal
from paiju.games.doudizhu.cards import Cards, card_count, cards_from_numbers, pick_cards
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.state import Playing, State, initial_state
from paiju.solve.budget import Budget
from paiju.solve.doudizhu.compiled_solver import CompiledSolver
from paiju.solve.doudizhu.position import Position
from paiju.solve.doudizhu.solution import action_text
from paiju.solve.errors import BadQuestion

END: Final = -1
MOST_NODES: Final = 100_000
"""Default maximum number of nodes of a proof."""

Proof = list[Any]


class _ProofMaker:
    """Makes the proof of one position."""

    def __init__(self, game: DouDizhu, solver: CompiledSolver, budget: Budget, largest: int) -> None:
        self._compiled, self._solver, self._budget, self._largest = game.compiled, solver, budget, largest
        self._numbers: dict[Position, int] = {}
        self.nodes: Proof = []

    def add(self, position: Position, landlord_wins: bool) -> int | None:
        """Add nodes for a position and for all positions after it. Returns the index of the position's node.

        ``landlord_wins`` says which side wins from the position. Returns ``END`` if the hand is over, and None if the
        budget is too small or the proof would be larger than allowed.
        """
        if position.winner is not None:
            return END
        if position not in self._numbers:
            if len(self.nodes) >= self._largest:
                return None
            self._numbers[position] = number = len(self.nodes)
            self.nodes.append(None)
            own = landlord_wins == (position.turn == position.landlord)
            self.nodes[number] = (
                self._add_winning_move(position, landlord_wins) if own else self._add_replies(position, landlord_wins)
            )
            if self.nodes[number] is None:
                return None
        return self._numbers[position]

    def _add_winning_move(self, position: Position, landlord_wins: bool) -> list[Any] | None:
        action = self._solver.find_winning_action(position, self._budget)
        if action is None:
            return None
        following = self.add(position.after(action), landlord_wins)
        return None if following is None else [action_text(action), following]

    def _add_replies(self, position: Position, landlord_wins: bool) -> dict[str, int] | None:
        found: dict[str, int] = {}
        for action in position.legal(self._compiled):
            following = self.add(position.after(action), landlord_wins)
            if following is None:
                return None
            found[action_text(action)] = following
        return found


def make_proof(
    game: DouDizhu, solver: CompiledSolver, position: Position, budget: Budget, largest: int = MOST_NODES
) -> tuple[bool, Proof] | None:
    """Return whether the landlord wins, and a proof of this result. Raises BadQuestion.

    The result is None if the budget is too small, or if the proof would have more than ``largest`` nodes.
    BadQuestion means that the position is impossible.
    """
    landlord_wins = solver.landlord_wins(position, budget)
    if landlord_wins is None:
        return None
    maker = _ProofMaker(game, solver, budget, largest)
    return None if maker.add(replace(position, plays=()), landlord_wins) is None else (landlord_wins, maker.nodes)


# ---- the checker, which uses the exact rules and no code of the search


def exact_state(game: DouDizhu, position: Position) -> State:
    """Return the position as a state of the exact rules, with arbitrary suits."""
    rest, hands = cards_from_numbers(game.compiled.pack), []
    for counts in position.hands:
        hands.append(Cards(pick_cards(rest, counts)))
        rest = Cards(rest - hands[-1])
    state = initial_state(game.new_match(), Deal(game.compiled.pack, ()), len(hands))
    public, secret, nobody = state.public, state.secret, (None,) * len(hands)
    public = replace(
        public,
        landlord=position.landlord,
        counts=tuple(map(card_count, position.hands)),
        wild=position.wild,
        robs=position.handicap,
        base=1,
    )
    phase = Playing(position.turn, position.to_beat, position.by, _count_passes_since_play(position), nobody)
    return State(state.match, len(game.compiled.stages) - 1, phase, public, replace(secret, hands=tuple(hands)))


def _count_passes_since_play(position: Position) -> int:
    return 0 if position.by is None else (position.turn - position.by - 1) % len(position.hands)


class WrongProof(BadQuestion):
    """A proof is not valid.

    ``details["node"]`` says where. It is the index of a node, or the node itself if that node does not fit the
    state in which it is used.
    """


def check_proof(game: DouDizhu, position: Position, landlord_wins: bool, proof: Proof) -> None:
    """Check by the exact rules that ``proof`` shows which side wins. Raises WrongProof.

    ``landlord_wins`` says which side the proof claims as the winner.
    """
    checked: dict[int, Any] = {}
    waiting: list[tuple[State, Any]] = [(exact_state(game, position), 0)]
    while waiting:
        state, number = waiting.pop()
        outcome, phase = game.outcome(state), state.phase
        if outcome is not None:
            if number != END or (position.landlord in outcome.winners) != landlord_wins:
                raise WrongProof("wrong_end", node=number)
            continue
        assert isinstance(phase, Playing)
        if not isinstance(number, int) or not 0 <= number < len(proof):
            raise WrongProof("wrong_node", node=number)
        here = (phase.turn, phase.standing, phase.by, state.secret.hands)
        if number not in checked:
            own = (phase.turn == position.landlord) == landlord_wins
            waiting += _next_states(game, state, own, proof[number])
        if checked.setdefault(number, here) != here:
            raise WrongProof("two_positions", node=number)


def _next_states(game: DouDizhu, state: State, own: bool, node: Any) -> list[tuple[State, Any]]:
    """Return the states that follow ``state``, each with the index of its node in the proof.

    ``node`` is the node of ``state``. ``own`` says whether the winning side is to move. If so, only the state
    after the move that ``node`` prescribes is returned. Otherwise the states after all legal moves are
    returned. Raises WrongProof if the node does not fit the state.
    """
    seat = game.to_act(state)[0]
    legal = {game.format_action(action).removeprefix("play "): action for action in game.legal(state, seat)}
    if own and isinstance(node, list) and len(node) == 2 and node[0] in list(legal):
        return [(game.step(state, seat, legal[node[0]]).state, node[1])]
    if not own and isinstance(node, dict) and set(node) == set(legal):
        return [(game.step(state, seat, legal[play]).state, following) for play, following in node.items()]
    raise WrongProof("wrong_node", node=node)
