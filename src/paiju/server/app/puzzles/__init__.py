"""Puzzles of the room: which puzzles there are, what clients receive, tries, ratings, and how new puzzles are made."""
