"""What a user does on an evening with the app, from the first start to the next."""

from functools import partial
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.settings import load_settings
from ragtui_core.settings.front_end_settings import Theme
from ragtui_tui.search_view.query_form import FilterChips
from ragtui_tui.textual_workarounds.lightweight_widgets import LineInput
from support.chatting import answered, exchanges
from support.screens import OpenApp, Terminal
from support.user_editor import an_editor, can_suspend

QUESTION = "How long does the lithium battery last?"


async def test_the_whole_story(
    new_vault: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not new_vault.is_indexed()
    async with open_app(new_vault, settled=False) as terminal:
        await find_a_note(terminal)
        await read_and_follow_a_link(terminal)
        await ask_about_the_file(terminal)
        await follow_the_citation(terminal)
        can_suspend(monkeypatch)
        with an_editor(tmp_path, monkeypatch):
            await edit_and_see_it(terminal)
        await look_around(terminal)
        await choose_a_theme(terminal)
        await terminal.press("f3", "ctrl+q")
    assert not terminal.app.is_running

    async with open_app(new_vault) as terminal:
        await find_everything_as_it_was(terminal)


def shows(terminal: Terminal, words: str) -> bool:
    return words in terminal.text


def filters(terminal: Terminal) -> list[str]:
    """What can be chosen at the left, row by row, without the counts."""
    return [" ".join(row[:26].split()[:1]) for row in terminal.rows]


async def find_a_note(terminal: Terminal) -> None:
    """Search, and choose a filter among the facets."""
    assert terminal.view == "search"
    await terminal.until(lambda: len(terminal.cards) == 4)
    await terminal.search("lithium wiper")
    assert set(terminal.cards) >= {"decisions/cells.md", "howto/wiper.md"}
    await terminal.press("ctrl+f")
    await terminal.until(lambda: "howto" in filters(terminal))
    await terminal.click_at(6, filters(terminal).index("howto"))
    await terminal.until(lambda: terminal.cards == ["howto/wiper.md"])
    chips = terminal.main.query_one(FilterChips).clauses
    assert [str(clause) for clause in chips] == ["folder:howto"]
    await terminal.press("escape")
    assert terminal.app.focused is terminal.main.query_one("#query")


async def read_and_follow_a_link(terminal: Terminal) -> None:
    """Open the note at its passage; go where it leads, back, and forward."""
    await terminal.press("enter")
    await terminal.until(lambda: terminal.view == "reader")
    await terminal.until(lambda: any("grub screw" in row for row in terminal.marked))
    await terminal.press("tab")
    await terminal.until(lambda: "→ ../decisions/cells.md" in terminal.text)
    await terminal.press("enter")
    await terminal.until(lambda: "We compared two packs" in terminal.text)
    await terminal.press("left_square_bracket")
    await terminal.until(lambda: "grub screw" in terminal.text)
    await terminal.press("right_square_bracket")
    await terminal.until(lambda: "We compared two packs" in terminal.text)


async def ask_about_the_file(terminal: Terminal) -> None:
    """Ask, and see that the quotation was checked and the search had nothing to say."""
    await terminal.until(lambda: "100% embedded" in terminal.status)
    await terminal.press("a")
    await terminal.until(lambda: terminal.view == "chat")
    await answered(terminal, QUESTION)
    await terminal.until(lambda: "twenty-six months" in terminal.text)
    await terminal.until(lambda: "[1✓]" in terminal.text)
    assert "decisions/cells.md" in str(terminal.main.query_one("#chip-scope").render())
    assert "No passage" not in terminal.text
    assert "Nowhere" not in terminal.text


async def follow_the_citation(terminal: Terminal) -> None:
    """See the passage in its place, then in the reader."""
    await terminal.press("f8")
    await terminal.until(lambda: terminal.main.query_one("#quotation").display)
    await terminal.press("enter")
    await terminal.until(lambda: terminal.view == "reader")
    await terminal.until(lambda: any("twenty-six" in row for row in terminal.marked))


async def edit_and_see_it(terminal: Terminal) -> None:
    """What the editor wrote shows in the reader, and is found."""
    await terminal.press("e")
    await terminal.until(lambda: "EDITED" in terminal.text)
    await terminal.press("escape")
    assert terminal.view == "chat"
    await terminal.press("escape")
    assert not terminal.main.query_one("#quotation").display
    await terminal.press("escape")
    assert terminal.view == "search"
    await terminal.press("escape")
    await terminal.search("edited")
    await terminal.until(lambda: terminal.chosen == "decisions/cells.md")
    await terminal.until(lambda: "EDITED" in terminal.text)


async def look_around(terminal: Terminal) -> None:
    """The vault view has content."""
    await terminal.press("f5")
    assert terminal.view == "vault"
    await terminal.until(partial(shows, terminal, "4 documents"))
    await terminal.press("escape")
    assert terminal.view == "search"


async def choose_a_theme(terminal: Terminal) -> None:
    """By the palette; the settings keep it."""
    await terminal.press("ctrl+p")
    await terminal.type("theme")
    await terminal.until(lambda: "Change the current theme" in terminal.text)
    await terminal.press("enter")
    await terminal.until(lambda: "midnight" in terminal.text)
    assert "nord" not in terminal.text  # A theme of Textual.
    await terminal.type("paper")
    await terminal.press("enter")
    await terminal.until(lambda: load_settings().app.theme is Theme.PAPER)


async def find_everything_as_it_was(terminal: Terminal) -> None:
    """The theme, the query, the document and the conversation."""
    assert terminal.app.theme == "paper"
    assert terminal.main.query_one("#query", LineInput).value == "edited"
    await terminal.until(lambda: terminal.cards[:1] == ["decisions/cells.md"])
    await terminal.press("f3")
    await terminal.until(lambda: "EDITED" in terminal.text)
    await terminal.press("f4", "f6", "enter")
    await terminal.until(lambda: [e.question for e in exchanges(terminal)])
    await terminal.until(lambda: "twenty-six months" in terminal.text)
    assert exchanges(terminal)[-1].question == QUESTION


async def test_the_vault_is_left_as_it_was(vault: Vault, open_app: OpenApp) -> None:
    def contents() -> dict[str, bytes]:
        files = (path for path in vault.root.rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files}

    before = contents()
    async with open_app(vault) as terminal:
        await terminal.search("wiper")
        await terminal.press("enter")
        await terminal.until(lambda: "howto/wiper.md:" in terminal.text)
    assert contents() == before
