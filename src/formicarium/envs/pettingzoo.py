"""PettingZoo: one agent a seat, asked one after the other (AEC).

There is no parallel environment. Even where seats decide at once (when all choose a birth event
together), a seat takes several decisions before the others are done, and between such phases one
alone has to act, so that nearly every step of a parallel environment would wait for one agent. Here
whoever decides at the same time is asked one after the other, and none of them is told what the
others chose.
"""

import operator
from typing import Any

import numpy as np

from formicarium.core.errors import MissingExtra
from formicarium.core.game import Files, load
from formicarium.core.rulebook import FLAT
from formicarium.core.state import State
from formicarium.envs import rendering
from formicarium.envs.gymnasium import observation_space
from formicarium.envs.rewards import number_of, rewards_of

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise MissingExtra('PettingZoo is needed: pip install "formicarium[research]"') from error

Observation = dict[str, np.ndarray[Any, Any]]

ILLEGAL = -1.0  # what an action that is not allowed pays; it ends the game
WORLDS = 1 << 62  # seeds that are drawn from


# What PettingZoo wants to know about an environment.
ABOUT: dict[str, Any] = {
    "render_modes": [*rendering.MODES],
    "name": "formicarium_v0",
    "is_parallelizable": False,
    "render_fps": rendering.FRAMES,
}


def env(game: str, **settings: Any) -> AECEnv[str, Observation, int]:
    """A game for PettingZoo, wrapped as its own classics are.

    An action that is not allowed ends the game: who took it is paid -1, the others nothing.

    >>> micropolis = env("micropolis", players=4, reward="points")
    >>> micropolis.reset(seed=7)
    >>> sorted(micropolis.last()[0])
    ['action_mask', 'observation']
    """
    wrapped: Any = raw_env(game, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    ordered: AECEnv[str, Observation, int] = wrappers.OrderEnforcingWrapper(wrapped)
    return ordered


class Seats(AECEnv[str, Observation, int], EzPickle):
    """The game itself: agents `player_0` and so on are its seats.

    An action that is not allowed raises `IllegalAction` and changes nothing.
    """

    metadata = ABOUT  # what PettingZoo wants to know

    def __init__(
        self,
        game: str,
        players: int | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
        components: Files = None,
        observation: str = FLAT,
        **options: str,
    ) -> None:
        settings = (game, players, reward, render_mode, components, observation)
        EzPickle.__init__(self, *settings, **options)
        super().__init__()
        self.game = load(game, players, components, **options)
        number_of(reward)
        self.reward = reward
        self.render_mode = rendering.check_mode(render_mode)
        self.metadata = {**ABOUT, "name": f"formicarium_{game}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self.observation = observation
        space = observation_space(self.game, masked=True, observation=observation)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.state_space = spaces.Box(0, 255, (self.game.blank.size,), np.uint8)
        self.action_spaces = {
            agent: spaces.Discrete(self.game.actions_size) for agent in self.possible_agents
        }
        self.dice, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can choose from: the codes of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed another one than before."""
        if seed is not None:
            self.dice, _ = seeding.np_random(seed)
        self.position: State = self.game.start(int(self.dice.integers(WORLDS)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.position.play(self._seat(agent), operator.index(action))
        self._cumulative_rewards[agent] = 0.0
        paid = rewards_of(self.position, self.reward)
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))
        self._accumulate_rewards()
        if self.position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._asked()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and which actions are allowed to it if it is asked."""
        seat = self._seat(agent)
        mask = np.zeros(self.game.actions_size, np.int8)
        if agent == self.agent_selection:
            mask[self.position.codes(seat)] = 1
        seen = self.position.observe(seat, self.observation)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> np.ndarray[Any, Any]:
        """The whole table with all secrets, byte by byte: for critics that may see everything."""
        return self.position.bytes.copy()

    def render(self) -> Any:
        """What the agent that is asked sees."""
        if self.render_mode is None:
            return None
        return rendering.drawn(self.position, self._seat(self.agent_selection), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _asked(self) -> str:
        """The first of those who must decide; at the end, the first agent."""
        return self.possible_agents[(*self.position.to_act, 0)[0]]

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)


raw_env = Seats  # PettingZoo's name for an environment without wrappers
