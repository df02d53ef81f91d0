"""Bots: programs that choose among the legal actions of a seat. A bot sees the seat's view and nothing else.

The package contains three kinds of bots. The built-in steady bots play by heuristics. The strength levels weaken a steady bot
or a network. External bots are programs of users, which the package runs in their own processes. ``registry.make_bot``
finds a bot by name.
"""
