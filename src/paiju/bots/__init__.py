"""Bots: programs that choose among the legal actions of a seat. A bot sees the seat's view and nothing else.

There are three kinds of bots. The built-in steady bots play by heuristics. The levels of strength are weakened versions of a
steady bot or of a network. External bots are programs of users, which run in processes of their own. ``registry.make_bot``
finds a bot by name.
"""
