"""The games as research environments: arrays of games, Gymnasium, PettingZoo and OpenSpiel."""
