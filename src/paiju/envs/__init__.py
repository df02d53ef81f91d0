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
    from paiju.envs.batched_episode import BatchedEpisode
    from paiju.envs.episode import EpisodeStep, HandEpisode
    from paiju.envs.gymnasium_env import HandEnv, gymnasium_id, register
    from paiju.envs.pettingzoo_env import HandAEC, aec
    from paiju.envs.rlcard_env import RLCardEnv
    from paiju.envs.vector_env import BatchVectorEnv

__all__ = [
    "BatchVectorEnv",
    "BatchedEpisode",
    "EpisodeStep",
    "HandAEC",
    "HandEnv",
    "HandEpisode",
    "RLCardEnv",
    "Stakes",
    "aec",
    "gymnasium_id",
    "register",
]

register()

if find_spec("pyspiel"):
    import paiju.envs.openspiel_game  # noqa: F401 - which registers the games there
