"""Prints a hand of a ruleset as text: every decision, with what the seat sees and may do.

Usage: python scripts/playthrough.py RULESET

``make gen`` writes the files in tests/playthroughs. After a change of the rules, their differences show what the change does.
"""

import sys

import paiju
from paiju.testing.playthrough_text import playthrough_lines

if __name__ == "__main__":
    print(f"# A hand of {sys.argv[1]} at random, written by `make gen`.\n")
    print("\n".join(playthrough_lines(paiju.game(sys.argv[1]))))
