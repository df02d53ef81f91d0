"""Bots: programs that choose among the legal actions from a seat's view, and see nothing else.

The package has the built-in steady bots, the strength levels made from them and from networks, and the machinery that runs
external bots in their own processes. ``registry.make_bot`` finds a bot by name.
"""
