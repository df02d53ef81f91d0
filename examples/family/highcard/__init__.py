"""High Card: a family of games whose code is one folder."""
