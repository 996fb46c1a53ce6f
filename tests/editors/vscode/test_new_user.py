"""The first use of the extension after its installation."""

import json
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support import release
from support.code_server import code_server
from support.workbench import Workbench, in_folder, page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Meet = Callable[..., Workbench]

QUESTION = "How often must the Curlew be recalibrated?"


@pytest.fixture
def windows() -> list[Workbench]:
    """Those that are open."""
    return []


@pytest.fixture
def meet(
    browsing: "Browser", sample_vault: Path, tmp_path: Path, windows: list[Workbench]
) -> Iterator[Meet]:
    """Opens a folder, the sample vault unless another is given, in a new profile."""
    with ExitStack() as stack:

        def start(folder: Path = sample_vault, **more: Any) -> Workbench:
            work = tmp_path / "work"
            work.mkdir()
            served = stack.enter_context(code_server(work, folder, **more))
            url = in_folder(served.url, folder)
            windows.append(Workbench(stack.enter_context(page_of(browsing, url))))
            return windows[-1]

        yield start


def program(file: Path, script: str) -> None:
    """A program of the test's own."""
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)


def test_without_a_server_one_reads_how_to_install_it(meet: Meet) -> None:
    bench = meet(server=False)
    message = bench.message("ragtui-lsp is not on your PATH")
    message.get_by_role("button", name="Settings").wait_for()
    bench.shot("missing")
    message.get_by_role("button", name="How to Install").click()
    bench.see(".extension-editor", "ragtui")
    bench.command("Notifications: Clear All Notifications")
    bench.command("ragtui: Search")
    bench.type("curlew")
    bench.rows("ragtui-lsp is not on your PATH").first.wait_for()


def test_a_workspace_chooses_no_program(meet: Meet, tmp_path: Path) -> None:
    folder, trace = tmp_path / "notes", tmp_path / "was-run"
    (folder / ".vscode").mkdir(parents=True)
    (folder / ".ragtui.toml").touch()
    (folder / "pump.md").write_text("# Pump\n\nA pump.\n")
    program(folder / "evil", f"touch {trace}")
    chosen = {
        "ragtui.server.path": str(folder / "evil"),
        "ragtui.settings": {"answer.provider": "claude", "vault": "/"},
    }
    (folder / ".vscode" / "settings.json").write_text(json.dumps(chosen))
    bench = meet(folder, trusted=False)
    bench.open("pump.md")
    bench.see(".statusbar-item", "Restricted Mode")
    bench.see(".statusbar-item", "ragtui 100 %").click()
    bench.rows("1 note;").first.wait_for()
    bench.rows("Answers: exact extracts").first.wait_for()
    assert not trace.exists()


def test_the_first_minutes_in_both_themes(meet: Meet) -> None:
    bench = meet(settings={"workbench.colorTheme": "Dark Modern"})
    bench.see(".monaco-workbench.vs-dark")
    bench.open("twi-310-curlew.md")
    bench.see(".statusbar-item", "ragtui 100 %")
    bench.command("ragtui: Ask")
    bench.answer("Ask your notes", QUESTION)
    inside = bench.answered()
    inside.locator("button", has_text="Copy").wait_for()
    answer = inside.locator(".answer").inner_text()
    assert "Recalibrate the probe every 6 months" in answer
    assert inside.locator(".chip.unverified").count() == 0
    bench.shot("answer-dark")
    # Nothing was selected; the note that it was asked from gets it.
    inside.locator("button", has_text="Insert into Note").click()
    bench.see(".tab.dirty", "twi-310-curlew.md")
    bench.command("ragtui: Search")
    bench.type("flooded housing")
    bench.rows("inc-2026-03-flooded-housings.md").first.wait_for()
    bench.shot("search-dark")
    bench.keys.press("Escape")
    bench.theme("Light Modern", "vs")
    inside.locator("summary", has_text="Sources").click()
    inside.locator(".path").first.wait_for()
    bench.shot("answer-light")
    # The click gives the page the focus: no editor is active then.
    inside.locator("button", has_text="Insert into Note").click()
    bench.see(".tab.dirty", "twi-310-curlew.md")


def test_an_overlooked_question_can_be_answered(meet: Meet, tmp_path: Path) -> None:
    folder = tmp_path / "repository"
    (folder / ".git").mkdir(parents=True)
    (folder / "README.md").write_text("# Pump\n\nA pump moves water.\n")
    bench = meet(folder)
    bench.open("README.md")
    bench.message("so that ragtui can search it?")
    bench.command("Notifications: Clear All Notifications")
    bench.see(".statusbar-item", "ragtui: not indexed").click()
    bench.rows("Index this folder").first.click()
    bench.see(".statusbar-item", "ragtui 100 %")


@release.NEEDED
def test_a_release_leads_to_the_first_hover(meet: Meet, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "welcome.md").write_text("# Welcome\n\n[[pump]]\n")
    (notes / "pump.md").write_text("# The pump of the north\n")

    def install(code: Sequence[str], home: Path, programs: Path) -> None:
        # The window that the second step opens is the one of the test.
        script = f'[ "$1" != --install-extension ] || exec {shlex.join(code)} "$@"'
        program(programs / "code", script)
        release.install_server(home, programs)
        (home / "notes").symlink_to(notes)
        release.install(release.VSCODE, home, programs)

    bench = meet(notes, server=False, install=install)
    bench.open("welcome.md")
    bench.see(".statusbar-item", "ragtui 100 %")
    bench.page.locator(".view-line span", has_text="pump").last.hover()
    bench.see(".monaco-hover", "The pump of the north")
    assert (tmp_path / "work" / "home" / ".local/bin/ragtui-lsp").exists()
