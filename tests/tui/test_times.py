"""Times in the query line: the chip, its removal, all notes of a time."""

import re
from collections.abc import Iterator

import pytest

from ragtui_core import Vault
from ragtui_tui.search_view.query_form import FilterChips
from ragtui_tui.search_view.search_results import ResultsView
from support.chatting import answered, exchanges, is_over
from support.screens import OpenApp, Terminal
from support.vaults import Files, MakeVault

DAYS = [f"2026-{month:02}-{day:02}" for month in (3, 5) for day in range(1, 31 + 1)]
NOTES: Files = {f"journal/{day}.md": f"# {day}\n\nTea with Anna.\n" for day in DAYS}


@pytest.fixture
def journal(make_vault: MakeVault) -> Iterator[Vault]:
    vault = make_vault(NOTES)
    vault.index(embed=False)
    yield vault
    vault.close()


def months(terminal: Terminal) -> set[str]:
    return {path[len("journal/") :][: len("2026-03")] for path in terminal.cards}


async def test_a_key_removes_the_time(journal: Vault, open_app: OpenApp) -> None:
    async with open_app(journal) as terminal:
        await terminal.search("tea in March 2026")
        assert "Mar 2026 ✗" in terminal.text
        assert months(terminal) == {"2026-03"}
        await terminal.press("ctrl+n")
        await terminal.until(lambda: "Mar 2026 ✗" not in terminal.text)
        await terminal.until(lambda: months(terminal) == {"2026-03", "2026-05"})
        # What is typed on is still words, until the line is empty.
        await terminal.type(" anna")
        results, line = terminal.main.query_one(ResultsView), "tea in March 2026 anna"
        await terminal.until(lambda: results.shown == (line, True))
        assert " ✗ " not in terminal.text
        await terminal.press("escape")
        await terminal.search("in May 2026")
        assert "May 2026 ✗" in terminal.text


async def test_the_chip_is_removed_by_a_click_or_where_the_focus_is(
    journal: Vault, open_app: OpenApp
) -> None:
    async with open_app(journal) as terminal:
        await terminal.paste("tea folder:journal in May 2026")
        await terminal.until(lambda: "May 2026 ✗" in terminal.text)
        await terminal.click_words("May 2026 ✗")
        await terminal.until(lambda: "May 2026 ✗" not in terminal.text)
        assert "folder:journal ✗" in terminal.text
        await terminal.press("ctrl+u")
        await terminal.paste("tea in May 2026")
        await terminal.until(lambda: "May 2026 ✗" in terminal.text)
        await terminal.press("tab")
        assert isinstance(terminal.app.focused, FilterChips)
        await terminal.press("delete")
        await terminal.until(lambda: "May 2026 ✗" not in terminal.text)
        assert terminal.app.focused is terminal.main.query_one("#query")


async def test_a_dropped_time_is_said_and_has_no_chip(
    journal: Vault, open_app: OpenApp
) -> None:
    async with open_app(journal) as terminal:
        await terminal.search("tea in April 2020")
        assert "No good match is dated Apr 2020" in terminal.text
        assert "✗" not in terminal.text


async def test_all_notes_of_a_time_are_counted_and_loaded(
    journal: Vault, open_app: OpenApp
) -> None:
    async with open_app(journal) as terminal:
        await terminal.search("between 1 March 2026 and 31 May 2026")
        assert "first 30 of 62 results" in terminal.text
        assert terminal.cards[0] == "journal/2026-05-31.md"
        await terminal.press("up")  # from the first row to the last
        await terminal.until(lambda: "more results" in terminal.text)
        await terminal.press("enter")
        await terminal.until(lambda: len(terminal.cards) == 60)
        assert terminal.chosen == "journal/2026-05-01.md"
        await terminal.press("up", "down")
        assert terminal.chosen == "journal/2026-05-01.md"
        await terminal.type(" ")
        await terminal.until(lambda: len(terminal.cards) == 30)


async def test_more_results_by_a_click(journal: Vault, open_app: OpenApp) -> None:
    async with open_app(journal) as terminal:
        await terminal.search("tea")
        assert re.search(r"first 30 of \d+\+? results", terminal.text)
        await terminal.press("up")
        await terminal.until(lambda: "more results" in terminal.text)
        await terminal.click_words("more results")
        await terminal.until(lambda: len(terminal.cards) == 60)


async def test_the_time_of_a_question_is_shown_and_removed_by_a_click(
    journal: Vault, open_app: OpenApp
) -> None:
    async with open_app(journal, (100, 90)) as terminal:
        await terminal.press("f4")
        await answered(terminal, "When was there tea in March 2026?")
        second = await answered(terminal, "And Anna?")
        assert second.has_time
        assert terminal.text.count("Mar 2026 ✗") == 2
        second.focus()
        await terminal.press("d")
        await terminal.until(lambda: second not in exchanges(terminal))
        await terminal.until(lambda: is_over(terminal))
        assert terminal.text.count("Mar 2026 ✗") == 1
        await terminal.click_words("Mar 2026 ✗")
        await terminal.until(lambda: "Mar 2026 ✗" not in terminal.text)
