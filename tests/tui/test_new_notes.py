"""New notes in the app: from templates, and for links that lead to none."""

from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_tui.dialogs.choice_list import ChoiceDialog
from ragtui_tui.dialogs.dialog import ConfirmDialog, LineEntryDialog
from ragtui_tui.messages import OpenPassage
from support.screens import OpenApp, Terminal
from support.user_editor import an_editor, can_suspend
from support.vaults import MakeVault

FILES: dict[str, str | bytes] = {
    ".obsidian/templates.json": '{"folder": "Templates"}',
    "Templates/Meeting.md": "# {{title}}\n\nOn {{date:YYYY}}, with:\n",
    "Templates/Book.md": "# {{title}}\n",
    "work/plan.md": "# Plan\n\nSee [[Not there]] and [[../../outside]].\n",
}


@pytest.fixture(autouse=True)
def without_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def notes(make_vault: MakeVault) -> Vault:
    vault = make_vault(FILES)
    vault.index(embed=False)
    return vault


def shows(terminal: Terminal, dialog: type) -> bool:
    return isinstance(terminal.app.screen, dialog)


async def read_plan(terminal: Terminal) -> None:
    terminal.main.post_message(OpenPassage("work/plan.md", None))
    await terminal.until(lambda: terminal.view == "reader")
    await terminal.until(lambda: "See Not there" in terminal.text)


async def fill_in(terminal: Terminal, template: str, title: str) -> None:
    await terminal.press("f12")
    await terminal.until(lambda: shows(terminal, ChoiceDialog))
    await terminal.type(template)
    await terminal.press("enter")
    await terminal.until(lambda: shows(terminal, LineEntryDialog))
    await terminal.type(title)
    await terminal.press("enter")


async def test_a_template_begins_a_note_beside_the_one_that_is_read(
    notes: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = notes.root / "work" / "Pumps.md"
    async with open_app(notes) as terminal:
        await read_plan(terminal)
        left = can_suspend(monkeypatch)
        with an_editor(tmp_path, monkeypatch):
            await fill_in(terminal, "meet", "Pumps")
            await terminal.until(lambda: "with: EDITED" in terminal.text)
        assert left == ["left", "back"]
        assert file.read_text().startswith("# Pumps\n\nOn 20")
        assert "{{" not in file.read_text()


async def test_a_note_is_created_in_the_root_and_never_replaced(
    notes: Vault, open_app: OpenApp
) -> None:
    (notes.root / "Sea.md").write_text("Mine.\n")
    async with open_app(notes) as terminal:
        await fill_in(terminal, "book", "Sea")
        await terminal.until(lambda: terminal.view == "reader")
        await terminal.until(lambda: "Sea 2" in terminal.text)
        assert any("No editor is set" in toast for toast in terminal.toasts)
    assert (notes.root / "Sea.md").read_text() == "Mine.\n"
    assert (notes.root / "Sea 2.md").read_text() == "# Sea 2\n"


async def test_nothing_is_created_by_escape_or_a_title_that_names_no_file(
    notes: Vault, open_app: OpenApp
) -> None:
    before = sorted(notes.root.rglob("*"))
    async with open_app(notes) as terminal:
        await terminal.press("f12")
        await terminal.until(lambda: shows(terminal, ChoiceDialog))
        await terminal.press("escape")
        await fill_in(terminal, "book", "...")
        await terminal.until(lambda: terminal.toasts)
        assert "cannot be the name of a file" in terminal.toasts[-1]
    assert sorted(notes.root.rglob("*")) == before


async def test_without_templates_it_says_where_they_are_named(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await terminal.press("f12")
        await terminal.until(lambda: terminal.toasts)
        assert "new_notes.templates" in terminal.toasts[-1]


async def test_a_link_to_no_note_offers_to_create_it(
    notes: Vault, open_app: OpenApp
) -> None:
    file = notes.root / "work" / "Not there.md"
    async with open_app(notes) as terminal:
        await read_plan(terminal)
        await terminal.press("tab", "enter")
        await terminal.until(lambda: shows(terminal, ConfirmDialog))
        assert "Create work/Not there.md?" in " ".join(terminal.text.split())
        await terminal.press("enter")  # The focus begins on No.
        await terminal.until(lambda: not shows(terminal, ConfirmDialog))
        assert not file.exists()
        await terminal.press("enter")
        await terminal.until(lambda: shows(terminal, ConfirmDialog))
        await terminal.press("y")
        await terminal.until(lambda: "Not there.md" in terminal.text)
        await terminal.until(file.exists)
        assert "# Not there" in file.read_text()
    assert not (notes.root.parent / "outside.md").exists()


async def test_a_link_out_of_the_vault_offers_nothing(
    notes: Vault, open_app: OpenApp
) -> None:
    async with open_app(notes) as terminal:
        await read_plan(terminal)
        await terminal.press("tab", "tab", "enter")
        await terminal.until(lambda: terminal.toasts)
        assert "There is no note" in terminal.toasts[-1]
        assert not shows(terminal, ConfirmDialog)
