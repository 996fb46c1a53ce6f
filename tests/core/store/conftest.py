"""Each kind of store, and tests that take minutes."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from ragtui_core.store.protocols import Store
from support.stores import STORES


@pytest.fixture(
    params=[
        pytest.param(name, marks=[pytest.mark.postgres] if name == "postgres" else [])
        for name in STORES
    ]
)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterable[Store]:
    (tmp_path / "store").mkdir()
    made = STORES[request.param](tmp_path / "store")
    yield made
    made.close()


@pytest.fixture
def asked_for(request: pytest.FixtureRequest) -> None:
    if "sweep" not in request.config.getoption("markexpr"):
        pytest.skip("`pytest -m sweep` fails every operation, which takes long")
