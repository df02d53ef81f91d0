"""Daily sets of duplicate deals: play, the house players' hands for comparison, results, and who may see a deal.

A *house player* is one of the server's bots under a name of its own. House players play each deal too, so that even in
a small room there are results to compare. The *field* of a deal, or of a set, is all results with which a player is
compared (as in duplicate bridge).
"""
