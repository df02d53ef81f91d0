"""Puzzles of the room: the set, tries and ratings, and new puzzles from the room's hands."""
