"""Plays the seats of the house in duplicate deals.

The house answers the same moves in the same way for every player. The random numbers of a decision depend
only on the deal's secret, on the house player's salt (``HouseSeat``) and seat, and on how many moves that
seat and DEALER have made. The search of a house player is limited by nodes and not by time, so a slow
machine finds the same moves.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from paiju.bots.base import Bot, SeatedBot, ask_bot
from paiju.core.errors import UnknownName
from paiju.core.fair_deal import Deal, draw_deal, hand_seed
from paiju.core.game import AnyGame
from paiju.core.hand_runner import PlayedMove, SeatDecision, pending_decisions, run_hand
from paiju.core.seats import DEALER, Seat
from paiju.duplicate.daily_set import DuplicateDeal, field_players
from paiju.records import FairProof, RecordedHand, make_recorded_hand, replay_hand

FindBot = Callable[[str], Bot]
"""A function that returns the bot with a name."""


class HouseSeat(NamedTuple):
    """A seat of the house: the name of its bot, and ``salt``.

    The salt is a text that, together with the secret of the deal, determines the random numbers of the bot.
    """

    bot: str
    salt: str


def draw_duplicate_deal(game: AnyGame, secret: bytes) -> Deal:
    """Return the cards of a duplicate deal. They depend on ``secret`` alone, because no player contributes to them."""
    return draw_deal(game.deal_plan(game.new_match()), hand_seed(secret, "", 1, (b"",) * game.seats))


def decision_random(secret: bytes, salt: str, seat: Seat, seats: Sequence[Seat]) -> Random:
    """Return the random generator for a seat's next decision.

    ``seats`` contains the seat of each move of the hand so far, which may be DEALER. The generator depends only on
    how many of these moves were made by ``seat`` and by DEALER. So it makes no difference in which order seats
    answer if several of them are asked at the same time.
    """
    own, dealt = sum(one == seat for one in seats), sum(one == DEALER for one in seats)
    return Random(hmac.digest(secret, f"house {salt} {seat} {own} {dealt}".encode(), "sha256"))


OPPONENT_SALT: Final = "table"
"""The salt of the house players who play against a player.

A house player that takes the player's own seat has another salt: the id of its ``FieldPlayer``.
"""


def house_seats(bots: Sequence[str]) -> dict[Seat, HouseSeat]:
    """Return the seats of the house at a duplicate table. An empty name in ``bots`` marks the player's seat."""
    return {seat: HouseSeat(bot, OPPONENT_SALT) for seat, bot in enumerate(bots) if bot}


class HousePlay(NamedTuple):
    """The seats that the house plays in a duplicate deal.

    ``hero`` is the player's seat. A person or a house player sits there. A person is not asked the optional
    questions before the deal. A house player in this seat gives the fallback answer to these questions, so both
    play under the same conditions. ``find`` returns a bot by name.
    """

    game: AnyGame
    secret: bytes
    seats: Mapping[Seat, HouseSeat]
    find: FindBot
    hero: Seat

    def answer(self, state: Any, asked: SeatDecision, seats: Sequence[Seat]) -> Any:
        """Return the action of the house player in the seat that is asked; None if it need not act and does not.

        ``seats`` contains the seat of each move of the hand so far, which may be DEALER. The random numbers of the
        decision depend on ``seats`` (``decision_random``).
        """
        if asked.seat == self.hero and self.game.is_window_optional(state):
            return self.game.fallback(state, asked.seat)
        house = self.seats[asked.seat]
        random = decision_random(self.secret, house.salt, asked.seat, seats)
        view = self.game.view(state, asked.seat)
        return ask_bot(self.game, SeatedBot(self.find(house.bot), random), view, asked)


def make_house_play_at_table(game: AnyGame, deal: DuplicateDeal, find: FindBot) -> HousePlay:
    """Return how the house plays ``deal`` at a table where a person plays it too. ``deal`` must contain its secret."""
    return HousePlay(game, bytes.fromhex(deal.secret), house_seats(deal.bots), find, deal.seat)


def make_house_play_of_field_player(game: AnyGame, deal: DuplicateDeal, player: str, find: FindBot) -> HousePlay:
    """Return how the house plays all seats of a deal. Raises UnknownName if ``player`` is unknown.

    ``player`` is the id of a ``FieldPlayer``, who takes the seat in which a person would play. ``deal`` must
    contain its secret.
    """
    known = {one.id: one.bot for one in field_players(game)}
    if player not in known:
        raise UnknownName("unknown_player", name=player)
    play = make_house_play_at_table(game, deal, find)
    return play._replace(seats={**play.seats, deal.seat: HouseSeat(known[player], player)})


def play_field_hand(play: HousePlay) -> RecordedHand:
    """Play a duplicate deal with the house in all seats, and return the hand."""
    game, seats = play.game, list[Seat]()

    def ask(state: Any, asked: SeatDecision) -> Any:
        if asked.seat == DEALER:
            return game.legal(state, DEALER)[0]
        return play.answer(state, asked, seats)

    def iter_played_moves() -> Iterator[PlayedMove]:
        for move in run_hand(game, game.start(game.new_match(), deal), ask):
            seats.append(move.seat)
            yield move

    deal = draw_duplicate_deal(game, play.secret)
    played = tuple(iter_played_moves())
    outcome = game.outcome(played[-1].step.state)
    assert outcome is not None
    return make_recorded_hand(game, game.new_match(), deal, ((move.seat, move.action) for move in played), outcome)


def find_first_house_deviation(play: HousePlay, hand: RecordedHand) -> int | None:
    """Return the number, from 1, of the first recorded move that the house would not have made.

    If there is no such move, return None. The result may also be the number of a move of DEALER: if a house player
    would have acted before that move.
    """
    game, seats = play.game, list[Seat]()
    points = replay_hand(game, hand)
    before = next(points)
    for number, (move, after) in enumerate(zip(hand.moves, points, strict=True), 1):
        if not _agrees_with_house(play, before.state, move.seat, game.parse_action(move.action), seats):
            return number
        seats.append(move.seat)
        before = after
    return None


def _agrees_with_house(play: HousePlay, state: Any, seat: Seat, action: Any, seats: Sequence[Seat]) -> bool:
    """Whether a move in ``state`` agrees with what the house would have chosen.

    It always does in a seat that the house does not play. The dealer's move agrees if the house declines all its
    optional actions in ``state``.
    """
    asked = {one.seat: one for one in pending_decisions(play.game, state)}
    if seat == DEALER:
        optional = [one for one in asked.values() if not one.must and one.seat in play.seats]
        return all(play.answer(state, one, seats) is None for one in optional)
    if seat not in play.seats:
        return True
    decision = asked.get(seat)
    return decision is not None and play.answer(state, decision, seats) == action


def make_fair_proof(secret: bytes, commitment: str, seats: int) -> FairProof:
    """Return the proof that the deal of a hand is fair, for the record of the hand.

    The players have contributed nothing to this deal.
    """
    nothing = ("",) * seats
    return FairProof("", 1, commitment, nothing, secret.hex(), nothing)
