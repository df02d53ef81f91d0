"""Builds states from the positions of puzzles. A table can display such a state, and the hand can go on from it.

What a position does not contain is filled in by fixed rules, such as the suits in Dou Dizhu, which never
matter. The history of the hand is unknown. In Dou Dizhu, the state is therefore one in which nobody has played
a bomb, and no spring is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from paiju.core.seats import Seat
from paiju.games.doudizhu import state as doudizhu
from paiju.games.doudizhu.cards import NO_CARDS, Cards, cards_from_numbers, count_of
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.gunzi import state as gunzi
from paiju.games.gunzi.cards import size
from paiju.games.zipai import state as zipai
from paiju.games.zipai.cards import count_cards, parse_cards
from paiju.games.zipai.melds import HIDDEN, LAID, PREFIX, Meld
from paiju.games.zipai.notation import parse_card, parse_melds
from paiju.puzzles.model import PuzzleTask
from paiju.solve.doudizhu import Position
from paiju.solve.gunzi import TrickPosition

T = TypeVar("T")

FACE_DOWN: Final = "?"
"""The text of each card in a face-down meld (``format_meld``)."""


def doudizhu_state(game: DouDizhu, position: Position) -> doudizhu.State:
    """Return a state with this position.

    If the position does not say how many plays each seat has made, the state says that each has made one.
    """
    seats = len(position.hands)
    *hands, standing = _hands_with_suits(game, position)
    last: list[Cards | None] = [None] * seats
    passes = 0
    if position.by is not None:
        passes = (position.turn - position.by - 1) % seats
        last[position.by] = standing
        for away in range(1, passes + 1):
            last[(position.by + away) % seats] = NO_CARDS
    none, zero, no = (None,) * seats, (0,) * seats, (False,) * seats
    shown = tuple(position.to_beat if seat == position.by else None for seat in range(seats))
    public = doudizhu.PublicState(
        counts=tuple(sum(count_of(hand, rank) for rank in range(15)) for hand in position.hands),
        opened=zero,
        kicked=no,
        doubled=no,
        thrown=zero,
        throws_seen=no,
        throw_factors=(1,) * seats,
        plays=position.plays or (1,) * seats,
        played=(NO_CARDS,) * seats,
        first=position.landlord,
        landlord=position.landlord,
        base=1,
        robs=position.handicap,
        wild=position.wild,
    )
    return doudizhu.State(
        doudizhu.DouMatch(points=zero),
        len(game.compiled.stages) - 1,
        doudizhu.Playing(position.turn, position.to_beat, position.by, passes, tuple(last), shown),
        public,
        doudizhu.SecretState(None, tuple(hands), none, none, none),
    )


def _hands_with_suits(game: DouDizhu, position: Position) -> list[Cards]:
    """Return the hands of all seats with suits, and as the last element the cards of the play to beat.

    Within each rank, the suits are given out in turn. The first suit differs from rank to rank.
    """
    free: dict[int, list[int]] = {}
    for card in game.compiled.pack:
        free.setdefault(card >> 2, []).append(card)
    for rank, cards in free.items():
        cards[:] = cards[rank % len(cards) :] + cards[: rank % len(cards)]
    counts = (*position.hands, 0 if position.to_beat is None else position.to_beat.used)
    return [
        cards_from_numbers(free[rank].pop() for rank in free for _ in range(count_of(hand, rank))) for hand in counts
    ]


def gunzi_state(position: TrickPosition, points: Sequence[int]) -> gunzi.State:
    """Return a state with this position.

    ``points`` are the points that each team has taken. If ``points`` is empty, no team has taken any.
    """
    return gunzi.State(
        match=gunzi.GunziMatch(levels=(position.level,) * gunzi.TEAMS, banker=position.banker),
        level=position.level,
        phase=gunzi.Playing(position.leader, position.plays, position.winning_play_index),
        secret=gunzi.Secret(position.hands, (), (), position.bottom, ()),
        first=position.banker,
        banker=position.banker,
        call=position.call,
        counts=tuple(map(size, position.hands)),
        points=tuple(points) or (0,) * gunzi.TEAMS,
    )


def zipai_view(seats: int, task: PuzzleTask) -> zipai.State:
    """Return a state with the position of a puzzle, as the view of its seat. ``seats`` is the number of seats."""
    position, seen = task.position, task.seen
    own = parse_melds(position["laid"])
    melds = [_parse_melds_as_seen(text) for text in seen["melds"]]
    melds[task.seat] = tuple(Meld(meld.way, None) if meld.way in HIDDEN else meld for meld in own)
    hand = count_cards(parse_cards(position["hand"]))
    hidden = tuple(meld.cards[0] for meld in own if meld.way in HIDDEN and meld.cards)
    public = zipai.PublicState(
        sizes=tuple(map(int, seen["sizes"])),
        melds=tuple(melds),
        discards=tuple(tuple(parse_cards(text)) for text in seen["discards"]),
        stock=int(seen["stock"][0]),
        minimum=position["minimum"] or None,
    )
    secret = zipai.SecretState(
        stock=None,
        hands=_only_at_seat(seats, task.seat, hand),
        hidden=_only_at_seat(seats, task.seat, hidden),
        declined=_only_at_seat(seats, task.seat, ()),
        sealed=(None,) * seats,
    )
    match = zipai.ZiPaiMatch(points=(0,) * seats, banker=int(seen["banker"][0]))
    return zipai.State(match, _zipai_phase(task), public, secret)


def _zipai_phase(task: PuzzleTask) -> zipai.Phase:
    """Return the phase of a puzzle's position.

    If a card is offered, the puzzle's seat must claim it or pass. If no card is offered, the seat must discard.
    """
    if not (offered := task.position.get("offered")):
        return zipai.Discarding(task.seat)
    by, drawn = (int(task.seen[name][0]) for name in ("by", "drawn"))
    return zipai.Claiming(parse_card(offered), by, bool(drawn), (task.seat,))


def _parse_melds_as_seen(text: str) -> tuple[Meld, ...]:
    """Parse the melds of another seat. The cards of its face-down melds stay unknown. Raises NotationError."""
    words = text.split()
    return tuple(_face_down_meld(word) if FACE_DOWN in word else parse_melds(word)[0] for word in words)


def _face_down_meld(word: str) -> Meld:
    return Meld(next(way for way in LAID if word.startswith(PREFIX[way])), None)


def _only_at_seat(seats: int, seat: Seat, value: T) -> tuple[T | None, ...]:
    return tuple(value if one == seat else None for one in range(seats))
