"""The terminal application: choose a ruleset, and play at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from paiju.core.family import load_object
from paiju.core.ruleset import Ruleset, text_in_language
from paiju.games.registry import family_of, ruleset, ruleset_entry
from paiju.locale import translate
from paiju.tui.drawing import FELT, GOLD, INK, LIGHT, RIM
from paiju.tui.fallback_renderer import PlainRenderer
from paiju.tui.game_renderer import GameRenderer
from paiju.tui.session import TerminalSession
from paiju.tui.table_screen import SIDE, TableScreen

StartSession = Callable[[Ruleset], TerminalSession]
"""A function that starts a session for a ruleset, with bots in the other seats."""


class TableOptions(NamedTuple):
    """The options of a table.

    ``lang`` is the language of the table's texts. ``delay`` is the number of seconds that other seats wait before
    they act.
    """

    lang: str
    delay: float = 0.7


def renderer_class_for(chosen: Ruleset) -> type[GameRenderer]:
    """Return the renderer class of a ruleset's family; ``PlainRenderer`` if the family has none of its own."""
    declared = family_of(chosen.family).terminal_renderer
    face: type[GameRenderer] = load_object(declared) if declared else PlainRenderer
    return face


class Chooser(Screen[str]):
    """The screen on which the player chooses a ruleset."""

    def __init__(self, names: Sequence[str], lang: str) -> None:
        super().__init__()
        self._names, self._lang = names, lang

    def compose(self) -> ComposeResult:
        yield Static(translate(self._lang, "table.choose"), id="choose")
        yield OptionList(*(Option(self._ruleset_line(name), name) for name in self._names))
        yield Static(translate(self._lang, "key.choose"), id="keys")

    def _ruleset_line(self, name: str) -> str:
        entry = ruleset_entry(name)
        seats = translate(self._lang, "rules.seats", seats=entry.players)
        about = text_in_language(entry.about, self._lang)
        return f"{text_in_language(entry.ruleset.title, self._lang)}  ({seats})  {about}"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close the screen with the chosen ruleset."""
        assert event.option.id is not None
        self.dismiss(event.option.id)


class PaijuApp(App[None]):
    """The terminal application.

    ``session`` is the match that the player plays; None until the player has chosen a ruleset.
    """

    TITLE = "paiju"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [Binding("q,Q,ctrl+q", "quit", show=False)]
    CSS: ClassVar[str] = f"""
    Screen {{ background: {FELT}; color: {LIGHT}; padding: 0 1; overflow: hidden; }}
    Static {{ width: 1fr; height: auto; }}
    #side {{ dock: right; width: {SIDE}; height: 1fr; padding: 0 1; background: {RIM}; }}
    #head {{ background: {RIM}; }}
    #public {{ height: 1; }}
    #others {{ height: auto; max-height: 9; margin-top: 1; }}
    .seat {{ height: auto; max-height: 9; padding-right: 1; }}
    #middle {{ height: 1fr; margin-top: 1; content-align-vertical: middle; }}
    #message {{ height: 1; }}
    #own {{ height: 1; }}
    #keys {{ height: 1; background: {RIM}; }}
    #help {{ layer: help; background: {RIM}; border: round {GOLD}; width: 60; padding: 1 2; offset: 8 3; }}
    TableScreen {{ layers: base help; }}
    #choose {{ height: 2; text-style: bold; color: {GOLD}; padding-top: 1; }}
    OptionList {{ height: 1fr; background: {FELT}; color: {LIGHT}; border: none; }}
    OptionList > .option-list--option-highlighted {{ background: {GOLD}; color: {INK}; }}
    """

    def __init__(
        self, start_session: StartSession, options: TableOptions, chosen: Ruleset | None, names: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self._start_session, self._options, self._chosen, self._rulesets = start_session, options, chosen, names
        self.session: TerminalSession | None = None
        self.face: GameRenderer | None = None

    def on_mount(self) -> None:
        """Show the list of rulesets or, if a ruleset was given, the table."""
        if self._chosen is not None:
            self._open_table(self._chosen)
        else:
            self.push_screen(Chooser(self._rulesets, self._options.lang), self._on_chosen)

    def _on_chosen(self, name: str | None) -> None:
        if name is not None:
            self._open_table(ruleset(name))

    def _open_table(self, chosen: Ruleset) -> None:
        self.session = self._start_session(chosen)
        self.face = renderer_class_for(chosen)(self.session, self._options.lang)
        self.push_screen(TableScreen(self.session, self.face, self._options.delay))


DEFAULT_DELAY: Final = 700
"""Default number of milliseconds that other seats wait before they act."""
