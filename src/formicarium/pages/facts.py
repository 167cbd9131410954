"""How a game was set up, in a few words each."""

from formicarium.core.game import Game
from formicarium.core.text import Phrases


def setting(game: Game, seed: int | None, say: Phrases) -> list[str]:
    """How many play, by which options, and the seed if it may be known.

    >>> import formicarium as fm
    >>> from formicarium.core.text import phrases
    >>> game = fm.load("micropolis", players=3, variant="expert")
    >>> setting(game, 7, phrases("formicarium.pages", "en"))
    ['3 players', 'variant: expert', 'seed 7']
    """
    chosen = [
        say("facts.option", name=option.name, choice=game.options[option.name])
        for option in game.book.options
        if game.chosen[option.name] is not option.default
    ]
    told = [] if seed is None else [say("facts.seed", seed=seed)]
    return [say("facts.players", n=game.players), *chosen, *told]
