"""Da Zi Pai (大字牌): a melding game for two or three players. A winning hand needs a minimum of points (油)."""
