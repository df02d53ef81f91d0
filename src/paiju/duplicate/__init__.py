"""Duplicate deals: the same cards, seats and opponents at many tables, so that results can be compared.

The modules define the deals of a daily set, play the seats of the house, score the results and verify the record of a
day. The *house* are the bots of the room; a *house player* is a bot with a name and a character
(``paiju.bots.house_players``). People and house players who have played a deal are its *field*: a result is compared
with the other results of the field. The server runs such sets, and ``paiju arena`` scores with the same functions.
"""
