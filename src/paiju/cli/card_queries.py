"""Runs the commands that answer questions about given cards, such as ``paiju legal``.

Each family declares which of these commands it can run (``Family.query_commands``).
"""

from __future__ import annotations

from paiju.cli.argument_parser import ParsedArguments, UsageError
from paiju.cli.console import find_ruleset
from paiju.core.family import load_object
from paiju.games.registry import family_of, game_of


def answer_query(given: ParsedArguments) -> int:
    """Run a command that the ruleset's family implements, and return the exit code.

    Raises UsageError if the family does not implement it.
    """
    ruleset = find_ruleset(given.rules)
    answers, name = family_of(ruleset.family).query_commands, given.command.name
    if name not in answers:
        raise UsageError("not_for_family", command=name, rules=ruleset.id, answers=", ".join(answers) or "–")
    answered: int = load_object(answers[name])(given, game_of(ruleset))
    return answered
