"""What one takes from a document: paths, links, quotations, questions, edits."""

from functools import partial
from pathlib import Path

import pytest

from ragtui_core import Vault
from ragtui_core.types import Lines
from ragtui_tui.chat_view.chat_pane import ChatPane
from ragtui_tui.document_page import Passage
from ragtui_tui.messages import OpenPassage
from ragtui_tui.other_programs import editor_command
from ragtui_tui.question_scope import QuestionScope, ScopeKind
from support.screens import OpenApp, Terminal
from support.user_editor import an_editor, can_suspend

FOUND = Passage(Lines(17, 17), frozenset({"lithium", "months"}))


async def read(terminal: Terminal, path: str, words: str) -> None:
    passage = FOUND if path == "decisions/cells.md" else None
    terminal.main.post_message(OpenPassage(path, passage))
    await terminal.until(lambda: terminal.view == "reader" and words in terminal.text)
    await terminal.until(lambda: terminal.document_view.match_position or not passage)


def is_reported(terminal: Terminal, copied: str) -> bool:
    return terminal.toasts[-1:] == [f"Copied {copied}"]


async def test_an_edit_shows_on_return(
    vault: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(vault) as terminal:
        left = can_suspend(monkeypatch)
        await read(terminal, "decisions/cells.md", "twenty-six")
        with an_editor(tmp_path, monkeypatch):
            await terminal.press("e")
        assert left == ["left", "back"]
        await terminal.until(lambda: "in the harbour. EDITED" in terminal.text)
        assert terminal.marked
        assert terminal.toasts == []


async def test_a_failing_editor_is_reported(
    vault: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(vault) as terminal:
        left = can_suspend(monkeypatch)
        await read(terminal, "howto/wiper.md", "grub screw")
        with an_editor(tmp_path, monkeypatch, status=3):
            await terminal.press("e")
        assert "ended with status 3" in terminal.toasts[-1]
        monkeypatch.setenv("VISUAL", "/no/such/editor")
        await terminal.press("e")
        assert "/no/such/editor cannot be started" in terminal.toasts[-1]
        assert left == ["left", "back"] * 2
        monkeypatch.setenv("VISUAL", "vi '")
        await terminal.press("e")
        assert "cannot be read" in terminal.toasts[-1]


async def test_without_an_editor_a_message_says_what_to_do(
    vault: Vault, open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("EDITOR", "VISUAL"):
        monkeypatch.delenv(name, raising=False)
    async with open_app(vault) as terminal:
        await read(terminal, "howto/wiper.md", "grub screw")
        await terminal.press("e")
        assert "export EDITOR=nano" in terminal.toasts[0]
        monkeypatch.setenv("EDITOR", "true")
        await terminal.press("e")
        assert "only in a terminal" in terminal.toasts[1]


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("vi", ["vi", "+7", "/v/a b.md"]),
        ("nvim -u NONE", ["nvim", "-u", "NONE", "+7", "/v/a b.md"]),
        ("code", ["code", "--wait", "--goto", "/v/a b.md:7"]),
        ("code -w", ["code", "-w", "--goto", "/v/a b.md:7"]),
        ("/usr/bin/hx", ["/usr/bin/hx", "/v/a b.md:7"]),
        ("subl", ["subl", "--wait", "/v/a b.md:7"]),
        ("idea", ["idea", "--line", "7", "/v/a b.md"]),
        ("'my ed' -x", ["my ed", "-x", "+7", "/v/a b.md"]),
    ],
)
def test_editors_and_their_ways(setting: str, expected: list[str]) -> None:
    file = Path("/v/a b.md")
    assert editor_command({"EDITOR": setting}, file, 7) == expected
    assert editor_command({"EDITOR": "no", "VISUAL": setting}, file, 7) == expected
    assert editor_command({"EDITOR": setting, "VISUAL": " "}, file, 7) == expected
    assert editor_command({}, file, 7) is None


async def test_paths_and_links_are_copied(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await read(terminal, "decisions/cells.md", "twenty-six")
        for what, copied in {
            "path": "decisions/cells.md",
            "wiki_link": "[[cells]]",
            "markdown_link": "[Primary cells](decisions/cells.md)",
        }.items():
            await terminal.command(f"copy({what!r})")
            await terminal.until(partial(is_reported, terminal, copied))
            assert terminal.app.clipboard == copied


async def test_a_quotation_can_be_verified(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await read(terminal, "decisions/cells.md", "twenty-six")
        await terminal.press("c")
        await terminal.until(lambda: terminal.app.clipboard)
        copied = terminal.app.clipboard
        assert copied.startswith(
            "> The lithium battery lasts twenty-six months in the harbour."
        )
        (checked,) = vault.quotations.verify(copied)
        assert checked.verdict.verified
        assert checked.lines == Lines(17, 17)


async def test_what_is_selected_is_quoted(vault: Vault, open_app: OpenApp) -> None:
    async with open_app(vault) as terminal:
        await read(terminal, "howto/wiper.md", "grub screw")
        row = next(n for n, row in enumerate(terminal.rows) if "grub screw" in row)
        start = terminal.rows[row].index("Loosen")
        end = terminal.rows[row].index(" by one turn")
        await terminal.drag((start, row), (end, row))
        await terminal.press("c")
        await terminal.until(lambda: terminal.app.clipboard)
        sentence = "> **Loosen the grub screw** by one turn, then lift the wiper off.\n"
        assert terminal.app.clipboard.startswith(sentence)
        (checked,) = vault.quotations.verify(terminal.app.clipboard)
        assert checked.verdict.verified


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[QuestionScope]:
    """What the chat is to ask about."""
    scopes: list[QuestionScope] = []

    def ask(_: ChatPane, question: str, scope: QuestionScope) -> None:
        assert question == "", "the user types it in the chat"
        scopes.append(scope)

    monkeypatch.setattr(ChatPane, "ask", ask)
    return scopes


async def test_a_file_is_asked_about(
    vault: Vault, open_app: OpenApp, asked: list[QuestionScope]
) -> None:
    async with open_app(vault) as terminal:
        await read(terminal, "decisions/cells.md", "twenty-six")
        await terminal.press("a")
        await terminal.until(lambda: asked)
        assert asked[0].kind is ScopeKind.FILE
        assert asked[0].path == "decisions/cells.md"
        assert terminal.view == "chat"


async def test_a_passage_is_asked_about(
    vault: Vault, open_app: OpenApp, asked: list[QuestionScope]
) -> None:
    async with open_app(vault) as terminal:
        await read(terminal, "decisions/cells.md", "twenty-six")
        await terminal.press("A")
        await terminal.until(lambda: asked)
        assert asked[0].kind is ScopeKind.PASSAGE
        assert asked[0].text.startswith("The lithium battery lasts")
        assert asked[0].lines == Lines(17, 17)
