"""The declaration of a family of games: its game class, and the parts that other packages use.

Objects of other packages, such as bots, are given as import paths, ``"package.module:name"``, which ``load_object`` loads on
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
    """Functions for the roles of a game's seats, and for feats: notable achievements of a seat in a hand.

    - ``role(state, seat)`` returns the code of the seat's role. The code is empty before roles are assigned, and
      in games without roles.
    - ``in_play(state)`` returns whether the state is past the auction and similar phases.
    - ``feats(events, state, seat)`` yields the codes of the seat's feats. Its arguments are all events and the
      last state of a hand.

    The page of a player shows how often the player achieved each feat, under the name in the locale key
    ``feat.<code>``. A list of hands shows a feat only if the locale key ``deed.<code>`` exists.
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


class CombinationExample(NamedTuple):
    """One kind of combination, as the table of combinations shows it to players.

    ``category`` is the code of the kind, and ``play`` its lowest example in the notation of plays. ``cards`` is the
    number of cards as text (``4``, or ``6, 8 …`` for a chain). ``clause`` is the clause of the rulebook.
    """

    category: str
    play: str
    cards: str
    clause: str


def no_combinations(_rules: Any) -> Iterable[CombinationExample]:
    """Return no combinations, for games without a table of combinations."""
    return ()


class Family(Struct, frozen=True):
    """The declaration of a family of games.

    Objects of other packages are given as import paths ``package.module:name``; an import path may be empty.

    * ``bots``: bots by name (``paiju.bots.base.Bot``). Where no network plays a ruleset, the levels of playing
      strength are weakened versions of the bot ``steady``. If the family has no bot of this name, they are
      weakened versions of the random bot.
    * ``compiled_bots``: some of these bots, compiled for the batch engine (``paiju.bots.kernel_bot.KernelBot``).
    * ``dialects``: other platforms' protocols for external bots, by name
      (``paiju.bots.bot_process_protocol.BotProtocol``).
    * ``terminal_renderer``: renders the table in the terminal (``paiju.tui.game_renderer.GameRenderer``).
    * ``batch``: the vectorised engine (``paiju.batch.engine.RulesetEngine``).
    * ``feature_encoder``: the feature encoder (``paiju.features.family_encoder.FamilyEncoder``).
    * ``endings``: solves the last part of a hand, for bots and hints (``paiju.bots.strong_bot.Endings``).
    * ``bidding_bias``: replaces a bot's bid by a bolder or a more careful one
      (``paiju.bots.house_players.BiasedBot``).
    * ``losing_actions``: finds actions that are certain to lose (``paiju.games.losing_actions.LosingActions``).
    * ``solver``: the program that solves endings in which all cards are known
      (``paiju.solve.solvers.FamilySolver``).
    * ``puzzles``: finds and checks puzzles (``paiju.puzzles.puzzle_hooks.FamilyPuzzles``).
    * ``web``: whether ``web/src/games`` has a layout for the family.
    * ``query_commands``: the functions behind the family's own subcommands, such as ``paiju legal``, by the name
      of the subcommand.
    * ``facts``: constants of the game that no ruleset changes; the web client uses them.
    * ``role_info``: the roles of the seats, and their feats.
    * ``combinations``: yields the kinds of combination that the given rules allow.
    * ``review_hooks``: gives reviews the family's facts about decisions and events.
    * ``payoff_bounds``: returns the least and the most points that a seat can get in a hand under the given
      rules. The field is None if the family does not know these bounds.
    * ``guide``: yields the sections of the guide to the given rules.
    * ``ladder``: the titles that players earn with their points; None if the family has no titles.
    * ``place``: the sort key by which families are ordered in lists.
    """

    name: str
    game: type[Game[Any, Any, Any, Any, Any]]
    bots: Mapping[str, str] = {}
    compiled_bots: Mapping[str, str] = {}
    dialects: Mapping[str, str] = {}
    terminal_renderer: str = ""
    batch: str = ""
    feature_encoder: str = ""
    bidding_bias: str = ""
    losing_actions: str = ""
    endings: str = ""
    solver: str = ""
    puzzles: str = ""
    web: bool = False
    query_commands: Mapping[str, str] = {}
    facts: Mapping[str, Any] = {}
    role_info: RoleInfo = RoleInfo()
    combinations: Callable[[Any], Iterable[CombinationExample]] = no_combinations
    review_hooks: ReviewHooks = ReviewHooks()
    payoff_bounds: Callable[[Any], tuple[int, int]] | None = None
    guide: Guide = no_guide
    ladder: Ladder | None = None
    place: int = 100

    def data_path(self, name: str) -> Traversable:
        """Return the path of the data folder or file ``name`` beside the module of the game. It need not exist."""
        return files(self.game.__module__.rpartition(".")[0]).joinpath(name)

    def list_import_paths(self) -> tuple[str, ...]:
        """Return the import paths of all objects of other packages that the declaration names."""
        named = (
            *self.bots.values(),
            *self.compiled_bots.values(),
            *self.dialects.values(),
            self.terminal_renderer,
            self.batch,
            self.feature_encoder,
            self.bidding_bias,
            self.losing_actions,
            self.endings,
            self.solver,
            self.puzzles,
            *self.query_commands.values(),
        )
        return tuple(filter(None, named))


def load_object(name: str) -> Any:
    """Return the object with the import path ``package.module:name``.

    Raises UnknownName if the object does not exist. Raises MissingExtra if the package needs an extra of
    ``paiju`` that is not installed.
    """
    try:
        return resolve_name(name)
    except PaijuError:  # MissingExtra, which names the extra to install
        raise
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownName("unknown_part", name=name, known="", why=str(error)) from error
