"""Bots: programs that choose among the legal actions from a seat's view, and see nothing else.

The package contains the built-in steady bots, the strength levels that are made from steady bots and networks, and
the code that runs external bots in their own processes. ``registry.make_bot`` finds a bot by name.
"""
