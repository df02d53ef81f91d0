"""How a net learns."""

from __future__ import annotations

from typing import Final, NamedTuple

Widths = tuple[int, int, int]
"""Cells of the first layer, which all roles share, and of the two after it."""
WIDTHS: Final = (256, 128, 64)


def layer_widths(cells: int) -> Widths:
    """Layers each half as wide as the one before."""
    return cells, cells // 2, cells // 4


class Hyperparameters(NamedTuple):
    """How it is learned. Times are of the processor, in seconds, in all processes together."""

    seconds: float = 3600
    hands: int = 1024
    """How many are played at once, by each player."""
    seed: int = 1
    keep: float = 0.9
    """λ: how much of a decision's worth is what came in the end, and not what was thought at one's next decision."""
    explore: tuple[float, float] = (0.03, 0.003)
    """The share of decisions taken at random, at the beginning and at the end."""
    doubt: tuple[float, float] = (0.01, 0.003)
    """What it is worth to who chooses to keep in doubt, beside how far actions lie apart: who never tries the second best action
    does not learn that it was the best."""
    rate: tuple[float, float] = (1e-3, 5e-5)
    strangers: float = 0.15
    """The share of hands in which half of the seats are played by older nets."""
    rivals: float = 0.3
    """The share in which rivals do, or play all but one side; where there are rivals."""
    drawn: float = 0.15
    """The share in which everything before there are roles is drawn at random: else a weak hand is seldom met as landlord."""
    choose: bool = False
    """Whether it learns to choose, by how much better it went than was to be expected; else only what actions are worth."""
    widths: Widths = WIDTHS
    """Where the net that it begins with has wider layers, they are as wide."""
    batch: int = 4096
    passes: int = 2
    """How often each sample is met, in the mean."""
    samples: int = 1 << 17
    points: float = 0.25
    """What an error in points weighs beside one in winning."""
    first_mark: float = 60
    """When an ancestor is put by for the first time; then each time in twice as long."""
    every: float = 60
    """How often it is saved."""

    def at_least_as_wide(self, widths: Widths) -> Hyperparameters:
        """For who begins with a net of these widths: it may grow, and does not shrink."""
        first, second, third = map(max, self.widths, widths)
        return self._replace(widths=(first, second, third))

    def for_continuing(self) -> Hyperparameters:
        """For who begins with a net that knows something: it goes on in smaller steps."""
        return self._replace(rate=(3e-4, self.rate[1]), explore=(0.01, self.explore[1]))

    def for_policy_head(self) -> Hyperparameters:
        """For a net that learns to choose: from what has just been played, for what was played otherwise tells it nothing."""
        return self._replace(choose=True, rate=(3e-4, 2e-5), samples=1 << 15)
