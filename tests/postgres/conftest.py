"""Teams with rights in a database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.teams import Teams


@pytest.fixture(scope="session")
def teams(tmp_path_factory: pytest.TempPathFactory) -> Teams:
    from support.teams import Teams  # not everyone has psycopg

    return Teams(tmp_path_factory.mktemp("rights"))
