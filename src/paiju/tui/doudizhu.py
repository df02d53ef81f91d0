"""The terminal table of Dou Dizhu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rich.text import Text

from paiju.core.errors import IllegalAction
from paiju.core.score_breakdown import stake_of
from paiju.core.seats import Seat
from paiju.games.doudizhu.actions import Bid, Pass, Play, ThrowAway
from paiju.games.doudizhu.cards import (
    BIG_JOKER,
    NO_CARDS,
    RANKS,
    SMALL_JOKER,
    Cards,
    WildRanks,
    card_list,
    cards_from_numbers,
    count_of,
    count_ranks,
    mask_at_least,
    parse_ranks,
    ranks_text,
)
from paiju.games.doudizhu.compiled_ruleset import CompiledRuleset
from paiju.games.doudizhu.events import CombinationPlayed, TurnPassed
from paiju.games.doudizhu.game import DouDizhu
from paiju.games.doudizhu.illegal_play_diagnosis import diagnose_move
from paiju.games.doudizhu.state import (
    Over,
    Playing,
    State,
    Throwing,
)
from paiju.games.doudizhu.yes_no_questions import QUESTIONS
from paiju.tui.drawing import Item, bold_text, centre, dim_text, draw_cards_on_table, draw_strip, join_texts
from paiju.tui.french_card_labels import RED_SUITS, SIGNS, TEN_KEYS, joker_label_parts
from paiju.tui.game_renderer import Button, GameRenderer, NotPlayable, Prompt

_JOKER_SIGNS: Final = {SMALL_JOKER: "☾", BIG_JOKER: "★"}


def rank_label(rank: int) -> str:
    """Return a rank as it is printed on a card: ``10`` rather than ``T``."""
    return RANKS[rank].replace("T", "10")


def card_item(card: int, copy: int, lang: str, wilds: WildRanks = ()) -> Item:
    """Return a card as an ``Item`` to draw. ``copy`` distinguishes equal cards."""
    rank, suit = divmod(card, 4)
    uid, key = card * 8 + copy, RANKS[rank].lower()
    if rank in _JOKER_SIGNS:
        label, sign = joker_label_parts(lang, RANKS[rank])
        return Item(uid, card, label, sign, RANKS[rank], _JOKER_SIGNS[rank], key, red=rank == BIG_JOKER)
    badge = "*" if rank in wilds else ""
    label = rank_label(rank)
    return Item(uid, card, label, SIGNS[suit], RANKS[rank], SIGNS[suit], key, suit in RED_SUITS, badge)


def card_items(cards: int, lang: str, wilds: WildRanks = ()) -> tuple[Item, ...]:
    """Return a set of cards as ``Item``s to draw, in ascending order."""
    found: list[Item] = []
    for card in card_list(cards):
        found.append(card_item(card, sum(item.card == card for item in found), lang, wilds))
    return tuple(found)


Order = Callable[[Item, int], tuple[int, ...]]

_ORDERS: Final[tuple[Order, ...]] = (
    lambda item, held: (-(item.card // 4), item.card % 4),
    lambda item, held: (item.card // 4, item.card % 4),
    lambda item, held: (-held, -(item.card // 4), item.card % 4),
)
"""Sort orders of a hand, as sort keys: descending, ascending, and ranks with more cards first.

