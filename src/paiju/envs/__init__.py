"""Learning environments over the exact rules and the batch engine (the extra ``envs``).

::

    import gymnasium
    import paiju.envs

    env = gymnasium.make("paiju/DouDizhu-qq-v0", opponents="steady")
    seats = paiju.envs.aec("gunzi/six")  # PettingZoo

An agent chooses an integer, and a mask marks the integers that are valid. The parameter ``numbers`` says what
an integer means (the action space):

- ``"places"``: an index of the legal actions
- ``"letters"``: the next character of the action's text
- ``"rlcard"``: RLCard's id of the action, for Dou Dizhu with one pack

Observations are byte arrays. An environment for single hands has the attribute ``table``, a ``HandEpisode``;
``table.layout`` names the slices of these arrays. If OpenSpiel is installed, importing the package registers
games such as ``paiju_doudizhu_qq`` with it.
"""

from importlib.util import find_spec

from paiju.extras import needs_extra

with needs_extra("paiju.envs", "envs"):
    from paiju.core.coins import Stakes
    from paiju.envs.batch_engine_episode import BatchEngineEpisode
    from paiju.envs.evaluation import share_won
    from paiju.envs.gymnasium_env import HandEnv, gymnasium_id, register
    from paiju.envs.hand_episode import EpisodeStep, HandEpisode
    from paiju.envs.pettingzoo_env import HandAEC, aec
    from paiju.envs.rlcard_env import RLCardEnv
    from paiju.envs.vector_env import BatchVectorEnv

__all__ = [
    "BatchEngineEpisode",
    "BatchVectorEnv",
    "EpisodeStep",
    "HandAEC",
    "HandEnv",
    "HandEpisode",
    "RLCardEnv",
    "Stakes",
    "aec",
    "gymnasium_id",
    "register",
    "share_won",
]

register()

if find_spec("pyspiel"):
    import paiju.envs.openspiel_game  # noqa: F401 - the import registers the games
