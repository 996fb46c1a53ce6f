"""Filters and times: the pane of facets, what Tab completes, and the query's chips."""

import re
from collections.abc import Callable

import pytest

from ragtui_core import Vault
from ragtui_core.search.facets import FIELDS, Facet
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query_language import Clause
from ragtui_tui.search_view.facet_list import NAMES, FacetList
from ragtui_tui.search_view.query_form import CompletionList, FilterChips, QueryLine
from ragtui_tui.search_view.search_results import ResultsView
from support.chatting import answered, exchanges, is_over
from support.screens import OpenApp, Terminal
from support.vaults import Files, IndexVault


def facets(terminal: Terminal) -> FacetList:
    return terminal.main.query_one(FacetList)


def line(terminal: Terminal) -> str:
    return terminal.main.query_one(QueryLine).value


def chips(terminal: Terminal) -> list[str]:
    shown = terminal.main.query_one(FilterChips).shown
    return [str(part) for part in shown if isinstance(part, Clause)]


def counted(terminal: Terminal) -> dict[str, int]:
    return {
        f"{facet.field}:{item.value}": item.count
        for facet in facets(terminal).facets
        for item in facet.values
    }


def folders(terminal: Terminal) -> set[str]:
    return {name for name in counted(terminal) if name.startswith("folder:")}


def has(terminal: Terminal, words: str) -> Callable[[], bool]:
    return lambda: words in terminal.text


def offers(terminal: Terminal) -> CompletionList:
    return terminal.main.query_one(CompletionList)


def offered(terminal: Terminal, text: str) -> Callable[[], bool]:
    """Whether a text is what Tab would complete."""
    return lambda: getattr(offers(terminal).chosen, "text", "") == text


def test_every_counted_field_has_a_name() -> None:
    assert set(NAMES) == set(FIELDS)


async def test_facets_are_counted_and_chosen(vault: Vault, open_app: OpenApp) -> None:
    (vault.root / "odd.md").write_text("---\ncategory: '[b]x[/b]'\n---\n# Odd\n")
    async with open_app(vault) as terminal:
        assert not facets(terminal).display
        await terminal.press("ctrl+f")
        assert facets(terminal).has_focus
        await terminal.until(lambda: counted(terminal).get("folder:decisions") == 1)
        assert counted(terminal)["tag:batteries"] == 1
        for words in ("Folders", "Tags", "Companies", "Kestrel"):
            assert words in terminal.text
        await terminal.press("down", "up", "enter")
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        assert (line(terminal), chips(terminal)) == (
            "folder:decisions ",
            ["folder:decisions"],
        )
        await terminal.sees("● decisions")
        # The other folders can be chosen instead, or as well.
        await terminal.press("down", "space")
        await terminal.until(lambda: len(terminal.cards) == 2)
        assert line(terminal) == "folder:decisions folder:howto "
        await terminal.press("space")
        await terminal.until(lambda: len(terminal.cards) == 1)
        await terminal.click_words("people ")
        await terminal.until(lambda: len(terminal.cards) == 2)
        assert line(terminal) == "folder:decisions folder:people "
        await terminal.press("ctrl+f")
        assert not facets(terminal).display
        assert terminal.app.focused is terminal.main.query_one("#query")
        await terminal.press("ctrl+u")
        await terminal.paste("category:[b]x[/b]")  # It is no markup.
        await terminal.until(lambda: terminal.cards == ["odd.md"])
        assert "category:[b]x[/b] ✗" in terminal.text


