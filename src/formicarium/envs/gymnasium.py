"""Gymnasium: one seat against bots, and thousands of games in step.

Importing this module registers every installed game: `gymnasium.make("formicarium/Micropolis-v0")`
after it, or `gymnasium.make("formicarium.envs.gymnasium:formicarium/Micropolis-v0")` at once.
"""

from typing import Any

import numpy as np

from formicarium.bots.referee import Player
from formicarium.core.errors import BadOption, MissingExtra
from formicarium.core.game import Files, Game, game_names, load
from formicarium.core.rulebook import FLAT
from formicarium.core.state import State
from formicarium.envs import rendering
from formicarium.envs.batch import Batch
from formicarium.envs.rewards import number_of, rewards_of

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingExtra('Gymnasium is needed: pip install "formicarium[research]"') from error

Array = np.ndarray[Any, Any]
Info = dict[str, Any]

# What Gymnasium wants to know about an environment of one game, and of many.
ONE_GAME: Info = {"render_modes": [*rendering.MODES], "render_fps": rendering.FRAMES}
MANY_GAMES: Info = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

NAMESPACE = "formicarium"
WORLDS = 1 << 62  # seeds that are drawn from


def observation_box(game: Game, observation: str = FLAT) -> spaces.Box:
    """Every number of an observation lies between -1 and 1, or is a byte."""
    blank = game.blank_observations(observation=observation)
    if observation == FLAT:
        return spaces.Box(-1.0, 1.0, blank.shape, np.float32)
    return spaces.Box(0, 255, blank.shape, np.uint8)


def mask_box(game: Game) -> spaces.Box:
    """1 for actions that are allowed."""
    return spaces.Box(0, 1, (game.actions_size,), np.int8)


def observation_space(game: Game, masked: bool, observation: str = FLAT) -> spaces.Space[Any]:
    """What a seat is told: the observation, and by choice the mask beside it."""
    seen = observation_box(game, observation)
    if not masked:
        return seen
    return spaces.Dict({"observation": seen, "action_mask": mask_box(game)})


