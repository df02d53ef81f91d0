"""Daily sets of duplicate deals: how players play them, the field of house players, results, and who may see a deal."""
