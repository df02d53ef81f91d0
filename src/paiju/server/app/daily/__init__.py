"""Daily sets of duplicate deals: play, the house players' hands for comparison, results, and who may see a deal.

The *field* of a deal, or of a set, is all results with which a player is compared (as in duplicate bridge).
"""
