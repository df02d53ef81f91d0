"""Feature encoding: observations and legal actions as bit vectors for neural networks.

Each game family has a subpackage. Its layouts give every bit a name; its encoder writes the bits from a view of the exact
rules. ``paiju.batch`` writes the same words with compiled code, and ``paiju.nets`` and ``paiju.learn`` feed them to a
network.
"""
