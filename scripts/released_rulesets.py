"""Prints the released versions of a family's rulesets: those in its file, and the rulesets as they are now.

Usage: python scripts/released_rulesets.py FAMILY

A digest that was released is never removed, so that hands played by those rules continue to count. ``make gen`` writes the file.
"""

import sys

from paiju.games.registry import released_digests, ruleset, rulesets

HEAD = """\
# The released versions of each ruleset (Ruleset.release_digest), the newest last. Only hands by these rules count for titles,
# ratings and rankings. `make gen` adds what is new; a digest that was released stays.
"""


def released_versions(family: str) -> dict[str, list[str]]:
    """Return the digests of each ruleset by its short name: those in the file in their order, then a new one if it changed."""
    known = {name: list(digests) for name, digests in released_digests(family).items()}
    for name in rulesets():
        rules = ruleset(name)
        if rules.family == family and rules.release_digest not in known.setdefault(rules.name, []):
            known[rules.name].append(rules.release_digest)
    return known


def main(family: str) -> None:
    """Print the file of a family."""
    print(HEAD, end="")
    for name, digests in sorted(released_versions(family).items()):
        print(f"\n{name} = [")
        for digest in digests:
            print(f'    "{digest}",')
        print("]")


if __name__ == "__main__":
    main(*sys.argv[1:])