async def test_what_is_typed_after_the_filters_continues_the_query(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    count = vault.facets

    def counting(query: str, options: SearchOptions) -> tuple[Facet, ...]:
        asked.append(query)
        return count(query, options)

    monkeypatch.setattr(vault, "facets", counting)
    monkeypatch.setattr("ragtui_tui.search_view.search_pane.IDLE_SECONDS", 1.0)
    async with open_app(vault) as terminal:
        cards = terminal.main.query_one("#cards")
        await terminal.press("ctrl+f", "slash")
        await terminal.until(lambda: counted(terminal))
        before = cards.region
        await terminal.type('"grub screw"')
        await terminal.until(lambda: folders(terminal) == {"folder:howto"})
        assert set(asked) == {"", '"grub screw"'}  # No half-typed line was counted.
        assert "Recently changed" not in terminal.text
        assert cards.region == before  # A message above does not move the cards.
        await terminal.press("ctrl+f")  # They are open already: the key leads there.
        assert facets(terminal).has_focus
        await terminal.press("escape", "space", "ctrl+f")
        await terminal.type("cells")  # Letters go to the line from there, too.
        await terminal.press("tab", "shift+tab")
        await terminal.type("l")
        assert line(terminal) == '"grub screw" cellsl'
        # Who comes to search for something types another query.
        await terminal.press("f3", "slash")
        await terminal.type("buoy")
        assert line(terminal) == "buoy"


async def test_typed_filters_have_chips_and_tab_completes_them(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.paste("battery tag:power company:Kestrel -folder:howto")
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        assert chips(terminal) == ["tag:power", "company:Kestrel", "-folder:howto"]
        assert "tag:power ✗" in terminal.text
        await terminal.press("tab")
        assert isinstance(terminal.app.focused, FilterChips)
        await terminal.press("right", "right", "left", "delete")
        assert line(terminal) == "battery tag:power -folder:howto"
        await terminal.click_words("tag:power ✗")
        assert line(terminal) == "battery -folder:howto"
        await terminal.press("backspace")  # The click has put the focus there.
        assert line(terminal) == "battery "
        assert terminal.app.focused is terminal.main.query_one("#query")
        await terminal.sees("weaker results")
        await terminal.press("ctrl+u")
        await terminal.type("ta")
        await terminal.until(offered(terminal, "tag:"))
        await terminal.press("tab")
        assert line(terminal) == "tag:"
        await terminal.until(offered(terminal, "tag:batteries "))
        await terminal.sees("choose one, or type on")
        assert offers(terminal).region.y >= terminal.main.query_one("#notes").region.y
        assert not terminal.cards
        await terminal.press("down")
        await terminal.until(offered(terminal, "tag:power "))
        await terminal.press("up", "down", "tab")
        assert line(terminal) == "tag:power "
        assert not offers(terminal).display
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        await terminal.press("tab")  # Nothing is offered now.
        assert isinstance(terminal.app.focused, FilterChips)
        await terminal.press("slash", "ctrl+u")
        await terminal.type("tag:batt")
        await terminal.until(offered(terminal, "tag:batteries "))
        await terminal.press("enter")
        assert line(terminal) == "tag:batteries "
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        await terminal.goes_to("reader", "enter")


async def test_offers_are_in_nobodys_way(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("tag:")
        await terminal.until(lambda: offers(terminal).display)
        await terminal.click_words("power")
        await terminal.until(lambda: line(terminal) == "tag:power ")
        assert not offers(terminal).display
        await terminal.type("cells")  # One goes on typing where one was.
        assert line(terminal) == "tag:power cells"
        await terminal.press("ctrl+u")
        await terminal.type("company:k")
        await terminal.until(lambda: offers(terminal).display)
        await terminal.press("escape")
        assert not offers(terminal).display
        assert line(terminal) == "company:k"
        await terminal.press("escape")
        assert line(terminal) == ""
        await terminal.type("lithium battery fo")
        await terminal.until(offered(terminal, "folder:"))
        await terminal.until(lambda: "Recently changed" not in terminal.text)
        await terminal.until(lambda: terminal.cards)
        before = terminal.chosen
        await terminal.press("down")  # Of a mere word, the arrows move in the cards.
        assert terminal.chosen != before
        await terminal.press("ctrl+u")
        await terminal.type("zeppelin ta")
        await terminal.sees("Nothing clearly relevant")
        await terminal.sees("Tab tag:")
        assert not offers(terminal).display  # It would hide the first card.
        await terminal.press("f4", "f2")
        await terminal.until(lambda: "Tab tag:" not in terminal.text)


DAYS = [f"2026-{month:02}-{day:02}" for month in (3, 5) for day in range(1, 31 + 1)]


@pytest.fixture
def journal(index_vault: IndexVault) -> Vault:
    files: Files = {f"journal/{day}.md": f"# {day}\n\nTea with Anna.\n" for day in DAYS}
    return index_vault(files)


def months(terminal: Terminal) -> set[str]:
    return {path[len("journal/") :][: len("2026-03")] for path in terminal.cards}


async def test_a_time_has_a_chip_and_all_its_notes_are_counted_and_loaded(
    journal: Vault, open_app: OpenApp
) -> None:
    async with open_app(journal) as terminal:
        results = terminal.main.query_one(ResultsView)
        await terminal.search("tea in March 2026")
        assert "Mar 2026 ✗" in terminal.text
        assert months(terminal) == {"2026-03"}
        await terminal.press("ctrl+n")
        await terminal.until(lambda: "Mar 2026 ✗" not in terminal.text)
        await terminal.until(lambda: months(terminal) == {"2026-03", "2026-05"})
        await terminal.type(" anna")  # It is still words, until the line is empty.
        shown = ("tea in March 2026 anna", True)
        await terminal.until(lambda: results.shown == shown)
        assert " ✗ " not in terminal.text
        await terminal.press("escape")
        await terminal.search("tea folder:journal in May 2026")
        await terminal.click_words("May 2026 ✗")
        await terminal.until(lambda: "May 2026 ✗" not in terminal.text)
        assert "folder:journal ✗" in terminal.text
        await terminal.press("ctrl+u")
        await terminal.search("tea in May 2026")
        await terminal.press("tab")
        assert isinstance(terminal.app.focused, FilterChips)
        await terminal.press("delete")
        await terminal.until(lambda: "May 2026 ✗" not in terminal.text)
        assert terminal.app.focused is terminal.main.query_one("#query")
        await terminal.press("ctrl+u")
        await terminal.search("tea in April 2020")
        assert "No good match is dated Apr 2020" in terminal.text
        assert "✗" not in terminal.text
        await terminal.press("ctrl+u")
        await terminal.search("between 1 March 2026 and 31 May 2026")
        assert "first 30 of 62 results" in terminal.text
        assert terminal.cards[0] == "journal/2026-05-31.md"
        await terminal.press("up")  # from the first row to the last
        await terminal.sees("more results")
        await terminal.press("enter")
        await terminal.until(lambda: len(terminal.cards) == 60)
        assert terminal.chosen == "journal/2026-05-01.md"
        await terminal.press("ctrl+u")
        await terminal.search("tea")
        assert re.search(r"first 30 of \d+\+? results", terminal.text)
        await terminal.sees("more results", "up")
        await terminal.click_words("more results")
        await terminal.until(lambda: len(terminal.cards) == 60)


async def test_a_questions_time_is_removed(journal: Vault, open_app: OpenApp) -> None:
    async with open_app(journal, (100, 90)) as terminal:
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