class FormicariumEnv(gymnasium.Env[Any, Any]):
    """One seat of a game; bots have the others.

    `seat` may be a number, or "random": another one in every game. `opponents` is one bot for all
    other seats, or one for each of them in order. An action that is not allowed leaves the game as
    it was, pays nothing and is told as `info["illegal"]`; with `illegal="raise"` it is an error.
    What is not in the action space at all is always one, Gymnasium's `InvalidAction`.

    >>> env = FormicariumEnv("micropolis", players=3, opponents="normal")
    >>> observation, info = env.reset(seed=7)
    >>> env.step(int(info["action_mask"].argmax()))[1:4]
    (0.0, False, False)
    """

    metadata = ONE_GAME  # what Gymnasium wants to know

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int | str = "random",
        opponents: str | list[str] | tuple[str, ...] = "random",
        reward: str = "rank",
        masked: bool = False,
        illegal: str = "ignore",
        render_mode: str | None = None,
        components: Files = None,
        observation: str = FLAT,
        **options: str,
    ) -> None:
        self.game = load(game, players, components, **options)
        self.seat = _check_seat(self.game, seat)
        self.opponents = _check_opponents(self.game, opponents)
        number_of(reward)
        self.reward = reward
        self.masked = masked
        self.illegal = _check_illegal(illegal)
        self.render_mode = rendering.check_mode(render_mode)
        self.action_space = spaces.Discrete(self.game.actions_size)
        self.observation = observation
        self.observation_space = observation_space(self.game, masked, observation)
        self.state: State | None = None
        self.learner = 0
        self.players: dict[int, Player] = {}
        self.decisions = 0

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """Begin a game, and play it up to the first decision of the seat."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(WORLDS))
        self.learner = (
            int(self.np_random.integers(self.game.players))
            if isinstance(self.seat, str)
            else self.seat
        )
        others = [seat for seat in range(self.game.players) if seat != self.learner]
        self.players = {
            seat: Player(bot, seat, game_seed)
            for seat, bot in zip(others, self.opponents, strict=True)
        }
        self.state, self.decisions = self.game.start(game_seed), 0
        self._let_others_play(self.state)
        return self._observation(self.state), self._info(self.state)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        """Play an action of the seat, and then the others until it is asked again."""
        if self.state is None or self.state.is_over:
            raise gymnasium.error.ResetNeeded("no game is in play: call reset")
        if not self.action_space.contains(action):
            last = self.game.actions_size - 1
            raise gymnasium.error.InvalidAction(f"actions are 0 to {last}, not {action!r}")
        state, code = self.state, int(action)
        legal = code in state.codes(self.learner)
        if legal or self.illegal == "raise":
            state.play(self.learner, code)
            self.decisions += 1
            self._let_others_play(state)
        reward = rewards_of(state, self.reward)[self.learner]
        info = self._info(state) | ({} if legal else {"illegal": True})
        return self._observation(state), reward, state.is_over, False, info

    def action_masks(self) -> Array:
        """Which actions are allowed, as sb3-contrib asks for it."""
        mask = np.zeros(self.game.actions_size, np.bool_)
        if self.state is not None:
            mask[self.state.codes(self.learner)] = True
        return mask

    def render(self) -> Any:
        """What the seat sees."""
        if self.render_mode is None or self.state is None:
            return None
        return rendering.drawn(self.state, self.learner, self.render_mode)

    def _let_others_play(self, state: State) -> None:
        while state.to_act and self.learner not in state.to_act:
            seat = state.to_act[0]
            state.play(seat, self.players[seat].decide(state, self.decisions))
            self.decisions += 1

    def _observation(self, state: State) -> Any:
        seen = state.observe(self.learner, self.observation)
        if not self.masked:
            return seen
        return {"observation": seen, "action_mask": self.action_masks().astype(np.int8)}

    def _info(self, state: State) -> Info:
        info: Info = {"action_mask": self.action_masks().astype(np.int8), "seat": self.learner}
        if state.is_over:
            info |= {"scores": state.scores(), "winners": [*state.winners()]}
        return info


class FormicariumVectorEnv(VectorEnv[Any, Any, Array]):
    """Thousands of games in step, on `Batch`: see there.

    One seat of each game is asked at a time. With `opponents="random"` it is one and the same
    throughout a game, another one in every game; with `opponents=None` all are asked in turn
    (self-play). The reward is that of the seat which has just acted; `infos["rewards"]` has those
    of all, and `infos["seat"]` who is asked now. Games begin anew by themselves in the same step;
    `infos["final_obs"]` is the last look of the seat that acted last.
    """

    metadata = MANY_GAMES  # what Gymnasium wants to know

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        opponents: str | None = "random",
        reward: str = "rank",
        masked: bool = False,
        illegal: str = "ignore",
        threads: int = 1,
        copy: bool = True,
        components: Files = None,
        render_mode: str | None = None,
        observation: str = FLAT,
        **options: str,
    ) -> None:
        if render_mode is not None:
            raise BadOption("thousands of games are not drawn: leave render_mode out")
        loaded = load(game, players, components, **options)
        self.illegal = _check_illegal(illegal)
        self.batch = Batch(loaded, num_envs, 0, reward, opponents, threads, observation)
        self.num_envs = num_envs
        self.masked = masked
        self.copy = copy
        self.single_action_space = spaces.Discrete(loaded.actions_size)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(loaded, masked, observation)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """Begin all games anew."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(WORLDS)))
        return self._told(self.batch.observations), self._infos()

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, Info]:
        """Play one action in every game."""
        batch = self.batch
        acting, before = batch.seats.copy(), batch.illegal.copy()
        actions = batch.checked(actions)
        if self.illegal == "raise":
            self._check(actions)
        batch.step(actions)
        rewards = np.take_along_axis(batch.rewards, acting[:, None], axis=1)[:, 0]
        infos = self._infos() | {"rewards": self._kept(batch.rewards)}
        if (batch.illegal != before).any():
            infos["illegal"] = batch.illegal != before
        if batch.finished.any():
            infos |= self._last_words()
        truncations = np.zeros(self.num_envs, np.bool_)
        finished = self._kept(batch.finished)
        return self._told(batch.observations), rewards, finished, truncations, infos

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self.batch.close()

    def _infos(self) -> Info:
        """What is told about every game."""
        everywhere = np.ones(self.num_envs, np.bool_)
        told = {
            "action_mask": self._kept(self.batch.masks.view(np.int8)),
            "seat": self.batch.seats.copy(),
        }
        return told | {f"_{name}": everywhere for name in told}

    def _last_words(self) -> Info:
        """What is told about games that have just ended."""
        batch, over = self.batch, self.batch.finished.copy()
        looks = np.full(self.num_envs, None, object)
        nothing = np.zeros(batch.masks.shape[1], np.int8)
        for index in np.flatnonzero(over):
            seen = batch.last_observations[index].copy()
            looks[index] = {"observation": seen, "action_mask": nothing} if self.masked else seen
        final_info = {"scores": batch.scores.copy(), "_scores": over}
        told = {"final_obs": looks, "final_info": final_info}
        return told | {f"_{name}": over for name in told}

    def _told(self, observations: Array) -> Any:
        if not self.masked:
            return self._kept(observations)
        mask = self.batch.masks.view(np.int8)
        return {"observation": self._kept(observations), "action_mask": self._kept(mask)}

    def _kept(self, array: Array) -> Array:
        """An array that stays as it is, unless the user does without."""
        return array.copy() if self.copy else array

    def _check(self, actions: Array) -> None:
        """Whether every action is allowed; otherwise nothing is played anywhere."""
        batch = self.batch
        inside = (actions >= 0) & (actions < batch.masks.shape[1])
        allowed = inside & batch.masks[np.arange(self.num_envs), np.where(inside, actions, 0)]
        if not allowed.all():
            index = int(np.flatnonzero(~allowed)[0])
            state = batch.state(index)
            state.play(int(batch.seats[index]), int(actions[index]))


def _check_seat(game: Game, seat: int | str) -> int | str:
    if seat != "random" and seat not in range(game.players):
        raise BadOption(f"seat={seat!r}: seats are 0 to {game.players - 1}, or 'random'")
    return seat


def _check_opponents(game: Game, opponents: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """A bot for each of the other seats, ready to play."""
    others = game.players - 1
    if not isinstance(opponents, str | list | tuple):
        raise BadOption(f"opponents={opponents!r}: name a bot, or one for each other seat")
    names = (opponents,) * others if isinstance(opponents, str) else tuple(opponents)
    if len(names) != others:
        raise BadOption(f"{others} opponents are needed, not {len(names)}")
    for name in {*names}:
        Player(name, 0, seed=0).prepare(game)
    return names


def _check_illegal(illegal: str) -> str:
    if illegal not in ("ignore", "raise"):
        raise BadOption(f"illegal={illegal!r} is not a choice; choose one of: ignore, raise")
    return illegal


def register_games() -> None:
    """Tell Gymnasium about every installed game."""
    for name in game_names():
        env_id = f"{NAMESPACE}/{name.title()}-v0"
        if env_id not in gymnasium.registry:
            gymnasium.register(
                id=env_id,
                entry_point=f"{__name__}:FormicariumEnv",
                vector_entry_point=f"{__name__}:FormicariumVectorEnv",
                kwargs={"game": name},
            )


register_games()
