"""For the tests that take minutes, and those of teams with rights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.teams import Teams


@pytest.fixture
def asked_for(request: pytest.FixtureRequest) -> None:
    if "sweep" not in request.config.getoption("markexpr"):
        pytest.skip("`pytest -m sweep` fails every operation, which takes long")


@pytest.fixture(scope="session")
def teams(tmp_path_factory: pytest.TempPathFactory) -> Teams:
    from support.teams import Teams  # not everyone has psycopg

    return Teams(tmp_path_factory.mktemp("rights"))
