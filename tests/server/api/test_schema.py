"""Whatever a request looks like that the description allows, the house does not break down."""

from pathlib import Path
from typing import Any, TypeAlias

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok

from tests.server.killing import opened
from tests.tiers import times

pytestmark = pytest.mark.compiled

Case: TypeAlias = schemathesis.Case[Any]

EXAMPLES = times(2, proven=50)  # of each request


def test_no_request_breaks_the_house(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        schema = schemathesis.openapi.from_url(f"{house.address}/schema/openapi.json")
        tried = 0
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            operation = found.ok()

            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=[*HealthCheck],
            )
            @given(case=operation.as_strategy())
            def ask(case: Case) -> None:
                case.call_and_validate(base_url=house.address, checks=[not_a_server_error])

            ask()
            tried += 1
        assert tried > 20
