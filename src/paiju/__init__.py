"""Paiju 牌局: the rules of Chinese card games, programs that play them, and a room to play in."""
