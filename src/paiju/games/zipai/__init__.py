"""Da Zi Pai 大字牌: a melding game for two or three, won with a hand worth enough 油."""
