"""Fixtures of the tests in VS Code: notes, a browser, and the extension at work."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fakes.anthropic_service import FakeAnthropic
from support.code_server import HOME, CodeServer, code_server
from support.quoting_notes import notes_in
from support.workbench import Workbench, browser, in_folder, page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MISSING = pytest.mark.skipif(
    not HOME, reason="RAGTUI_TEST_CODE_SERVER is not set (see CONTRIBUTING.md)"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs VS Code."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.vscode)
            item.add_marker(MISSING)


def pytest_exception_interact(node: pytest.Item) -> None:
    """Keep a picture of the page on which a test failed."""
    for given in getattr(node, "funcargs", {}).values():
        for bench in given if isinstance(given, list) else [given]:
            if isinstance(bench, Workbench):
                bench.shot(f"failed-{node.name}")


@pytest.fixture(scope="session")
def browsing() -> "Iterator[Browser]":
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def service() -> Iterator[FakeAnthropic]:
    """A local replacement for Claude."""
    with FakeAnthropic() as fake:
        yield fake


@pytest.fixture(scope="session")
def asks(service: FakeAnthropic) -> dict[str, str]:
    """The environment in which that one is asked."""
    return {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": service.base_url}


@pytest.fixture(scope="session")
def served(
    tmp_path_factory: pytest.TempPathFactory, asks: dict[str, str]
) -> Iterator[CodeServer]:
    """VS Code on four notes, with the server and an answer provider."""
    notes = notes_in(tmp_path_factory.mktemp("notes"))
    picture = "# Remote pictures\n\nHere: ![p](https://example.org/p.png)\n"
    (notes / "picture.md").write_text(picture)
    with code_server(tmp_path_factory.mktemp("served"), notes, env=asks) as started:
        yield started


@pytest.fixture(scope="session")
def window(browsing: "Browser", served: CodeServer) -> Iterator[Workbench]:
    """The page; the first note is open, and the server runs."""
    with page_of(browsing, in_folder(served.url, served.folder)) as page:
        bench = Workbench(page)
        bench.open("review.md")
        bench.see(".statusbar-item", "100 %")
        yield bench


@pytest.fixture
def bench(window: Workbench, service: FakeAnthropic) -> Workbench:
    """The same page with nothing open, and a service that cites."""
    service.scenario = "cited"
    service.disconnected.clear()
    window.calm()
    return window


@pytest.fixture(scope="session")
def sample_vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project's sample vault."""
    source: Any = Path(__file__).parents[3] / "sample-vault"
    return shutil.copytree(source, tmp_path_factory.mktemp("sample") / "sample-vault")
