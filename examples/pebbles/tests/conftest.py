"""A game is found by what it is installed with: without that, nothing can be tested."""

import pytest

import formicarium as fm

if "pebbles" not in fm.game_names():
    pytest.exit("pebbles is not installed: run `pip install -e .` in the folder of pyproject.toml")
