"""Duplicate deals: the same cards, seats and opponents at many tables, so that results can be compared.

The modules define the deals of a daily set, play the seats of the house, score the results and verify the record of a day.
All who have played a deal, people and house players, are its *field*: a result is compared with theirs. The server runs such
sets, and ``paiju arena`` scores with the same functions.
"""
