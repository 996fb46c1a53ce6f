"""What one takes from a document: paths, links, quotations, questions, edits."""

from functools import partial
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.types import Lines
from ragtui_tui.chat_view.chat_pane import ChatPane
from ragtui_tui.document_page import Passage
from ragtui_tui.other_programs import EditorError, user_editor
from ragtui_tui.question_scope import QuestionScope, ScopeKind
from support.screens import OpenApp, Terminal
from support.user_editor import an_editor, can_suspend
from support.vaults import IndexVault

FOUND = Passage(Lines(17, 17), frozenset({"lithium", "months"}))


async def read(terminal: Terminal) -> None:
    """Open a document at a passage."""
    await terminal.reads("decisions/cells.md", "twenty-six", FOUND)
    await terminal.until(lambda: terminal.document_view.match_position)


async def test_the_editor_is_run_at_the_line(
    vault: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("EDITOR", "VISUAL", "PATH"):
        monkeypatch.setenv(name, "")
    async with open_app(vault) as terminal:
        await read(terminal)
        await terminal.press("e")
        assert "export EDITOR=" in terminal.toasts[-1]
        monkeypatch.setenv("EDITOR", "true")
        await terminal.press("e")
        assert "only in a terminal" in terminal.toasts[-1]
        left = can_suspend(monkeypatch)
        with an_editor(tmp_path, monkeypatch, status=3):
            await terminal.press("e")
        assert "ended with status 3" in terminal.toasts[-1]
        for editor, words in (("/no/such/editor", "cannot be started"), ("vi '", "")):
            monkeypatch.setenv("VISUAL", editor)
            await terminal.press("e")
            assert words in terminal.toasts[-1]
        assert left == ["left", "back"] * 2
        with an_editor(tmp_path, monkeypatch):
            await terminal.press("e")
        await terminal.sees("harbour. EDITED EDITED")
        assert terminal.marked
        assert not any("status 0" in toast for toast in terminal.toasts)


def test_an_editor_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("EDITOR", "ed -x")
    monkeypatch.setenv("VISUAL", "my 'ed it'")
    assert user_editor() == ["my", "ed it"]
    monkeypatch.setenv("VISUAL", " ")
    assert user_editor() == ["ed", "-x"]
    monkeypatch.delenv("EDITOR")
    with pytest.raises(EditorError, match="export EDITOR="):
        user_editor()
    for name in ("nano", "vi"):  # the second comes first
        (tmp_path / name).touch(0o700)
        assert user_editor() == [name]


async def test_tasks_are_ticked_off_and_a_note_is_renamed(
    index_vault: IndexVault, open_app: OpenApp
) -> None:
    tasks = "# Tasks\n\n- [ ] for [[Sea]]\n- [x] oil\n"
    vault = index_vault({"Tasks.md": tasks, "Sea.md": "# Sea\n\nAsk [[Tasks]].\n"})
    file = vault.root / "Tasks.md"
    async with open_app(vault) as terminal:
        await terminal.reads("Tasks.md", "oil")
        await terminal.until(lambda: len(terminal.document_view.links) == 3)
        await terminal.press("x")
        await terminal.until(lambda: terminal.toasts)
        assert "Choose a task" in terminal.toasts[0]
        for keys, line in (
            (("tab", "x"), "- [x] for"),
            (("x",), "- [ ] for"),
            (("tab", "tab", "x"), "- [ ] oil"),
            (("x",), "- [x] oil"),
        ):
            await terminal.press(*keys)
            await terminal.until(lambda line=line: line in file.read_text())  # type: ignore[misc]
            await terminal.sees(f"• {line[2:]}")
            await terminal.sees("x ticks it off")
        assert file.read_text() == tasks
        await terminal.command("rename")
        await terminal.sees("Links to it follow")
        await terminal.type("Jobs")
        await terminal.press("enter")
        await terminal.sees("Jobs.md")
        assert (vault.root / "Sea.md").read_text() == "# Sea\n\nAsk [[Jobs]].\n"


def is_copied(terminal: Terminal, text: str) -> bool:
    return terminal.toasts[-1:] == [f"Copied {text}"] and terminal.app.clipboard == text


async def test_paths_links_quotations_are_copied(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await read(terminal)
        await terminal.command("copy('markdown_link')")
        link = "[Primary cells](decisions/cells.md)"
        await terminal.until(partial(is_copied, terminal, link))
        await terminal.command("copy('text')")
        text = (vault.root / "decisions/cells.md").read_text()
        await terminal.until(lambda: terminal.app.clipboard == text)
        await terminal.press("c")
        await terminal.until(lambda: terminal.app.clipboard.startswith("> "))
        quotation = terminal.app.clipboard
        words = "The lithium battery lasts twenty-six months in the harbour."
        assert quotation.startswith(f"> {words}")
        (checked,) = vault.quotations.verify(quotation)
        assert checked.verdict.verified
        assert checked.lines == Lines(17, 17)
        await terminal.reads("howto/wiper.md", "grub screw")
        row = next(n for n, row in enumerate(terminal.rows) if "grub screw" in row)
        start = terminal.rows[row].index("Loosen")
        end = terminal.rows[row].index(" by one turn")
        await terminal.drag((start, row), (end, row))
        await terminal.press("c")  # what is selected
        sentence = "> **Loosen the grub screw** by one turn, then lift the wiper off.\n"
        await terminal.until(lambda: terminal.app.clipboard.startswith(sentence))
        (checked,) = vault.quotations.verify(terminal.app.clipboard)
        assert checked.verdict.verified


async def test_a_file_and_a_passage_are_asked_about(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[QuestionScope] = []

    async def ask(_: ChatPane, question: str, scope: QuestionScope) -> None:
        assert question == "", "the user types it in the chat"
        asked.append(scope)

    monkeypatch.setattr(ChatPane, "ask", ask)
    async with open_app(vault) as terminal:
        for count, key in enumerate("aA", 1):
            await read(terminal)
            await terminal.press(key)
            await terminal.until(lambda count=count: len(asked) == count)  # type: ignore[misc]
            assert terminal.view == "chat"
    assert (asked[0].kind, asked[0].path) == (ScopeKind.FILE, "decisions/cells.md")
    assert asked[1].kind is ScopeKind.PASSAGE
    assert asked[1].text.startswith("The lithium battery lasts")
    assert asked[1].lines == Lines(17, 17)


async def test_the_document_is_there_again(vault: Vault, open_app: OpenApp) -> None:
    wiper = vault.root / "howto/wiper.md"
    async with open_app(vault, (140, 30)) as terminal:
        await terminal.reads("handbook.md", "Walk along")
        await terminal.reads("howto/wiper.md", "grub screw")
        await terminal.sees("Walk along", "left_square_bracket")
        await terminal.sees(
            "# Change a wiper", "right_square_bracket", "i", "escape", "m"
        )
        await terminal.press("ctrl+q")
    async with open_app(vault, (140, 30)) as terminal:
        await terminal.sees("# Change a wiper", "f3")
        await terminal.sees("No note links here")
        await terminal.press("ctrl+q")
    wiper.unlink()
    async with open_app(vault, (140, 30)) as terminal:
        await terminal.press("f3")
        await terminal.until(lambda: terminal.toasts)
        assert "howto/wiper.md" in terminal.toasts[0]
        assert "Nothing is open" in terminal.text
        await terminal.press("escape")
        assert terminal.view == "search"
