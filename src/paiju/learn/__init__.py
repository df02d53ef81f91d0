"""Reinforcement learning by self-play: trains the networks that ``paiju.nets`` runs.

Actors play many hands at once in ``paiju.batch``. ``Trainer`` updates a network from the decisions in these hands, and
writes checkpoints, a log and the network file. Actors need NumPy and Numba; the trainer also needs PyTorch. ``paiju
train`` runs a training.
"""
