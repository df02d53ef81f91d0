"""The compiled search for Dou Dizhu: lists of plays, their order, the transposition table, and the search itself."""
