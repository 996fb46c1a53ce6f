"""One pass through the page: search, ask, hover, follow, complete, cite, verify."""

import re
import time
from typing import TYPE_CHECKING

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.streams import SHAPES, plain
from support.workbench import FOCUSED, TIMEOUT, Workbench

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator

CLAIM_LINE, QUOTE_LINE = 5, 7

HOSTILE = """\
<img src="x" onerror="evil()"> <script>evil()</script> ![p](https://example.org/p.png)

[go](https://example.org/there) [js](javascript:evil()) sa\u202efe\u202c te\u200ext

| a |
|---|
| **cell** |
"""


def lines(bench: Workbench) -> str:
    """The text of the editor, as far as it is shown."""
    shown: str = bench.page.locator(".editor-instance .view-lines").first.inner_text()
    return shown.replace("\xa0", " ")


def until_shown(bench: Workbench, text: str) -> None:
    end = time.monotonic() + TIMEOUT / 1000
    while text not in lines(bench):
        assert time.monotonic() < end, f"{text!r} is not in {lines(bench)!r}"
        bench.page.wait_for_timeout(100)


def test_search_finds_while_one_types_and_shows_the_passage(bench: Workbench) -> None:
    bench.open("review.md")
    bench.command("ragtui: Search")
    bench.type("impeller")
    bench.rows("pump.md").first.wait_for()
    bench.type("rubber tank")
    bench.see(".tab.active", "hose.md")  # The first hit is previewed.
    until_shown(bench, "A hose of rubber")
    bench.shot("search")
    bench.keys.press("Escape")
    bench.see(".tab.active", "review.md")  # What was there before is back.
    bench.gone(".tab", "hose.md")


def test_a_picture_in_a_hit_is_not_loaded(bench: Workbench) -> None:
    asked_for: list[str] = []
    bench.page.on("request", lambda request: asked_for.append(request.url))
    bench.command("ragtui: Search")
    bench.type("remote pictures")
    row = bench.rows("[image: p]").first
    row.wait_for()
    row.hover()
    bench.shot("hover-of-a-hit")
    assert [url for url in asked_for if "example.org" in url] == []
    bench.keys.press("Escape")


def test_what_finds_nothing_says_so(bench: Workbench) -> None:
    bench.command("ragtui: Search")
    bench.type("folder:nowhere/ zebra")
    bench.rows("Nothing found").first.wait_for()
    bench.keys.press("Escape")


def asked(bench: Workbench) -> "FrameLocator":
    """Ask about the claim of the note; the inside of the answer's panel."""
    bench.open("review.md")
    bench.select_line(CLAIM_LINE)
    bench.command("ragtui: Ask About Selection")
    bench.answer("Ask about the selection", "Is that **so**? <b>x</b>")
    return bench.answered()


def test_a_selection_is_asked_about(bench: Workbench, service: FakeAnthropic) -> None:
    inside = asked(bench)
    inside.locator("button", has_text="Copy").wait_for()
    answer = inside.locator(".answer").inner_text()
    assert "Here is what your notes say" in answer
    assert "Claim one" in answer
    assert inside.locator(".answer .chip.found").count() == 2
    assert inside.locator("h2").inner_text() == "Is that **so**? <b>x</b>"
    assert "The impeller wears out" in inside.locator(".about").inner_text()
    assert "The impeller wears out" in str(service.calls[-1]["messages"])
    bench.shot("answer")


def test_a_chip_opens_the_quoted_span(bench: Workbench) -> None:
    inside = asked(bench)
    inside.locator(".answer .chip").first.click()
    bench.see(".tab.active", "pump.md")
    bench.see(".statusbar-item", re.compile(r"Ln 3, Col \d+ \(\d+ selected\)"))
    bench.see(".tab", "Is that")  # The answer is still there.


def test_an_answer_is_copied_and_inserted(bench: Workbench) -> None:
    inside = asked(bench)
    inside.locator("button", has_text="Copy").click()
    bench.see(".statusbar-item", "copied")
    copied = bench.page.evaluate("navigator.clipboard.readText()")
    assert "`ragtui:" in copied
    inside.locator("button", has_text="Insert into Note").click()
    bench.see(".tab.dirty", "review.md")
    until_shown(bench, "Here is what your notes say")


def test_an_answer_is_followed_up(bench: Workbench, service: FakeAnthropic) -> None:
    inside = asked(bench)
    inside.locator("button", has_text="Copy").wait_for()
    first = len(service.calls[-1]["messages"])
    inside.locator("#question").fill("Why?")
    inside.locator("#question").press("Enter")
    inside.locator(".turn").nth(1).locator("button", has_text="Copy").wait_for()
    assert len(service.calls[-1]["messages"]) > first


def test_an_answer_really_stops(bench: Workbench, service: FakeAnthropic) -> None:
    service.scenario = "stall"
    inside = asked(bench)
    inside.locator(".answer", has_text="Here is what").wait_for()
    assert not service.disconnected.is_set()
    inside.locator("button", has_text="Stop").click()
    inside.locator(".stopped", has_text="Stopped").wait_for()
    assert service.disconnected.wait(TIMEOUT / 1000)
    bench.shot("stopped")


def test_what_an_answer_says_is_text_and_nothing_else(
    bench: Workbench, service: FakeAnthropic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHAPES, "hostile", plain("end_turn", HOSTILE))
    service.scenario = "hostile"
    inside = asked(bench)
    inside.locator("button", has_text="Copy").wait_for()
    answer = inside.locator(".answer")
    assert '<img src="x" onerror="evil()">' in answer.inner_text()
    assert (
        answer.locator("img, script, iframe, [onerror], [href], [style]").count() == 0
    )
    assert answer.locator("td strong").inner_text() == "cell"
    assert "safe text" in answer.inner_text()  # Without the marks that turn it round.
    refused = answer.evaluate(
        "node => { try { node.innerHTML = '<b>x</b>' } catch (e) { return `${e}` } }"
    )
    assert "TrustedHTML" in str(refused)
    answer.locator("a", has_text="go").click()
    dialog = bench.see(".monaco-dialog-box", "https://example.org/there")
    bench.shot("link")
    dialog.get_by_role("button", name="Cancel").click()


def test_a_failure_is_a_sentence(bench: Workbench, service: FakeAnthropic) -> None:
    service.scenario = "401"
    inside = asked(bench)
    failure = inside.locator(".failed")
    failure.wait_for()
    assert "key" in failure.inner_text()


def test_a_citation_is_inserted(bench: Workbench) -> None:
    bench.open("review.md")
    bench.select_line(CLAIM_LINE)
    bench.command("ragtui: Insert Citation")
    bench.see(".quick-input-title", "Insert a citation")
    bench.see(FOCUSED, "pump.md")
    bench.keys.press("Enter")
    bench.see(".tab.dirty", "review.md")
    assert lines(bench).count("`ragtui:") == 2
    bench.gone(".statusbar-item", "selected")
    bench.shot("citation")


def test_citations_are_verified(bench: Workbench) -> None:
    bench.open("review.md")
    bench.command("ragtui: Verify Citations")
    bench.see(".quick-input-title", "All citations verified")
    bench.rows("Its *impeller*").first.wait_for()
    bench.shot("verify")
    bench.keys.press("Enter")
    bench.see(".statusbar-item", f"Ln {QUOTE_LINE + 2}")


def test_status_shows_what_is_indexed(bench: Workbench) -> None:
    bench.see(".statusbar-item", "100 %").click()
    bench.see(".quick-input-title", "ragtui 0.2.0")
    bench.rows("4 notes").first.wait_for()
    bench.shot("status")
    bench.keys.press("Escape")
