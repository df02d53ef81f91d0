"""Dou Dizhu 斗地主: one landlord against all the farmers, for two, three and four players."""
