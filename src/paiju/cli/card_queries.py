"""Commands that answer questions about cards. Each family declares which questions it answers (``Family.questions``)."""

from __future__ import annotations

from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.console import find_ruleset
from paiju.core.family import load_part
from paiju.games.registry import family_of, game_of


def answer_query(given: ParsedArguments) -> int:
    """Let the family of the ruleset answer the command's question. Raises UsageError if it does not answer such questions."""
    ruleset = find_ruleset(given.rules)
    answers, name = family_of(ruleset.family).questions, given.command.name
    if name not in answers:
        raise UsageError("not_for_family", command=name, rules=ruleset.id, answers=", ".join(answers) or "–")
    answered: int = load_part(answers[name])(given, game_of(ruleset))
    return answered
