"""What one takes from a document: paths, links, quotations, questions, edits; tabs."""

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
from ragtui_tui.reader_view.reader_navigation import MAX_TABS, HistoryEntry, OpenTabs
from support.screens import OpenApp, Terminal
from support.user_editor import an_editor, can_suspend

FOUND = Passage(Lines(17, 17), frozenset({"lithium", "months"}))


async def read(terminal: Terminal, path: str, words: str) -> None:
    passage = FOUND if path == "decisions/cells.md" else None
    terminal.main.post_message(OpenPassage(path, passage))
    await terminal.until(lambda: terminal.view == "reader" and words in terminal.text)
    await terminal.until(lambda: terminal.document_view.match_position or not passage)


async def test_the_editor_is_run_at_the_line(
    vault: Vault, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("EDITOR", "VISUAL"):
        monkeypatch.delenv(name, raising=False)
    async with open_app(vault) as terminal:
        await read(terminal, "decisions/cells.md", "twenty-six")
        await terminal.press("e")
        assert "export EDITOR=nano" in terminal.toasts[-1]
        monkeypatch.setenv("EDITOR", "true")
        await terminal.press("e")
        assert "only in a terminal" in terminal.toasts[-1]
        left = can_suspend(monkeypatch)
        with an_editor(tmp_path, monkeypatch, status=3):
            await terminal.press("e")
        assert "ended with status 3" in terminal.toasts[-1]
        for editor, words in (
            ("/no/such/editor", "cannot be started"),
            ("vi '", ""),
        ):
            monkeypatch.setenv("VISUAL", editor)
            await terminal.press("e")
            assert words in terminal.toasts[-1]
        assert left == ["left", "back"] * 2
        with an_editor(tmp_path, monkeypatch):
            await terminal.press("e")
        await terminal.until(lambda: "harbour. EDITED EDITED" in terminal.text)
        assert terminal.marked
        assert not any("status 0" in toast for toast in terminal.toasts)


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


def is_copied(terminal: Terminal, text: str) -> bool:
    return terminal.toasts[-1:] == [f"Copied {text}"] and terminal.app.clipboard == text


async def test_paths_links_and_quotations_are_copied(
    vault: Vault, open_app: OpenApp
) -> None:
    async with open_app(vault) as terminal:
        await read(terminal, "decisions/cells.md", "twenty-six")
        for what, copied in {
            "path": "decisions/cells.md",
            "wiki_link": "[[cells]]",
            "markdown_link": "[Primary cells](decisions/cells.md)",
        }.items():
            await terminal.command(f"copy({what!r})")
            await terminal.until(partial(is_copied, terminal, copied))
        await terminal.press("c")
        await terminal.until(lambda: terminal.app.clipboard.startswith("> "))
        quotation = terminal.app.clipboard
        words = "The lithium battery lasts twenty-six months in the harbour."
        assert quotation.startswith(f"> {words}")
        (checked,) = vault.quotations.verify(quotation)
        assert checked.verdict.verified
        assert checked.lines == Lines(17, 17)
        await read(terminal, "howto/wiper.md", "grub screw")
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

    def ask(_: ChatPane, question: str, scope: QuestionScope) -> None:
        assert question == "", "the user types it in the chat"
        asked.append(scope)

    monkeypatch.setattr(ChatPane, "ask", ask)
    async with open_app(vault) as terminal:
        for count, key in enumerate("aA", 1):
            await read(terminal, "decisions/cells.md", "twenty-six")
            await terminal.press(key)
            await terminal.until(lambda count=count: len(asked) == count)  # type: ignore[misc]
            assert terminal.view == "chat"
    assert (asked[0].kind, asked[0].path) == (ScopeKind.FILE, "decisions/cells.md")
    assert asked[1].kind is ScopeKind.PASSAGE
    assert asked[1].text.startswith("The lithium battery lasts")
    assert asked[1].lines == Lines(17, 17)


PATHS = {
    "handbook.md": "Walk along",
    "howto/wiper.md": "grub screw",
    "people/zoe.md": "laboratory",
}


async def test_tabs_are_switched_closed_and_there_again(
    vault: Vault, open_app: OpenApp
) -> None:
    async def shows(words: str, *keys: str) -> None:
        await terminal.press(*keys)
        await terminal.until(lambda: words in terminal.text)

    async with open_app(vault, (140, 30)) as terminal:
        for path, words in PATHS.items():
            await read(terminal, path, words)
            if path == "handbook.md":
                assert "1 handbook.md" not in terminal.text, "one tab needs no strip"
        await terminal.until(lambda: "1 handbook.md" in terminal.rows[1])
        assert "3 zoe.md" in terminal.rows[1]
        await shows("grub screw", "comma")
        await shows("laboratory", "full_stop")
        await shows("Walk along", "full_stop")
        await shows("grub screw", "2")
        await terminal.press("9")
        await terminal.click_words("zoe.md")
        await shows("laboratory")
        await shows("# Change a wiper", "2", "i", "escape", "m")
        await terminal.press("ctrl+q")
    (vault.root / "people/zoe.md").unlink()
    async with open_app(vault, (140, 30)) as terminal:
        await shows("# Change a wiper", "f3")
        assert "1 handbook.md" in terminal.text
        await shows("No note links here")
        await terminal.press("3")  # Its file is gone.
        await terminal.until(lambda: terminal.toasts)
        assert "people/zoe.md" in terminal.toasts[0]
        await shows("Walk along", "1")
        await terminal.press("x")
        await terminal.until(lambda: "1 wiper.md" in terminal.text)
        await terminal.press("x")
        await shows("Nothing is open")
        await terminal.press("escape")
        assert terminal.view == "search"


def test_a_document_has_one_tab_and_the_longest_unseen_goes() -> None:
    tabs = OpenTabs()
    for n in range(MAX_TABS):
        tabs.open(HistoryEntry(f"{n}.md"))
    tabs.open(HistoryEntry("0.md", line=7))
    assert [tab.here.path for tab in tabs.all] == [f"{n}.md" for n in range(MAX_TABS)]
    assert tabs.current is tabs.all[0]
    tabs.open(HistoryEntry("new.md"))
    paths = [tab.here.path for tab in tabs.all]
    assert len(paths) == MAX_TABS
    assert "1.md" not in paths
    assert paths[:2] == ["0.md", "new.md"]


def test_nonsense_is_not_restored() -> None:
    tabs = OpenTabs()
    for state in ({}, {"tabs": "x"}, {"tabs": [1, None], "tab": "x"}, {"tab": 3}):
        tabs.restore(state)
        assert tabs.current is None
        assert tabs.state() == {"tabs": [], "tab": -1}
    tabs.restore({"tabs": ["a.md", "b.md"], "tab": 0})
    assert tabs.state() == {"tabs": ["a.md", "b.md"], "tab": 0}
