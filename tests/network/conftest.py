"""Fixtures of the network gate: asked for by `-m network`, and then never skipped."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.commands import ROOT
from support.network_gate import Gate
from support.quiet_home import QuietHome

NO_GATE = "whether ragtui is silent cannot be known: install strace and allow ptrace"


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Mark everything in this folder; it runs only if asked for."""
    asked = "network" in config.getoption("markexpr")
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.network)
            if not asked:
                item.add_marker(pytest.mark.skip(reason="`pytest -m network` runs it"))


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    """What watches the programs of a test."""
    folder = tmp_path / "gate"
    folder.mkdir()
    if not Gate.works():
        pytest.fail(NO_GATE)
    return Gate(folder)


@pytest.fixture
def home(tmp_path: Path) -> QuietHome:
    """An empty home."""
    return QuietHome(tmp_path)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """The sample vault, without an index."""
    return Path(shutil.copytree(ROOT / "sample-vault", tmp_path / "notes"))


@pytest.fixture(autouse=True)
def _generous_umask() -> Iterator[None]:
    """Nothing is private by the umask."""
    before = os.umask(0)
    yield
    os.umask(before)
