"""Dou Dizhu (斗地主) for two, three and four players: one landlord plays against all farmers."""
