"""Gunzi (六人四副滚子) for six players: three teams of two, four decks, tricks of one to four equal cards (GZ-1 to GZ-8)."""
