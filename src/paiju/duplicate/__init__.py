"""Duplicate deals: the same cards, seats and opponents at many tables, so that results can be compared.

The modules define the deals of a daily set, play the seats of the house, score the results and verify a published day. The
server runs such sets, and ``paiju arena`` scores with the same functions.
"""
