"""For the tests that take minutes."""

import pytest


@pytest.fixture
def asked_for(request: pytest.FixtureRequest) -> None:
    if "sweep" not in request.config.getoption("markexpr"):
        pytest.skip("`pytest -m sweep` fails every operation, which takes long")
