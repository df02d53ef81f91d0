"""Bots: programs that choose among the legal actions of a seat. A bot sees the seat's view and nothing else.

``registry.make_bot`` finds a bot by name. There are these bots:

- The built-in *steady* bots play by heuristics.
- The *levels* of strength play like a steady bot or a network, but most of them are made weaker.
- *External* bots are programs of users. Each of them runs in a process of its own.
"""
