"""The HTTP API of rulesets: which ones the room offers, their guides, and the texts of their families."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from paiju.core.codec import from_json, make_notation_schema, to_plain
from paiju.core.game import AnyGame
from paiju.core.guide import GuideSection
from paiju.core.ruleset import RulesetEntry, Title, with_options
from paiju.locale import family_catalogue
from paiju.server.app.bot_runner import BotRunner
from paiju.server.http.documented_routes import ANYBODY, get
from paiju.server.services import AnyRequest, get_services

MOST_OPTIONS = 4000
"""Maximum number of characters of changed options in a query."""


class RulesetInfo(Struct, frozen=True, kw_only=True):
    """A ruleset of the room. Clients show rulesets in the order of the list.

    ``about`` is a sentence about the ruleset, by language. ``picture`` has cards that illustrate it, in the family's notation
    (``*`` before a wild card). ``extends`` is the id of the ruleset from which this one is derived. Each of the three may be
    empty. ``options`` has the options with their values in this ruleset, and ``schema`` is their JSON schema.
    """

    id: str
    family: str
    title: Title
    about: dict[str, str]
    picture: str
    extends: str
    seats: int
    digest: str
    windows: bool
    """Whether the game may have claim windows, in which several seats answer at once (``Game.window_duration``)."""
    options: dict[str, Any]
    schema: dict[str, Any]
    bots: tuple[str, ...]
    """The server's bots that play the ruleset, the default first."""
    levels: dict[str, int]
    """Displayed ratings of the bots that are offered as levels of play, by name, the weakest first."""


@get("/api/rulesets", tags=["room"], sync_to_thread=False, security=ANYBODY)
def rulesets(request: AnyRequest) -> list[RulesetInfo]:
    """List all rulesets with their options."""
    context = get_services(request).tables.context
    return [
        _ruleset_info(offer, context.registry.game(offer.ruleset), context.bot_runner)
        for offer in context.registry.list_entries()
    ]


def _ruleset_info(offer: RulesetEntry, game: AnyGame, thinker: BotRunner) -> RulesetInfo:
    rules = offer.ruleset
    return RulesetInfo(
        id=rules.id,
        family=rules.family,
        title=rules.title,
        about=offer.about,
        picture=offer.picture,
        extends=offer.extends,
        seats=offer.players,
        windows=game.has_windows,
        digest=rules.digest,
        options=to_plain(rules.rules),
        schema=msgspec.json.schema(type(rules.rules), schema_hook=make_notation_schema),
        bots=thinker.bot_names(game),
        levels=dict(thinker.level_ratings(game)),
    )


@get("/api/rulesets/{family:str}/{name:str}/guide", tags=["room"], sync_to_thread=False, security=ANYBODY)
def ruleset_guide(
    request: AnyRequest,
    family: FromPath[str],
    name: FromPath[str],
    options: Annotated[str, QueryParameter(max_length=MOST_OPTIONS)] = "{}",
) -> list[GuideSection]:
    """Return an explanation of a ruleset for players.

    ``options`` is a JSON object with the options that a table has changed; the explanation describes the changed rules.

    Errors: ``unknown_ruleset``.
    """
    library = get_services(request).tables.context.registry
    ruleset = with_options(library.ruleset(f"{family}/{name}"), **from_json(options, dict[str, Any]))
    return list(library.family(ruleset.family).guide(ruleset.rules))


@get("/api/words/{family:str}", tags=["room"], sync_to_thread=False, security=ANYBODY)
def family_texts(request: AnyRequest, family: FromPath[str]) -> dict[str, dict[str, str]]:
    """Return all texts of a family, by language and key, for clients that come without the texts of this family."""
    return family_catalogue(get_services(request).tables.context.registry.family(family).name)


HANDLERS = [rulesets, ruleset_guide, family_texts]
