"""The compiled search for Gunzi: lists of plays, the transposition table, and the search itself."""
