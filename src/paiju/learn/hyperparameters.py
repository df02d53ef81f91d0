"""Hyperparameters of training and the presets for continued training and policy learning."""

from __future__ import annotations

from typing import Final, NamedTuple

Widths = tuple[int, int, int]
"""Widths of the first layer, which all roles share, and of the two layers after it."""
WIDTHS: Final = (256, 128, 64)


def layer_widths(cells: int) -> Widths:
    """Return layer widths that halve from each layer to the next."""
    return cells, cells // 2, cells // 4


class Hyperparameters(NamedTuple):
    """Hyperparameters of a training run.

    Times are processor seconds, summed over all processes. Pairs are annealed geometrically from the first value to the
    second.
    """

    seconds: float = 3600
    hands: int = 1024
    """Hands that each actor plays at once."""
    seed: int = 1
    keep: float = 0.9
    """λ of the TD(λ) return: 1 uses the final result alone, 0 the value estimate at the seat's next decision."""
    explore: tuple[float, float] = (0.03, 0.003)
    """Share of decisions taken at random (ε), for a network without a policy head."""
    doubt: tuple[float, float] = (0.01, 0.003)
    """Coefficient of the entropy bonus of a policy.

    A policy that never tries its second-best action does not find out if that action is better.
    """
    rate: tuple[float, float] = (1e-3, 5e-5)
    opponent_share: float = 0.15
    """Share of hands in which older networks play about half of the seats."""
    rivals: float = 0.3
    """Share of hands with a rival, which plays about half of the seats or all but one side; has no effect without rivals."""
    drawn: float = 0.15
    """Share of hands whose actions before roles are assigned are random; otherwise weak landlord hands are rare in the data."""
    choose: bool = False
    """Whether to train a policy head by its advantage (PPO); otherwise only action values are learned."""
    widths: Widths = WIDTHS
    """Minimum layer widths; wider layers of the initial network are kept."""
    batch: int = 4096
    passes: int = 2
    """Mean number of times that each sample is used."""
    samples: int = 1 << 17
    points: float = 0.25
    """Weight of the points loss relative to the win loss."""
    first_mark: float = 60
    """Time at which the first checkpoint joins the league; each later one follows at twice the time of the one before."""
    every: float = 60
    """Time between saves."""

    def at_least_as_wide(self, widths: Widths) -> Hyperparameters:
        """Return a copy with layers at least as wide as ``widths``, for a run that starts from a network of these widths."""
        first, second, third = map(max, self.widths, widths)
        return self._replace(widths=(first, second, third))

    def for_continuing(self) -> Hyperparameters:
        """Return a copy with a smaller learning rate and less exploration, for a run that starts from a trained network."""
        return self._replace(rate=(3e-4, self.rate[1]), explore=(0.01, self.explore[1]))

    def for_policy_head(self) -> Hyperparameters:
        """Return a copy for training a policy head, with a small replay buffer, because PPO needs recent (on-policy) data."""
        return self._replace(choose=True, rate=(3e-4, 2e-5), samples=1 << 15)
