"""Completing names of fields and values in the query line."""

from ragtui_core import Vault
from ragtui_tui.search_view.query_form import CompletionList, FilterChips
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput
from support.screens import OpenApp, Terminal


def offers(terminal: Terminal) -> CompletionList:
    return terminal.main.query_one(CompletionList)


def chosen(terminal: Terminal) -> str:
    found = offers(terminal).chosen
    return found.text if found else ""


def line(terminal: Terminal) -> str:
    return terminal.main.query_one("#query", LineInput).value


async def test_tab_completes_a_field_and_then_its_value(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("ta")
        await terminal.until(lambda: chosen(terminal) == "tag:")
        await terminal.press("tab")
        assert line(terminal) == "tag:"
        await terminal.until(lambda: chosen(terminal).startswith("tag:b"))
        await terminal.until(lambda: "batteries" in terminal.text)
        await terminal.press("down")
        await terminal.until(lambda: chosen(terminal) == "tag:power ")
        await terminal.press("up", "down", "tab")
        assert line(terminal) == "tag:power "
        assert not offers(terminal).display
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        # Nothing is offered now: Tab goes on to the chips.
        await terminal.press("tab")
        assert isinstance(terminal.app.focused, FilterChips)


async def test_enter_completes_a_value_and_then_opens(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("tag:batt")
        await terminal.until(lambda: chosen(terminal) == "tag:batteries ")
        await terminal.press("enter")
        assert line(terminal) == "tag:batteries "
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        await terminal.press("enter")
        await terminal.until(lambda: terminal.view == "reader")


async def test_words_are_not_in_the_way_of_the_cards(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.until(lambda: len(terminal.cards) == 4)
        await terminal.type("lithium battery fo")
        await terminal.until(lambda: chosen(terminal).endswith("folder:"))
        # The cards of the search, not those before.
        await terminal.until(lambda: "Recently changed" not in terminal.text)
        await terminal.until(lambda: terminal.cards)
        before = terminal.chosen
        await terminal.press("down")
        assert terminal.chosen != before
        await terminal.type("rest")
        await terminal.until(lambda: not offers(terminal).display)


async def test_escape_closes_the_offers_first(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("company:k")
        await terminal.until(lambda: offers(terminal).display)
        await terminal.press("escape")
        assert not offers(terminal).display
        assert line(terminal) == "company:k"
        await terminal.press("escape")
        assert line(terminal) == ""


async def test_offers_go_with_the_focus(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("tag:")
        await terminal.until(lambda: offers(terminal).display)
        await terminal.press("f4")
        await terminal.until(lambda: not offers(terminal).display)


async def test_a_click_completes_too(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("tag:")
        await terminal.until(lambda: offers(terminal).display)
        await terminal.click_words("power")
        await terminal.until(lambda: line(terminal) == "tag:power ")
        assert not offers(terminal).display
        await terminal.until(lambda: terminal.cards == ["decisions/cells.md"])
        # One goes on typing where one was.
        await terminal.type("cells")
        assert line(terminal) == "tag:power cells"


async def test_the_offers_hide_no_words_about_the_results(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.type("zeppelin ta")
        await terminal.until(lambda: offers(terminal).display)
        await terminal.until(lambda: "Nothing clearly relevant" in terminal.text)
        words = terminal.main.query_one("#notes").region
        assert offers(terminal).region.y >= words.bottom
