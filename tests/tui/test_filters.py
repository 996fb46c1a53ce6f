"""Filters: the pane of facets, the chips, and the query line, which is the truth."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.search.facets import FIELDS, Facet
from ragtui_core.search.options import SearchOptions
from ragtui_tui.search_view.facet_list import NAMES, FacetList
from ragtui_tui.search_view.query_form import CompletionList, FilterChips
from ragtui_tui.search_view.search_results import ResultsView
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput
from support.screens import OpenApp, Terminal
from support.vaults import MakeVault


def facets(terminal: Terminal) -> FacetList:
    return terminal.main.query_one(FacetList)


def line(terminal: Terminal) -> str:
    return terminal.main.query_one("#query", LineInput).value


def chips(terminal: Terminal) -> list[str]:
    return [str(clause) for clause in terminal.main.query_one(FilterChips).clauses]


def counted(terminal: Terminal) -> dict[str, int]:
    return {
        f"{facet.field}:{item.value}": item.count
        for facet in facets(terminal).facets
        for item in facet.values
    }


def folders(terminal: Terminal) -> set[str]:
    return {name for name in counted(terminal) if name.startswith("folder:")}


def row_of(terminal: Terminal, words: str) -> tuple[int, int]:
    """The location of words on the screen: column and row."""
    return next(
        (row.index(words), y) for y, row in enumerate(terminal.rows) if words in row
    )


def has(terminal: Terminal, words: str) -> Callable[[], bool]:
    return lambda: words in terminal.text


async def test_facets_count_notes(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        assert not facets(terminal).display
        await terminal.press("ctrl+f")
        assert facets(terminal).has_focus
        await terminal.until(lambda: counted(terminal))
        assert counted(terminal)["folder:decisions"] == 1
        assert counted(terminal)["tag:batteries"] == 1
        for words in ("Folders", "Tags", "Companies", "Kestrel"):
            assert words in terminal.text
        await terminal.press("ctrl+f")
        assert not facets(terminal).display
        assert terminal.app.focused is terminal.main.query_one("#query")


async def test_what_is_typed_after_the_filters_continues_the_query(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.search("lithium")
        await terminal.press("ctrl+f", "ctrl+f")
        await terminal.type(" cells")
        await terminal.press("ctrl+f", "escape")
        await terminal.type(" sea")
        await terminal.press("tab", "shift+tab")
        await terminal.type("l")
        assert line(terminal) == "lithium cells seal"
        # Who comes to search for something types another query.
        await terminal.press("f3", "slash")
        await terminal.type("buoy")
        assert line(terminal) == "buoy"


async def test_choosing_a_facet_writes_the_filter_and_taking_it_back_removes_it(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+f")
        await terminal.until(lambda: counted(terminal))
        await terminal.press("j", "k", "enter")
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        assert line(terminal) == "folder:decisions "
        assert chips(terminal) == ["folder:decisions"]
        await terminal.until(has(terminal, "● decisions"))
        # The other folders can be chosen instead, or as well.
        await terminal.press("j", "space")
        await terminal.until(lambda: len(terminal.cards) == 2)
        assert line(terminal) == "folder:decisions folder:howto "
        await terminal.press("space")
        await terminal.until(lambda: len(terminal.cards) == 1)
        assert line(terminal) == "folder:decisions "


async def test_facets_follow_the_query(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+f", "slash")
        await terminal.search('"grub screw"')
        await terminal.until(lambda: folders(terminal) == {"folder:howto"})
        # The filters are open already: the key leads there.
        await terminal.press("ctrl+f")
        assert facets(terminal).has_focus
        assert facets(terminal).display


async def test_nothing_is_counted_for_what_is_still_being_typed(
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
        await terminal.press("ctrl+f", "slash")
        await terminal.until(lambda: counted(terminal))
        await terminal.type('"grub screw"')
        await terminal.until(lambda: folders(terminal) == {"folder:howto"})
    assert set(asked) == {"", '"grub screw"'}


async def test_cards_do_not_move_when_a_message_appears_above_them(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        cards = terminal.main.query_one("#cards")
        await terminal.until(lambda: terminal.cards)
        before = cards.region
        await terminal.search("wiper blade")
        assert "Recently changed" not in terminal.text
        assert cards.region == before


async def test_a_facet_can_be_clicked(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+f")
        await terminal.until(has(terminal, "people  "))
        await terminal.click_at(*row_of(terminal, "people "))
        await terminal.until(lambda: terminal.cards == ["people/zoe.md"])
        assert line(terminal) == "folder:people "


async def test_typed_filters_have_chips_that_a_key_removes(
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
        await terminal.press("enter", "backspace")
        assert line(terminal) == "battery "
        assert terminal.app.focused is terminal.main.query_one("#query")
        await terminal.until(lambda: "weaker results" in terminal.text)


async def test_the_list_of_values_is_below_messages(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("tag:")
        completions = terminal.main.query_one(CompletionList)
        results = terminal.main.query_one(ResultsView)
        await terminal.until(lambda: completions.is_open)
        await terminal.until(lambda: results.shown == ("tag:", True))
        await terminal.until(lambda: "choose one, or type on" in terminal.text)
        assert completions.is_open
        assert not terminal.cards


async def test_a_click_removes_a_chip(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.paste("tag:power wiper company:Kestrel")
        await terminal.click_at(*row_of(terminal, "tag:power ✗"))
        assert line(terminal) == "wiper company:Kestrel"
        assert chips(terminal) == ["company:Kestrel"]


async def test_values_that_look_like_markup_are_shown_as_they_are(
    vault: Vault, open_app: OpenApp
) -> None:
    (vault.root / "odd.md").write_text("---\ncategory: '[b]x[/b]'\n---\n# Odd\n")
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+f")
        await terminal.until(has(terminal, "[b]x[/b]"))
        await terminal.press("slash")
        await terminal.paste("category:[b]x[/b]")
        await terminal.until(lambda: terminal.cards == ["odd.md"])
        assert "category:[b]x[/b] ✗" in terminal.text


def test_every_counted_field_has_a_name() -> None:
    assert set(NAMES) == set(FIELDS)


async def test_the_kinds_of_files_are_counted(
    make_vault: MakeVault, open_app: OpenApp, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text('[index]\nkinds = ["markdown", "text"]\n')
    vault = make_vault({"a.md": "# Pump\n", "b.txt": "A pump.\n"})
    async with open_app(vault) as terminal:
        await terminal.press("ctrl+f")
        await terminal.until(has(terminal, "Kinds"))
        assert counted(terminal)["kind:text"] == 1
