"""The declaration of a family of games: its game class, and the parts that other packages use.

Objects of other packages, such as bots, are given as import paths, ``"package.module:name"``, which ``load_part`` loads on
demand. Data files are in the folder of the game's module: rulesets in ``rulesets/*.toml``, stake rooms in ``rooms/*.toml``,
texts in ``words/<language>.toml``.
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
    """Return an empty string: the seats of the game have no roles."""
    return ""


def no_feats(_events: Sequence[Any], _state: Any, _seat: Seat) -> Iterable[str]:
    """Yield nothing: the game has no feats."""
    return ()


def always_in_play(_state: Any) -> bool:
    """Return True: the game has no phases before the play of cards, such as an auction."""
    return True


class RoleInfo(NamedTuple):
    """The roles of a game's seats, and feats: notable achievements of a seat in a hand.

    ``role`` returns the name of a seat's role; it is empty before roles are assigned, and in games without roles. ``in_play``
    returns whether a state is past the auction and similar phases. ``feats`` yields the codes of a seat's feats in a hand,
    given all events and the last state. The player's page counts feats under the locale key ``feat.<code>``. A list of
    hands shows those feats that have a locale key ``deed.<code>``.
    """

    role: Callable[[Any, Seat], str] = no_role
    in_play: Callable[[Any], bool] = always_in_play
    feats: Callable[[Sequence[Any], Any, Seat], Iterable[str]] = no_feats

    def teams_by_role(self, game: AnyGame, state: Any) -> Teams:
        """Return the seats of each side.

        Seats with the same role form a side. If all seats have the same role, or no seat has one, the sides are the game's teams.
        """
        found: dict[str, list[Seat]] = {}
        for seat in range(game.seats):
            found.setdefault(self.role(state, seat), []).append(seat)
        return tuple(map(tuple, found.values())) if len(found) > 1 else game.teams


class Combination(NamedTuple):
    """A row of the table of combinations.

    ``category`` is its code, and ``play`` its lowest example in the notation of plays. ``cards`` is the number of cards as
    text (``4``, or ``6, 8 …`` for a chain), and ``clause`` the clause of the rulebook.
    """

    category: str
    play: str
    cards: str
    clause: str


def no_combinations(_rules: Any) -> Iterable[Combination]:
    """Return no combinations, for games without a table of combinations."""
    return ()


class Family(Struct, frozen=True):
    """The declaration of a family of games. Objects of other packages are import paths ``package.module:name``, or empty.

    ``bots``: bots by name (``paiju.bots.base.Bot``). The levels of strength are based on the one called "steady".
    ``compiled_bots``: some of these bots, compiled for the batch engine (``paiju.bots.base.CompiledBot``).
    ``dialects``: protocols of other platforms for external bots, by name (``paiju.bots.bot_process_protocol.BotProtocol``).
    ``face``: renders the table in the terminal (``paiju.tui.game_renderer.GameRenderer``).
    ``batch``: the vectorised engine (``paiju.batch.engine.RulesetEngine``).
    ``bits``: the feature encoder (``paiju.features.family_encoder.FamilyEncoder``).
    ``endings``: the solved endings, which bots and hints use (``paiju.bots.strong_bot.Endings``).
    ``bidding_bias``: shifts the bids of a bold or careful player (``paiju.bots.house_players.BiasedBot``).
    ``losing``: finds actions that are certain to lose (``paiju.games.losing_actions.LosingActions``).
    ``solver``: answers questions about open endings (``paiju.solve.solvers.FamilySolver``).
    ``puzzles``: finds and checks puzzles (``paiju.puzzles.family_puzzles.FamilyPuzzles``).
    ``web``: whether ``web/src/games`` has a layout for the family.
    ``questions``: commands that query cards (``paiju legal``), by name, each with the function that answers.
    ``facts``: constants of the game that no ruleset changes, for the web layout.
    ``role_info``: the roles of the seats, and their feats.
    ``combinations``: yields the combinations that given rules allow.
    ``review_hooks``: gives reviews the family's facts about decisions and events.
    ``payoff_bounds``: the least and the most points of a seat in a hand by given rules; None if they are unknown.
    ``guide``: yields the sections of the guide for given rules.
    ``ladder``: the titles; None if the family has none.
    ``place``: the sort key in lists.
    """

    name: str
    game: type[Game[Any, Any, Any, Any, Any]]
    bots: Mapping[str, str] = {}
    compiled_bots: Mapping[str, str] = {}
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
    payoff_bounds: Callable[[Any], tuple[int, int]] | None = None
    guide: Guide = no_guide
    ladder: Ladder | None = None
    place: int = 100

    def data_folder(self, name: str) -> Traversable:
        """Return a folder next to the module of the game. It need not exist."""
        return files(self.game.__module__.rpartition(".")[0]).joinpath(name)

    def list_import_paths(self) -> tuple[str, ...]:
        """Return the import paths of all objects of other packages that the declaration names."""
        named = (
            *self.bots.values(),
            *self.compiled_bots.values(),
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
    """Return the object with the import path ``package.module:name``.

    Raises UnknownName if it does not exist, and MissingExtra if its package needs an extra of ``paiju`` that is not
    installed.
    """
    try:
        return resolve_name(name)
    except PaijuError:  # MissingExtra, which names the extra to install
        raise
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownName("unknown_part", name=name, known="", why=str(error)) from error
