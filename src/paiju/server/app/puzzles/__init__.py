"""Puzzles of the room: which puzzles there are, what clients receive, tries, ratings, and new puzzles from the room's hands."""
