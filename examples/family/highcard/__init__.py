"""High Card: a family of games in one folder."""
