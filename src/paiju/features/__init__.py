"""Feature encoding: observations and legal actions as bit vectors for neural networks.

Each game family has a subpackage. Its layouts give every bit a name. Its encoder computes the bits, as 64-bit words,
from a seat's view, which is a state of the exact rules (``paiju.games``) without the cards that the seat does not see.
``paiju.batch`` computes the same words in compiled code. ``paiju.nets`` and ``paiju.learn`` feed the words to a
network.
"""
