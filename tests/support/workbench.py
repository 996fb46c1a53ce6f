"""The page that VS Code draws, as a user uses it."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from support import waiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Locator, Page

ARTEFACTS = Path(os.environ.get("RAGTUI_TEST_ARTEFACTS", "artefacts")) / "vscode"

TIMEOUT = waiting.TIMEOUT * 1000
"""Milliseconds after which something that must come is taken to be missed."""

FOCUSED = ".quick-input-list .monaco-list-row.focused"


@contextmanager
def browser() -> Iterator["Browser"]:
    """Debian's Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        yield started
        started.close()


@contextmanager
def page_of(browser: "Browser", url: str) -> Iterator["Page"]:
    """A page that may talk to this machine alone."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(TIMEOUT)
    context.route(
        lambda asked: (
            urlsplit(asked).hostname not in {"127.0.0.1", "localhost"}
            and asked.startswith("http")
        ),
        lambda route: route.abort(),
    )
    page = context.new_page()
    page.goto(url, wait_until="domcontentloaded")
    yield page
    context.close()


class Workbench:
    """What a user does, and sees."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.keys = page.keyboard
        page.locator(".monaco-workbench").wait_for()

    def shot(self, name: str) -> None:
        """Keep a picture."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(300)  # What fades in has come.
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")

    def see(self, selector: str, text: str | re.Pattern[str] = "") -> "Locator":
        """Wait until something is there, and has a text."""
        found = self.page.locator(selector, has_text=text).locator("visible=true")
        found.first.wait_for()
        return found.first

    def gone(self, selector: str, text: str) -> None:
        """Wait until something has disappeared."""
        found = self.page.locator(selector, has_text=text)
        found.first.wait_for(state="detached")

    def command(self, title: str) -> None:
        """Give a command by the palette."""
        row = f"{FOCUSED} .label-name"
        self._choose("F1", f">{title}", row, re.compile(f"^{re.escape(title)}$"))

    def _choose(
        self, key: str, text: str, row: str, named: str | re.Pattern[str]
    ) -> None:
        """Open a list by keys and take what a text finds.

        What took the focus late, such as an editor that opens, closes the list again;
        a user would press the key again, too.
        """
        from playwright.sync_api import TimeoutError as TimedOut

        for patience in (TIMEOUT / 30, TIMEOUT / 30, TIMEOUT):
            for each in key.split():
                self.keys.press(each)
            box = self.page.locator(".quick-input-widget input:focus")
            found = self.page.locator(row, has_text=named).locator("visible=true")
            try:
                box.fill(text, timeout=patience)
                found.first.wait_for(timeout=patience)
                break
            except TimedOut:
                if patience == TIMEOUT:
                    raise
                self.keys.press("Escape")
        self.keys.press("Enter")

    def type(self, text: str) -> None:
        """Fill the box that has the focus on top of the window."""
        box = self.page.locator(".quick-input-widget input:focus")
        box.wait_for()
        box.fill(text)

    def answer(self, title: str, text: str) -> None:
        """Fill in a box with a title, and accept."""
        self.see(".quick-input-widget", title)
        self.type(text)
        self.keys.press("Enter")

    def rows(self, text: str = "") -> "Locator":
        """Rows of the list on top of the window."""
        return self.page.locator(
            ".quick-input-list .monaco-list-row:visible", has_text=text
        )

    def open(self, path: str) -> None:
        """Open a file by its name."""
        self._choose("Control+P", path, FOCUSED, Path(path).name)
        self.see(".tab.active", Path(path).name)
        self.see(".editor-instance .view-line")

    def go_to(self, line: int, column: int = 1) -> None:
        """Put the cursor somewhere."""
        self.keys.press("Control+G")
        self.answer("", f":{line}:{column}")
        self.see(".statusbar-item", f"Ln {line}, Col {column}")

    def select_line(self, line: int) -> None:
        self.go_to(line)
        self.keys.press("Shift+End")
        self.see(".statusbar-item", "selected")

    def message(self, text: str) -> "Locator":
        """A message in the corner."""
        return self.see(".notification-toast", text)

    def theme(self, name: str, kind: str) -> None:
        """Change the colours; `kind` is the class that the window gets.

        A list that is left before it has shown its choice takes the old colours back;
        a user would choose again.
        """
        from playwright.sync_api import TimeoutError as TimedOut

        window = self.page.locator(f".monaco-workbench.{kind}")
        for patience in (TIMEOUT / 24, TIMEOUT / 24, TIMEOUT):
            self._choose("Control+K Control+T", name, FOCUSED, name)
            try:
                window.wait_for(timeout=patience)
                break
            except TimedOut:
                if patience == TIMEOUT:
                    raise

    def answered(self) -> "FrameLocator":
        """The inside of the answer's panel."""
        outer = self.page.frame_locator("iframe.webview")
        return outer.frame_locator("iframe#active-frame")

    def calm(self) -> None:
        """Close what is open, so that each test begins alike."""
        self.keys.press("Escape")
        self.command("View: Revert and Close Editor") if self._edited() else None
        self.command("View: Close All Editors")
        self.command("Notifications: Clear All Notifications")

    def _edited(self) -> bool:
        return bool(self.page.locator(".tab.dirty").count())


def in_folder(url: str, folder: Path, **more: Any) -> str:
    """The address at which a folder is open."""
    parts = {"folder": str(folder), **more}
    return f"{url}/?" + "&".join(f"{k}={quote(v)}" for k, v in parts.items())
