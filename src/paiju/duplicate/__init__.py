"""Duplicate deals: the same cards, seats and opponents at many tables, so that results can be compared.

The modules define the deals of a daily set, play the seats of the house, score the results, and verify the
record of a day. They use these words:

- The *house* consists of the bots of the room.
- A *house player* is a bot with a name and a character (``paiju.bots.house_players``).
- The *field* of a deal consists of all people and house players who have played the deal. A result is compared
  with the other results of the field.

The server offers a set of deals each day. ``paiju arena`` scores its deals with the same functions.
"""
