"""Feature encoding: observations and legal actions as bit vectors for neural networks.

Each game family has a subpackage. Its layouts give every bit a name. Its encoder computes the bits from a seat's view, a
state of the exact rules (``paiju.games``). ``paiju.batch`` computes the same words in compiled code. ``paiju.nets`` and
``paiju.learn`` feed the words to a network.
"""
