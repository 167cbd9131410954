"""How tables are called."""

from formicarium.server.house.plans import random_name


def test_no_name_looks_like_an_option_of_a_command() -> None:
    names = {random_name() for _ in range(2000)}
    assert len(names) == 2000
    assert not any(name.startswith("-") for name in names)
