"""A visit to the page of `ragtui serve`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from support import waiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

ARTEFACTS = Path(os.environ.get("RAGTUI_TEST_ARTEFACTS", "artefacts")) / "page"

AXE = os.environ.get("RAGTUI_TEST_AXE", "")
"""The file `axe.min.js` of the npm package axe-core."""


class Visit:
    """One visitor.

    Attributes:
        page: The page.
        complaints: Errors of the console, and of scripts.
        foreign: Requests to other hosts.
    """

    def __init__(self, page: "Page", address: str) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        own = address.partition("/#")[0]
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith(own) else self.foreign.append(asked.url)
            ),
        )
        page.goto(address)

    def _heard(self, message: Any) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.text} {message.location['url']}")

    def see(self, selector: str, text: str = "") -> "Locator":
        """Wait until something is shown, and has a text."""
        from playwright.sync_api import expect

        found = self.page.locator(selector)
        expect(found.first).to_contain_text(text, timeout=waiting.TIMEOUT * 1000)
        return found.first

    def passage(self, text: str) -> "Locator":
        """Wait until the reader shows a passage with a text."""
        found = self.page.locator("#reader .passage:visible", has_text=text)
        found.first.wait_for()
        return found.first

    def search(self, query: str) -> None:
        """Type a query, and wait for what all of it finds, not its beginning.

        Results come with each key; the address is set with those that are shown.
        """
        self.page.get_by_label("Search your notes").press_sequentially(query)
        self.page.wait_for_url(lambda url: searched(url) == query)
        self.see("#search-status", "result")
        self.see("#hits li")

    def view(self, name: str) -> None:
        """Go to another view."""
        self.page.locator(".views").get_by_role("link", name=name).click()

    def ask(self, question: str) -> None:
        """Ask, without waiting for the answer."""
        if self.page.locator("#chat").is_hidden():
            self.view("Ask")
        self.page.get_by_label("Ask your notes").fill(question)
        self.page.keyboard.press("Enter")

    def answered(self, question: str) -> None:
        """Ask, and wait for the end of the answer."""
        self.ask(question)
        self.see("#chat-status", "complete")

    def choose_vault(self, name: str) -> None:
        """Choose another vault."""
        self.see("#vault option")
        self.page.locator("#vault").select_option(name)

    def shot(self, name: str) -> None:
        """Keep a picture."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        width = self.page.viewport_size["width"] if self.page.viewport_size else 0
        self.page.screenshot(path=ARTEFACTS / f"{width}-{name}.png")

    def findings(self) -> list[str]:
        """What axe-core objects to on the page as it is now."""
        script = Path(AXE).read_text("utf-8")
        # Twice "()": the page's policy allows no other way to run a script.
        run = "axe.run(document, {resultTypes: ['violations']})"
        found = self.page.evaluate(f"async () => {{ {script}; return await {run}; }}")
        return [
            f"{each['id']}: {node['html'][:120]}"
            for each in found["violations"]
            for node in each["nodes"]
        ]


def searched(url: str) -> str:
    """The query in an address of the page; empty if it has none."""
    parameters = urlsplit(url).fragment.partition("?")[2]
    return parse_qs(parameters).get("q", [""])[0]


@contextmanager
def visiting(
    browser: "Browser", address: str, *, width: int = 1200, scheme: Any = "light"
) -> Iterator[Visit]:
    """A new visitor, who must have had nothing to complain about at the end."""
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme
    )
    context.set_default_timeout(waiting.TIMEOUT * 1000)
    visit = Visit(context.new_page(), address)
    yield visit
    context.close()
    assert visit.complaints == [], visit.complaints
    assert visit.foreign == []
