"""The compiled search for Dou Dizhu: move generation, move ordering, the transposition table, and the search itself."""
