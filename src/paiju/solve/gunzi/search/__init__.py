"""The compiled search for Gunzi: move generation, the transposition table, and the search itself."""
