"""The declaration of a family: its game, and everything that the layers above need.

Objects of a higher layer are given by name, ``"package.module:name"``, and loaded with ``load_part`` on demand. Data files lie
beside the game's module: rulesets in ``rulesets/*.toml``, rooms for coins in ``rooms/*.toml``, texts in
``words/<language>.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pkgutil import resolve_name
from typing import Any, NamedTuple

from msgspec import Struct

from paiju.core.errors import PaijuError, UnknownName
from paiju.core.game import AnyGame, Game
from paiju.core.guide import Guide, no_guide
from paiju.core.review_hooks import ReviewHooks
from paiju.core.seats import Seat, Teams
from paiju.core.title_ladder import Ladder


def no_role(_state: Any, _seat: Seat) -> str:
    """Return no role: all seats are equal."""
    return ""


def no_feats(_events: Sequence[Any], _state: Any, _seat: Seat) -> Iterable[str]:
    """Return no feats."""
    return ()


def plays_at_once(_state: Any) -> bool:
    """Return True: the game has no opening before play."""
    return True


class RoleInfo(NamedTuple):
    """The roles of a game's seats, for matches between bots and for players' statistics.

    ``role`` returns the name of a seat's role, or "" while it has none or if the game has no roles. ``in_play`` says
    whether a state is past the auction and similar phases. ``feats`` yields the codes of a seat's feats in a hand,
    computed from all events and the last state; the player's page counts them with the text ``feat.<code>``. A list
    of hands also shows a feat that has a text ``deed.<code>``.
    """

    role: Callable[[Any, Seat], str] = no_role
    in_play: Callable[[Any], bool] = plays_at_once
    feats: Callable[[Sequence[Any], Any, Seat], Iterable[str]] = no_feats

    def sides(self, game: AnyGame, state: Any) -> Teams:
        """Return the seats of each side: those with a role in common, or the game's teams if there are no roles."""
        found: dict[str, list[Seat]] = {}
        for seat in range(game.seats):
            found.setdefault(self.role(state, seat), []).append(seat)
        return tuple(map(tuple, found.values())) if len(found) > 1 else game.teams


class Combination(NamedTuple):
    """A row of the table of combinations: code, lowest example, number of cards, clause."""

    category: str
    play: str
    cards: str
    clause: str


def no_combinations(_rules: Any) -> Iterable[Combination]:
    """Return no combinations, for games without a table of combinations."""
    return ()


class Family(Struct, frozen=True):
    """Everything that paiju needs to know about a family of games. Values ``package.module:name`` are loaded on first use.

    ``bots``: bots by name (``paiju.bots.base.Bot``); the one called "steady" plays for the server.
    ``dialects``: protocols of other platforms for external bots, by name (``paiju.bots.bot_protocol.BotProtocol``).
    ``face``: its table in the terminal (``paiju.tui.game_renderer.GameRenderer``).
    ``batch``: its vectorised engine (``paiju.batch.engine.RulesetEngine``).
    ``bits``: its feature encoder (``paiju.features.family_encoder.FamilyEncoder``).
    ``endings``: what bots and hints know of its endings (``paiju.bots.strong_bot.Endings``), if they can be solved.
    ``bidding_bias``: shifts the bids of a bold or careful player (``paiju.bots.house_players.BiasedBot``), if there are bids.
    ``losing``: finds actions that surely lose (``paiju.games.losing_actions.LosingActions``), if the game has any.
    ``solver``: answers questions about its open endings (``paiju.solve.solvers.FamilySolver``).
    ``puzzles``: finds and checks puzzles of it (``paiju.puzzles.family_puzzles.FamilyPuzzles``).
    ``web``: whether ``web/src/games`` has a layout for it.
    ``questions``: the commands that query its cards (``paiju legal``), each with the function that answers.
    ``facts``: constants of the game that no ruleset changes, for the web layout.
    ``combinations``: the combinations that may be played by given rules.
    ``review_hooks``: answers the questions of a review about its decisions and events.
    ``point_bounds``: the least and the most points of a seat in a hand by given rules; None if nobody knows.
    ``guide``: yields the sections of its guide. ``ladder``: its titles, if it has any. ``place``: its sort key in lists.
    """

    name: str
    game: type[Game[Any, Any, Any, Any, Any]]
    bots: Mapping[str, str] = {}
    dialects: Mapping[str, str] = {}
    face: str = ""
    batch: str = ""
    bits: str = ""
    bidding_bias: str = ""
    losing: str = ""
    endings: str = ""
    solver: str = ""
    puzzles: str = ""
    web: bool = False
    questions: Mapping[str, str] = {}
    facts: Mapping[str, Any] = {}
    role_info: RoleInfo = RoleInfo()
    combinations: Callable[[Any], Iterable[Combination]] = no_combinations
    review_hooks: ReviewHooks = ReviewHooks()
    point_bounds: Callable[[Any], tuple[int, int]] | None = None
    guide: Guide = no_guide
    ladder: Ladder | None = None
    place: int = 100

    def folder(self, name: str) -> Traversable:
        """Return a folder beside the module of the game; it may not exist."""
        return files(self.game.__module__.rpartition(".")[0]).joinpath(name)

    def parts(self) -> tuple[str, ...]:
        """Return the names of all objects of higher layers."""
        named = (
            *self.bots.values(),
            *self.dialects.values(),
            self.face,
            self.batch,
            self.bits,
            self.bidding_bias,
            self.losing,
            self.endings,
            self.solver,
            self.puzzles,
            *self.questions.values(),
        )
        return tuple(filter(None, named))


def load_part(name: str) -> Any:
    """Return the object ``package.module:name``. Raises UnknownName."""
    try:
        return resolve_name(name)
    except PaijuError:  # an extra is missing, and is named
        raise
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownName("unknown_part", name=name, known="", why=str(error)) from error