A sort key gets an item and the number of cards of its rank in the hand.
"""


class DouDizhuRenderer(GameRenderer):
    """Renders a Dou Dizhu table for one player."""

    sort_order_count: ClassVar[int] = len(_ORDERS)
    rank_keys: ClassVar[Mapping[str, str]] = TEN_KEYS

    @property
    def state(self) -> State:
        """The player's view."""
        state: State = self.session.view
        return state

    @property
    def compiled_rules(self) -> CompiledRuleset:
        """The rule tables of this ruleset."""
        assert isinstance(self.game, DouDizhu)
        return self.game.compiled

    def marked_card_items(self, cards: int) -> tuple[Item, ...]:
        """Return a set of cards as ``Item``s to draw, with wild cards marked."""
        return card_items(cards, self.lang, self.state.public.wilds)

    # ---- the hand

    def hand_items(self, order: int) -> tuple[Item, ...]:
        hand = self.state.secret.hands[self.me] or NO_CARDS
        counts = count_ranks(hand)
        key = _ORDERS[order % self.sort_order_count]
        return tuple(sorted(self.marked_card_items(hand), key=lambda item: key(item, count_of(counts, item.card // 4))))

    def unplayable_uids(self, items: Sequence[Item]) -> frozenset[int]:
        """Return the ``uid``s of the cards that no legal play uses.

        The result is empty unless it is the player's turn and there is a play to beat.
        """
        phase = self.state.phase
        if not isinstance(phase, Playing) or phase.standing is None or phase.turn != self.me:
            return frozenset()
        used = 0
        for action in self.session.legal_actions():
            if isinstance(action, Play):
                used |= mask_at_least(action.what.used, 1)
        return frozenset(item.uid for item in items if not used >> 8 * (item.card // 4) & 1)

    def uids_of_action(self, action: Any, items: Sequence[Item]) -> frozenset[int] | None:
        if isinstance(action, Play):
            counts = action.what.used
        elif isinstance(action, ThrowAway):
            counts = parse_ranks(action.ranks)
        else:
            return None
        return _uids_of_ranks(counts, items)

    # ---- the middle

    def public_line(self) -> Text:
        lines = self.game.score_lines(self.view)
        worth = sum(line.value for line in lines if line.how == "base")
        stake = stake_of(lines)
        return join_texts(
            self._bottom_line(),
            *self.hand_terms(),
            self._upcard_text(),
            bold_text(self.text("table.stake", base=worth, times=stake // worth)) if worth else "",
            gap="   ",
        )

    def _bottom_line(self) -> Text:
        """Return the bottom cards, or card backs while they are hidden."""
        size = self.game.rules.bottom_size
        if not size:
            return Text()
        cards = self.state.secret.bottom or self.state.public.bottom
        shown = draw_strip(self.marked_card_items(cards)) if cards else Text("▒▒ " * min(size, 8))
        return join_texts(dim_text(self.text("table.bottom")), shown, gap=" ")

    def _upcard_text(self) -> Text | str:
        public = self.state.public
        if public.upcard is None or public.first is None or public.landlord is not None:
            return ""
        item = self.marked_card_items(public.upcard)[0]
        return self.text("table.upcard", card=f"{item.label}{item.sign}", who=self.names[public.first])

    def middle_lines(self, width: int) -> list[Text]:
        """Return the lines with the play to beat and the name of the player who made it."""
        phase = self.state.phase
        if not isinstance(phase, Playing) or phase.standing is None or phase.by is None:
            return []
        cards = phase.last[phase.by] or NO_CARDS
        items = sorted(self.marked_card_items(cards), key=_group_order(cards))
        head = join_texts(
            Text(self.names[phase.by], "bold"), bold_text(self.text(f"category.{phase.standing.category}"))
        )
        if phase.standing.soft:
            head = join_texts(head, phase.standing.text())
        return [centre(head, width), *draw_cards_on_table(items, width, self.card_size)]

    def last_trick_lines(self) -> list[Text]:
        """Return the plays of the previous trick, one line for each play.

        Only the latest events are kept (``TerminalSession.recent``), so early plays of a long trick may be missing.
        """
        tricks: list[list[Text]] = [[]]
        passes = 0
        for event in self.session.recent:
            passes = passes + 1 if isinstance(event, TurnPassed) else 0
            if isinstance(event, CombinationPlayed):
                shown = draw_strip(sorted(self.marked_card_items(event.cards), key=_group_order(event.cards)))
                tricks[-1].append(join_texts(self.names[event.seat], shown))
            elif passes == self.game.seats - 1:
                tricks.append([])
        return tricks[-2] if len(tricks) > 1 else []

    def own_last_action_lines(self) -> list[Text]:
        """Return lines with what the player declared in the auction; empty during the play of cards."""
        return [] if isinstance(self.state.phase, Playing) else [join_texts(*self.last_action_lines(self.me))]

    def card_counter_lines(self) -> list[Text]:
        """Return lines with the number of cards of each rank that the player has not seen."""
        public, secret = self.state.public, self.state.secret
        seen = [*public.played, *secret.hands, *(secret.threw or ())]
        pack = count_ranks(cards_from_numbers(self.compiled_rules.pack))
        counts = pack - sum(count_ranks(cards) for cards in seen if cards is not None)
        ranks = [rank for rank in reversed(range(len(RANKS))) if count_of(pack, rank)]
        heads = "".join(f"{rank_label(rank):>4}" for rank in ranks)
        numbers = "".join(f"{count_of(counts, rank) or '·':>4}" for rank in ranks)
        label = self.text("table.counter")
        return [dim_text(label + heads), Text(" " * Text(label).cell_len + numbers)]

    # ---- the seats

    def seat_badges(self, seat: Seat) -> Text:
        public = self.state.public
        if public.landlord is None:
            return Text()
        role = "landlord" if seat == public.landlord else "farmer"
        words: list[Text | str] = [
            bold_text(self.text(f"role.{role}")) if role == "landlord" else dim_text(self.text(f"role.{role}")),
            *self.seat_notes(seat),
        ]
        return join_texts(*words, gap=" ")

    def cards_left(self, seat: Seat) -> int:
        return self.state.public.counts[seat]

    def last_action_lines(self, seat: Seat) -> list[Text]:
        phase = self.state.phase
        declaration = self.game.voice.declaration(self.view, seat)
        lines = [Text(self.reader.sentence(declaration.text))] if declaration is not None else []
        if isinstance(phase, Playing):
            lines.append(_played_text(self, phase, seat))
        hand = self.state.secret.hands[seat]
        if hand and seat != self.me and not isinstance(phase, Over):
            lines.append(dim_text(format_open_hand(hand)))
        return [line for line in lines if line]

    def final_card_lines(self, seat: Seat) -> list[Text]:
        hand = self.state.secret.hands[seat]
        return [draw_strip(self.marked_card_items(hand)) if hand else dim_text(self.text("table.none_left"))]

    # ---- asking and answering

    def prompt(self) -> Prompt | None:
        legal = self.session.legal_actions()
        phase = self.state.phase
        if not legal:
            return None
        if isinstance(phase, Playing):
            return Prompt(self.question(), picks=True, passing=None if phase.standing is None else Pass())
        if isinstance(phase, Throwing):
            return Prompt(self.question(), picks=True, passing=ThrowAway(""))
        buttons = tuple(Button(self.action_label(action), action, _button_key(action)) for action in legal)
        return Prompt(self.question(), buttons, passing=_negative_action(legal))

    def actions_for(self, picked: Sequence[Item]) -> tuple[Any, ...]:
        cards = cards_from_numbers(item.card for item in picked)
        if isinstance(self.state.phase, Throwing):
            throw = ThrowAway(ranks_text(count_ranks(cards)))
            self.game.check(self.view, self.me, throw)
            return (throw,)
        return self._playable_readings(cards)

    def _playable_readings(self, cards: Cards) -> tuple[Any, ...]:
        """Return every legal play that the selected cards can be. With wild cards, there can be several.

        Raises IllegalAction if the player is not asked for a play. Raises NotPlayable if no card is selected, or if
        the selected cards cannot be played now.
        """
        phase, wilds = self.state.phase, self.state.public.wilds
        if not isinstance(phase, Playing):
            raise IllegalAction("not_asked_for")
        counts = count_ranks(cards)
        if not counts:
            raise NotPlayable(self.text("illegal.nothing_picked"))
        compiled = self.compiled_rules
        found = [
            combo
            for combo in compiled.readings(counts, wilds)
            if phase.standing is None or combo.beats(phase.standing, wilds)
        ]
        if not found:
            refusal = diagnose_move(compiled, counts, wilds, phase.standing)
            raise NotPlayable(self.error_message(refusal))
        return tuple(Play(combo, cards) for combo in found)


def _uids_of_ranks(counts: int, items: Sequence[Item]) -> frozenset[int] | None:
    """Return the ``uid``s of as many cards of each rank as ``counts`` says; None if ``items`` lack some of them.

    ``counts`` contains the number of cards of each rank, packed into one integer.
    """
    taken = []
    for item in items:
        bit = 1 << 8 * (item.card // 4)
        if count_of(counts, item.card // 4):
            counts -= bit
            taken.append(item.uid)
    return None if counts else frozenset(taken)


def format_open_hand(cards: int) -> str:
    """Return the ranks of the cards of an open hand as text, descending."""
    counts = count_ranks(cards)
    return " ".join(rank_label(rank) for rank in reversed(range(len(RANKS))) for _ in range(count_of(counts, rank)))


def _button_key(action: Any) -> str:
    if isinstance(action, Bid):
        return str(action.points) if action.points else "p"
    return QUESTIONS[action.what].terminal_key if action.yes else "n"


def _negative_action(legal: Sequence[Any]) -> Any:
    """Return the legal action that passes or declines; None if there is none. The key P takes this action."""
    return next(
        (action for action in legal if action in (Bid(0), Pass()) or getattr(action, "yes", True) is False), None
    )


def _played_text(face: DouDizhuRenderer, phase: Playing, seat: Seat) -> Text:
    cards = phase.last[seat]
    if cards is None:
        return Text()
    if not cards:
        return dim_text(face.action_label(Pass()))
    shown = draw_strip(sorted(face.marked_card_items(cards), key=_group_order(cards)))
    if phase.by == seat and phase.standing is not None:
        return join_texts(
            bold_text("◆"),
            shown,
            dim_text(face.action_label(Play(phase.standing)) if phase.standing.soft else ""),
            gap=" ",
        )
    return shown


def _group_order(cards: Cards) -> Callable[[Item], tuple[int, ...]]:
    """Return a sort key that puts ranks with more copies first. Trios thus come before the cards attached to them."""
    counts = count_ranks(cards)
    return lambda item: (-count_of(counts, item.card // 4), item.card)
