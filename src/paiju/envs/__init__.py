"""Learning environments over the exact rules and over the engine in arrays (the extra ``envs``).

::

    import gymnasium
    import paiju.envs

    env = gymnasium.make("paiju/DouDizhu-qq-v0", opponents="steady")
    seats = paiju.envs.aec("gunzi/six")  # PettingZoo

Actions are numbers (``numbers="places"``, ``"letters"``, or for one deck of Dou Dizhu ``"rlcard"``), with a mask of those that
mean something; what a seat sees is an array of bytes, whose slices ``table.layout`` names. Where OpenSpiel is installed, it knows
``paiju_doudizhu_qq`` and so on.
"""

from importlib.util import find_spec

from paiju.extras import needs_extra

with needs_extra("paiju.envs", "envs"):
    from paiju.core.coins import Stakes
    from paiju.envs.rlcard import RLCardEnv
    from paiju.envs.rows import RowTable
    from paiju.envs.single import HandEnv, id_of, register
    from paiju.envs.table import Table, Turn
    from paiju.envs.vector import BatchVectorEnv
    from paiju.envs.zoo import HandAEC, aec

__all__ = [
    "BatchVectorEnv",
    "HandAEC",
    "HandEnv",
    "RLCardEnv",
    "RowTable",
    "Stakes",
    "Table",
    "Turn",
    "aec",
    "id_of",
    "register",
]

register()

if find_spec("pyspiel"):
    import paiju.envs.openspiel  # noqa: F401 - which registers the games there
