"""Hyperparameters of training and the presets for continued training and policy learning."""

from __future__ import annotations

from typing import Final, NamedTuple

Widths = tuple[int, int, int]
"""The widths of the three layers: the first, which all roles share, and the two after it."""
WIDTHS: Final = (256, 128, 64)


def halving_layer_widths(cells: int) -> Widths:
    """Return layer widths that halve from each layer to the next, beginning with ``cells`` for the first layer."""
    return cells, cells // 2, cells // 4


class Hyperparameters(NamedTuple):
    """Hyperparameters of a training run.

    Times are processor seconds, summed over all processes. A pair of values is annealed geometrically, from the first value
    at the start of the run to the second at its end.
    """

    seconds: float = 3600
    """The duration of the run in processor seconds."""
    hands: int = 1024
    """The number of hands that each actor plays at once."""
    seed: int = 1
    keep: float = 0.9
    """λ of the TD(λ) return. With 1, the target of a decision is the final result; with 0, the value of the next decision."""
    explore: tuple[float, float] = (0.03, 0.003)
    """The exploration rate ε (the fraction of random actions) at the start and at the end of the run.

    A network with a policy head ignores it.
    """
    doubt: tuple[float, float] = (0.01, 0.003)
    """Coefficient of the entropy bonus at the start and at the end of the run.

    The bonus keeps a policy exploring actions that it considers inferior.
    """
    rate: tuple[float, float] = (1e-3, 5e-5)
    """Learning rate at the start and at the end of the run."""
    opponent_share: float = 0.15
    """The fraction of hands in which an older network plays about half of the seats."""
    rivals: float = 0.3
    """The fraction of hands in which a rival plays about half of the seats, or all seats except those of one side."""
    drawn: float = 0.15
    """The fraction of hands in which all actions before the assignment of roles are random.

    Without such hands, the data would contain few landlords with weak hands.
    """
    choose: bool = False
    """Whether to train a policy head with PPO. Otherwise the network learns action values only."""
    widths: Widths = WIDTHS
    """Minimum layer widths. If the initial network has wider layers, their widths are kept."""
    batch: int = 4096
    """Number of samples per update."""
    passes: int = 2
    """The number of times that each sample is used on average."""
    samples: int = 1 << 17
    """The size of the replay buffer in samples."""
    points: float = 0.25
    """Weight of the points loss relative to the win loss."""
    first_mark: float = 60
    """The time at which the first checkpoint joins the league, in processor seconds of the run.

    Each later checkpoint joins at twice the time of the one before.
    """
    every: float = 60
    """The time between two saves of the training state, in processor seconds."""

    def with_min_widths(self, widths: Widths) -> Hyperparameters:
        """Return a copy whose layers are at least as wide as ``widths``.

        A run that starts from a network of these widths needs such a copy.
        """
        first, second, third = map(max, self.widths, widths)
        return self._replace(widths=(first, second, third))

    def for_continuing(self) -> Hyperparameters:
        """Return a copy with a lower learning rate and less exploration, for a run that starts from a trained network."""
        return self._replace(rate=(3e-4, self.rate[1]), explore=(0.01, self.explore[1]))

    def for_policy_head(self) -> Hyperparameters:
        """Return a copy for training a policy head. Its replay buffer is small, because PPO needs recent (on-policy) data."""
        return self._replace(choose=True, rate=(3e-4, 2e-5), samples=1 << 15)
